//! The nouns of chess: colours, roles, men and squares.
//!
//! They exist as types so that no bare number crosses a function boundary. The geometry of the
//! board lives here too, in one place: [`Square::offset`] knows the edges, and [`Role::steps`] says
//! in which directions a man goes (FIDE Laws, articles 3.2 to 3.8). Everything else is built on
//! those two.

use std::fmt::{self, Write as _};
use std::ops::{Index, IndexMut, Not};
use std::str::FromStr;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// The player who moves first.
    White,
    /// The other player.
    Black,
}

impl Color {
    /// Both colours, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The direction in which this colour's pawns advance: +1 rank or -1 rank.
    #[inline]
    pub const fn forward(self) -> i8 {
        match self {
            Color::White => 1,
            Color::Black => -1,
        }
    }

    /// The rank (0 to 7) on which this colour's pieces start the game.
    #[inline]
    pub fn back_rank(self) -> i8 {
        match self {
            Color::White => 0,
            Color::Black => 7,
        }
    }

    /// The rank (0 to 7) from which this colour's pawns may advance two squares.
    #[inline]
    pub fn pawn_rank(self) -> i8 {
        self.back_rank() + self.forward()
    }

    /// The rank (0 to 7) on which this colour's pawns promote.
    #[inline]
    pub fn promotion_rank(self) -> i8 {
        (!self).back_rank()
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// A thing for each of the two players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ByColor<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> ByColor<T> {
    /// Makes White's, then Black's.
    #[inline]
    pub fn new_with(mut make: impl FnMut(Color) -> T) -> ByColor<T> {
        ByColor { white: make(Color::White), black: make(Color::Black) }
    }

    /// The same for both, changed.
    #[inline]
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor { white: change(self.white), black: change(self.black) }
    }

    /// Both, White's first, each with its colour.
    pub fn iter(&self) -> impl Iterator<Item = (Color, &T)> {
        [(Color::White, &self.white), (Color::Black, &self.black)].into_iter()
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, color: Color) -> &T {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline(always)]
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}

/// The two directions in which a king may castle, named as on the usual board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CastlingSide {
    /// Towards the h-file: the king goes to the g-file, the rook to the f-file.
    KingSide,
    /// Towards the a-file: the king goes to the c-file, the rook to the d-file.
    QueenSide,
}

impl CastlingSide {
    /// Both sides, the king's side first.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::KingSide, CastlingSide::QueenSide];

    /// 0 for the king's side, 1 for the queen's side.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The side on which `rook` stands, seen from `king`.
    pub fn of(king: Square, rook: Square) -> CastlingSide {
        if rook.file() > king.file() { CastlingSide::KingSide } else { CastlingSide::QueenSide }
    }

    /// Where the king of `color` stands after castling on this side.
    pub fn king_target(self, color: Color) -> Square {
        Square::on_board(if self == CastlingSide::KingSide { 6 } else { 2 }, color.back_rank())
    }

    /// Where the rook of `color` stands after castling on this side.
    pub fn rook_target(self, color: Color) -> Square {
        Square::on_board(if self == CastlingSide::KingSide { 5 } else { 3 }, color.back_rank())
    }
}

/// What kind of man something is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)] // The names are the documentation.
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const STRAIGHTS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const ALL_EIGHT: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const LEAPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl Role {
    /// All six roles, from the pawn to the king.
    pub const ALL: [Role; 6] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// What a pawn may become on its last rank (article 3.7.3.3).
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    /// The English letter of the role, in lower case: `p n b r q k`.
    pub fn letter(self) -> char {
        match self {
            Role::Pawn => 'p',
            Role::Knight => 'n',
            Role::Bishop => 'b',
            Role::Rook => 'r',
            Role::Queen => 'q',
            Role::King => 'k',
        }
    }

    /// The role with this English letter, in either case.
    pub fn from_letter(letter: char) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.letter() == letter.to_ascii_lowercase())
    }

    /// The steps, as (files, ranks), that a man of this role makes both to move and to capture.
    ///
    /// Every list contains the opposite of each of its steps. A pawn has none: its ways are its
    /// colour's, and it does not capture as it moves.
    pub const fn steps(self) -> &'static [(i8, i8)] {
        match self {
            Role::Pawn => &[],
            Role::Knight => &LEAPS,
            Role::Bishop => &DIAGONALS,
            Role::Rook => &STRAIGHTS,
            Role::Queen | Role::King => &ALL_EIGHT,
        }
    }

    /// Whether a man of this role may repeat its step until something stands in its way.
    pub const fn slides(self) -> bool {
        matches!(self, Role::Bishop | Role::Rook | Role::Queen)
    }
}

/// A man: a role in a colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Whose man it is.
    pub color: Color,
    /// What kind of man it is.
    pub role: Role,
}

impl Piece {
    /// The letter used in FEN: upper case for White, lower case for Black.
    pub fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter().to_ascii_uppercase(),
            Color::Black => self.role.letter(),
        }
    }

    /// The man with this FEN letter.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some(Piece { color, role: Role::from_letter(letter)? })
    }
}

/// One of the 64 squares: a1 is 0, b1 is 1, h8 is 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this index, if there is one.
    #[inline]
    pub fn new(index: u8) -> Option<Square> {
        (index < 64).then_some(Square(index))
    }

    /// The square whose index has these low six bits.
    #[inline]
    pub const fn wrapping(index: u8) -> Square {
        Square(index & 63)
    }

    /// The set of just this square, as bits.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// All squares: a1, b1, ... h8.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }

    /// The square on this file (0 is a) and rank (0 is the first), if it is on the board.
    pub fn from_coords(file: i8, rank: i8) -> Option<Square> {
        let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
        on_board.then(|| Square((rank * 8 + file) as u8))
    }

    /// The same, where the coordinates are known to be on the board.
    pub(crate) fn on_board(file: i8, rank: i8) -> Square {
        Square::from_coords(file, rank).expect("coordinates from 0 to 7")
    }

    /// The number of the square, 0 to 63.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The same in the byte that it takes.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The file, 0 for a to 7 for h.
    #[inline]
    pub fn file(self) -> i8 {
        (self.0 % 8) as i8
    }

    /// The rank, 0 for the first to 7 for the eighth.
    #[inline]
    pub fn rank(self) -> i8 {
        (self.0 / 8) as i8
    }

    /// The square so many files and ranks away, if it is still on the board.
    pub fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = i16::from(self.file()) + i16::from(files);
        let rank = i16::from(self.rank()) + i16::from(ranks);
        let on_board = (file | rank) & !7 == 0;
        on_board.then(|| Square((rank * 8 + file) as u8))
    }

    /// Whether this is one of the 32 light squares (a1 is dark).
    #[inline]
    pub fn is_light(self) -> bool {
        (self.file() + self.rank()) % 2 == 1
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(char::from(b'a' + self.0 % 8))?;
        f.write_char(char::from(b'1' + self.0 / 8))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not the name of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotASquare;

impl fmt::Display for NotASquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is written as a letter from a to h and a digit from 1 to 8")
    }
}

impl std::error::Error for NotASquare {}

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Square, NotASquare> {
        match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Square((rank - b'1') * 8 + file - b'a')),
            _ => Err(NotASquare),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn square_names_and_numbers_agree() {
        for (index, square) in Square::all().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::new(index as u8), Some(square));
            assert_eq!(Square::from_coords(square.file(), square.rank()), Some(square));
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        assert_eq!(Square::all().count(), 64);
        assert_eq!("b1".parse(), Square::new(1).ok_or(NotASquare));
        assert_eq!(Square::new(64), None);
        for text in ["", "e", "e9", "e0", "i4", "E4", "e44", "é", "4e"] {
            assert_eq!(text.parse::<Square>(), Err(NotASquare), "{text}");
        }
    }

    #[test]
    fn offsets_end_at_the_edges() {
        let a1 = Square::on_board(0, 0);
        assert_eq!(a1.offset(-1, 0), None);
        assert_eq!(a1.offset(0, 8), None);
        assert_eq!(a1.offset(i8::MAX, i8::MIN), None);
        assert_eq!(Square::on_board(7, 7).offset(i8::MAX, 0), None);
        assert_eq!(a1.offset(7, 7), Square::new(63));
        assert!(!a1.is_light() && Square::on_board(7, 0).is_light());
    }

    #[test]
    fn steps_are_symmetric() {
        for role in Role::ALL {
            for &(df, dr) in role.steps() {
                assert!(role.steps().contains(&(-df, -dr)), "{role:?}");
            }
        }
    }

    #[test]
    fn letters_round_trip() {
        for role in Role::ALL {
            for color in Color::ALL {
                let piece = Piece { color, role };
                assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            }
        }
        assert_eq!(Role::from_letter('x'), None);
        assert_eq!(Piece::from_letter('\u{212a}'), None); // the Kelvin sign is not a king
    }
}
