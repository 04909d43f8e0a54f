//! Chance that falls alike on every machine. The numbers of `usize` that fastrand draws depend on how
//! many bits it has, and in a browser it has fewer: a link to a ply of the game must show the same
//! position there.

use std::ops::RangeBounds;

use fastrand::Rng;

/// Numbers by lot.
pub(super) struct Dice(Rng);

impl Dice {
    /// The series of a seed.
    pub fn with_seed(seed: u64) -> Dice {
        Dice(Rng::with_seed(seed))
    }

    /// A series that goes its own way from here.
    pub fn fork(&mut self) -> Dice {
        Dice(self.0.fork())
    }

    /// A number below this one, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.0.u64(..end as u64) as usize
    }

    /// A small number.
    pub fn u8(&mut self, range: impl RangeBounds<u8>) -> u8 {
        self.0.u8(range)
    }

    /// Yes or no.
    pub fn bool(&mut self) -> bool {
        self.0.bool()
    }

    /// How often yes comes before the first no.
    pub fn halvings(&mut self) -> u32 {
        self.0.u64(..).trailing_zeros()
    }

    /// One of them, if there are any.
    pub fn choice<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        if all.is_empty() { None } else { all.get(self.below(all.len())) }
    }

    /// Puts them into any order.
    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for i in 1..all.len() {
            all.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;

    #[test]
    fn it_falls_as_where_there_are_64_bits() {
        let (mut dice, mut rng) = (Dice::with_seed(1), Rng::with_seed(1));
        for end in 1..200 {
            assert_eq!(dice.below(end), rng.usize(..end));
            let mut both = [0; 2].map(|_| (0..end).collect::<Vec<_>>());
            dice.shuffle(&mut both[0]);
            rng.shuffle(&mut both[1]);
            assert_eq!(both[0], both[1]);
            assert_eq!(dice.choice(&both[0]), rng.choice(&both[1]));
        }
        assert_eq!(dice.choice::<u8>(&[]), None);
    }
}
