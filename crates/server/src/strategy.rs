//! `GET /strategy/krk`: what the strategy of king and rook plays, by which rule.
//!
//! The move is the one of the kernel's own definition, so there is nothing to check.

use zermelo_answers::strategy::{PlayReport, read_men, read_placement};
use zermelo_kernel::Color;
use zermelo_kernel_strategy::Board;

use crate::error::Error;
use crate::params::Params;
use crate::reply::{self, Reply};

/// The sides of the boards that are served.
const SIDES: std::ops::RangeInclusive<i32> = 4..=16;

/// Reads `8` or `8x5`.
fn board(params: Params<'_>) -> Result<Board<i32>, Error> {
    let text = params.get("board")?.unwrap_or_default();
    let text = if text.is_empty() { "8" } else { &text };
    let (files, ranks) = text.split_once('x').unwrap_or((text, text));
    let side = |text: &str| text.parse().ok().filter(|side| SIDES.contains(side));
    match (side(files), side(ranks)) {
        (Some(files), Some(ranks)) => Ok(Board::new(files, ranks)),
        _ => {
            let (least, most) = SIDES.into_inner();
            let why = format!("board: N or NxM is needed, from {least} to {most}");
            Err(Error::BadRequest(why))
        }
    }
}

/// Answers for programs.
pub fn krk(params: Params<'_>) -> Result<Reply, Error> {
    let board = board(params)?;
    let fen = params.get("fen")?.unwrap_or_default();
    let text = if fen.is_empty() { params.needed("men")? } else { fen };
    let bad = |why: String| Error::BadRequest(why);
    let (men, said) = read_placement(&text, &board).map_err(bad)?;
    let turn = said.or(params.side("turn")?).unwrap_or(Color::White);
    if turn == Color::White {
        // The strategy is asked only where White may be to move.
        read_men(&text, &board).map_err(bad)?;
    }
    Ok(reply::kept(reply::json(&PlayReport::new(&board, men, turn))?, reply::SETTLED))
}
