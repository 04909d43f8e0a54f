//! Why what is claimed of a game was rejected.

use crate::{Color, Ending, Exhausted, WinnableFault};

/// Why a record certificate was rejected. Plies count the moves played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordFault {
    /// A move of the game is not legal; its number counts plies from 1.
    IllegalMove(usize),
    /// The claim or a fact speaks of a moment after the last move.
    BeyondTheEnd(usize),
    /// There are two facts about this moment and this side.
    Twice(usize, Color),
    /// Evidence about this moment and this side does not hold.
    Fact(usize, Color, Box<WinnableFault>),
    /// The game was over before, by this rule.
    OverBefore(usize, Ending),
    /// The rule does not end the game at this ply.
    NotOver(usize, Ending),
    /// Nothing shows that somebody could still mate at this ply or later.
    NotShownAlive(usize),
    /// Nothing shows that this side could still mate at this ply.
    NotShownWinnable(usize, Color),
    /// Nothing shows that this side could not mate at this ply.
    NotShownUnwinnable(usize, Color),
    /// The player who gave up cannot be the winner.
    LoserWins,
    /// The check was given up.
    Exhausted(Exhausted),
}

impl std::fmt::Display for RecordFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RecordFault::IllegalMove(ply) => write!(f, "ply {ply} of the game is not legal"),
            RecordFault::BeyondTheEnd(ply) => write!(f, "the game has no ply {ply}"),
            RecordFault::Twice(ply, winner) => {
                write!(f, "there is evidence about {winner} after ply {ply} twice")
            }
            RecordFault::Fact(ply, winner, why) => {
                write!(f, "in the evidence about {winner} after ply {ply}, {why}")
            }
            RecordFault::OverBefore(ply, ending) => {
                write!(f, "the game was over after ply {ply} by article {}", ending.article())
            }
            RecordFault::NotOver(ply, ending) => {
                write!(f, "article {} does not end the game after ply {ply}", ending.article())
            }
            RecordFault::NotShownAlive(ply) => {
                write!(f, "nothing shows that the position after ply {ply} was not dead")
            }
            RecordFault::NotShownWinnable(ply, side) => {
                write!(f, "nothing shows that {side} could still mate after ply {ply}")
            }
            RecordFault::NotShownUnwinnable(ply, side) => {
                write!(f, "nothing shows that {side} could not mate after ply {ply}")
            }
            RecordFault::LoserWins => write!(f, "the player who gave up cannot have won"),
            RecordFault::Exhausted(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for RecordFault {}

impl From<Exhausted> for RecordFault {
    fn from(why: Exhausted) -> RecordFault {
        RecordFault::Exhausted(why)
    }
}
