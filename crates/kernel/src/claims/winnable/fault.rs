//! Why evidence about one side's chances was rejected, in the language of chess.

use std::error::Error;

use crate::{Ending, Exhausted, Square};

/// Why the claim `winnable` or `unwinnable` was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WinnableFault {
    /// A move of the helpmate is not legal; its number counts plies from 1.
    IllegalMove(usize),
    /// The line does not end in mate.
    NoMate,
    /// The line ends in mate of the wrong side.
    WrongSideMated,
    /// Where the history counts: the game ends by this rule before the mate.
    Ends(Ending),
    /// The cover does not hold.
    Cover(CoverFault),
    /// The check was given up.
    Exhausted(Exhausted),
}

impl std::fmt::Display for WinnableFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            WinnableFault::IllegalMove(ply) => write!(f, "move {ply} of the line is not legal"),
            WinnableFault::NoMate => write!(f, "the line does not end in mate"),
            WinnableFault::WrongSideMated => write!(f, "the line mates the wrong side"),
            WinnableFault::Ends(ending) => {
                write!(f, "the game ends by article {} before the mate", ending.article())
            }
            WinnableFault::Cover(fault) => fault.fmt(f),
            WinnableFault::Exhausted(why) => why.fmt(f),
        }
    }
}

/// Why a cover was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CoverFault {
    /// The position of the claim is not covered.
    Root,
    /// A listed position is a mate by the intended winner.
    Mate(String),
    /// A legal move leads out of the cover.
    Move {
        /// The listed position.
        position: String,
        /// The move, in UCI.
        uci: String,
    },
    /// The check was given up.
    Exhausted(Exhausted),
    /// There is more to walk through before the clock runs out than the kernel does.
    TooFar,
    /// A region was rejected.
    Region {
        /// Its number in the cover, from 1.
        number: usize,
        /// What is wrong with it.
        fault: RegionFault,
    },
}

impl std::fmt::Display for CoverFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CoverFault::Root => write!(f, "the position of the claim is not covered"),
            CoverFault::Mate(fen) => write!(f, "the covered position {fen} is a mate"),
            CoverFault::Move { position, uci } => {
                write!(f, "the move {uci} leads out of the cover from {position}")
            }
            CoverFault::TooFar => {
                write!(f, "too many positions are in reach before the clock runs out")
            }
            CoverFault::Exhausted(why) => why.fmt(f),
            CoverFault::Region { number, fault } => write!(f, "in region {number}, {fault}"),
        }
    }
}

/// Why a region was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RegionFault {
    /// There is no phase, or a phase does not have one state for each man.
    Shape,
    /// The anchor is not in phase 0: its set for this man lacks the square where the man stands.
    Anchor(Square),
    /// A pair of facing pawns that do not face each other for good.
    Facing {
        /// The phase.
        phase: usize,
    },
    /// A king that may be gone, or a man said to promote that is no pawn.
    Man {
        /// The phase.
        phase: usize,
        /// The man, by its square in the anchor.
        man: Square,
    },
    /// A step that leaves the phase and is neither impossible nor taken up by another phase.
    Escape {
        /// The phase.
        phase: usize,
        /// The man, by its square in the anchor.
        man: Square,
        /// Where the step starts.
        from: Square,
        /// Where it ends.
        to: Square,
        /// The man it takes, by its square in the anchor.
        takes: Option<Square>,
    },
    /// The losing king might be mated here, as far as the conditions tell.
    Mate {
        /// The phase.
        phase: usize,
        /// The square of the mated king.
        king: Square,
    },
    /// The mate test of a phase ran over its bound.
    TooHard {
        /// The phase.
        phase: usize,
    },
    /// The check was given up.
    Exhausted(Exhausted),
}

impl std::fmt::Display for RegionFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RegionFault::Shape => write!(f, "the phases do not list every man of the anchor"),
            RegionFault::Anchor(man) => write!(f, "phase 0 does not hold the man on {man}"),
            RegionFault::Facing { phase } => {
                write!(f, "phase {phase} names pawns as facing that may pass each other")
            }
            RegionFault::Man { phase, man } => {
                write!(f, "phase {phase} says what cannot be of the man of {man}")
            }
            RegionFault::Escape { phase, man, from, to, takes } => {
                write!(f, "phase {phase} is not closed: the man of {man} may step {from}-{to}")?;
                match takes {
                    Some(victim) => write!(f, ", taking the man of {victim}"),
                    None => Ok(()),
                }
            }
            RegionFault::Mate { phase, king } => {
                write!(f, "phase {phase} does not rule out a mate of the king on {king}")
            }
            RegionFault::Exhausted(why) => why.fmt(f),
            RegionFault::TooHard { phase } => {
                write!(f, "phase {phase} has too many mate pictures to try")
            }
        }
    }
}

impl Error for WinnableFault {}
impl Error for CoverFault {}
impl Error for RegionFault {}

impl From<Exhausted> for WinnableFault {
    fn from(why: Exhausted) -> WinnableFault {
        WinnableFault::Exhausted(why)
    }
}

impl From<CoverFault> for WinnableFault {
    fn from(fault: CoverFault) -> WinnableFault {
        match fault {
            CoverFault::Exhausted(why) => WinnableFault::Exhausted(why),
            fault => WinnableFault::Cover(fault),
        }
    }
}

impl From<Exhausted> for CoverFault {
    fn from(why: Exhausted) -> CoverFault {
        CoverFault::Exhausted(why)
    }
}

impl From<Exhausted> for RegionFault {
    fn from(why: Exhausted) -> RegionFault {
        RegionFault::Exhausted(why)
    }
}
