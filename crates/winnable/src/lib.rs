//! Can this player still give mate, by any legal moves?
//!
//! [`decide`] answers `winnable` with a helpmate, `unwinnable` with a cover, or `open` when a
//! budget is spent. The engine is not to be believed: [`Decision::certificate`] turns its evidence
//! into a certificate that the kernel checks, and nothing is an answer before that.
//!
//! ```
//! use zermelo_kernel::{Castling, Color, Position};
//! use zermelo_winnable::{Limits, Verdict, decide};
//!
//! let root = Position::from_fen("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", Castling::Standard).unwrap();
//! let answer = decide(&root, Color::White, &Limits::default());
//! assert!(matches!(answer.verdict, Verdict::Unwinnable(_)));
//! answer.certificate(&root, Color::White).unwrap().check().unwrap();
//! ```
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod attack;
mod cells;
mod corner;
mod evidence;
mod explore;
mod imminent;
mod listed;
mod mate_test;
mod material;
mod mobility;
mod novelty;
mod pictures;
mod planned;
pub mod problem;
mod regions;
mod relaxed;
mod rollout;
mod saturate;
mod solver;

pub use evidence::{Cover, Sampled, Verdict, accept};
pub use regions::Found;
pub use solver::{Decision, Method, Solver, decide, unwinnable_fast};
pub use zermelo_board::Limits;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/library.md")]
struct LibraryPage;
