//! Hashers for search tables. Their keys are exact or hashes already, and nobody chooses them, so
//! what the standard hasher does against collisions would be spent in vain.

use std::hash::{BuildHasherDefault, Hasher};

/// For maps and sets of exact keys: one multiplication a word.
pub type FastHash = BuildHasherDefault<FastHasher>;

/// For maps and sets whose keys are hashes already.
pub type Prehashed = BuildHasherDefault<NoHasher>;

/// Mixes words; see [`FastHash`].
#[derive(Default)]
pub struct FastHasher(u64);

impl Hasher for FastHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.write_u64(u64::from_le_bytes(*word));
        }
        for &byte in rest {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 29);
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_u128(&mut self, number: u128) {
        let low = (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let high = ((number >> 64) as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        let mixed = self.0 ^ low.rotate_left(32) ^ high;
        self.0 = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    }
}

/// Takes a hash as it is; see [`Prehashed`].
#[derive(Default)]
pub struct NoHasher(u64);

impl Hasher for NoHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}
