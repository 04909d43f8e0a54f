//! What an endgame table claims: a value for each position, and what its distances count.

use std::fmt;
use std::str::FromStr;

use crate::claims::table::class::TableClass;
use crate::rules::losing::Rules;

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
    pub(super) fn before(self, converts: bool) -> Option<Value> {
        let further = |plies: u16| if converts { Some(1) } else { plies.checked_add(1) };
        match self {
            Value::Win(plies) => further(plies).map(Value::Loss),
            Value::Draw => Some(Value::Draw),
            Value::Loss(plies) => further(plies).map(Value::Win),
        }
    }

    /// A number that is larger for what the side to move likes better: a quick win, then a slow
    /// one, a draw, a slow loss, a quick one.
    pub(super) fn merit(self) -> i32 {
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

/// What was proved of one entry: it follows from those of the positions one move later, or from
/// the rules where there is no move. That these are right is not proved with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableEntry<P> {
    /// The position.
    pub position: P,
    /// The rules of play.
    pub rules: Rules,
    /// What the distance counts.
    pub metric: Metric,
    /// What the position is worth.
    pub value: Value,
}

/// What was proved of a table: every entry of the class is right, if those of the classes that it
/// leads to are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableProof {
    /// The class, with its rules.
    pub class: TableClass,
    /// What the distances count.
    pub metric: Metric,
    /// How many entries were checked, up to symmetry.
    pub entries: u64,
    /// The classes on which it rests: those to which one capture or promotion leads.
    pub rests_on: Vec<TableClass>,
}
