//! Steps that end the game: nothing after them needs a cover.
//!
//! Lemma *stalemating king step*: where all men of the other side but its king are stuck for
//! good, a king that comes too near ends the game. The step must leave every square to which the
//! other king could go attacked or blocked, wherever that king may stand; and it must not uncover
//! a check, for then it would be mate (which only matters if the mover is the intended winner).
//! This is what tells the paper's Positions 12 and 14 apart from wins.
//!
//! Lemma *mating step*: where the intended winner's king has no square to go to, a check by the
//! other side that can be neither answered by a capture nor by a man in between is mate: the
//! intended winner has lost.

use super::steps::{Step, View, line};
use crate::{CastlingSide, Color, Phase, Piece, Role, Square, Squares};

/// Whether the game is over, without mate by `winner`, in every position that the step leads to.
pub(crate) fn ends_the_game(view: &View, mover: usize, step: &Step, winner: Color) -> bool {
    let Piece { color, role } = view.men[mover].piece;
    // The mover is seen as standing on either square, so that it shields nothing for certain.
    let mut phase: Phase = view.phase.clone();
    phase.men[mover].squares = Squares(phase.men[mover].squares.0 | 1 << step.to.index());
    // A man just taken shields nothing either: not where it stood, nor, if it was taken in passing,
    // beside that. (A king that takes shields the square in its place.)
    if let Some(victim) = step.takes.filter(|_| role != Role::King) {
        phase.men[victim].may_be_gone = true;
    }
    let after = View::new(view.men, &phase, view.anchor, view.meter);
    let other_king = Piece { color: !color, role: Role::King };
    let Some(other) = (0..after.men.len()).find(|&man| after.men[man].piece == other_king) else {
        return false;
    };
    match role {
        Role::King => stalemates(&after, mover, other, step, winner),
        _ => color != winner && mates(&after, mover, other, step),
    }
}

fn stalemates(after: &View, king: usize, other: usize, step: &Step, winner: Color) -> bool {
    let color = after.men[king].piece.color;
    let may_castle = CastlingSide::ALL
        .into_iter()
        .any(|side| after.anchor.castling_rook(!color, side).is_some());
    if step.rook.is_some() || may_castle {
        return false;
    }
    let stuck = (0..after.men.len())
        .filter(|&man| after.men[man].piece.color != color && man != other)
        .all(|man| after.steps(man).is_empty());
    let apart = |a: Square, b: Square| a != b && line(after.men[king].piece, a, b).is_none();
    stuck
        && after.squares(other).iter().filter(|&at| apart(at, step.from) && apart(at, step.to)).all(
            |at| {
                no_flight(after, king, other, step, at)
                    // The king's leaving must not open a line of its own side.
                    && (color != winner || !may_attack(after, color, king, at, Some(step.from)))
            },
        )
}

/// Whether the step checks the other king wherever it may stand, and nothing can be done.
fn mates(after: &View, mover: usize, king: usize, step: &Step) -> bool {
    let piece = after.men[mover].piece;
    // A pawn might be taken in passing; a promoted pawn may be anything.
    let double = piece.role == Role::Pawn && (step.from.rank() - step.to.rank()).abs() == 2;
    if double || step.promotes || after.phase.men[mover].may_be_promoted {
        return false;
    }
    // No man may stand in between, and none of the checked side may step there now.
    let color = after.men[king].piece.color;
    let defends = |man: usize, gap: Square| {
        man != king
            && after.men[man].piece.color == color
            && after.steps(man).iter().any(|step| step.to == gap)
    };
    let never_entered = |gap: Square| {
        after.standing_on(gap).all(|man| man == mover)
            && (0..after.men.len()).all(|man| !defends(man, gap))
    };
    let checks =
        |at: Square| line(piece, step.to, at).is_some_and(|gaps| gaps.iter().all(never_entered));
    after
        .squares(king)
        .iter()
        .filter(|&at| at != step.to)
        .all(|at| checks(at) && no_flight(after, mover, king, step, at))
        // No man of the checked side, other than its king, may take the checking man.
        && !may_attack(after, color, king, step.to, None)
}

/// Whether the other king, on `at`, has no square to go to. A king that moved guards the squares
/// around it; what another mover guards does not count.
fn no_flight(after: &View, mover: usize, other: usize, step: &Step, at: Square) -> bool {
    let Piece { color, role } = after.men[mover].piece;
    let flights = Role::King.steps().iter().filter_map(|&(files, ranks)| at.offset(files, ranks));
    flights.into_iter().all(|flight| {
        let near = role == Role::King && line(after.men[mover].piece, step.to, flight).is_some();
        let own = after.permanent(flight).is_some_and(|man| {
            after.men[man].piece.color == after.men[other].piece.color && Some(man) != step.takes
        });
        near || own || after.always_attacked(flight, color, Some(mover))
    })
}

/// Whether some man of this colour, but not `but`, may attack the target along a line on which
/// nothing stands for certain; a line through this square, if one is given, which counts as free.
fn may_attack(
    after: &View,
    color: Color,
    but: usize,
    target: Square,
    through: Option<Square>,
) -> bool {
    let through = through.map_or(Squares::EMPTY, Squares::only);
    let fixed = Squares(after.fixed().0 & !through.0);
    (0..after.men.len()).any(|man| {
        man != but
            && after.men[man].piece.color == color
            && after.squares(man).iter().any(|from| {
                after.meter.count(8);
                after.roles(man).iter().any(|&role| {
                    line(Piece { color, role }, from, target)
                        .is_some_and(|gaps| through.is_subset(gaps) && gaps.is_apart_from(fixed))
                })
            })
    })
}
