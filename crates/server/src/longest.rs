//! `GET /longest`: a game of 17,697 plies, made and audited by the kernel once.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use hyper::StatusCode;
use hyper::header::{self, HeaderMap, HeaderValue};
use serde::Serialize;
use zermelo_answers::longest::Longest;
use zermelo_answers::names;
use zermelo_board::Position;
use zermelo_record::longest::MoveRule;
use zermelo_record::pgn;

use crate::error::Error;
use crate::reply::{self, Kind, Reply};
use crate::service::{Service, in_time};

/// The game, once it is made.
#[derive(Default)]
pub struct Made(OnceLock<Whole>);

struct Whole {
    plain: Bytes,
    packed: Bytes,
    tag: HeaderValue,
}

/// The game for programs.
#[derive(Serialize)]
struct Report {
    plies: usize,
    /// Who mates with the last one.
    winner: &'static str,
    /// The moves, with spaces between them.
    moves_uci: String,
    sans: String,
    /// Plies with a capture or a pawn move.
    critical: Vec<usize>,
    checked: bool,
}

/// Makes the game. What comes out has been accepted by the kernel.
fn make() -> Result<Whole, Error> {
    let game = Longest::make(MoveRule::SeventyFive, 1)?;
    let mut position = Position::from_kernel(&game.certificate.game.start);
    let (mut uci, mut sans, mut critical) = (Vec::new(), Vec::new(), Vec::new());
    for (index, &m) in game.moves.iter().enumerate() {
        if position.is_capture(m) || position.is_pawn_move(m) {
            critical.push(index + 1);
        }
        uci.push(m.to_kernel().to_string());
        sans.push(pgn::san(&position, m));
        position = position.play(m);
    }
    let plain = reply::to_json(&Report {
        plies: game.moves.len(),
        winner: names::side(game.winner()),
        moves_uci: uci.join(" "),
        sans: sans.join(" "),
        critical,
        checked: true,
    })?;
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
        let slot = service.work.slot()?;
        let shared = Arc::clone(service);
        let made = service.work.run(slot, move || {
            if shared.longest.0.get().is_none() {
                let _ = shared.longest.0.set(make()?);
            }
            Ok::<_, Error>(())
        });
        in_time(service.options.time, made).await??;
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
