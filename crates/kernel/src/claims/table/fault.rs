//! Why a table was not believed.

use std::fmt;

use crate::budget::Exhausted;
use crate::claims::table::claim::Value;
use crate::claims::table::class::TableClass;
use crate::rules::losing::Rules;
use crate::rules::moves::Move;

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
