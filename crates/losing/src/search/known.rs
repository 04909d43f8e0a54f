//! Positions that were met before: which node has them.
//!
//! A position has a node for each number of plies since the last irreversible move ([`after`]), and
//! under its plain hash the one after such a move, or one that is proved.
//!
//! Four entries to a line of memory. A new entry takes an empty place, or that of an older one. The
//! table begins small and doubles when a bucket is full, so that nobody who needs a page waits for
//! gigabytes to be cleared; every bucket then falls into two, its own and one in the new half.
//! Up to its full size nothing is pushed out.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use Ordering::{Acquire, Relaxed, Release};

use super::pages::Pages;

const WAYS: usize = 4;

/// Buckets to begin with: 16 KiB, for many searches are over after a few hundred nodes.
const FIRST: usize = 1 << 8;

/// A table from hashes to nodes.
pub struct Known {
    /// Pairs: hash ^ node, node.
    words: Pages<AtomicU64>,
    /// Of the buckets in use.
    mask: AtomicUsize,
    /// Held by who makes it larger.
    growing: Mutex<()>,
}

/// What a position is kept under so many plies after the last irreversible move. The bucket is that
/// of its hash, so that both are found with one look into memory.
#[inline]
pub fn after(hash: u64, plies: usize) -> u64 {
    hash ^ (plies as u64).wrapping_mul(0x9E37_79B1) & 0xF_FFFF
}

impl Known {
    /// A table that grows to about so many bytes.
    pub fn new(bytes: u64, large: bool) -> Known {
        let buckets = (bytes / (16 * WAYS as u64)).max(2);
        let buckets = 1usize << buckets.ilog2();
        let mask = AtomicUsize::new(buckets.min(FIRST) - 1);
        Known { words: Pages::new(buckets * WAYS * 2, large), mask, growing: Mutex::new(()) }
    }

    /// Doubles the table; returns whether there is more room now. Others may read and write
    /// meanwhile; what they miss costs time only.
    #[cold]
    fn grow(&self) -> bool {
        let Ok(_held) = self.growing.try_lock() else { return false };
        let buckets = self.mask.load(Relaxed) + 1;
        let used = buckets * WAYS * 2;
        if 2 * used > self.words.len() {
            return false;
        }
        let (old, new) = self.words[..2 * used].split_at(used);
        for (bucket, other) in old.chunks_exact(WAYS * 2).zip(new.chunks_exact(WAYS * 2)) {
            // In the order in which they came, as if the table had always been so large.
            let (mut stays, mut goes) = (0, 0);
            for pair in 0..WAYS {
                let [key, value] = [0, 1].map(|word| bucket[2 * pair + word].load(Relaxed));
                bucket[2 * pair + 1].store(0, Relaxed);
                let moves = ((key ^ value) >> 20) as usize & buckets != 0;
                let (half, place) = if moves { (other, &mut goes) } else { (bucket, &mut stays) };
                if value != 0 {
                    half[*place].store(key, Relaxed);
                    half[*place + 1].store(value, Release);
                    *place += 2;
                }
            }
        }
        self.mask.store(2 * buckets - 1, Release);
        true
    }

    fn bucket(&self, hash: u64) -> &[AtomicU64] {
        let first = ((hash >> 20) as usize & self.mask.load(Relaxed)) * WAYS * 2;
        &self.words[first..first + WAYS * 2]
    }

    /// The node of a position.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<u32> {
        self.bucket(hash).chunks_exact(2).find_map(|pair| {
            let value = pair[1].load(Acquire);
            (value != 0 && pair[0].load(Relaxed) ^ value == hash).then_some(value as u32)
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
    pub fn put(&self, hash: u64, node: u32) {
        let value = u64::from(node) | 1 << 40;
        loop {
            let bucket = self.bucket(hash);
            let place = bucket.chunks_exact(2).position(|pair| {
                let old = pair[1].load(Relaxed);
                old == 0 || pair[0].load(Relaxed) ^ old == hash
            });
            if place.is_none() && self.grow() {
                continue;
            }
            let pair = place.unwrap_or((hash >> 8) as usize % WAYS) * 2;
            bucket[pair].store(hash ^ value, Relaxed);
            bucket[pair + 1].store(value, Release);
            return;
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        let used = (self.mask.load(Relaxed) + 1) * WAYS * 2;
        self.words[..used].iter().for_each(|word| word.store(0, Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What grows loses nothing before it is as large as it may be.
    #[test]
    fn grows_and_keeps_everything() {
        let known = Known::new(64 << 20, true);
        let mut dice = fastrand::Rng::with_seed(3);
        let hashes: Vec<u64> = (0..10_000).map(|_| dice.u64(..)).collect();
        for (node, &hash) in (1..).zip(&hashes) {
            known.put(after(hash, node as usize % 3), node);
        }
        for (node, &hash) in (1..).zip(&hashes) {
            assert_eq!(known.get(after(hash, node as usize % 3)), Some(node));
            assert_eq!(known.get(after(hash, 3)), None);
        }
        let buckets = known.mask.load(Relaxed) + 1;
        assert!(buckets > FIRST && buckets * 64 < 64 << 20, "{buckets}");
        known.clear();
        assert!(
            hashes.iter().all(|&hash| (0..3).all(|plies| known.get(after(hash, plies)).is_none()))
        );
    }
}
