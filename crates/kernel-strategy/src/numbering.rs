//! Every position of a board as a number.

use std::fmt;
use std::marker::PhantomData;

use crate::rules::{Board, Men, Pair, Pieces, Place};

/// The most squares a board may have to be walked with one piece: the numbers of its positions must fit 32 bits
/// with room to spare, and each takes some bytes of memory.
pub const MOST_SQUARES: i32 = 1024;

/// A board that cannot be walked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unwalkable {
    /// A side is less than one.
    NoBoard,
    /// It has more than [`MOST_SQUARES`].
    TooLarge,
    /// With two pieces it has more positions than a board of [`MOST_SQUARES`] has with one.
    TooLargeForTwo,
}

impl fmt::Display for Unwalkable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unwalkable::NoBoard => f.write_str("a board has at least one file and one rank"),
            Unwalkable::TooLarge => write!(
                f,
                "a board of more than {MOST_SQUARES} squares has too many positions to walk"
            ),
            Unwalkable::TooLargeForTwo => {
                f.write_str("with two pieces the board has too many positions to walk")
            }
        }
    }
}

impl std::error::Error for Unwalkable {}

/// Pieces whose places have numbers.
pub trait Numbered: Pieces<i32> + Sync + Send + std::fmt::Debug + Eq + std::hash::Hash {
    /// How many numbers there are on so many squares.
    fn count(squares: u64) -> u64;

    /// Their number, given that of each square.
    fn number(&self, square: impl Fn(Place<i32>) -> u32) -> u32;

    /// The squares of a number.
    fn of(number: u32, squares: u32, place: impl Fn(u32) -> Place<i32>) -> Self;
}

impl Numbered for Place<i32> {
    fn count(squares: u64) -> u64 {
        squares
    }

    fn number(&self, square: impl Fn(Place<i32>) -> u32) -> u32 {
        square(*self)
    }

    fn of(number: u32, _: u32, place: impl Fn(u32) -> Place<i32>) -> Self {
        place(number)
    }
}

/// Two squares, of which the second comes after the first: a triangle of numbers. Two pieces on one
/// square, which no position has, count as well.
impl Numbered for Pair<i32> {
    fn count(squares: u64) -> u64 {
        squares * (squares + 1) / 2
    }

    fn number(&self, square: impl Fn(Place<i32>) -> u32) -> u32 {
        let [one, other] = self.map(square);
        let (low, high) = (one.min(other), one.max(other));
        high * (high + 1) / 2 + low
    }

    fn of(number: u32, _: u32, place: impl Fn(u32) -> Place<i32>) -> Self {
        // The largest row of the triangle that does not begin after the number.
        let mut high = (2 * number).isqrt();
        if high * (high + 1) / 2 > number {
            high -= 1;
        }
        [place(number - high * (high + 1) / 2), place(high)]
    }
}

/// The positions of a board by number: the white king's square, then those of the pieces, then the
/// black king's, each rank by rank.
#[derive(Debug, Clone, Copy)]
pub struct Numbering<P = Place<i32>> {
    width: u32,
    squares: u32,
    /// How many numbers the pieces have.
    pieces: u32,
    kind: PhantomData<P>,
}

impl<P: Numbered> Numbering<P> {
    /// The numbering of a board.
    ///
    /// # Errors
    /// The board cannot be walked.
    pub fn new(board: &Board<i32>) -> Result<Numbering<P>, Unwalkable> {
        if board.width < 1 || board.height < 1 {
            return Err(Unwalkable::NoBoard);
        }
        let squares = board.width.checked_mul(board.height).ok_or(Unwalkable::TooLarge)?;
        let pieces = P::count(squares as u64);
        // MOST_SQUARES is for one piece.
        let most = u64::from(MOST_SQUARES as u32).pow(3);
        if squares > MOST_SQUARES {
            return Err(Unwalkable::TooLarge);
        } else if (squares as u64).pow(2) * pieces > most {
            return Err(Unwalkable::TooLargeForTwo);
        }
        let (width, squares, pieces) = (board.width as u32, squares as u32, pieces as u32);
        Ok(Numbering { width, squares, pieces, kind: PhantomData })
    }

    fn square(&self, place: Place<i32>) -> u32 {
        place.y as u32 * self.width + place.x as u32
    }

    fn place(&self, square: u32) -> Place<i32> {
        Place::new((square % self.width) as i32, (square / self.width) as i32)
    }

    /// The number of a position whose men are all on the board.
    #[must_use]
    pub fn number(&self, men: Men<i32, P>) -> u32 {
        let pieces = men.piece.number(|place| self.square(place));
        (self.square(men.king) * self.pieces + pieces) * self.squares + self.square(men.black)
    }

    /// The position of a number.
    #[must_use]
    pub fn men(&self, number: u32) -> Men<i32, P> {
        let pieces = number / self.squares % self.pieces;
        Men {
            king: self.place(number / self.squares / self.pieces),
            piece: P::of(pieces, self.squares, |square| self.place(square)),
            black: self.place(number % self.squares),
        }
    }

    /// How many squares the board has.
    #[must_use]
    pub fn squares(&self) -> u32 {
        self.squares
    }

    /// How many numbers there are for one square of the white king.
    #[must_use]
    pub fn each_king(&self) -> u32 {
        self.pieces * self.squares
    }

    /// How many numbers there are, those of men who cannot stand so with them.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.squares * self.each_king()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_a_position() {
        fn round_trip<P: Numbered>(board: Board<i32>) {
            let numbering = Numbering::<P>::new(&board).unwrap();
            for number in 0..numbering.count() {
                assert_eq!(numbering.number(numbering.men(number)), number);
            }
        }
        round_trip::<Place<i32>>(Board::new(5, 4));
        round_trip::<Pair<i32>>(Board::new(4, 5));
        round_trip::<Pair<i32>>(Board::new(1, 1));
    }

    #[test]
    fn the_order_of_two_rooks_says_nothing() {
        let numbering = Numbering::new(&Board::new(12, 9)).unwrap();
        let [one, other] = [Place::new(11, 8), Place::new(3, 8)];
        let men = |piece| Men { king: Place::new(0, 0), piece, black: Place::new(0, 5) };
        assert_eq!(numbering.number(men([one, other])), numbering.number(men([other, one])));
        assert!(Numbering::<Pair<i32>>::new(&Board::new(15, 15)).is_err());
    }
}
