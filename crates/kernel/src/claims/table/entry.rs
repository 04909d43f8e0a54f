//! What an endgame table claims, and how one entry of it is checked.
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

use std::fmt;
use std::str::FromStr;

use crate::budget::Exhausted;
use crate::claims::table::class::{TableClass, folded};
use crate::rules::losing::{Outcome, Rules};
use crate::rules::moves::Move;
use crate::rules::variant::GamePosition;

/// What a position is worth to the side to move, with the distance in plies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The side to move wins.
    Win(u16),
    /// Neither side can force a win.
    Draw,
    /// The other side wins.
    Loss(u16),
}

impl Value {
    /// What this value, after a move, is worth to the side that made the move; `None` if the
    /// distance grows too large to be written.
    fn before(self, converts: bool) -> Option<Value> {
        let further = |plies: u16| if converts { Some(1) } else { plies.checked_add(1) };
        match self {
            Value::Win(plies) => further(plies).map(Value::Loss),
            Value::Draw => Some(Value::Draw),
            Value::Loss(plies) => further(plies).map(Value::Win),
        }
    }

    /// A number that is larger for what the side to move likes better: a quick win, then a slow
    /// one, a draw, a slow loss, a quick one.
    fn merit(self) -> i32 {
        match self {
            Value::Win(plies) => 100_000 - i32::from(plies),
            Value::Draw => 0,
            Value::Loss(plies) => i32::from(plies) - 100_000,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Win(1) => f.write_str("a win in 1 ply"),
            Value::Win(plies) => write!(f, "a win in {plies} plies"),
            Value::Draw => f.write_str("a draw"),
            Value::Loss(1) => f.write_str("a loss in 1 ply"),
            Value::Loss(plies) => write!(f, "a loss in {plies} plies"),
        }
    }
}

/// What a distance counts. The winner wants it short, the loser long, among the moves that keep
/// the value; where the game is over it is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Metric {
    /// Plies until the next capture or promotion, or until the game is over if that comes first.
    Conversion,
    /// Plies until the game is over.
    End,
}

impl Metric {
    /// Both metrics.
    pub const ALL: [Metric; 2] = [Metric::Conversion, Metric::End];
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Metric::Conversion => "conversion",
            Metric::End => "end",
        })
    }
}

/// The text names no metric.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownMetric;

impl fmt::Display for UnknownMetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the metric is one of conversion and end")
    }
}

impl std::error::Error for UnknownMetric {}

impl FromStr for Metric {
    type Err = UnknownMetric;

    fn from_str(text: &str) -> Result<Metric, UnknownMetric> {
        Metric::ALL.into_iter().find(|metric| metric.to_string() == text).ok_or(UnknownMetric)
    }
}

/// Why an entry is wrong. Printed, it is one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableFault {
    /// The position is not one of the game with these rules.
    OtherGame {
        /// The position, as FEN.
        fen: String,
        /// The rules.
        rules: Rules,
    },
    /// A class was to be checked with positions of another game.
    OtherPositions(TableClass),
    /// No table holds the position.
    Missing {
        /// The position, as FEN.
        fen: String,
        /// The move that led there and the position before it, unless it was asked for itself.
        after: Option<(Move, String)>,
    },
    /// The check was given up.
    Exhausted(Exhausted),
    /// The distance of a position is so large that the one before it cannot be written.
    TooFar {
        /// The position, as FEN.
        fen: String,
        /// The move that led there.
        by: Move,
    },
    /// The claim does not follow from the claims one move later, or not from the rules.
    Wrong {
        /// The position, as FEN.
        fen: String,
        /// What the table claims.
        claimed: Value,
        /// What follows.
        expected: Value,
        /// The best move by the table's own claims, and the position to which it leads up to
        /// symmetry; `None` where the game is over.
        by: Option<(Move, String)>,
    },
}

impl fmt::Display for TableFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableFault::OtherGame { fen, rules } => {
                write!(f, "{fen} is not a position of a table for {rules}")
            }
            TableFault::OtherPositions(class) => {
                write!(f, "{class} was to be checked with positions of another game")
            }
            TableFault::Missing { fen, after: None } => write!(f, "no table holds {fen}"),
            TableFault::Missing { fen, after: Some((m, before)) } => {
                write!(f, "no table holds {fen}, to which {m} leads from {before}")
            }
            TableFault::Exhausted(why) => why.fmt(f),
            TableFault::TooFar { fen, by } => {
                write!(f, "the distance claimed for {fen}, to which {by} leads, is too large")
            }
            TableFault::Wrong { fen, claimed, expected, by: None } => {
                write!(f, "the table claims {claimed} in {fen}, but the game is over: {expected}")
            }
            TableFault::Wrong { fen, claimed, expected, by: Some((m, next)) } => write!(
                f,
                "the table claims {claimed} in {fen}, but by its own claims it is {expected}: \
                 the best move is {m}, which leads to {next}"
            ),
        }
    }
}

impl std::error::Error for TableFault {}

impl From<Exhausted> for TableFault {
    fn from(why: Exhausted) -> TableFault {
        TableFault::Exhausted(why)
    }
}

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
) -> Result<(), TableFault> {
    // Before folding, which would forget castling rights.
    belongs(position, rules)?;
    check_folded(&*folded(position), rules, metric, &claim, &mut Vec::new())
}

fn belongs<P: GamePosition>(position: &P, rules: Rules) -> Result<(), TableFault> {
    let other_game = || TableFault::OtherGame { fen: position.to_string(), rules };
    position.belongs_to(rules).then_some(()).ok_or_else(other_game)
}

/// The same for a position that is folded already, with a list to use for its moves.
pub(crate) fn check_folded<P: GamePosition>(
    position: &P,
    rules: Rules,
    metric: Metric,
    claim: &impl Fn(&P) -> Option<Value>,
    moves: &mut Vec<Move>,
) -> Result<(), TableFault> {
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
        return Ok(());
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
