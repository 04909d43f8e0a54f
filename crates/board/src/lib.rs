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
    use shakmaty::{Bitboard, Square};
    use zermelo_kernel::{Color, Role};

    #[inline(always)]
    fn square(s: u8) -> Square {
        Square::new(u32::from(s & 63))
    }

    /// Squares a bishop on `s` attacks when `occupied` is occupied.
    #[inline(always)]
    pub fn bishop(s: u8, occupied: u64) -> u64 {
        shakmaty::attacks::bishop_attacks(square(s), Bitboard(occupied)).0
    }
    /// Squares a rook on `s` attacks when `occupied` is occupied.
    #[inline(always)]
    pub fn rook(s: u8, occupied: u64) -> u64 {
        shakmaty::attacks::rook_attacks(square(s), Bitboard(occupied)).0
    }
    /// Squares a queen on `s` attacks when `occupied` is occupied.
    #[inline(always)]
    pub fn queen(s: u8, occupied: u64) -> u64 {
        bishop(s, occupied) | rook(s, occupied)
    }
    /// Squares that anything but a pawn attacks from `s`; a pawn needs a colour, and has none here.
    #[inline(always)]
    pub fn piece(role: Role, s: u8, occupied: u64) -> u64 {
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
    pub fn knight(s: u8) -> u64 {
        shakmaty::attacks::knight_attacks(square(s)).0
    }
    /// Squares a king on `s` attacks.
    #[inline(always)]
    pub fn king(s: u8) -> u64 {
        shakmaty::attacks::king_attacks(square(s)).0
    }
    /// Squares a pawn on `s` attacks.
    #[inline(always)]
    pub fn pawn(color: Color, s: u8) -> u64 {
        let color = shakmaty::Color::from_white(color == Color::White);
        shakmaty::attacks::pawn_attacks(color, square(s)).0
    }
    /// Squares strictly between two squares of a line; empty when there is no line.
    #[inline(always)]
    pub fn between(a: u8, b: u8) -> u64 {
        shakmaty::attacks::between(square(a), square(b)).0
    }
    /// The whole line through two squares; empty when there is none.
    #[inline(always)]
    pub fn ray(a: u8, b: u8) -> u64 {
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
pub fn squares(mut board: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if board == 0 {
            return None;
        }
        let s = board.trailing_zeros() as u8;
        board &= board - 1;
        Some(s)
    })
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
