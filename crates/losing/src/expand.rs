//! Proofs that need no table: what the tables know is played out to the end.
//!
//! Where a position is in the tables and the prover is to move, a move is taken that leads to what
//! has been played out already; else the one that is nearest to a capture or promotion, of equal
//! ones that with the fewest replies. The distances fall from move to move until men or pawns
//! disappear, so there is no circle. A position costs one question for each move, most of them
//! answered from memory.

use zermelo_board::losing::{Move, Position};
use zermelo_kernel::{Color, Value};
use zermelo_tables::{Quick, TableError};

use crate::strategy::Strategy;
use crate::traverse::{Finished, traverse};
use crate::tree::{TreeError, legal};

/// Why a strategy cannot be played out.
#[derive(thiserror::Error, Debug)]
pub enum NotExpanded {
    /// It is none.
    #[error(transparent)]
    Strategy(#[from] TreeError),
    /// The tables say that this position is not won.
    #[error("the tables say {0} is not won")]
    NotWon(Box<Position>),
    /// Distances are needed and cannot be had.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl Strategy {
    /// What the prover plays from `root`, with moves in all positions of the tables. It has only
    /// positions that can arise, and exact heights.
    ///
    /// # Errors
    ///
    /// If the strategy lacks a move or goes in a circle, or tables are missing or contradict it.
    pub fn expanded(
        &self,
        root: &Position,
        prover: Color,
        tables: &Quick,
    ) -> Result<Strategy, NotExpanded> {
        let whole = traverse(root, prover, |position, finished| {
            let moves = position.legal_moves();
            let mine = position.turn() == prover;
            match tables.outcome(position) {
                _ if moves.is_empty() => Ok(moves),
                Some(Value::Win(_)) if mine => Ok(vec![shortest(position, tables, finished)?]),
                None if mine => Ok(vec![self.legal(position)?]),
                Some(Value::Loss(_)) | None if !mine => Ok(moves),
                _ => Err(NotExpanded::NotWon(Box::new(*position))),
            }
        })?;
        Ok(whole.0)
    }

    /// The choice in a position, if it is legal.
    pub(crate) fn legal(&self, position: &Position) -> Result<Move, TreeError> {
        let none = || TreeError::NoMove(Box::new(*position));
        legal(position, self.get(&position.key()).ok_or_else(none)?.made())
    }
}

/// The move of the side to move, which wins by the tables.
fn shortest(position: &Position, tables: &Quick, finished: &Finished) -> Result<Move, NotExpanded> {
    let mut winning = position.legal_moves();
    winning.retain(|&made| matches!(tables.outcome(&position.play(made)), Some(Value::Loss(_))));
    let ends = |made: &&Move| {
        let after = position.play(**made);
        finished.has(&after) || !after.has_legal_move()
    };
    if let Some(&made) = winning.iter().find(ends) {
        return Ok(made);
    }
    let mut best = None;
    for made in winning {
        let after = position.play(made);
        let plies = if made.promotion.is_some() || position.is_capture(made) {
            0
        } else {
            match tables.distance(&after)? {
                Value::Loss(plies) => plies,
                _ => continue,
            }
        };
        let rank = (plies, after.mobility().0);
        if best.is_none_or(|(least, _)| rank < least) {
            best = Some((rank, made));
        }
    }
    let none = || NotExpanded::NotWon(Box::new(*position));
    best.map(|(_, made)| made).ok_or_else(none)
}
