//! A past that ends: all positions that can have come before, where they are few.

use crate::rules::retract::Retraction;
use crate::{Examiner, Position, Rule};

impl Position {
    /// All positions that can have come before, by any number of moves, this one first: a set that
    /// is closed under retraction, but that positions impossible by count are left out, and those
    /// that the rule of cages excludes have no past. If there are more than `most`, or one of them
    /// is an initial array, none: otherwise this position is illegal.
    pub fn closed_past(&self, most: usize) -> Option<Vec<Position>> {
        let mut past = vec![self.clone()];
        let mut next = 0;
        while next < past.len() {
            let here = &past[next];
            if here.is_initial_array() {
                return None;
            }
            next += 1;
            let mut before = here.retractions();
            before.retain(Retraction::is_possible_by_count);
            if before.is_empty() || Examiner::default().excludes(Rule::Cage, here).is_some() {
                continue;
            }
            for Retraction { before, .. } in before {
                if !past.contains(&before) {
                    past.push(before);
                }
            }
            if past.len() > most {
                return None;
            }
        }
        Some(past)
    }
}
