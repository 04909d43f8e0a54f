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
use zermelo_answers::losing::{CampaignReport, Opening};
use zermelo_losing::campaign::{CampaignError, Order, Status};

use crate::error::Error;
use crate::reply::{self, Kind, Reply};
use crate::service::Service;
use crate::upload::Upload;

/// Bytes of an order.
const ORDER: usize = 16 << 10;

/// Orders that may wait for a run to take them up.
const WAITING: usize = 64;

/// Which order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderKind {
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

fn folder(service: &Service) -> Result<PathBuf, Error> {
    let none = || Error::NotFound("no campaign is served".to_string());
    service.options.campaign.clone().ok_or_else(none)
}

fn campaign_error(error: CampaignError) -> Error {
    match error {
        CampaignError::File(error) if error.kind() == io::ErrorKind::NotFound => {
            Error::NotFound("there is no campaign".to_string())
        }
        error => Error::Internal(error.to_string()),
    }
}

/// The line to the campaign's root.
fn opening(folder: &Path) -> Result<Opening, Error> {
    Status::of(folder).and_then(|status| Opening::of_campaign(&status)).map_err(campaign_error)
}

/// How it stands.
pub async fn status(service: &Arc<Service>) -> Result<Reply, Error> {
    let folder = folder(service)?;
    let work = move || {
        let status = Status::of(&folder).map_err(campaign_error)?;
        let opening = Opening::of_campaign(&status).map_err(campaign_error)?;
        reply::to_json(&CampaignReport::new(&status, &opening))
    };
    Ok(reply::whole(Kind::Json, service.run(service.options.time, work).await?))
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
    steer: OrderKind,
    headers: &HeaderMap,
    body: Incoming,
) -> Result<Reply, Error> {
    let folder = folder(service)?;
    if is_foreign(headers) {
        return Err(Error::Forbidden);
    }
    // Pages of other sites cannot send this without being allowed to, and that nobody is.
    let json = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if !json.is_some_and(|kind| kind.starts_with("application/json")) {
        return Err(Error::BadRequest("content-type: application/json is needed".to_string()));
    }
    let upload = Upload::read(service, body, ORDER).await?;
    let work = move || {
        let wish: Wish = serde_json::from_slice(&upload.bytes)
            .map_err(|error| Error::BadRequest(format!("this is no order: {error}")))?;
        let status = Status::of(&folder).map_err(campaign_error)?;
        let order = order(&opening(&folder)?, &status.prover, steer, wish)?;
        if Order::waiting(&folder).map_err(campaign_error)? >= WAITING {
            let sentence =
                format!("busy: {WAITING} orders wait for the campaign's run to take them");
            return Err(Error::Busy(sentence, 1));
        }
        order.post(&folder).map_err(campaign_error)?;
        Ok(Ordered { ordered: order.to_string() })
    };
    reply::json(&service.run(service.options.time, work).await?)
}

fn order(opening: &Opening, prover: &str, steer: OrderKind, wish: Wish) -> Result<Order, Error> {
    let mut words = match wish.moves {
        Moves::Text(text) => vec![text],
        Moves::List(words) => words,
    };
    words.extend(wish.made);
    Ok(match steer {
        OrderKind::Queue => Order::Queue(opening.rest(&words)?),
        OrderKind::Force => opening.force(&words, prover)?,
    })
}
