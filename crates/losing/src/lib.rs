//! Losing chess: who wins an opening, with the whole proof.
//!
//! A *prover* must win; a draw is the prover's failure. [`Strategy`] is what a search leaves behind:
//! one move for every position with the prover to move. Several searches are joined by joining
//! their strategies. A [`Tree`] is a strategy written down from one position, every answer of the
//! defender's included; the kernel walks it and believes nothing else.

mod alternatives;
mod book;
pub mod campaign;
mod chances;
mod expand;
mod game;
mod prove;
mod replace;
pub mod search;
mod shrink;
mod strategy;
mod traverse;
mod tree;
mod walk;

pub use book::{Book, BookError, NotRebuilt};
pub use chances::{Chances, chances};
pub use expand::NotExpanded;
pub use game::Game;
pub use prove::{Accepted, Case, NotProved, ProofTrees, Stage};
pub use replace::Effort;
pub use strategy::{Choice, Strategy};
pub use tree::{Link, Node, Taken, Tree, TreeError, check};
pub use walk::{Branch, Place, Walk};
pub use zermelo_board::losing::{Key, Move, Position};
pub use zermelo_kernel::{Color, Rules};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
