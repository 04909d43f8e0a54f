//! `GET /strategy/krk`: what the strategy of king and rook plays, by which rule.
//!
//! The move is the one of the kernel's own definition, so there is nothing to check.

use zermelo_answers::strategy::{PlayReport, read_board, read_men, read_placement};
use zermelo_kernel::Color;

use crate::error::Error;
use crate::params::Params;
use crate::reply::{self, Reply};

/// Answers for programs.
pub fn krk(params: Params<'_>) -> Result<Reply, Error> {
    let bad = |why: String| Error::BadRequest(why);
    let board = params.get("board")?.filter(|board| !board.is_empty());
    let board = read_board(board.as_deref().unwrap_or("8")).map_err(bad)?;
    let fen = params.get("fen")?.unwrap_or_default();
    let text = if fen.is_empty() { params.needed("men")? } else { fen };
    let (men, said) = read_placement(&text, &board).map_err(bad)?;
    let turn = said.or(params.side("turn")?).unwrap_or(Color::White);
    if turn == Color::White {
        // The strategy is asked only where White may be to move.
        read_men(&text, &board).map_err(bad)?;
    }
    Ok(reply::kept(reply::json(&PlayReport::new(&board, men, turn))?, reply::SETTLED))
}
