//! White's moves in every position, and the same backwards.

use std::sync::atomic::AtomicU16;

use crate::verification::Verification;

/// White's moves in a run of numbers.
pub(crate) struct Part {
    /// How many moves each position has; [`HELPLESS`] where none fits.
    pub(crate) open: Vec<u16>,
    /// Where the moves lead, position by position.
    pub(crate) to: Vec<u32>,
    /// What was counted in it.
    pub(crate) found: Verification,
}

/// For positions in which no move fits.
pub(crate) const HELPLESS: u16 = u16::MAX;

/// White's moves, backwards.
pub(crate) struct Graph {
    /// For every position of White, how many of his moves do not yet lead to a position that is
    /// lost for Black.
    pub(crate) open: Vec<AtomicU16>,
    /// For every position of Black, where its part of `sources` begins.
    starts: Vec<u32>,
    /// The positions that White moved from.
    sources: Vec<u32>,
}

impl Graph {
    pub(crate) fn new(parts: &[Part], count: usize) -> Graph {
        let open = parts.iter().flat_map(|part| &part.open).map(|&open| open.into()).collect();
        // Two more than positions: while the sources are put in place, the part of a position
        // begins where the next but one says, and at last where the next says.
        let mut starts = vec![0_u32; count + 2];
        for part in parts {
            for &to in &part.to {
                starts[to as usize + 2] += 1;
            }
        }
        for place in 2..starts.len() {
            starts[place] += starts[place - 1];
        }
        let mut sources = vec![0; starts[count + 1] as usize];
        let mut from = 0;
        for part in parts {
            let mut to = part.to.iter();
            for &open in &part.open {
                let moves = if open == HELPLESS { 0 } else { open };
                for &to in to.by_ref().take(moves.into()) {
                    let next = &mut starts[to as usize + 1];
                    sources[*next as usize] = from;
                    *next += 1;
                }
                from += 1;
            }
        }
        starts.pop();
        Graph { open, starts, sources }
    }

    /// The positions from which White moves to this one.
    pub(crate) fn sources(&self, number: u32) -> &[u32] {
        let at = |number: u32| self.starts[number as usize] as usize;
        &self.sources[at(number)..at(number + 1)]
    }
}
