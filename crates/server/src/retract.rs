//! `GET /retract`: what was the last move?

use std::sync::Arc;

use zermelo_answers::retract::{ReadingsReport, RetractReport, ask};

use crate::metrics::count;
use crate::params::Params;
use crate::reply::{self, Kind, Refusal, Reply};
use crate::service::Service;

/// Answers for programs. The list is the kernel's own.
pub async fn json(service: &Arc<Service>, params: Params<'_>) -> Result<Reply, Refusal> {
    let (fen, castling) = (params.needed("fen")?.into_owned(), params.castling()?);
    let key = format!("retract {castling:?} {fen}");
    if let Some(kept) = service.cache.get(&key) {
        count(&service.metrics.hits);
        return Ok(reply::whole(Kind::Json, kept));
    }
    let place = service.work.place()?;
    let bytes = service.work.run(place, move || {
        let found = ask(&fen, castling, false)?;
        match &found[..] {
            [one] => reply::to_json(&RetractReport::new(one)),
            several => reply::to_json(&ReadingsReport::new(several)),
        }
    });
    let bytes = bytes.await??;
    service.cache.put(key, bytes.clone());
    Ok(reply::whole(Kind::Json, bytes))
}
