//! An exact key for search tables: two positions have equal keys only if they are equal.
//!
//! Four bit planes give each square a code of four bits. Codes 1 to 6 and 9 to 14 are the men;
//! what is left over says the rest: 7 and 15 on a back rank are rooks that may still castle, on
//! the fourth and fifth rank a pawn that can be captured in passing; 8 is the black king when
//! Black is to move. No loop over the men is needed, and any number of them fits.

use zermelo_kernel::{Color, Role};

use crate::{Position, board::Board, passed, position::NO_SQUARE};

/// An exact key of 32 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Key([u64; 4]);

impl Key {
    /// The key of a position.
    #[inline]
    pub fn new(p: &Position) -> Key {
        let mut planes = p.planes();
        let mut marked = p.rights;
        if let Some(s) = p.en_passant() {
            marked |= passed(s).bit();
        }
        planes[0] |= marked;
        planes[1] |= marked;
        planes[2] |= marked;
        if p.turn == Color::Black {
            let king = p.of(Color::Black, Role::King);
            planes[1] &= !king;
            planes[2] &= !king;
        }
        Key(planes)
    }

    /// Its words, which are those of the kernel's packed position.
    #[inline]
    pub fn words(&self) -> [u64; 4] {
        self.0
    }

    /// The position of a key. Chess960 spelling is not part of a key.
    pub fn position(&self, chess960: bool) -> Position {
        let mut p = self.hashed(chess960, 0);
        p.hash = p.slow_hash();
        p
    }

    /// The position of a key whose hash is known.
    #[inline]
    pub fn hashed(&self, chess960: bool, hash: u64) -> Position {
        let [a, b, c, black] = self.0;
        let marked = a & b & c;
        let pawns = marked & 0x0000_00FF_FF00_0000;
        let rights = marked & !pawns;
        let king_to_move = black & !a & !b & !c;
        let men = a | b | c | black;
        let mut roles = Board::roles_of([a, b, c]);
        roles[Role::Pawn as usize] |= pawns;
        roles[Role::Rook as usize] |= rights;
        roles[Role::King as usize] |= king_to_move;
        Position {
            board: Board { roles, colors: [men & !black, black] },
            rights,
            hash,
            turn: if king_to_move == 0 { Color::White } else { Color::Black },
            ep: if pawns == 0 { NO_SQUARE } else { pawns.trailing_zeros() as u8 ^ 8 },
            chess960,
        }
    }
}
