//! Every test of this folder in one binary, which is built and linked once.

mod census;
mod conditions;
mod covers;
#[path = "../../testing/src/dice.rs"]
mod dice;
mod endings;
mod false_claims;
mod free_play;
mod hostile;
mod legality;
mod legality_readings;
mod legality_signature;
mod lone_knight;
mod longest;
mod losing_chances;
mod material;
mod never_panics;
mod records;
mod regions;
mod retractions;
mod rules;
mod second_checkers;
mod sentences;
mod tables;
mod tree;
mod words;
