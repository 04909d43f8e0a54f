//! `GET /longest`: a game of 17,697 plies, made and audited by the kernel once.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use hyper::StatusCode;
use hyper::header::{self, HeaderMap, HeaderValue};
use zermelo_answers::longest::{Longest, MovesReport, Question};
use zermelo_record::longest::MoveRule;

use crate::error::Error;
use crate::reply::{self, Kind, Reply};
use crate::service::Service;

/// The game, once it is made.
#[derive(Default)]
pub struct Made(OnceLock<Whole>);

struct Whole {
    plain: Bytes,
    packed: Bytes,
    tag: HeaderValue,
}

/// Makes the game. What comes out has been accepted by the kernel.
fn make() -> Result<Whole, Error> {
    let game = Longest::make(Question::Forced(MoveRule::SeventyFive), 1)?;
    let plain = reply::to_json(&MovesReport::new(&game))?;
    let mut hasher = DefaultHasher::new();
    plain.hash(&mut hasher);
    let bug = |why: String| Error::Internal(why);
    let packed = zstd::bulk::compress(&plain, 9).map_err(|error| bug(error.to_string()))?;
    let tag = HeaderValue::from_str(&format!("W/\"{:016x}\"", hasher.finish()));
    Ok(Whole { plain, packed: packed.into(), tag: tag.map_err(|error| bug(error.to_string()))? })
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
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let unchanged =
        whole.tag.to_str().is_ok_and(|tag| known.is_some_and(|known| known.contains(tag)));
    let packed = reply::accepts(headers, "zstd");
    let bytes = match (unchanged, packed) {
        (true, _) => Bytes::new(),
        (_, true) => whole.packed.clone(),
        _ => whole.plain.clone(),
    };
    let mut reply = reply::whole(Kind::Json, bytes);
    reply.headers_mut().insert(header::ETAG, whole.tag.clone());
    reply::put(&mut reply, header::CACHE_CONTROL, "no-cache");
    reply::put(&mut reply, header::VARY, "accept-encoding");
    if unchanged {
        *reply.status_mut() = StatusCode::NOT_MODIFIED;
    } else if packed {
        reply::put(&mut reply, header::CONTENT_ENCODING, "zstd");
    }
    Ok(reply)
}
