//! Records of games: PGN in and out, the arbiter, and the longest possible game.
//!
//! A [`pgn::Splitter`] cuts a file into games, [`pgn::read`] reads one, a [`Judge`] rules on it by
//! the articles of the FIDE Laws that end a game, and [`Judgement::certificate`] is what the kernel
//! checks before anybody is told.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod audit;
mod chances;
mod judge;
pub mod longest;
pub mod pgn;
mod replay;
mod termination;

pub use audit::Audit;
pub use judge::{Agreement, Judge, Judgement, Options, Ruling};
pub use replay::{Moment, Replay};
pub use termination::{Reason, Termination};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
