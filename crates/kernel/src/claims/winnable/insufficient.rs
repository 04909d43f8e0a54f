//! The material lemmas: boxes so plain that naming the men is the whole proof.
//!
//! Each condition survives every legal move, for without pawns nothing new can appear on the
//! board; and no position that meets it is a mate. docs/theory/unwinnability.md has the arguments
//! (Ambrona 2022, Lemmas 5 and 6), and the tests try every mate picture of small cases.

use crate::{Color, Position, Role};

/// Why a side can never mate, whatever is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Insufficient {
    /// It has nothing but its king.
    BareKing,
    /// A single knight, no pawns on the board, and the opponent has at most queens: of the queens
    /// that must close flights next to their king, one always attacks the knight that checks.
    LoneKnight,
    /// Bishops of one square colour only, no pawns, no knights and no bishop of the other square
    /// colour anywhere: nothing can close the flights of the other colour for good.
    BishopsOfOneColour,
}

/// Whether `winner` lacks the men to mate by one of the material lemmas.
pub fn insufficient(position: &Position, winner: Color) -> Option<Insufficient> {
    let count = |color: Color, role: Role| {
        position.pieces().filter(|&(_, piece)| piece.color == color && piece.role == role).count()
    };
    let men = position.pieces().filter(|&(_, piece)| piece.color == winner).count();
    if men == 1 {
        return Some(Insufficient::BareKing);
    }
    let loser = !winner;
    if count(Color::White, Role::Pawn) + count(Color::Black, Role::Pawn) > 0 {
        return None;
    }
    if men == 2 && count(winner, Role::Knight) == 1 {
        let helpers = [Role::Knight, Role::Bishop, Role::Rook];
        let none = helpers.into_iter().all(|role| count(loser, role) == 0);
        return none.then_some(Insufficient::LoneKnight);
    }
    if men == 1 + count(winner, Role::Bishop) {
        let knights = count(Color::White, Role::Knight) + count(Color::Black, Role::Knight);
        let bishops = || position.pieces().filter(|(_, piece)| piece.role == Role::Bishop);
        let light = bishops().filter(|(square, _)| square.is_light()).count();
        // Two bishops check at once only in a position that no move led to; it may be a mate.
        let mated = position.turn() == loser && position.is_checkmate();
        if knights == 0 && !mated && (light == 0 || light == bishops().count()) {
            return Some(Insufficient::BishopsOfOneColour);
        }
    }
    None
}
