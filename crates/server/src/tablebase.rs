//! `GET /standard`, `GET /antichess` and their `/mainline`: what tables say in the shape of
//! lila-tablebase, so that its clients can ask here by changing the address.

use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use zermelo_answers::query;
use zermelo_answers::table::Tablebase;
use zermelo_kernel::{LosingPosition, Position};
use zermelo_tables::{Rules, Syzygy, SyzygyGame};

use crate::error::Error;
use crate::params::Params;
use crate::reply::{self, Reply};
use crate::service::Service;

/// What is asked of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// The position and its moves.
    Moves,
    /// The main line.
    Mainline,
}

/// The files of others.
pub struct Files {
    standard: Option<Syzygy<Position>>,
    antichess: Option<Syzygy<LosingPosition>>,
}

impl Files {
    /// Those in some folders; the error is one sentence.
    pub fn open(folders: &[PathBuf]) -> Result<Files, String> {
        let standard = Syzygy::open(folders).map_err(|error| error.to_string())?;
        let antichess = Syzygy::open(folders).map_err(|error| error.to_string())?;
        Ok(Files {
            standard: Some(standard).filter(|files| files.men() > 0),
            antichess: Some(antichess).filter(|files| files.men() > 0),
        })
    }
}

/// Answers for programs.
pub async fn json(
    service: &Arc<Service>,
    rules: Rules,
    asked: Asked,
    params: Params<'_>,
) -> Result<Reply, Error> {
    let fen = query::plain(&params.needed("fen")?).map_err(Error::BadRequest)?;
    let key = format!("tablebase {rules} {asked:?} {fen}");
    let work = move |service: &Service| match rules {
        Rules::Chess => look_up(service, service.files.standard.as_ref(), rules, asked, &fen),
        _ => look_up(service, service.files.antichess.as_ref(), rules, asked, &fen),
    };
    Ok(reply::kept(service.settled(key, work).await?, reply::ASKED_AGAIN))
}

fn look_up<P: SyzygyGame>(
    service: &Service,
    syzygy: Option<&Syzygy<P>>,
    rules: Rules,
    asked: Asked,
    fen: &str,
) -> Result<Bytes, Error> {
    let library = service.tables.of(rules);
    if library.is_none() && syzygy.is_none() {
        return Err(Error::NotFound("there are no tables for these rules".to_string()));
    }
    let tablebase = Tablebase { library, syzygy, rules };
    match asked {
        Asked::Moves => reply::to_json(&tablebase.report(fen)?),
        Asked::Mainline => reply::to_json(&tablebase.mainline(fen)?),
    }
}
