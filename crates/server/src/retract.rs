//! `GET /retract`: what was the last move?

use std::sync::Arc;

use zermelo_answers::retract::{ReadingsReport, RetractReport, ask};

use crate::error::Error;
use crate::params::Params;
use crate::reply::{self, Reply};
use crate::service::Service;

/// Answers for programs. The list is the kernel's own.
pub async fn json(service: &Arc<Service>, params: Params<'_>) -> Result<Reply, Error> {
    let (fen, castling) = (params.needed("fen")?.into_owned(), params.castling()?);
    let key = format!("retract {castling:?} {fen}");
    let work = move |_: &Service| match &ask(&fen, castling, false)?[..] {
        [one] => reply::to_json(&RetractReport::new(one)),
        several => reply::to_json(&ReadingsReport::new(several)),
    };
    service.settled(key, work).await
}
