//! The moves of a strategy, written down.
//!
//! A walk from a position over all replies meets the positions of a strategy in an order that
//! depends on nothing but the strategy. So it is enough to write the moves in that order, two bytes
//! each, compressed; the positions, and how many plies are left, come back by walking again. The
//! walk also finds what is wrong with a strategy: an illegal move, a circle, a gap.

use crate::traverse::traverse;
use crate::tree::legal;
use crate::{Game, Move, Position, Strategy, TreeError};

/// Walks a strategy from a position. `choice` is asked once for each position with the prover to
/// move, and returns `None` where the strategy ends. Returns the strategy cut down to what was met,
/// with exact bounds, and the bound of the start; or what is wrong with the strategy.
pub fn walk(
    game: Game,
    start: &Position,
    mut choice: impl FnMut(&Position) -> Result<Option<Move>, TreeError>,
) -> Result<(Strategy, u32), TreeError> {
    traverse(start, game.prover, |position, _| {
        let mut moves = position.legal_moves();
        if moves.is_empty() && !game.won(position) {
            return Err(TreeError::NoMove(Box::new(*position)));
        }
        if moves.is_empty() || !game.proves(position) {
            // Stored strategies are written with the last reply first.
            moves.reverse();
            return Ok(moves);
        }
        let chosen = choice(position)?;
        chosen.into_iter().map(|made| legal(position, made)).collect()
    })
}

/// A strategy as bytes, with its length and the bound of its start.
pub struct Packed {
    /// The moves in the order of the walk.
    pub bytes: Vec<u8>,
    /// How many moves.
    pub moves: u32,
    /// The game is over, or in the tables, after so many plies.
    pub plies: u32,
}

/// Writes a strategy from a position, as far as what is known and needs no move; or says what is
/// wrong with it.
pub fn pack(
    game: Game,
    start: &Position,
    strategy: &Strategy,
    known: &dyn Fn(&Position) -> bool,
) -> Result<Packed, TreeError> {
    let mut plain = Vec::new();
    let (kept, plies) = walk(game, start, |position| {
        let made = if known(position) {
            None
        } else {
            let choice = strategy.get(&position.key());
            Some(choice.ok_or_else(|| TreeError::NoMove(Box::new(*position)))?.made)
        };
        plain.extend(made.unwrap_or(0).to_le_bytes());
        Ok(made.map(Move::unpacked))
    })?;
    let bytes = zstd::encode_all(plain.as_slice(), 3).map_err(|_| TreeError::Damaged)?;
    Ok(Packed { bytes, moves: kept.len() as u32, plies })
}

/// Reads what [`pack`] wrote, unless the bytes are damaged, and the bound of the start.
pub fn unpack(game: Game, start: &Position, bytes: &[u8]) -> Result<(Strategy, u32), TreeError> {
    let plain = zstd::decode_all(bytes).map_err(|_| TreeError::Damaged)?;
    let mut moves = plain.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    let read = walk(game, start, |_| {
        let made = moves.next().ok_or(TreeError::Damaged)?;
        Ok((made != 0).then(|| Move::unpacked(made)))
    })?;
    if moves.next().is_some() { Err(TreeError::Damaged) } else { Ok(read) }
}
