//! Could this position arise? Legality, proof games, last moves, dead reckoning.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod arrays;
pub mod dead_reckoning;
pub mod endings;
pub mod illegal;
pub mod legal;
pub mod partial_fen;
pub mod proof_game;
pub mod query;
pub mod readings;
pub mod shortest;
pub mod superset;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
