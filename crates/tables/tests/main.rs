//! Every test of this folder in one binary, which is built and linked once.

mod common;
mod corpus;
mod known;
mod quick;
mod twin;
