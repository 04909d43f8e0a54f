//! The fast side of the rules of chess: bitboards, legal moves, exact keys.
//!
//! Engines think in this crate's [`Position`]; the kernel never does. Squares, colours and roles
//! are the kernel's, the slider attack tables shakmaty's. What is our own is measured: a position
//! of 88 bytes that is copied rather than unmade, a move generator that can stop at the first
//! move, a hash that is kept up to date move by move, and an exact 32-byte key for search tables.
//! `cargo bench -p zermelo-board --bench walk` runs it against shakmaty on the same walk.
#![deny(missing_docs)]

pub mod attacks;
mod board;
pub mod clock;
mod hash;
mod key;
mod limits;
pub mod losing;
mod movegen;
mod position;
mod zobrist;

pub use board::Board;
pub use hash::{FastHash, FastHasher, NoHasher, Prehashed};
pub use key::Key;
pub use limits::{Attempt, Limits, Turn};
pub use movegen::Move;
pub use position::Position;
pub use zermelo_kernel::{ByColor, Color, Role, Square};
pub use zobrist::split_mix;

/// The light squares.
pub const LIGHT: u64 = 0x55AA_55AA_55AA_55AA;

/// The rank on which a colour's pieces start the game.
#[inline(always)]
pub const fn back_rank(color: Color) -> u64 {
    0xFF << (56 * color as u32)
}

/// Iterates over the squares of a bitboard, lowest first.
#[inline(always)]
pub fn squares(mut board: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        if board == 0 {
            return None;
        }
        let s = lowest(board);
        board &= board - 1;
        Some(s)
    })
}

/// The bitboard of these squares.
#[inline(always)]
pub fn set_of(squares: impl IntoIterator<Item = Square>) -> u64 {
    squares.into_iter().fold(0, |set, s| set | s.bit())
}

/// The lowest square of a bitboard that is not empty.
#[inline(always)]
pub const fn lowest(board: u64) -> Square {
    Square::wrapping(board.trailing_zeros() as u8)
}

/// The highest square of a bitboard that is not empty.
#[inline(always)]
pub const fn highest(board: u64) -> Square {
    Square::wrapping(63 - board.leading_zeros() as u8)
}

/// The square one step ahead of a pawn that is not on its last rank.
#[inline(always)]
pub const fn ahead(color: Color, s: Square) -> Square {
    match color {
        Color::White => Square::wrapping(s.number().wrapping_add(8)),
        Color::Black => Square::wrapping(s.number().wrapping_sub(8)),
    }
}

/// From the square that a pawn has passed to where it stands, and back: the pawn that is captured
/// in passing.
#[inline(always)]
pub const fn passed(s: Square) -> Square {
    Square::wrapping(s.number() ^ 8)
}

/// Whether two squares are two ranks apart on one file, as a pawn's double step.
#[inline(always)]
pub const fn is_double_step(from: Square, to: Square) -> bool {
    from.number().abs_diff(to.number()) == 16
}

/// Where king and rook stand after castling with each other.
#[inline(always)]
pub const fn castled(king: Square, rook: Square) -> (Square, Square) {
    let back = king.number() & 56;
    let (king_to, rook_to) = if rook.number() > king.number() { (6, 5) } else { (2, 3) };
    (Square::wrapping(back + king_to), Square::wrapping(back + rook_to))
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
