//! Last moves as they are written.

use zermelo_kernel::{Castling, CastlingSide, Piece, Retraction, Role, Square};

use crate::names;

/// How a man came to its square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// An ordinary move of this man.
    Step(Piece),
    /// A pawn became this man.
    Promotion(Piece),
    /// A pawn took another in passing.
    EnPassant,
    /// Castling, with the rook from this square.
    Castling(CastlingSide, Square),
}

impl Way {
    /// The way of a retraction.
    pub fn of(found: &Retraction) -> Way {
        let color = found.before.turn();
        let role = found.before.piece_at(found.made.from).map_or(Role::King, |man| man.role);
        match found.made.promotion {
            Some(role) => Way::Promotion(Piece { color, role }),
            None if found.is_en_passant() => Way::EnPassant,
            None if found.made.is_castling(&found.before) => {
                Way::Castling(CastlingSide::of(found.made.from, found.made.to), found.made.to)
            }
            None => Way::Step(Piece { color, role }),
        }
    }
}

/// The move in full, with what it took: `Rh1-e1`, `Rh1xe1 (Q)`, `e7-e8=Q`, `O-O`.
pub fn long(found: &Retraction) -> String {
    let (made, before) = (found.made, &found.before);
    if let Way::Castling(side, rook) = Way::of(found) {
        let castles = if side == CastlingSide::KingSide { "O-O" } else { "O-O-O" };
        let standard = before.castling() == Castling::Standard;
        return if standard {
            castles.to_string()
        } else {
            format!("{castles} (K{} R{rook})", made.from)
        };
    }
    let role = before.piece_at(made.from).map(|man| man.role).filter(|&role| role != Role::Pawn);
    let letter = role.map_or(String::new(), |role| role.letter().to_uppercase().to_string());
    let dash = if found.taken.is_some() { "x" } else { "-" };
    let becomes = made.promotion.map(|role| format!("={}", role.letter().to_ascii_uppercase()));
    let taken = match found.taken {
        _ if found.is_en_passant() => " e.p.".to_string(),
        Some(role) => format!(" ({})", role.letter().to_ascii_uppercase()),
        None => String::new(),
    };
    format!("{letter}{}{dash}{}{}{taken}", made.from, made.to, becomes.unwrap_or_default())
}

/// A man with its square: `Rook e1`.
pub fn man_name(man: Piece, at: Square) -> String {
    let name = names::role(man.role);
    format!("{}{} {at}", name[..1].to_uppercase(), &name[1..])
}
