//! Strategies executed, enumerated and proved.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod counterexample;
mod game;
pub mod numbering;
pub mod play;
pub mod proving;
pub mod rational;
pub mod retrograde;
pub mod simplex;
pub mod smt;
pub mod solver;
mod trace;
mod trim;

pub use trim::Unproved;
