//! Whose move it can be while all men and all pawns' homes are there.
//!
//! Then only knights have moved, and rooks to and from the squares that knights left; each such
//! move changes the colour of a square (docs/theory/illegality.md, "Parity").

use crate::{Color, Position, Role};

/// Why the other side must be to move, if that is so.
pub fn wrong_turn(position: &Position) -> Option<String> {
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
    (turn != position.turn()).then(|| {
        format!(
            "nothing was captured and no pawn has moved, so every move was a knight's, or a rook's \
             to the next square, and went from one colour of squares to the other: the number of \
             moves was {}, and it is {turn}'s move",
            if odd { "odd" } else { "even" }
        )
    })
}

/// How many knights and rooks stand on light squares.
fn on_light(position: &Position) -> usize {
    let men = position.pieces().filter(|(_, man)| matches!(man.role, Role::Knight | Role::Rook));
    men.filter(|(at, _)| at.is_light()).count()
}
