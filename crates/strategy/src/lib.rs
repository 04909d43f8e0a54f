//! Strategies executed, enumerated and proved.
//!
//! ```
//! use zermelo_kernel_strategy::{Board, Choice, Condition, Strategy};
//! use zermelo_strategy::retrograde::verify;
//!
//! let mut strategy = Strategy::new(Board::new(6, 5));
//! let found = verify(&strategy, Choice::Function)?;
//! assert!(found.closed() && found.always_a_move() && found.always_mate());
//!
//! strategy.without.push(Condition::NoStalemate);
//! let example = verify(&strategy, Choice::Function)?.counterexample.unwrap();
//! strategy.check_counterexample(Choice::Function, &example)?; // the kernel agrees
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod cdcl;
pub mod counterexample;
mod deciding;
pub mod game;
pub mod games;
mod graph;
mod heap;
pub mod play;
pub mod proving;
pub mod rational;
pub mod retrograde;
pub mod rocq;
pub mod simplex;
pub mod sketch;
pub mod smt;
pub mod smtlib;
#[cfg(feature = "prove")]
pub mod solver;
mod trace;
mod trim;
mod verification;

pub use trim::Unproved;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
