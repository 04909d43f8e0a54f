//! What is wrong with a census.

use std::fmt;

use crate::{Exhausted, Position};

/// What is wrong with a census.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CensusFault {
    /// A line, by its number, continues none before it, or has a move that is not legal.
    NoLine(usize),
    /// Said to have a game, which is not there.
    NoGame(Box<Position>),
    /// Said to follow from a position of a smaller level, and does not.
    NoBefore(Box<Position>),
    /// Said to be illegal, and its past is not closed.
    NotClosed(Box<Position>),
    /// The check was given up.
    Exhausted(Exhausted),
}

impl From<Exhausted> for CensusFault {
    fn from(why: Exhausted) -> CensusFault {
        CensusFault::Exhausted(why)
    }
}

impl fmt::Display for CensusFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (position, what) = match self {
            CensusFault::NoLine(number) => return write!(f, "line {number} is no game"),
            CensusFault::Exhausted(why) => return why.fmt(f),
            CensusFault::NoGame(p) => (p, "no game ends here"),
            CensusFault::NoBefore(p) => (p, "no move leads here from a smaller level"),
            CensusFault::NotClosed(p) => (p, "the positions before it do not come to an end"),
        };
        write!(f, "{}: {what}", position.to_fen())
    }
}

impl std::error::Error for CensusFault {}
