//! Could this position arise? Legality, proof games, last moves, dead reckoning.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod endings;
pub mod illegal;
pub mod legal;
pub mod proof_game;
pub mod query;
pub mod reckoning;
pub mod sketch;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
