//! `/losing/campaign`: how long work stands, and orders to it.
//!
//! Orders are posted as `zermelo losing campaign steer` does it: as files that the run at work
//! takes up within a second, or else the next one.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hyper::body::Incoming;
use hyper::header::{self, HeaderMap};
use serde::{Deserialize, Serialize};
use zermelo_answers::losing::Opening;
use zermelo_kernel::LosingPosition;
use zermelo_losing::Position;
use zermelo_losing::campaign::{CampaignError, Order, Status, read_line};

use crate::reply::{self, Kind, Refusal, Reply};
use crate::service::{Service, in_time};
use crate::upload::Upload;

/// Bytes of an order.
const ORDER: usize = 16 << 10;

/// Orders that may wait for a run to take them up.
const WAITING: usize = 64;

/// Which order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steer {
    /// Search the position after a line next.
    Queue,
    /// Follow one move of the prover's alone.
    Force,
}

/// Moves as a text or as a list.
#[derive(Deserialize)]
#[serde(untagged)]
enum Moves {
    Text(String),
    List(Vec<String>),
}

/// An order as it is sent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wish {
    moves: Moves,
    #[serde(default, rename = "move")]
    made: Option<String>,
}

#[derive(Serialize)]
struct Ordered {
    ordered: String,
}

fn folder(service: &Service) -> Result<PathBuf, Refusal> {
    let none = || Refusal::Missing("no campaign is served".to_string());
    service.options.campaign.clone().ok_or_else(none)
}

fn refusal(error: CampaignError) -> Refusal {
    match error {
        CampaignError::File(error) if error.kind() == io::ErrorKind::NotFound => {
            Refusal::Missing("there is no campaign".to_string())
        }
        error => Refusal::Bug(error.to_string()),
    }
}

/// The line to the campaign's root.
fn opening(folder: &Path) -> Result<Opening, Refusal> {
    let status = Status::of(folder).map_err(refusal)?;
    let bug = |why: String| Refusal::Bug(why);
    let start = LosingPosition::from_fen(&status.start).map_err(|error| bug(error.to_string()))?;
    let start = Position::from_kernel(&start);
    let line = read_line(&start, &status.opening).map_err(|error| bug(error.to_string()))?;
    Ok(Opening { start, number: 1, line })
}

/// How it stands.
pub async fn status(service: &Arc<Service>) -> Result<Reply, Refusal> {
    let folder = folder(service)?;
    let place = service.work.place()?;
    let found =
        service.work.run(place, move || reply::to_json(&Status::of(&folder).map_err(refusal)?));
    Ok(reply::whole(Kind::Json, in_time(service.options.time, found).await??))
}

/// Whether a page of another site asks.
fn is_foreign(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let from = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    !matches!((from, host), (Some((_, from)), Some(host)) if from.eq_ignore_ascii_case(host))
}

/// Gives an order.
pub async fn steer(
    service: &Arc<Service>,
    steer: Steer,
    headers: &HeaderMap,
    body: Incoming,
) -> Result<Reply, Refusal> {
    let folder = folder(service)?;
    if is_foreign(headers) {
        return Err(Refusal::Foreign);
    }
    // Pages of other sites cannot send this without being allowed to, and that nobody is.
    let json = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if !json.is_some_and(|kind| kind.starts_with("application/json")) {
        return Err(Refusal::Bad("content-type: application/json is needed".to_string()));
    }
    let upload = Upload::read(service, body, ORDER).await?;
    let place = service.work.place()?;
    let ordered = service.work.run(place, move || {
        let wish: Wish = serde_json::from_slice(&upload.bytes)
            .map_err(|error| Refusal::Bad(format!("this is no order: {error}")))?;
        let order = order(&opening(&folder)?, steer, wish)?;
        if Order::waiting(&folder).map_err(refusal)? >= WAITING {
            return Err(Refusal::Busy);
        }
        order.post(&folder).map_err(refusal)?;
        reply::to_json(&Ordered { ordered: order.to_string() })
    });
    Ok(reply::whole(Kind::Json, in_time(service.options.time, ordered).await??))
}

fn order(opening: &Opening, steer: Steer, wish: Wish) -> Result<Order, Refusal> {
    let mut words = match wish.moves {
        Moves::Text(text) => vec![text],
        Moves::List(words) => words,
    };
    words.extend(wish.made);
    let mut line = opening.rest(&words)?;
    match steer {
        Steer::Queue => Ok(Order::Queue(line)),
        Steer::Force => {
            let none = || Refusal::Bad("the prover's move is missing".to_string());
            let made = line.pop().ok_or_else(none)?;
            Ok(Order::Force(line, made))
        }
    }
}
