//! What a prover plays: one move for every position that needs one.
//!
//! Each choice knows a bound on the plies that are left. A choice's bound is greater than those of
//! all positions with the prover to move that can come next, so no game by the strategy goes in a
//! circle. Two strategies are joined by taking, for each position, the choice with the smaller
//! bound: what comes next then has a bound that is no greater than it was, and the same holds.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use zermelo_board::losing::{Key, Move};

/// The move in one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move, packed.
    pub made: u16,
    /// The game is over, or in the tables, after at most so many plies.
    pub plies: u32,
}

impl Choice {
    /// The move.
    pub fn made(self) -> Move {
        Move::unpacked(self.made)
    }
}

/// Moves for a prover. Positions in the tables are not in it.
#[derive(Clone, Default, Debug)]
pub struct Strategy {
    choices: HashMap<Key, Choice>,
}

impl Strategy {
    /// The choice in a position with the prover to move.
    pub fn get(&self, key: &Key) -> Option<Choice> {
        self.choices.get(key).copied()
    }

    /// How many positions have a move.
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// Whether none has.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// All choices, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&Key, &Choice)> {
        self.choices.iter()
    }

    /// Adds a choice, unless one that is as short is known.
    pub fn add(&mut self, key: Key, choice: Choice) {
        match self.choices.entry(key) {
            Entry::Vacant(place) => {
                place.insert(choice);
            }
            Entry::Occupied(mut place) => {
                if choice.plies < place.get().plies {
                    place.insert(choice);
                }
            }
        }
    }

    /// Joins another strategy to this one.
    pub fn join(&mut self, other: &Strategy) {
        for (&key, &choice) in other.iter() {
            self.add(key, choice);
        }
    }
}
