//! Could this position arise? Legality, proof games, last moves, dead reckoning.

pub mod proof_game;
