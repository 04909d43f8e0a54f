//! Mate in n against any defence: the first moves that force it.
//!
//! Every move is tried, and every defence; problems in queries have two or three moves. What is
//! found is proved by the kernel's rules: against every legal defence the engine has an answer, down
//! to the mates. That no other first move forces mate is the engine's word.

use zermelo_board::{Move, Position};
use zermelo_kernel as kernel;

use super::order;

/// The first moves that mate within so many plies, each with whether it mates at once.
pub fn keys(root: &Position, plies: u32) -> Vec<(Move, bool)> {
    let mut list = order::mating_moves(root);
    list.retain(|&first| is_mated(&root.play(first), plies - 1));
    list.into_iter().map(|first| (first, root.play(first).is_checkmate())).collect()
}

/// Whether the side to move is mated, or will be within so many plies whatever it does.
fn is_mated(p: &Position, plies: u32) -> bool {
    if !p.has_legal_move() {
        return p.checkers() != 0;
    }
    plies > 0 && !p.any_legal(|defence| answer(&p.play(defence), plies - 1).is_none())
}

/// A move that mates within so many plies.
fn answer(p: &Position, plies: u32) -> Option<Move> {
    let mut found = None;
    p.any_legal(|m| {
        found = Some(m).filter(|&m| is_mated(&p.play(m), plies - 1));
        found.is_some()
    });
    found
}

/// The same by the kernel's rules; only what to answer to a defence is the engine's to say.
pub fn is_proved(p: &kernel::Position, plies: u32) -> bool {
    let defences = p.legal_moves();
    if defences.is_empty() {
        return p.is_check();
    }
    plies > 0
        && defences.into_iter().all(|defence| {
            let after = p.play(defence);
            let made = answer(&Position::from_kernel(&after), plies - 1).map(Move::to_kernel);
            made.is_some_and(|made| {
                after.is_legal(made) && is_proved(&after.play(made), plies.saturating_sub(2))
            })
        })
}
