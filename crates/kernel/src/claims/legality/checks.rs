//! Checks that no move can have given.
//!
//! One move gives check with the man that moves, or opens lines for men that slide. What does not
//! fit that is impossible, without a look at the last moves (docs/theory/illegality.md, "Checks").

use super::reason::Reason;
use crate::rules::movement;
use crate::{Piece, Position, Role, Square};

/// The men that give check.
pub fn checkers(position: &Position) -> Vec<(Square, Piece)> {
    let king = position.king(position.turn());
    let gives_check = |&man: &(Square, Piece)| {
        let mut moves = Vec::new();
        movement::push_moves(position.board(), man, None, &[Role::Queen], &mut moves);
        moves.iter().any(|m| m.to == king)
    };
    let enemies = position.pieces().filter(|(_, man)| man.color != position.turn());
    enemies.filter(gives_check).collect()
}

/// Why no move can have given the checks, if that is so.
pub fn impossible_check(position: &Position) -> Option<Reason> {
    let found = checkers(position);
    match found[..] {
        [] | [_] => None,
        [(first, one), (second, other)] => {
            if !one.role.slides() && !other.role.slides() {
                return Some(Reason::StepChecks([first, second]));
            }
            let king = position.king(position.turn());
            let aligned = direction(king, first) == opposite(direction(king, second));
            (one.role.slides() && other.role.slides() && aligned)
                .then_some(Reason::OppositeChecks([first, second]))
        }
        _ => Some(Reason::ManyChecks(found.iter().map(|&(at, _)| at).collect())),
    }
}

/// The direction from one square to another.
fn direction(from: Square, to: Square) -> (i8, i8) {
    ((to.file() - from.file()).signum(), (to.rank() - from.rank()).signum())
}

fn opposite((files, ranks): (i8, i8)) -> (i8, i8) {
    (-files, -ranks)
}
