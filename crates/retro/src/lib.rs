//! Could this position arise? Legality, proof games, last moves, dead reckoning.
