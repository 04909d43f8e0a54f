//! Queries about the past and future of a diagram: `FEN >>= r >>= h#1 >>= legal`.
//!
//! A query is a position, perhaps not quite known, and steps joined by `>>=`. Each step takes one position and
//! returns any number: all last moves taken back, all moves made, all solutions of a problem, or the
//! position itself with a remark. So composers write down retro problems in which the solution
//! goes back first, and problems of dead reckoning. The language is that of Deadpos (M. Ambrona),
//! and the answers are written as that program writes them; docs/guide/puzzle.md has the grammar.
//!
//! `parse.rs` reads a query, `run.rs` answers it depth first, line by line (`line.rs`); `order.rs` says
//! in which order moves are listed, `text.rs` how they are written, `why.rs` why a position is dead.
//! `help.rs` and `direct.rs` solve problems, `crate::shortest` finds proof games. What a query costs depends on the query alone: each
//! `r` or `m` multiplies the positions by some dozens or hundreds.

mod direct;
mod help;
mod line;
mod order;
mod parse;
mod run;
mod text;
mod why;

pub use line::{Flag, Line, Tally};
pub use parse::{QueryError, asks_for_game};
pub use run::Runner;

use std::fmt;

use zermelo_kernel::{Color, Role};

use crate::partial_fen::PartialFen;

/// A position, perhaps not quite known, and what is to be done with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Query {
    /// The position.
    pub fen: PartialFen,
    /// What is done with it, one after the other.
    pub steps: Vec<Step>,
}

/// What is done with each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// All last moves are taken back.
    Retract,
    /// All legal moves are made.
    Move,
    /// The other side is to move; en-passant rights are unknown then.
    Flip,
    /// Positions without a past, zombies and moves made from dead positions are marked, and do not
    /// go on to the next step.
    Legal,
    /// Says whether the position is dead.
    Dead,
    /// Returns the sides to move, each once.
    Turn,
    /// Returns the castling rights, each set once.
    Castling,
    /// Returns the en-passant squares, each once.
    EnPassant,
    /// Solves a problem.
    Solve(Stipulation),
    /// All games from the initial array that lead to the position in so many plies.
    ProofGames(u32),
}

/// A problem to be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stipulation {
    /// What is to be brought about.
    pub aim: Aim,
    /// By so many plies.
    pub plies: u32,
    /// Which positions are asked about.
    pub begins: Begins,
    /// Which man makes the last move, if that is said.
    pub last: Option<Role>,
}

/// What is to be brought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// `#`: mate against any defence.
    Mate,
    /// `h#`: mate, both sides helping.
    HelpMate,
    /// `h=`: stalemate, both sides helping.
    HelpStalemate,
    /// `hdp`: a dead position that is not stalemate, both sides helping.
    HelpDead,
    /// `h~=`: stalemate or a dead position, both sides helping.
    HelpDraw,
}

impl Aim {
    /// Whether both sides help.
    pub fn is_help(self) -> bool {
        self != Aim::Mate
    }
}

/// Who makes the first move of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begins {
    /// As problemists have it: the last move is White's.
    Convention,
    /// `half-duplex`: the last move is Black's.
    HalfDuplex,
    /// `duplex`: whoever is to move.
    Duplex,
}

impl Stipulation {
    /// Who has to be to move in a position, if it matters.
    pub fn first(&self) -> Option<Color> {
        let white = self.plies % 2 == 1;
        match self.begins {
            Begins::Duplex => None,
            Begins::Convention if white => Some(Color::White),
            Begins::HalfDuplex if !white => Some(Color::White),
            _ => Some(Color::Black),
        }
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let aim = match self.aim {
            Aim::Mate => "#",
            Aim::HelpMate => "h#",
            Aim::HelpStalemate => "h=",
            Aim::HelpDead => "hdp",
            Aim::HelpDraw => "h~=",
        };
        let moves = if self.aim.is_help() { self.plies / 2 } else { self.plies.div_ceil(2) };
        let half = if self.aim.is_help() && self.plies % 2 == 1 { ".5" } else { "" };
        write!(f, "{aim}{moves}{half}")?;
        match self.begins {
            Begins::Convention => {}
            Begins::HalfDuplex => f.write_str(" half-duplex")?,
            Begins::Duplex => f.write_str(" duplex")?,
        }
        self.last.map_or(Ok(()), |role| write!(f, " ({})", role.letter()))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Step::Retract => "r",
            Step::Move => "m",
            Step::Flip => "flip",
            Step::Legal => "legal",
            Step::Dead => "DP",
            Step::Turn => "turn",
            Step::Castling => "castling",
            Step::EnPassant => "ep",
            Step::Solve(stipulation) => return stipulation.fmt(f),
            Step::ProofGames(plies) => {
                return write!(f, "PG {}{}", plies / 2, if plies % 2 == 1 { ".5" } else { "" });
            }
        })
    }
}
