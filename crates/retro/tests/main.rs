//! Every test of this folder in one binary, which is built and linked once.

mod endings;
mod five_men;
mod grammar;
mod legality_corpora;
mod legality_soundness;
mod proof_games;
mod queries;
mod reckoning;
mod shortest;
mod sketches;
mod superset;
