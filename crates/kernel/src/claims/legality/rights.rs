//! Castling rights that no array of Chess960 gives.
//!
//! Who may castle has moved neither king nor rook, so they stand where the game began; and it began
//! alike for both sides, each king between its rooks (docs/theory/illegality.md, "Rights").

use super::reason::Reason;
use crate::{CastlingSide, Color, Position, Squares};

/// The kings and rooks that no array has so, if that is so.
pub fn impossible_rights(position: &Position) -> Option<Reason> {
    // By file: where the king began, and the rook on either side.
    let mut began: [Option<i8>; 3] = [None; 3];
    let mut unmoved = Squares::EMPTY;
    let mut fits = true;
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            let Some(rook) = position.castling_rook(color, side) else { continue };
            let king = position.king(color);
            unmoved.0 |= Squares::only(king).0 | Squares::only(rook).0;
            for (man, at) in [(0, king), (1 + side.index(), rook)] {
                fits &= *began[man].get_or_insert(at.file()) == at.file();
            }
            fits &= (1..7).contains(&king.file());
        }
    }
    (!fits).then_some(Reason::Rights(unmoved))
}
