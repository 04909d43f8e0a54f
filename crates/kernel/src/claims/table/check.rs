//! How one entry of an endgame table is checked.
//!
//! A table gives every position of some men a value for the side to move. An engine computes it
//! backwards from the ends of the game; here it is only compared with itself: an entry must be
//! what follows from the entries of the positions one move later, and where there is no move, what
//! the rules say. That this makes all entries true is a short argument:
//!
//! - *Wins and losses.* Where there is no move, the rules give the value, and the distance is 0.
//!   Elsewhere order positions by the number of men, then of pawns, then by the claimed distance. A
//!   claimed win rests on a move to a claimed loss, a claimed loss on claimed wins after every
//!   move, and each of these is earlier in that order: a capture or promotion lessens men or pawns,
//!   any other move keeps them and lessens the distance by at least one. So by induction claimed
//!   wins are wins and claimed losses are losses.
//! - *Draws.* Suppose some claimed draws were not, and take one that is truly won or lost in the
//!   fewest plies. It has a move, for where there is none the claim is what the rules say. If it is
//!   won, some move leads to a loss in fewer plies, which is not claimed a draw (it would be a
//!   nearer one) nor a win (those are true), so it is claimed a loss: but a draw may have no such
//!   move. If it is lost, all moves lead to wins in fewer plies, all claimed wins likewise: but a
//!   draw needs a move to a draw.
//! - *Distances.* With the values right, the distances solve equations that have just one solution.
//!   Suppose two solutions differ; of the positions where they do, take one with the fewest men,
//!   then pawns, then the smallest distance that either gives it, say *d*; the other gives it more.
//!   Moves that convert count alike in both. If it is a win, the move that gives *d* leads to a
//!   loss in *d* - 1, on which both agree: so the larger was not the least. If a loss, the move
//!   that gives the larger distance leads to a win that this solution puts at *d* or more, and the
//!   other at less than *d*: a difference with a smaller number.
//!
//! All this holds if *every* position that can be reached is held to the same check: for whole
//! classes of men see [`TableClass`], which also says how symmetry saves work.
//! An entry costs one list of moves and one claim for each move.

use crate::claims::table::claim::{Metric, TableEntry, Value};
use crate::claims::table::class::folded;
use crate::claims::table::fault::TableFault;
use crate::proved::Proved;
use crate::rules::losing::{Outcome, Rules};
use crate::rules::moves::Move;
use crate::rules::variant::GamePosition;

/// Checks one entry: that what `claim` says of the position follows from what it says of the
/// positions one move later.
///
/// `claim` must be a function, giving the same value for the same position each time, and nothing
/// where no table holds it. It is asked about [`folded`] positions only.
///
/// # Errors
///
/// A [`TableFault`] that names the position and the move to blame.
pub fn check_entry<P: GamePosition>(
    position: &P,
    rules: Rules,
    metric: Metric,
    claim: impl Fn(&P) -> Option<Value>,
) -> Result<Proved<TableEntry<P>>, TableFault> {
    // Before folding, which would forget castling rights.
    belongs(position, rules)?;
    let value = check_folded(&*folded(position), rules, metric, &claim, &mut Vec::new())?;
    Ok(Proved::accepted(TableEntry { position: position.clone(), rules, metric, value }))
}

fn belongs<P: GamePosition>(position: &P, rules: Rules) -> Result<(), TableFault> {
    let other_game = || TableFault::OtherGame { fen: position.to_string(), rules };
    position.belongs_to(rules).then_some(()).ok_or_else(other_game)
}

/// The same for a position that is folded already, with a list to use for its moves; the value.
pub(crate) fn check_folded<P: GamePosition>(
    position: &P,
    rules: Rules,
    metric: Metric,
    claim: &impl Fn(&P) -> Option<Value>,
    moves: &mut Vec<Move>,
) -> Result<Value, TableFault> {
    belongs(position, rules)?;
    let claimed = claim(position)
        .ok_or_else(|| TableFault::Missing { fen: position.to_string(), after: None })?;
    moves.clear();
    position.push_moves(moves);
    let mut best: Option<(Value, Move)> = None;
    for &m in moves.iter() {
        let value = value_of_move(position, m, metric, claim)?;
        if best.is_none_or(|(so_far, _)| value.merit() > so_far.merit()) {
            best = Some((value, m));
        }
    }
    let expected = best.map_or_else(|| ended(position, rules), |(value, _)| value);
    if claimed == expected {
        return Ok(claimed);
    }
    let by = best.map(|(_, m)| (m, folded(&position.play(m)).to_string()));
    Err(TableFault::Wrong { fen: position.to_string(), claimed, expected, by })
}

/// What a move is worth to the side that makes it, by the claim about the position it leads to.
fn value_of_move<P: GamePosition>(
    position: &P,
    m: Move,
    metric: Metric,
    claim: &impl Fn(&P) -> Option<Value>,
) -> Result<Value, TableFault> {
    let next = position.play(m);
    let next = folded(&next);
    let claimed = claim(&next).ok_or_else(|| {
        let after = Some((m, position.to_string()));
        TableFault::Missing { fen: next.to_string(), after }
    })?;
    let value = claimed.before(metric == Metric::Conversion && position.converts(m));
    value.ok_or_else(|| TableFault::TooFar { fen: next.to_string(), by: m })
}

/// The value of a position in which the side to move has no move.
fn ended<P: GamePosition>(position: &P, rules: Rules) -> Value {
    match position.verdict(rules) {
        Outcome::Won(winner) if winner == position.turn() => Value::Win(0),
        Outcome::Won(_) => Value::Loss(0),
        Outcome::Drawn => Value::Draw,
    }
}
