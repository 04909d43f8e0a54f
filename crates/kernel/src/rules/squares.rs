//! Sets of squares, sixty-four bits with a name. Regions are made of them.

use crate::Square;

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Squares(pub u64);

impl Squares {
    /// No square.
    pub const EMPTY: Squares = Squares(0);

    /// Just this square.
    pub fn only(square: Square) -> Squares {
        Squares(square.bit())
    }

    /// Whether the square is in the set.
    pub fn contains(self, square: Square) -> bool {
        self.0 & square.bit() != 0
    }

    /// Whether every square of this set is in the other.
    pub fn is_subset(self, other: Squares) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether no square is in both sets.
    pub(crate) fn is_apart_from(self, other: Squares) -> bool {
        self.0 & other.0 == 0
    }

    /// Whether there is no square in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The square, if there is exactly one.
    pub fn single(self) -> Option<Square> {
        Square::new(self.0.trailing_zeros() as u8).filter(|&square| self == Squares::only(square))
    }

    /// The squares, a1 first.
    pub fn iter(self) -> impl Iterator<Item = Square> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let lowest = Square::new(rest.trailing_zeros() as u8)?;
            rest &= rest - 1;
            Some(lowest)
        })
    }
}
