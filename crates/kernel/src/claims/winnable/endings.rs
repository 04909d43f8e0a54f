//! Steps that end the game, or leave the intended winner a bare king: nothing after them needs a
//! cover.
//!
//! Lemma *stalemating king step*: where all men of the other side but its king are stuck for
//! good, a king that comes too near ends the game. The step must leave every square to which the
//! other king could go attacked or blocked, wherever that king may stand; and it must not uncover
//! a check, for then it would be mate (which only matters if the mover is the intended winner).
//! This is what tells the paper's Positions 12 and 14 apart from wins.
//!
//! Lemma *mating step*: where the intended winner's king has no square to go to, a check by the
//! other side that can be neither answered by a capture nor by a man in between is mate: the
//! intended winner has lost. The check may be uncovered.
//!
//! Lemma *last man*: when the intended winner's last man is taken, or gives a check that can only
//! be answered by taking it, what is left is a bare king.

use super::steps::{Step, View, line};
use crate::{CastlingSide, Color, Phase, Piece, Role, Square, Squares};

/// Whether in every position that the step leads to the game is over without mate by `winner`, or
/// `winner` has, now or after any reply, nothing but the king.
pub(crate) fn ends_the_game(view: &View, mover: usize, step: &Step, winner: Color) -> bool {
    let Piece { color, role } = view.men[mover].piece;
    if step.takes.is_some_and(|victim| is_last_man(view, victim, winner)) {
        return true;
    }
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
        _ if color == winner => {
            is_last_man(view, mover, winner) && throws_last_man(&after, mover, other, step)
        }
        _ => mates(&after, mover, other, step),
    }
}

/// Whether the man is the only one that `winner` can have besides the king.
fn is_last_man(view: &View, man: usize, winner: Color) -> bool {
    view.men[man].piece.color == winner
        && (0..view.men.len()).all(|other| {
            let Piece { color, role } = view.men[other].piece;
            other == man || color != winner || role == Role::King || view.squares(other).is_empty()
        })
}

/// Whether the winner's last man gives a check with this step that is no mate, and that nothing
/// answers but its capture.
fn throws_last_man(after: &View, mover: usize, king: usize, step: &Step) -> bool {
    let piece = after.men[mover].piece;
    let own_king = Piece { role: Role::King, ..piece };
    if may_be_other_than_seen(after, mover, step) {
        return false;
    }
    // No man comes in between, and the king goes nowhere but to where the checking man stands.
    let checks = |at: Square| line(piece, step.to, at).is_some_and(Squares::is_empty);
    let kings_squares = || after.squares(king).iter().filter(|&at| at != step.to);
    let forced =
        kings_squares().all(checks) && after.steps(king).iter().all(|reply| reply.to == step.to);
    // Some capture is legal: with its last man gone, the other side attacks nothing but what is
    // next to its king.
    let near = |king: Square| line(own_king, king, step.to).is_some();
    let guarded = (0..after.men.len())
        .any(|man| after.men[man].piece == own_king && after.squares(man).iter().any(near));
    let king_takes = || !guarded && kings_squares().all(near);
    forced
        && (king_takes()
            || (0..after.men.len()).any(|man| man != king && takes_always(after, man, mover, step)))
}

/// Whether the man, of the side that does not move, can take on the step's square wherever it may
/// stand.
fn takes_always(after: &View, man: usize, mover: usize, step: &Step) -> bool {
    let (piece, state) = (after.men[man].piece, &after.phase.men[man]);
    let free = |gap: Square| after.standing_on(gap).all(|other| other == man || other == mover);
    piece.color != after.men[mover].piece.color
        && Some(man) != step.takes
        && !state.may_be_absent()
        && !state.may_be_promoted
        && state
            .squares
            .iter()
            .all(|from| line(piece, from, step.to).is_some_and(|gaps| gaps.iter().all(free)))
}

/// A pawn might be taken in passing; a promoted pawn may be anything.
fn may_be_other_than_seen(after: &View, mover: usize, step: &Step) -> bool {
    let double =
        after.men[mover].piece.role == Role::Pawn && (step.from.rank() - step.to.rank()).abs() == 2;
    double || step.promotes || after.phase.men[mover].may_be_promoted
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

/// Whether the step gives check, or uncovers one, and nothing can be done.
fn mates(after: &View, mover: usize, king: usize, step: &Step) -> bool {
    if may_be_other_than_seen(after, mover, step) {
        return false;
    }
    let color = after.men[mover].piece.color;
    let kings_squares = || after.squares(king).iter().filter(|&at| at != step.to);
    // The man that has stepped, or another that stands still.
    let stands = |man: usize| {
        let state = &after.phase.men[man];
        let still = state.squares.single().filter(|_| !state.may_be_gone && !state.may_be_promoted);
        let square = if man == mover { Some(step.to) } else { still };
        let piece = after.men[man].piece;
        (piece.color == color && piece.role != Role::King).then_some((piece, square?))
    };
    // No man stands in between, and it can never be taken.
    let free =
        |gap: Square| gap != step.to && after.standing_on(gap).all(|standing| standing == mover);
    let lines = |(piece, from): (Piece, Square)| {
        let clear = |at| line(piece, from, at).filter(|gaps| gaps.iter().all(free));
        kings_squares().try_fold(0, |all, at| Some(all | clear(at)?.0))
    };
    let mut checking = (0..after.men.len()).filter_map(stands).filter_map(|checking| {
        let lines = lines(checking)?;
        (!may_attack(after, !color, king, checking.1, None)).then_some(lines)
    });
    // None of the checked side steps in between, and its king goes nowhere.
    checking.any(|lines| {
        let defends = |man: usize| {
            let enters = |reply: &Step| lines & reply.to.bit() != 0;
            after.men[man].piece.color != color
                && man != king
                && after.steps(man).iter().any(enters)
        };
        (lines == 0 || !(0..after.men.len()).any(defends))
            && kings_squares().all(|at| no_flight(after, mover, king, step, at))
    })
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
