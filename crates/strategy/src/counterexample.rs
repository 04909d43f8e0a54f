//! What goes wrong where the strategy does not always mate: a position, and a line.

use std::collections::HashMap;

use zermelo_kernel::strategy::{Kind, Men};

use crate::play::black_moves;
use crate::retrograde::Walk;

/// A position and a line that show that the strategy does not mate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counterexample {
    /// Where it starts, White to move.
    pub start: Men<i32>,
    /// What is played: the kind of White's move, the men after it, and after Black's reply.
    pub line: Vec<(Kind, Men<i32>, Men<i32>)>,
    /// How it ends.
    pub end: Failure,
}

/// What is wrong at the end of the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// No kind of move fits.
    NoMove,
    /// The move is against the rules.
    Illegal(Kind, Men<i32>),
    /// After this move Black takes the rook.
    RookTaken(Kind, Men<i32>),
    /// After this move Black is stalemated.
    Stalemate(Kind, Men<i32>),
    /// The first position is there again.
    Repetition,
}

/// Finds one, a short one if there is: something that goes wrong at once, otherwise a circle.
pub fn counterexample(walk: &Walk<'_>) -> Option<Counterexample> {
    let found = &walk.found;
    if found.unwon == 0 {
        return None;
    }
    let unwon = || walk.positions().filter(|&men| walk.plies(men).is_none());
    if !found.closed() || !found.always_a_move() {
        let at_once =
            |start| Some(Counterexample { start, line: vec![], end: failure(walk, start)? });
        return unwon().find_map(at_once);
    }
    let mut men = unwon().next()?;
    let mut line = Vec::new();
    let mut seen = HashMap::new();
    while !seen.contains_key(&men) {
        seen.insert(men, line.len());
        let (kind, moves) = walk.played(men)?;
        let next = |to| {
            let reply =
                black_moves(&walk.strategy.board, to).find(|&men| walk.plies(men).is_none());
            reply.map(|reply| (kind, to, reply))
        };
        let round = moves.into_iter().find_map(next)?;
        line.push(round);
        men = round.2;
    }
    line.drain(..seen[&men]);
    Some(Counterexample { start: men, line, end: Failure::Repetition })
}

/// What goes wrong at once.
fn failure(walk: &Walk<'_>, men: Men<i32>) -> Option<Failure> {
    let board = &walk.strategy.board;
    let Some((kind, moves)) = walk.played(men) else { return Some(Failure::NoMove) };
    moves.into_iter().find_map(|to| {
        if !board.king_moves(men, to) && !board.rook_moves(men, to) {
            Some(Failure::Illegal(kind, to))
        } else if to.black_takes_rook() {
            Some(Failure::RookTaken(kind, to))
        } else {
            board.stalemate(to).then_some(Failure::Stalemate(kind, to))
        }
    })
}
