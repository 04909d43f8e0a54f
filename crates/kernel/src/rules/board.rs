//! The men on the 64 squares, in four words of 64 bits.
//!
//! Every man has a number, 1 for a pawn to 6 for a king, and 8 more for Black's. Bit `i` of the
//! number of the man on a square is the bit of this square in word `i`; an empty square has none.
//! So a board takes 32 bytes, a man is put or looked up by four bits, and all men of a kind are
//! found by a few operations on whole words: that is what makes a check fast.

use crate::rules::chess::{Color, Piece, Role, Square};
use crate::rules::squares::Squares;

/// The men on the 64 squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board([u64; 4]);

/// What is added to the number of a man if it is Black's.
pub(crate) const BLACK: u64 = 8;

/// The number of a man.
#[inline]
pub(crate) fn number(Piece { color, role }: Piece) -> u64 {
    1 + role as u64 + BLACK * color as u64
}

/// The man with each number.
const MEN: [Option<Piece>; 16] = {
    let mut men = [None; 16];
    let mut role = 0;
    while role < 6 {
        men[1 + role] = Some(Piece { color: Color::White, role: Role::ALL[role] });
        men[1 + role + BLACK as usize] = Some(Piece { color: Color::Black, role: Role::ALL[role] });
        role += 1;
    }
    men
};

/// Changes the number of a square by these bits.
#[inline]
pub(crate) fn change(words: &mut [u64; 4], square: Square, bits: u64) {
    for (index, word) in words.iter_mut().enumerate() {
        *word ^= (bits >> index & 1) << square.index();
    }
}

impl Board {
    /// The board with these words: `None` if they give a square a number that no man has.
    pub fn from_words(words: [u64; 4]) -> Option<Board> {
        let [a, b, c, black] = words;
        (a & b & c == 0 && black & !(a | b | c) == 0).then_some(Board(words))
    }

    /// The four words.
    pub fn words(&self) -> [u64; 4] {
        self.0
    }

    /// The man on a square.
    #[inline]
    pub fn at(&self, square: Square) -> Option<Piece> {
        let bit = |index: usize| (self.0[index] >> square.index() & 1) << index;
        MEN[(bit(0) | bit(1) | bit(2) | bit(3)) as usize]
    }

    /// Puts a man on a square in place of the one that is there, or takes that one off.
    #[inline]
    pub fn put(&mut self, square: Square, man: Option<Piece>) {
        self.replace(square, self.at(square), man);
    }

    /// The same where it is known who is there.
    #[inline]
    pub(crate) fn replace(&mut self, square: Square, old: Option<Piece>, new: Option<Piece>) {
        change(&mut self.0, square, old.map_or(0, number) ^ new.map_or(0, number));
    }

    /// The squares that are not empty.
    #[inline]
    pub fn occupied(&self) -> Squares {
        Squares(self.0[0] | self.0[1] | self.0[2])
    }

    /// The squares of one side's men.
    #[inline]
    pub fn side(&self, color: Color) -> Squares {
        match color {
            Color::White => Squares(self.occupied().0 & !self.0[3]),
            Color::Black => Squares(self.0[3]),
        }
    }

    /// The squares of all men of this role, of either colour.
    #[inline]
    pub fn role(&self, role: Role) -> Squares {
        let number = 1 + role as u64;
        let word =
            |index: usize| if number >> index & 1 == 1 { self.0[index] } else { !self.0[index] };
        Squares(word(0) & word(1) & word(2))
    }

    /// The squares of all men like this one.
    #[inline]
    pub fn all(&self, man: Piece) -> Squares {
        Squares(self.role(man.role).0 & self.side(man.color).0)
    }

    /// All men with their squares, from a1 to h8.
    pub fn men(&self) -> impl Iterator<Item = (Square, Piece)> + Clone + '_ {
        self.occupied().iter().filter_map(|square| Some((square, self.at(square)?)))
    }
}

impl From<[Option<Piece>; 64]> for Board {
    /// The men from a1 to h8.
    fn from(men: [Option<Piece>; 64]) -> Board {
        let mut board = Board::default();
        for (square, man) in Square::all().zip(men) {
            board.replace(square, None, man);
        }
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_man_is_found_again() {
        let mut board = Board::default();
        let mut squares = Square::all();
        let both = Color::ALL.into_iter().flat_map(|c| Role::ALL.map(|role| (c, role)));
        for (color, role) in both.clone() {
            board.put(squares.next().unwrap(), Some(Piece { color, role }));
        }
        for (square, (color, role)) in Square::all().zip(both) {
            let man = Piece { color, role };
            assert_eq!(board.at(square), Some(man));
            assert_eq!(board.all(man), Squares::only(square));
        }
        assert_eq!(board.men().count(), 12);
        assert_eq!(
            Board::from(std::array::from_fn(|at| board.at(Square::wrapping(at as u8)))),
            board
        );
        assert_eq!(Board::from_words(board.words()), Some(board));
        for square in Square::all() {
            board.put(square, None);
        }
        assert_eq!(board, Board::default());
        // Numbers that no man has: 7, 15 and 8.
        for words in [[1, 1, 1, 0], [2, 2, 2, 2], [0, 0, 0, 1 << 63]] {
            assert_eq!(Board::from_words(words), None);
        }
    }
}
