//! The men of an ending, and where a position of them stands in an array.

use std::fmt;

use zermelo_board::{Role, Square, attacks};
use zermelo_kernel::{Color, Piece, Population};

/// The most men an ending may have here: an array over five would need gigabytes.
pub const MOST_MEN: usize = 4;

/// The men of an ending in a fixed order: White's king, Black's king, then the others.
///
/// A position is one square for each of them and the side to move. Its number is the kernel's place:
/// six bits for each man, of like men the lower square first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    population: Population,
}

/// The square of each man.
pub(crate) type Places = [u8; MOST_MEN];

/// Why some men are no ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndingError {
    /// A side has no king, or two.
    Kings,
    /// More men than are counted here.
    TooManyMen,
}

impl fmt::Display for EndingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndingError::Kings => f.write_str("each side has one king"),
            EndingError::TooManyMen => {
                write!(f, "endings are counted with up to {MOST_MEN} men, kings included")
            }
        }
    }
}

impl std::error::Error for EndingError {}

impl Ending {
    /// The ending with these men, kings included.
    ///
    /// # Errors
    ///
    /// If a side has not one king, or there are too many men.
    pub fn new(men: &[Piece]) -> Result<Ending, EndingError> {
        if men.len() > MOST_MEN {
            return Err(EndingError::TooManyMen);
        }
        let population = Population::new(men).ok_or(EndingError::Kings)?;
        Ok(Ending { population })
    }

    /// The positions of the ending, as the kernel counts them.
    pub fn population(&self) -> &Population {
        &self.population
    }

    /// Whether there is a pawn.
    pub fn has_pawns(&self) -> bool {
        self.men().iter().any(|man| man.role == Role::Pawn)
    }

    pub(crate) fn men(&self) -> &[Piece] {
        self.population.men()
    }

    /// The squares of the position with this number.
    pub(crate) fn places(&self, number: usize) -> Places {
        let mut places = [0; MOST_MEN];
        for (man, place) in places.iter_mut().enumerate().take(self.men().len()) {
            *place = (number >> (6 * man)) as u8 & 63;
        }
        places
    }

    /// The number of the position with these squares.
    pub(crate) fn number(&self, places: &Places) -> usize {
        let mut places = *places;
        if self.men().len() == 4 && self.men()[2] == self.men()[3] && places[2] > places[3] {
            places.swap(2, 3);
        }
        (0..self.men().len()).map(|man| usize::from(places[man]) << (6 * man)).sum()
    }

    /// Whether this is the number of a position: like men are in order.
    pub(crate) fn is_number(&self, number: usize) -> bool {
        self.number(&self.places(number)) == number
    }

    /// The squares that this man attacks from there.
    pub(crate) fn attacks(&self, man: usize, from: u8, occupied: u64) -> u64 {
        let from = Square::wrapping(from);
        match self.men()[man] {
            Piece { color, role: Role::Pawn } => attacks::pawn(color, from),
            Piece { role, .. } => attacks::piece(role, from, occupied),
        }
    }

    /// The squares from which this man may have come to its own without capture.
    pub(crate) fn origins(&self, man: usize, to: u8, occupied: u64) -> u64 {
        let Piece { color, role } = self.men()[man];
        if role != Role::Pawn {
            return attacks::piece(role, Square::wrapping(to), occupied) & !occupied;
        }
        pawn_origins(color, to, occupied)
    }
}

/// The rank of a square seen from a side: 0 is its own back rank.
pub(crate) fn rank_for(color: Color, square: u8) -> u8 {
    if color == Color::White { square >> 3 } else { 7 - (square >> 3) }
}

/// The squares from which a pawn may have stepped straight to this one.
pub(crate) fn pawn_origins(color: Color, to: u8, occupied: u64) -> u64 {
    let rank = rank_for(color, to);
    let back = |steps: u8| if color == Color::White { to - 8 * steps } else { to + 8 * steps };
    let free = |square: u8| occupied & 1 << square == 0;
    let mut origins = 0;
    if rank >= 2 && free(back(1)) {
        origins |= 1 << back(1);
        if rank == 3 && free(back(2)) {
            origins |= 1 << back(2);
        }
    }
    origins
}
