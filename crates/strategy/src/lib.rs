//! Strategies executed, enumerated and proved.

pub mod play;
pub mod retrograde;
pub mod solver;
mod trace;
mod trim;

pub use trim::Unproved;
