//! Every test of this folder in one binary, which is built and linked once.

mod audit;
mod edge_cases;
mod longest;
mod mutants;
mod pgn;
