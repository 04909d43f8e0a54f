//! Positions from which there is no game, kept exactly: a key that is found is the key that was
//! asked for. Two places for each; in the first the one with more plies to go stays.

use std::hash::Hasher;

use zermelo_board::FastHasher;

/// Four words for what stands where, one for the rest: the plies to go in its lowest byte, and never zero.
pub(super) type Exact = [u64; 5];

/// The memory of failures.
pub(super) struct Failed {
    slots: Vec<[Exact; 2]>,
}

impl Failed {
    /// With about so many bytes.
    pub fn new(bytes: u64) -> Failed {
        let slots = (bytes / size_of::<[Exact; 2]>() as u64).max(1).ilog2().min(26);
        Failed { slots: vec![[[0; 5]; 2]; 1 << slots] }
    }

    fn slot(&self, key: &Exact) -> usize {
        let mut hasher = FastHasher::default();
        key.iter().for_each(|&word| hasher.write_u64(word));
        (hasher.finish() >> 7) as usize & (self.slots.len() - 1)
    }

    /// Whether it was kept.
    pub fn contains(&self, key: &Exact) -> bool {
        self.slots[self.slot(key)].contains(key)
    }

    /// Keeps it, perhaps in place of another.
    pub fn insert(&mut self, key: Exact, plan: impl Fn(&Exact) -> bool) {
        let slot = self.slot(&key);
        let [first, second] = &mut self.slots[slot];
        let older = *first == [0; 5] || !plan(first);
        if older || first[4] & 0xFF <= key[4] & 0xFF {
            *second = std::mem::replace(first, key);
        } else {
            *second = key;
        }
    }
}
