//! The men of an ending, and where a position of them stands in an array.

use zermelo_board::{ahead, attacks};
use zermelo_kernel::{Color, Material, Piece, Role, Square};

/// The most men an ending may have here: an array over five would need gigabytes.
pub const MOST_MEN: usize = 4;

/// The men of an ending in a fixed order: White's king, Black's king, then the others.
///
/// A position is one square for each of them and the side to move. Its number is the kernel's place:
/// six bits for each man, of like men the lower square first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    material: Material,
}

/// The square of each man.
pub(crate) type Places = [Square; MOST_MEN];

/// Why some men are no ending.
#[derive(thiserror::Error, Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndingError {
    /// A side has no king, or two.
    #[error("each side has one king")]
    Kings,
    /// More men than are counted here.
    #[error("endings are counted with up to {MOST_MEN} men, kings included")]
    TooManyMen,
}

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
        let material = Material::new(men).ok_or(EndingError::Kings)?;
        Ok(Ending { material })
    }

    /// The positions of the ending, as the kernel counts them.
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// Whether there is a pawn.
    pub fn has_pawns(&self) -> bool {
        self.men().iter().any(|man| man.role == Role::Pawn)
    }

    pub(crate) fn men(&self) -> &[Piece] {
        self.material.men()
    }

    /// The squares of the position with this number.
    pub(crate) fn places(&self, number: usize) -> Places {
        std::array::from_fn(|man| Square::wrapping((number >> (6 * man)) as u8))
    }

    /// The number of the position with these squares.
    pub(crate) fn number(&self, places: &Places) -> usize {
        let mut places = *places;
        if self.men().len() == 4 && self.men()[2] == self.men()[3] && places[2] > places[3] {
            places.swap(2, 3);
        }
        (0..self.men().len()).map(|man| places[man].index() << (6 * man)).sum()
    }

    /// Whether this is the number of a position: like men are in order.
    pub(crate) fn is_number(&self, number: usize) -> bool {
        self.number(&self.places(number)) == number
    }

    /// The squares that this man attacks from there.
    pub(crate) fn attacks(&self, man: usize, from: Square, occupied: u64) -> u64 {
        attacked(self.men()[man], from, occupied)
    }

    /// The squares from which this man may have come to its own without capture.
    pub(crate) fn origins(&self, man: usize, to: Square, occupied: u64) -> u64 {
        let Piece { color, role } = self.men()[man];
        if role != Role::Pawn {
            return attacks::piece(role, to, occupied) & !occupied;
        }
        pawn_origins(color, to, occupied)
    }
}

/// The rank of a square seen from a side: 0 is its own back rank.
pub(crate) fn rank_for(color: Color, square: Square) -> i8 {
    if color == Color::White { square.rank() } else { 7 - square.rank() }
}

/// The squares that a man attacks.
pub(crate) fn attacked(man: Piece, from: Square, occupied: u64) -> u64 {
    match man.role {
        Role::Pawn => attacks::pawn(man.color, from),
        role => attacks::piece(role, from, occupied),
    }
}

/// The squares from which a pawn may have stepped straight to this one.
pub(crate) fn pawn_origins(color: Color, to: Square, occupied: u64) -> u64 {
    let rank = rank_for(color, to);
    let one = ahead(!color, to);
    if rank < 2 || occupied & one.bit() != 0 {
        return 0;
    }
    let two = if rank == 3 { ahead(!color, one).bit() & !occupied } else { 0 };
    one.bit() | two
}
