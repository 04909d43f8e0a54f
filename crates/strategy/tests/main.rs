//! Every test of this folder in one binary, which is built and linked once.

mod boards;
mod candidates;
mod certificate;
mod checked;
mod chess;
mod counterexamples;
mod plain;
mod problems;
mod queen;
mod queen_readings;
mod readings;
mod refutations;
mod smt;
