//! Could this position arise? Legality, proof games, last moves, dead reckoning.

pub mod illegal;
pub mod legal;
pub mod proof_game;
