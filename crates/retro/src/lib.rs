//! Could this position arise? Legality, proof games, last moves, dead reckoning.

pub mod query;
pub mod reckoning;
pub mod sketch;
