//! Why evidence about legality was rejected.

use std::fmt;

use super::rule::Rule;
use crate::{Exhausted, Position, Square};

/// Why evidence about legality was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LegalityFault {
    /// Only standard chess has one initial array.
    Chess960,
    /// A move of the game is not legal; its number counts plies from 1.
    IllegalMove(usize),
    /// The game ends in another position.
    OtherPosition(Box<Position>),
    /// The last move was not the double step over this square.
    NotPassed(Square),
    /// The initial array is in the set.
    InitialArray,
    /// A last move comes from a position that is not in the set: the position after it and the
    /// one before.
    NotClosed(Box<Position>, Box<Position>),
    /// The rule does not exclude the position.
    NotExcluded(Rule, Box<Position>),
    /// The check was given up.
    Exhausted(Exhausted),
}

impl fmt::Display for LegalityFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LegalityFault::Chess960 => write!(f, "legality is settled for standard chess only"),
            LegalityFault::IllegalMove(ply) => write!(f, "move {ply} of the game is not legal"),
            LegalityFault::OtherPosition(position) => write!(f, "the game ends in {position}"),
            LegalityFault::NotPassed(square) => {
                write!(f, "the last move of the game does not pass over {square}")
            }
            LegalityFault::InitialArray => write!(f, "the initial array is in the set"),
            LegalityFault::NotClosed(after, before) => {
                write!(f, "{after} can come from {before}, which is not in the set")
            }
            LegalityFault::NotExcluded(rule, position) => {
                write!(f, "the rule `{}` does not exclude {position}", rule.name())
            }
            LegalityFault::Exhausted(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for LegalityFault {}

impl From<Exhausted> for LegalityFault {
    fn from(why: Exhausted) -> LegalityFault {
        LegalityFault::Exhausted(why)
    }
}
