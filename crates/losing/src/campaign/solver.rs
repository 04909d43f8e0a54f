//! What a campaign asks of a search, and what it gets back.
//!
//! A campaign knows the search only through [`Solver`], so that any engine can work for it, and a
//! toy in the tests.

use std::sync::atomic::AtomicBool;

use crate::{Move, Position, Strategy};

/// A proof or disproof number without end: the other side has won.
pub const INFINITE: u32 = u32::MAX;

/// One search to be made.
pub struct Task<'a> {
    /// Where it starts.
    pub position: &'a Position,
    /// The positions before it since the last irreversible move, oldest first. If one of them, or
    /// one of the search's own, comes again, the prover has failed there.
    pub history: &'a [Position],
    /// How many nodes it may have.
    pub nodes: u64,
    /// A child with at least this share of its parent's nodes is told of with its own children.
    pub share: f64,
    /// When this is set, the search ends soon; what it has found then is not used.
    pub stop: &'a AtomicBool,
}

/// A proof-number search of a set size. Whose win is to be proved is the solver's own matter, and
/// a draw is a failure.
pub trait Solver: Sync {
    /// Makes one search. The same task must give the same answer, where runs are to be repeatable.
    fn search(&self, task: &Task<'_>) -> Found;

    /// Takes in a proof from an earlier run.
    fn learn(&self, proof: &Strategy) {
        let _ = proof;
    }

    /// Whether the prover wins a position that needs no search: a table's word. Games that are
    /// over need no answer.
    fn known(&self, position: &Position) -> Option<bool> {
        let _ = position;
        None
    }
}

/// What a search has found.
#[derive(Clone, Default, Debug)]
pub struct Found {
    /// The proof number; 0 if the prover wins.
    pub pn: u32,
    /// The disproof number; 0 if the prover does not win.
    pub dn: u32,
    /// Nodes of work.
    pub nodes: u64,
    /// What the search knows of the moves, where it is not solved. Moves may be missing.
    pub children: Vec<Child>,
    /// The prover's moves, when the proof number is 0.
    pub strategy: Option<Strategy>,
}

/// What a search knows of one move.
#[derive(Clone, Debug)]
pub struct Child {
    /// The move.
    pub made: Move,
    /// The proof number after it.
    pub pn: u32,
    /// The disproof number after it.
    pub dn: u32,
    /// Nodes below it.
    pub nodes: u64,
    /// The moves after it, where its share of the nodes is large.
    pub children: Vec<Child>,
    /// The prover's moves, when the proof number is 0. Without them the number is not believed.
    pub strategy: Option<Strategy>,
}
