//! Every test of this folder in one binary, which is built and linked once.

mod certificates;
#[path = "../../testing/src/dice.rs"]
mod dice;
mod games;
mod lemmas;
