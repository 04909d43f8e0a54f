//! Endgame tables.
mod doors;
mod geometry;
mod layout;
mod material;
mod rules;
mod seeds;
mod solve;
mod stats;
mod steps;
mod table;
pub use material::{Material, MaterialError};
pub use rules::Rules;
pub use solve::*;
pub use stats::*;
pub use table::*;
