//! Strategies executed, enumerated and proved.

pub mod play;
pub mod rational;
pub mod retrograde;
pub mod simplex;
