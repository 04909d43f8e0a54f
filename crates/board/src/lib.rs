//! The fast side of the rules of chess: bitboards, legal moves, exact keys.
//!
//! Engines think in this crate's [`Position`]; the kernel never does. Squares, colours and roles
//! are the kernel's, the slider attack tables shakmaty's. What is our own is measured: a position
//! of 88 bytes that is copied rather than unmade, a move generator that can stop at the first
//! move, a hash that is kept up to date move by move, and an exact 32-byte key for search tables.
//! `cargo bench -p zermelo-board --bench walk` runs it against shakmaty on the same walk.
#![deny(missing_docs)]

mod board;
mod hash;
mod key;
mod limits;
pub mod losing;
mod movegen;
mod position;
mod zobrist;

pub use board::Board;
pub use hash::{Prehashed, Quick};
pub use key::Key;
pub use limits::{Attempt, Limits, Turn};
pub use movegen::Move;
pub use position::Position;
pub use zermelo_kernel::{Color, Role, Square};

/// Slider, leaper and pawn attacks on plain `u64` boards; thin names over shakmaty's tables.
pub mod attacks {
    use shakmaty::Bitboard;
    use zermelo_kernel::{Color, Role, Square};

    #[inline(always)]
    fn square(s: Square) -> shakmaty::Square {
        shakmaty::Square::new(s.index() as u32 & 63)
    }

    /// Squares a bishop on `s` attacks when `occupied` is occupied.
    #[inline(always)]
    pub fn bishop(s: Square, occupied: u64) -> u64 {
        shakmaty::attacks::bishop_attacks(square(s), Bitboard(occupied)).0
    }
    /// Squares a rook on `s` attacks when `occupied` is occupied.
    #[inline(always)]
    pub fn rook(s: Square, occupied: u64) -> u64 {
        shakmaty::attacks::rook_attacks(square(s), Bitboard(occupied)).0
    }
    /// Squares a queen on `s` attacks when `occupied` is occupied.
    #[inline(always)]
    pub fn queen(s: Square, occupied: u64) -> u64 {
        bishop(s, occupied) | rook(s, occupied)
    }
    /// Squares that anything but a pawn attacks from `s`; a pawn needs a colour, and has none here.
    #[inline(always)]
    pub fn piece(role: Role, s: Square, occupied: u64) -> u64 {
        match role {
            Role::Pawn => 0,
            Role::Knight => knight(s),
            Role::Bishop => bishop(s, occupied),
            Role::Rook => rook(s, occupied),
            Role::Queen => queen(s, occupied),
            Role::King => king(s),
        }
    }
    /// Squares a knight on `s` attacks.
    #[inline(always)]
    pub fn knight(s: Square) -> u64 {
        shakmaty::attacks::knight_attacks(square(s)).0
    }
    /// Squares a king on `s` attacks.
    #[inline(always)]
    pub fn king(s: Square) -> u64 {
        shakmaty::attacks::king_attacks(square(s)).0
    }
    /// Squares a pawn on `s` attacks.
    #[inline(always)]
    pub fn pawn(color: Color, s: Square) -> u64 {
        let color = shakmaty::Color::from_white(color == Color::White);
        shakmaty::attacks::pawn_attacks(color, square(s)).0
    }
    /// Squares strictly between two squares of a line; empty when there is no line.
    #[inline(always)]
    pub fn between(a: Square, b: Square) -> u64 {
        shakmaty::attacks::between(square(a), square(b)).0
    }
    /// The whole line through two squares; empty when there is none.
    #[inline(always)]
    pub fn ray(a: Square, b: Square) -> u64 {
        shakmaty::attacks::ray(square(a), square(b)).0
    }
}

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
