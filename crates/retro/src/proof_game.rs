//! Games from the initial array to a given position.

use zermelo_kernel::{Move, Position};

/// How hard to try.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Positions to visit.
    pub nodes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { nodes: 1_000 }
    }
}

/// The moves of a game that leads to the position, if one is found.
pub fn find(goal: &Position, _limits: &Limits) -> Option<Vec<Move>> {
    (*goal == Position::initial()).then(Vec::new)
}
