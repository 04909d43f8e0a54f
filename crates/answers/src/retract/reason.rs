//! Why there is no last move, man by man.
//!
//! The kernel's empty list is the proof; this says in words what a person would check. A man comes
//! from somewhere by its own way ([`Position::origins`]), and what can speak against that is only:
//! it has not moved (a castling right, a pawn at home), there is no such square, the other king
//! would have stood in check, or a double step would allow a capture that the FEN does not have.

use zermelo_kernel::{CastlingSide, Color, Piece, Position, Role, Square};

use super::{LastMoves, man_name};
use crate::names::listed;

/// Sentences saying why the last move cannot have been made.
pub fn why_none(found: &LastMoves) -> Vec<String> {
    if !found.excluded.is_empty() {
        return by_count(found);
    }
    let (us, them) = (found.mover(), found.position.turn());
    if let Some(passed) = found.passed {
        return vec![format!(
            "The en-passant square {passed} says that a pawn of {us}'s has just passed it, but \
             before that step {them}'s king would have stood in check with {us} to move."
        )];
    }
    let mut groups: Vec<(Fault, Vec<String>)> = Vec::new();
    for (at, man) in found.position.pieces().filter(|(_, man)| man.color == us) {
        let (fault, name) = (fault(&found.position, at, man), man_name(man, at));
        match groups.iter_mut().find(|(known, _)| *known == fault) {
            Some((_, names)) => names.push(name),
            None => groups.push((fault, vec![name])),
        }
    }
    let mut sentences: Vec<String> =
        groups.iter().map(|(fault, names)| fault.sentence(names, them)).collect();
    if seems_castled(&found.position, us) {
        sentences.push(format!("{us} cannot have castled with the last move either."));
    }
    sentences
}

/// The men before would be too many, or the wrong ones.
fn by_count(found: &LastMoves) -> Vec<String> {
    let mut notes = found.position.oddities();
    if notes.is_empty() {
        notes = found.excluded.iter().flat_map(|one| one.before.oddities()).collect();
        notes.sort();
        notes.dedup();
        return vec![format!(
            "The men's ways allow a last move, but not the count of men before it: {}.",
            listed(&notes, "or")
        )];
    }
    vec![format!("The count of men excludes it: {}.", listed(&notes, "and"))]
}

/// What speaks against a man's having moved last.
#[derive(PartialEq, Eq)]
enum Fault {
    KeepsRight,
    PawnAtHome,
    NoOrigin,
    OtherKingInCheck,
    WouldBeCapturable,
}

impl Fault {
    fn sentence(&self, names: &[String], them: Color) -> String {
        let several = names.len() > 1;
        let pick = |one, many| if several { many } else { one };
        let names = listed(names, "and");
        match self {
            Fault::KeepsRight => format!("{names}: not moved, as the castling rights say."),
            Fault::PawnAtHome => {
                format!("{names}: still on {}.", pick("its first square", "their first squares"))
            }
            Fault::NoOrigin => format!("{names}: no free square to come from."),
            Fault::OtherKingInCheck => format!(
                "{names}: wherever {} came from, {them}'s king would have stood in check already, \
                 with {} to move.",
                pick("it", "one of them"),
                !them
            ),
            Fault::WouldBeCapturable => format!(
                "{names}: only a double step is left, and then {them} could capture en passant, \
                 which the FEN excludes."
            ),
        }
    }
}

fn fault(position: &Position, at: Square, man: Piece) -> Fault {
    let rights = CastlingSide::ALL.map(|side| position.castling_rook(man.color, side));
    let keeps =
        rights.contains(&Some(at)) || man.role == Role::King && rights.iter().any(Option::is_some);
    let origins = position.origins(at);
    if keeps {
        Fault::KeepsRight
    } else if man.role == Role::Pawn && at.rank() == man.color.pawn_rank() {
        Fault::PawnAtHome
    } else if origins.is_empty() {
        Fault::NoOrigin
    } else if man.role == Role::Pawn && stood_well(position, at, man) {
        Fault::WouldBeCapturable
    } else {
        Fault::OtherKingInCheck
    }
}

/// Whether the pawn could have stood two squares behind without check to the other king.
fn stood_well(position: &Position, at: Square, pawn: Piece) -> bool {
    let Some(from) = at.offset(0, -2 * pawn.color.forward()) else { return false };
    let mut men = [None; 64];
    for (square, man) in position.pieces().filter(|&(square, _)| square != at) {
        men[square.index()] = Some(man);
    }
    men[from.index()] = Some(pawn);
    position.origins(at).contains(&from) && Position::from_men(men, pawn.color, None).is_some()
}

/// Whether king and rook stand as after castling.
fn seems_castled(position: &Position, us: Color) -> bool {
    let stands = |square, role| position.piece_at(square) == Some(Piece { color: us, role });
    CastlingSide::ALL.into_iter().any(|side| {
        stands(side.king_target(us), Role::King) && stands(side.rook_target(us), Role::Rook)
    })
}
