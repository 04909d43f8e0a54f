//! Why evidence about legality was rejected.

use std::fmt;

use super::rule::Rule;
use crate::{Color, CoverFault, Exhausted, Position, Square};

/// Why evidence about legality was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LegalityFault {
    /// The game does not begin with an initial array of these rules.
    NoArray(Box<Position>),
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
    /// No mate is shown from the position before the last move, so that may be dead.
    NotShownAlive,
    /// A cover against this side's mating does not hold.
    Cover(Color, Box<CoverFault>),
    /// A position is not shown to be dead: this side might mate.
    NotShownDead(Color, Box<Position>),
    /// The check was given up.
    Exhausted(Exhausted),
}

impl fmt::Display for LegalityFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LegalityFault::NoArray(start) => write!(f, "no game begins with {start}"),
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
            LegalityFault::NotShownAlive => {
                write!(f, "no mate is shown from the position before the last move")
            }
            LegalityFault::Cover(side, why) => {
                write!(f, "the cover against {side}'s mating does not hold: {why}")
            }
            LegalityFault::NotShownDead(side, position) => {
                write!(f, "{position} is not shown to be dead: {side} might mate")
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
