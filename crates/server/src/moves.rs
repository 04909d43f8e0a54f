//! `GET /moves`: the legal moves of a position, for boards that know no rules.

use zermelo_answers::moves::MovesReport;
use zermelo_answers::query::Query;

use crate::error::Error;
use crate::params::Params;
use crate::reply::{self, Reply};

/// Answers for programs.
pub fn json(params: Params<'_>) -> Result<Reply, Error> {
    let (fen, castling) = (params.needed("fen")?, params.castling()?);
    let query = Query::read(&fen, castling).map_err(Error::BadRequest)?;
    Ok(reply::kept(reply::json(&MovesReport::new(&query))?, reply::SETTLED))
}
