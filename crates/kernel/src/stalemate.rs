//! Lemma *stalemating king step*: a king's step after which the other side has no move.
//!
//! Where all men of the other side but its king are stuck for good, a king that comes too near
//! ends the game: nothing after that step needs a cover. The step must leave every square to
//! which the other king could go attacked or blocked, wherever that king may stand; and it must
//! not uncover a check, for then it would be mate (which only matters if the mover is the
//! intended winner). This is what tells the paper's Positions 12 and 14 apart from wins.

use crate::region::Phase;
use crate::steps::{Step, View, line};
use crate::{CastlingSide, Color, Piece, Role, Square, Squares};

/// Whether the game is over, without mate by `winner`, in every position that the step leads to.
pub(crate) fn ends_the_game(view: &View, king: usize, step: &Step, winner: Color) -> bool {
    let color = view.men[king].piece.color;
    let may_castle = CastlingSide::ALL
        .into_iter()
        .any(|side| view.anchor.castling_rook(!color, side).is_some());
    if view.men[king].piece.role != Role::King || step.rook.is_some() || may_castle {
        return false;
    }
    // The king is seen as standing on either square, so that it shields nothing for certain.
    let mut phase: Phase = view.phase.clone();
    phase.men[king].squares = Squares(phase.men[king].squares.0 | 1 << step.to.index());
    let after = View { men: view.men, phase: &phase, anchor: view.anchor };
    let theirs = |man: &usize| after.men[*man].piece.color != color;
    let Some(other) =
        (0..after.men.len()).filter(theirs).find(|&man| after.men[man].piece.role == Role::King)
    else {
        return false;
    };
    let stuck =
        (0..after.men.len()).filter(theirs).all(|man| man == other || after.steps(man).is_empty());
    let apart = |a: Square, b: Square| a != b && line(view.men[king].piece, a, b).is_none();
    stuck
        && after.squares(other).iter().filter(|&at| apart(at, step.from) && apart(at, step.to)).all(
            |at| {
                no_flight(&after, king, other, step, at)
                    && (color != winner || !uncovers(&after, king, step, at))
            },
        )
}

/// Whether the other king, on `at`, has no square to go to.
fn no_flight(after: &View, king: usize, other: usize, step: &Step, at: Square) -> bool {
    let flights = Role::King.steps().iter().filter_map(|&(files, ranks)| at.offset(files, ranks));
    flights.into_iter().all(|flight| {
        let near = line(after.men[king].piece, step.to, flight).is_some();
        let own = after.permanent(flight).is_some_and(|man| {
            after.men[man].piece.color == after.men[other].piece.color && Some(man) != step.takes
        });
        near || own || after.always_attacked(flight, after.men[king].piece.color, other, Some(king))
    })
}

/// Whether the king's leaving may open a line of its own side to the other king on `at`.
fn uncovers(after: &View, king: usize, step: &Step, at: Square) -> bool {
    let color = after.men[king].piece.color;
    (0..after.men.len()).any(|man| {
        man != king
            && after.men[man].piece.color == color
            && after.squares(man).iter().any(|from| {
                after.roles(man).iter().any(|&role| {
                    line(Piece { color, role }, from, at).is_some_and(|gaps| {
                        gaps.contains(&step.from)
                            && gaps
                                .iter()
                                .all(|&gap| gap == step.from || after.permanent(gap).is_none())
                    })
                })
            })
    })
}
