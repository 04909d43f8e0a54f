//! `POST /check`: is this saved proof right? The kernel alone says so.

use std::io::Read;
use std::sync::Arc;
use std::time::Instant;

use hyper::body::Incoming;
use zermelo_answers::check::look;
use zermelo_answers::unpack::{self, Packing};
use zermelo_kernel::Budget;

use crate::error::Error;
use crate::reply::{self, Reply};
use crate::service::Service;
use crate::upload::Upload;

/// Has the kernel check the body.
pub async fn check(service: &Arc<Service>, body: Incoming) -> Result<Reply, Error> {
    let limit = service.options.certificate;
    let upload = Upload::read(service, body, limit).await?;
    let time = service.options.time * 10;
    let checked = move || {
        let mut upload = upload;
        let bytes = unpacked(std::mem::take(&mut upload.bytes), limit)?;
        let start = Instant::now();
        let no_certificate = |why| Error::BadRequest(format!("this is no certificate: {why}"));
        let budget = Budget::default().until(move || start.elapsed() > time);
        let checked = look(&bytes, None, &budget).map_err(no_certificate)?;
        Ok(checked.full(start.elapsed()))
    };
    reply::json(&service.run(time, checked).await?)
}

/// The bytes of a certificate, unpacked if it is compressed, and if they are not too many.
pub fn unpacked(bytes: Vec<u8>, limit: usize) -> Result<Vec<u8>, Error> {
    if Packing::of(&bytes).is_none() {
        return Ok(bytes);
    }
    let damaged = |_| Error::BadRequest("this is no certificate: it is damaged".to_string());
    let mut unpacked = Vec::new();
    let most = (limit as u64).saturating_add(1);
    let decoder = unpack::unpacked(&bytes[..]).map_err(damaged)?;
    decoder.take(most).read_to_end(&mut unpacked).map_err(damaged)?;
    if unpacked.len() > limit { Err(Error::PayloadTooLarge(limit)) } else { Ok(unpacked) }
}
