//! Mate in n against any defence: the first moves that force it.
//!
//! Every move is tried, and every defence; problems in queries have two or three moves. The moves
//! found are the engine's word: there is no certificate for "mate in n".

use zermelo_board::{Move, Position};

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
    plies > 0 && !p.any_legal(|defence| !mates(&p.play(defence), plies - 1))
}

/// Whether the side to move can mate within so many plies.
fn mates(p: &Position, plies: u32) -> bool {
    p.any_legal(|m| is_mated(&p.play(m), plies - 1))
}
