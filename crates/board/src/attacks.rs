//! Slider, leaper and pawn attacks on plain `u64` boards: thin names over shakmaty's tables.

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
/// Squares that a man of this colour and role attacks from `s`.
#[inline(always)]
pub fn man(color: Color, role: Role, s: Square, occupied: u64) -> u64 {
    if role == Role::Pawn { pawn(color, s) } else { piece(role, s, occupied) }
}

/// Squares that pawns attack, towards the a-file and towards the h-file.
#[inline(always)]
pub fn pawns(color: Color, pawns: u64) -> [u64; 2] {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    let ahead = forward(color, pawns);
    [(ahead & !FILE_A) >> 1, (ahead & !(FILE_A << 7)) << 1]
}
/// Squares that pawns may advance to, by one step or two.
#[inline(always)]
pub fn pushes(color: Color, pawns: u64, occupied: u64) -> u64 {
    let third = match color {
        Color::White => 0xFF << 16,
        Color::Black => 0xFF << 40,
    };
    let one = forward(color, pawns) & !occupied;
    one | forward(color, one & third) & !occupied
}
/// The squares one rank ahead of these, as this colour's pawns go.
#[inline(always)]
pub const fn forward(color: Color, set: u64) -> u64 {
    match color {
        Color::White => set << 8,
        Color::Black => set >> 8,
    }
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
