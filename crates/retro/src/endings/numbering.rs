//! Numbers for positions of a few men, one for all that are the same turned or in a mirror.
//!
//! Without pawns the board has eight symmetries, with pawns two. Of the positions that they make of one
//! another only those have a number in which the kings stand on squares chosen once for all: 462 pairs
//! instead of 3,612 where no pawn stands, so that a set of positions of five men is 15 MB of bits. With
//! both kings on a long diagonal one mirror is left; of the two numbers the smaller one counts.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use zermelo_board::{attacks, squares};
use zermelo_kernel::{Piece, Role, Square};

/// The most men that are numbered.
pub const MOST_BY_DEFINITIONS: usize = 5;

/// The square of each man, in the order of the men; what is behind the last one does not matter.
pub(crate) type Stands = [Square; MOST_BY_DEFINITIONS];

/// How positions of some men are numbered.
pub(crate) struct Numbering {
    men: Vec<Piece>,
    /// Where each symmetry takes each square; the first leaves all where they are.
    symmetries: Vec<[Square; 64]>,
    /// For both kings' squares, White's times 64: the number of their pair, and the symmetry that
    /// takes them there. None if the kings touch.
    pairs: Vec<Option<(usize, usize)>>,
    /// The squares of each pair, and the other symmetry that leaves both where they are.
    kings: Vec<([Square; 2], Option<usize>)>,
}

impl Numbering {
    /// Numbers for these men: White's king and Black's, then the others, like men together.
    pub fn new(men: &[Piece]) -> Numbering {
        let has_pawns = men.iter().any(|man| man.role == Role::Pawn);
        let symmetries: Vec<[Square; 64]> = (0..if has_pawns { 2 } else { 8 })
            .map(|symmetry| std::array::from_fn(|at| moved(at, symmetry)))
            .collect();
        let mut pairs: Vec<Option<(usize, usize)>> = vec![None; 64 * 64];
        let mut kings: Vec<([Square; 2], Option<usize>)> = Vec::new();
        for white in Square::all() {
            for black in squares(!attacks::king(white) & !white.bit()) {
                let images = symmetries.iter().map(|to| both(to[white.index()], to[black.index()]));
                let images: Vec<usize> = images.collect();
                let here = both(white, black);
                // The smallest image comes first in this loop.
                let (least, symmetry) =
                    (0..images.len()).map(|s| (images[s], s)).min().expect("one");
                pairs[here] = match pairs[least] {
                    Some((pair, _)) => Some((pair, symmetry)),
                    None => Some((kings.len(), symmetry)),
                };
                if least == here {
                    let fixed = (1..images.len()).find(|&s| images[s] == here);
                    kings.push(([white, black], fixed));
                }
            }
        }
        Numbering { men: men.to_vec(), symmetries, pairs, kings }
    }

    /// How many numbers there are; not each is a position's.
    pub fn count(&self) -> usize {
        self.kings.len() << self.bits()
    }

    /// The bits of a number that are for men other than kings.
    fn bits(&self) -> usize {
        6 * (self.men.len() - 2)
    }

    /// How many symmetries the board has for these men.
    pub fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    /// The same position by a symmetry.
    pub fn image(&self, stands: &Stands, symmetry: usize) -> Stands {
        stands.map(|at| self.symmetries[symmetry][at.index()])
    }

    /// The number of a position; none if the kings touch.
    pub fn number(&self, stands: &Stands) -> Option<usize> {
        let (pair, symmetry) = self.pairs[both(stands[0], stands[1])]?;
        let number = self.others(stands, &self.symmetries[symmetry]);
        let number = match self.kings[pair].1 {
            None => number,
            Some(mirror) => {
                number.min(self.others(&self.image(stands, symmetry), &self.symmetries[mirror]))
            }
        };
        Some(pair << self.bits() | number)
    }

    /// Six bits for each man that is no king, of like men the lower square first.
    fn others(&self, stands: &Stands, to: &[Square; 64]) -> usize {
        let mut moved = [0; MOST_BY_DEFINITIONS];
        for man in 2..self.men.len() {
            let at = to[stands[man].index()].index();
            let mut place = man;
            while place > 2 && self.men[place - 1] == self.men[man] && moved[place - 1] > at {
                moved[place] = moved[place - 1];
                place -= 1;
            }
            moved[place] = at;
        }
        (2..self.men.len()).fold(0, |number, man| number | moved[man] << (6 * (man - 2)))
    }

    /// The squares of the position with this number.
    pub fn stands(&self, number: usize) -> Stands {
        let [white, black] = self.kings[number >> self.bits()].0;
        std::array::from_fn(|man| match man {
            0 => white,
            1 => black,
            _ => Square::wrapping((number >> (6 * (man - 2))) as u8 & 63),
        })
    }

    /// Whether this is the number of the position on its squares: of like men, and with both kings on a
    /// long diagonal, there are others for the same one.
    pub fn is_number(&self, number: usize) -> bool {
        self.number(&self.stands(number)) == Some(number)
    }

    /// How many positions have this number.
    pub fn weight(&self, number: usize) -> u64 {
        let mirror = self.kings[number >> self.bits()].1;
        let rest = number & ((1 << self.bits()) - 1);
        let is_own = mirror.is_some_and(|mirror| {
            self.others(&self.stands(number), &self.symmetries[mirror]) == rest
        });
        self.symmetries.len() as u64 / if is_own { 2 } else { 1 }
    }
}

/// The squares of both kings as one number.
fn both(white: Square, black: Square) -> usize {
    white.index() << 6 | black.index()
}

/// Where a symmetry takes a square: bit 0 exchanges the wings, bit 1 the sides, bit 2 files and ranks.
fn moved(at: usize, symmetry: usize) -> Square {
    let (mut file, mut rank) = (at % 8, at / 8);
    if symmetry & 1 != 0 {
        file = 7 - file;
    }
    if symmetry & 2 != 0 {
        rank = 7 - rank;
    }
    if symmetry & 4 != 0 {
        (file, rank) = (rank, file);
    }
    Square::wrapping((rank * 8 + file) as u8)
}

/// A set of numbers, which many threads may change at once.
pub(crate) struct Set {
    words: Vec<AtomicU64>,
}

impl Set {
    /// The numbers below `count` of which this is true.
    pub fn new(count: usize, is_in: impl Fn(usize) -> bool + Sync) -> Set {
        let word = |word: usize| {
            let numbers = (word * 64..count.min(word * 64 + 64)).filter(|&number| is_in(number));
            AtomicU64::new(numbers.fold(0, |bits, number| bits | 1 << (number % 64)))
        };
        Set { words: (0..count.div_ceil(64)).into_par_iter().map(word).collect() }
    }

    /// No numbers below `count`.
    pub fn empty(count: usize) -> Set {
        Set { words: (0..count.div_ceil(64)).map(|_| AtomicU64::new(0)).collect() }
    }

    /// The numbers in it of which this is true.
    pub fn filtered(&self, is_in: impl Fn(usize) -> bool + Sync) -> Set {
        let word = |word: usize| {
            let numbers = in_word(word, self.words[word].load(Relaxed)).filter(|&n| is_in(n));
            AtomicU64::new(numbers.fold(0, |bits, number| bits | 1 << (number % 64)))
        };
        Set { words: (0..self.words.len()).into_par_iter().map(word).collect() }
    }

    /// Whether a number is in it.
    pub fn has(&self, number: usize) -> bool {
        self.words[number / 64].load(Relaxed) >> (number % 64) & 1 != 0
    }

    /// Puts a number in; whether it was out.
    pub fn put(&self, number: usize) -> bool {
        let bit = 1 << (number % 64);
        self.words[number / 64].fetch_or(bit, Relaxed) & bit == 0
    }

    /// Takes a number out; whether it was in.
    pub fn take(&self, number: usize) -> bool {
        let bit = 1 << (number % 64);
        self.words[number / 64].fetch_and(!bit, Relaxed) & bit != 0
    }

    /// The numbers in it, on all threads.
    pub fn numbers(&self) -> impl ParallelIterator<Item = usize> + '_ {
        let words = (0..self.words.len()).into_par_iter();
        words.flat_map_iter(|word| in_word(word, self.words[word].load(Relaxed)))
    }

    /// The same but for those in another set.
    pub fn numbers_beside<'a>(
        &'a self,
        other: &'a Set,
    ) -> impl ParallelIterator<Item = usize> + 'a {
        let words = (0..self.words.len()).into_par_iter();
        words.flat_map_iter(move |word| {
            let [ours, theirs] = [self, other].map(|set| set.words[word].load(Relaxed));
            in_word(word, ours & !theirs)
        })
    }
}

/// The numbers whose bits are set in this word of a set.
fn in_word(word: usize, mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            word * 64 + bit
        })
    })
}

impl Clone for Set {
    fn clone(&self) -> Set {
        let word = |word: &AtomicU64| AtomicU64::new(word.load(Relaxed));
        Set { words: self.words.iter().map(word).collect() }
    }
}
