//! Every test of this folder in one binary, which is built and linked once.

mod board_twins;
mod kernel_rules;
mod losing_rules;
