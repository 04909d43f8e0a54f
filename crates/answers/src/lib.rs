//! From a question to an answer that can be given away: shared by the command, the Python package
//! and the server.
//!
//! A question goes to an engine, the engine's claim goes to the kernel, and only what the kernel
//! has accepted becomes an answer; a claim that it rejects is a [`Fault::Bug`] and no answer. This
//! happens here and nowhere else: [`winnable`] for chances to mate, [`judge`] for game records,
//! [`legal`] for whether a position can arise, [`retract`] for last moves, [`check`] for saved proofs.
//!
//! Beside each answer stands its report, the JSON that programs read (the keys are documented in
//! docs/), and the names and notation that reports are made of: [`names`], [`san`].

#![forbid(unsafe_code)]

pub mod check;
pub mod explain;
mod fault;
pub mod judge;
pub mod legal;
pub mod longest;
#[cfg(feature = "losing")]
pub mod losing;
pub mod moves;
pub mod names;
pub mod perft;
pub mod proof_game;
pub mod puzzle;
pub mod query;
pub mod report;
pub mod retract;
pub mod san;
#[cfg(not(target_arch = "wasm32"))]
pub mod save;
pub mod scan;
pub mod strategy;
#[cfg(feature = "tables")]
pub mod table;
#[cfg(not(target_arch = "wasm32"))]
pub mod unpack;
pub mod winnable;

pub use fault::Fault;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
