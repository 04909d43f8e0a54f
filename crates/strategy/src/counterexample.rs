//! What goes wrong where the strategy does not always mate: a position, and a line.

use std::collections::HashMap;

use zermelo_kernel_strategy::{Counterexample, Failure, Men, Rules};

use crate::play::black_moves;
use crate::retrograde::Walk;

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
        if to.black_takes() {
            Some(Failure::RookTaken(kind, to))
        } else {
            board.stalemate(to).then_some(Failure::Stalemate(kind, to))
        }
    })
}
