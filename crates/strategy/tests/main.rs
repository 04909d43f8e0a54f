//! Every test of this folder in one binary, which is built and linked once.

mod boards;
mod candidates;
#[cfg(feature = "prove")]
mod certificate;
mod checked;
mod chess;
mod counterexamples;
mod plain;
#[cfg(feature = "prove")]
mod problems;
#[cfg(feature = "prove")]
mod queen;
mod queen_readings;
mod readings;
#[cfg(feature = "prove")]
mod refutations;
mod rocq;
#[cfg(feature = "prove")]
mod smt;
