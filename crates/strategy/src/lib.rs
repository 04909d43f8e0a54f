//! Strategies executed, enumerated and proved.

pub mod play;
pub mod retrograde;
