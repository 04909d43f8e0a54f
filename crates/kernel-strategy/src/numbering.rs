//! Every position of a board as a number.

use std::fmt;

use crate::rules::{Board, Men, Place};

/// The most squares a board may have to be walked: the numbers of its positions must fit 32 bits
/// with room to spare, and each takes some bytes of memory.
pub const MOST_SQUARES: i32 = 1024;

/// A board that cannot be walked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unwalkable {
    /// A side is less than one.
    NoBoard,
    /// It has more than [`MOST_SQUARES`].
    TooLarge,
}

impl fmt::Display for Unwalkable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unwalkable::NoBoard => f.write_str("a board has at least one file and one rank"),
            Unwalkable::TooLarge => write!(
                f,
                "a board of more than {MOST_SQUARES} squares has too many positions to walk"
            ),
        }
    }
}

impl std::error::Error for Unwalkable {}

/// The positions of a board by number: the white king's square, then the rook's, then the black
/// king's, each rank by rank.
#[derive(Debug, Clone, Copy)]
pub struct Numbering {
    width: u32,
    squares: u32,
}

impl Numbering {
    /// The numbering of a board.
    ///
    /// # Errors
    /// The board cannot be walked.
    pub fn new(board: &Board<i32>) -> Result<Numbering, Unwalkable> {
        if board.width < 1 || board.height < 1 {
            return Err(Unwalkable::NoBoard);
        }
        match board.width.checked_mul(board.height) {
            Some(squares) if squares <= MOST_SQUARES => {
                Ok(Numbering { width: board.width as u32, squares: squares as u32 })
            }
            _ => Err(Unwalkable::TooLarge),
        }
    }

    fn square(&self, place: Place<i32>) -> u32 {
        place.y as u32 * self.width + place.x as u32
    }

    fn place(&self, square: u32) -> Place<i32> {
        Place::new((square % self.width) as i32, (square / self.width) as i32)
    }

    /// The number of a position whose men are all on the board.
    #[must_use]
    pub fn number(&self, men: Men<i32>) -> u32 {
        (self.square(men.king) * self.squares + self.square(men.piece)) * self.squares
            + self.square(men.black)
    }

    /// The position of a number.
    #[must_use]
    pub fn men(&self, number: u32) -> Men<i32> {
        Men {
            king: self.place(number / self.squares / self.squares),
            piece: self.place(number / self.squares % self.squares),
            black: self.place(number % self.squares),
        }
    }

    /// How many squares the board has.
    #[must_use]
    pub fn squares(&self) -> u32 {
        self.squares
    }

    /// How many numbers there are, those of men who cannot stand so with them.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.squares * self.squares * self.squares
    }
}
