//! Every test of this folder in one binary, which is built and linked once.

mod as_people_type;
mod bad_input;
mod batch;
mod common;
mod documentation;
mod examples;
mod judge;
mod judge_files;
mod kept_certificates;
mod legal;
mod longest;
mod losing;
mod losing_campaign;
mod perft;
mod proofs;
mod puzzle;
mod puzzle_query;
mod retract;
mod retract_reckoning;
mod scan;
mod serve;
mod serve_openapi;
mod shortest;
mod strategy;
#[cfg(feature = "prove")]
mod strategy_prove;
mod strategy_second_checker;
mod table;
mod trees;
mod winnable;
