//! Every test of this folder in one binary, which is built and linked once.

mod bits;
#[path = "../../testing/src/dice.rs"]
mod dice;
mod never_panics;
mod refutation;
