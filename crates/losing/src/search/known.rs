//! Positions that were met before: which node has them.
//!
//! Four entries to a line of memory. A new entry takes an empty place, or that of an older one.

use std::sync::atomic::{AtomicU64, Ordering};

use Ordering::{Acquire, Relaxed, Release};

use super::pages::Pages;

const WAYS: usize = 4;

/// A table from hashes to nodes.
pub struct Known {
    /// Pairs: hash ^ node, node.
    words: Pages<AtomicU64>,
    mask: usize,
}

/// What is kept of a position: its node, and whether nodes may be merged with it while it is not
/// settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Met {
    /// The node.
    pub node: u32,
    /// It was reached in a way that no circle can use.
    pub merged: bool,
}

impl Known {
    /// A table of about so many bytes.
    pub fn new(bytes: u64) -> Known {
        let buckets = (bytes / (16 * WAYS as u64)).max(2);
        let buckets = 1usize << buckets.ilog2();
        Known { words: Pages::new(buckets * WAYS * 2), mask: buckets - 1 }
    }

    fn bucket(&self, hash: u64) -> &[AtomicU64] {
        let first = ((hash >> 20) as usize & self.mask) * WAYS * 2;
        &self.words[first..first + WAYS * 2]
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<Met> {
        self.bucket(hash).chunks_exact(2).find_map(|pair| {
            let value = pair[1].load(Acquire);
            let met = Met { node: value as u32, merged: value >> 32 & 1 != 0 };
            (value != 0 && pair[0].load(Relaxed) ^ value == hash).then_some(met)
        })
    }

    /// Brings what is known of these positions near; they are waited for together, not one by one.
    #[inline]
    pub fn touch(&self, hashes: impl Iterator<Item = u64>) {
        let sum = hashes.fold(0, |sum, hash| sum ^ self.bucket(hash)[1].load(Relaxed));
        std::hint::black_box(sum);
    }

    /// Keeps the node of a position.
    #[inline]
    pub fn put(&self, hash: u64, met: Met) {
        let bucket = self.bucket(hash);
        let value = u64::from(met.node) | u64::from(met.merged) << 32 | 1 << 40;
        let place = bucket.chunks_exact(2).position(|pair| {
            let old = pair[1].load(Relaxed);
            old == 0 || pair[0].load(Relaxed) ^ old == hash
        });
        let pair = place.unwrap_or((hash >> 8) as usize % WAYS) * 2;
        bucket[pair].store(hash ^ value, Relaxed);
        bucket[pair + 1].store(value, Release);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.words.iter().for_each(|word| word.store(0, Relaxed));
    }
}
