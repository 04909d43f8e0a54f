//! Whose move it can be while all men and all pawns' homes are there.
//!
//! Then only knights have moved, and rooks to and from the squares that knights left; each such
//! move changes the colour of a square (docs/theory/illegality.md, "Parity").

use super::reason::Reason;
use crate::{Color, Position, Role};

/// The side that must be to move, if it is the other.
pub fn wrong_turn(position: &Position) -> Option<Reason> {
    let unmoved = |color: Color| {
        let pawns = position.pieces().filter(|(_, man)| man.color == color);
        pawns.filter(|(at, man)| man.role == Role::Pawn && at.rank() == color.pawn_rank()).count()
    };
    let nothing_taken = position.pieces().count() == 32;
    if !nothing_taken || Color::ALL.into_iter().any(|color| unmoved(color) != 8) {
        return None;
    }
    let odd = on_light(position) % 2 != on_light(&Position::initial()) % 2;
    let turn = if odd { Color::Black } else { Color::White };
    (turn != position.turn()).then_some(Reason::Turn(turn))
}

/// How many knights and rooks stand on light squares.
fn on_light(position: &Position) -> usize {
    let men = position.pieces().filter(|(_, man)| matches!(man.role, Role::Knight | Role::Rook));
    men.filter(|(at, _)| at.is_light()).count()
}
