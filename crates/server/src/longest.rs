//! `GET /longest`: a game of 17,697 plies, made and audited by the kernel once.

use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use hyper::header::{HeaderMap, HeaderValue};
use zermelo_answers::longest::{Longest, MovesReport, Question};
use zermelo_record::longest::MoveRule;

use crate::error::Error;
use crate::negotiate;
use crate::reply::{self, Kind, Reply};
use crate::service::Service;

/// The game, once it is made.
#[derive(Default)]
pub struct Made(OnceLock<Whole>);

struct Whole {
    plain: Bytes,
    packed: [(&'static str, Bytes); 2],
    tag: HeaderValue,
}

/// Makes the game. What comes out has been accepted by the kernel.
fn make() -> Result<Whole, Error> {
    let game = Longest::make(Question::Forced(MoveRule::SeventyFive), 1)?;
    let plain = reply::to_json(&MovesReport::new(&game))?;
    let bug = |why: &str| Error::Internal(why.to_string());
    let zstd = zstd::bulk::compress(&plain, 9).map_err(|error| bug(&error.to_string()))?;
    let tag = negotiate::tag(&plain).ok_or_else(|| bug("no tag"))?;
    let packed = [("zstd", zstd.into()), ("gzip", negotiate::gzip(&plain))];
    Ok(Whole { plain, packed, tag })
}

/// Answers for programs.
pub async fn json(service: &Arc<Service>, headers: &HeaderMap) -> Result<Reply, Error> {
    if service.longest.0.get().is_none() {
        let shared = Arc::clone(service);
        let made = move || {
            if shared.longest.0.get().is_none() {
                let _ = shared.longest.0.set(make()?);
            }
            Ok(())
        };
        service.run(service.options.time, made).await?;
    }
    let bug = || Error::Internal("the longest game is gone".to_string());
    let whole = service.longest.0.get().ok_or_else(bug)?;
    let reply = reply::kept(reply::whole(Kind::Json, whole.plain.clone()), reply::SETTLED);
    Ok(negotiate::stored(reply, headers, whole.tag.clone(), &whole.packed))
}
