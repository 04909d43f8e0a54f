//! Every test of this folder in one binary, which is built and linked once.

mod boards;
mod candidates;
mod certificate;
mod checked;
mod chess;
mod counterexamples;
mod kept;
mod plain;
#[cfg(feature = "prove")]
mod problems;
mod queen;
mod queen_readings;
mod readings;
#[cfg(feature = "prove")]
mod refutations;
mod rocq;
mod rooks;
mod smt;
