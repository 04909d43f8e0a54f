//! One side's chances in a position of losing chess, with the evidence.

use std::error::Error;
use std::fmt;

use crate::{Color, Exhausted, LosingPosition, Move, Rules};

/// What is claimed, with the evidence for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LosingEvidence {
    /// `winnable`: moves of both sides, after which the side has won.
    Line(Vec<Move>),
    /// `unwinnable`: positions that no move leaves, and in none of which the side has won.
    Closed(Vec<LosingPosition>),
}

/// A claim about one side in a position of losing chess, with evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LosingChances {
    /// The rules of losing chess.
    pub rules: Rules,
    /// The position.
    pub position: LosingPosition,
    /// The side.
    pub winner: Color,
    /// The evidence; its kind is the claim.
    pub evidence: LosingEvidence,
}

impl LosingChances {
    /// `winnable` or `unwinnable`.
    pub fn claim(&self) -> &'static str {
        match self.evidence {
            LosingEvidence::Line(_) => "winnable",
            LosingEvidence::Closed(_) => "unwinnable",
        }
    }
}

/// Why such a claim was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LosingChancesFault {
    /// These are no rules of losing chess.
    Rules,
    /// A move of the line is not legal; its number counts plies from 1.
    IllegalMove(usize),
    /// The side has not won at the end of the line.
    NotWon,
    /// The position of the claim is not in the set.
    Root,
    /// The side has won in a position of the set.
    Won(String),
    /// A legal move leads out of the set.
    Leaves {
        /// The position.
        position: String,
        /// The move, in UCI.
        uci: String,
    },
    /// The check was given up.
    Exhausted(Exhausted),
}

impl fmt::Display for LosingChancesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LosingChancesFault::Rules => write!(f, "these are no rules of losing chess"),
            LosingChancesFault::IllegalMove(ply) => {
                write!(f, "move {ply} of the line is not legal")
            }
            LosingChancesFault::NotWon => {
                write!(f, "the side has not won at the end of the line")
            }
            LosingChancesFault::Root => write!(f, "the position of the claim is not in the set"),
            LosingChancesFault::Won(position) => write!(f, "the side has won in {position}"),
            LosingChancesFault::Leaves { position, uci } => {
                write!(f, "the move {uci} in {position} leads out of the set")
            }
            LosingChancesFault::Exhausted(why) => why.fmt(f),
        }
    }
}

impl Error for LosingChancesFault {}

impl From<Exhausted> for LosingChancesFault {
    fn from(why: Exhausted) -> LosingChancesFault {
        LosingChancesFault::Exhausted(why)
    }
}
