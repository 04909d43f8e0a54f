//! The men of an ending, and where a position of them stands in an array.

use std::fmt;

use zermelo_board::{ahead, attacks};
use zermelo_kernel::{Color, Material, Piece, Position, Role, Square};

use super::numbering::{MOST_BY_DEFINITIONS, Stands};

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
    #[error(
        "endings are counted with up to {MOST_MEN} men, kings included, and by definitions alone with \
         {MOST_BY_DEFINITIONS} if none is a pawn"
    )]
    TooManyMen,
}

/// The men of an ending that can be counted by definitions, with up to five men if none is a pawn.
///
/// They are in the kernel's order: White's king and Black's, then White's men, then Black's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Men {
    list: Vec<Piece>,
}

impl Men {
    /// These men, kings included.
    ///
    /// # Errors
    ///
    /// If a side has not one king, or there are too many men.
    pub fn new(men: &[Piece]) -> Result<Men, EndingError> {
        let mut list = men.to_vec();
        list.sort_by_key(|man| (man.role != Role::King, man.color, man.role));
        let kings = Color::ALL.map(|color| Piece { color, role: Role::King });
        let rest = list.strip_prefix(&kings).ok_or(EndingError::Kings)?;
        if rest.iter().any(|man| man.role == Role::King) {
            return Err(EndingError::Kings);
        }
        let has_pawns = rest.iter().any(|man| man.role == Role::Pawn);
        if list.len() > if has_pawns { MOST_MEN } else { MOST_BY_DEFINITIONS } {
            return Err(EndingError::TooManyMen);
        }
        Ok(Men { list })
    }

    /// The men in their order.
    pub fn list(&self) -> &[Piece] {
        &self.list
    }

    /// Whether there is a pawn.
    pub fn has_pawns(&self) -> bool {
        self.list.iter().any(|man| man.role == Role::Pawn)
    }

    pub(crate) fn occupied(&self, stands: &Stands) -> u64 {
        stands.iter().take(self.list.len()).fold(0, |board, at| board | at.bit())
    }

    /// Where the men of a position stand, if it has these and no others.
    pub(crate) fn stands(&self, position: &Position) -> Option<Stands> {
        let mut stands: [Option<Square>; MOST_BY_DEFINITIONS] = [None; MOST_BY_DEFINITIONS];
        let mut count = 0;
        for (at, piece) in position.pieces() {
            let mut free = self.list.iter().zip(&stands);
            let man = free.position(|(man, square)| *man == piece && square.is_none())?;
            stands[man] = Some(at);
            count += 1;
        }
        let fill = Square::wrapping(0);
        (count == self.list.len()).then(|| stands.map(|at| at.unwrap_or(fill)))
    }
}

impl fmt::Display for Men {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |color| {
            let mut men: Vec<Role> =
                self.list.iter().filter(|man| man.color == color).map(|man| man.role).collect();
            men.sort_by(|a, b| b.cmp(a));
            men.into_iter().map(|role| role.letter().to_ascii_uppercase()).collect::<String>()
        };
        write!(f, "{}v{}", side(Color::White), side(Color::Black))
    }
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
}

/// The squares from which this man may have come to its own without capture.
pub(crate) fn origins(man: Piece, to: Square, occupied: u64) -> u64 {
    match man.role {
        Role::Pawn => pawn_origins(man.color, to, occupied),
        role => attacks::piece(role, to, occupied) & !occupied,
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
