//! Slider, leaper and pawn attacks on plain `u64` boards: sliders by arithmetic, the others thin names
//! over shakmaty's tables.

use zermelo_kernel::{Color, Role, Square};

#[inline(always)]
fn square(s: Square) -> shakmaty::Square {
    shakmaty::Square::new(s.index() as u32 & 63)
}

/// The lines through a square, without the square itself: file, diagonal, antidiagonal. The rank is
/// in [`RANK`].
#[derive(Clone, Copy)]
struct Lines {
    file: u64,
    diagonal: u64,
    antidiagonal: u64,
}

static LINES: [Lines; 64] = {
    let mut lines = [Lines { file: 0, diagonal: 0, antidiagonal: 0 }; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let (files, ranks) = (b % 8 - a % 8, b / 8 - a / 8);
            let bit = if a == b { 0 } else { 1 << b };
            let line = &mut lines[a as usize];
            if files == 0 {
                line.file |= bit;
            }
            if files == ranks {
                line.diagonal |= bit;
            }
            if files == -ranks {
                line.antidiagonal |= bit;
            }
            b += 1;
        }
        a += 1;
    }
    lines
};

/// What a rook attacks on a rank: by its file, and by what stands on the six inner files.
static RANK: [[u8; 64]; 8] = {
    let mut found = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let occupied = inner << 1;
            let mut set = 0;
            let mut at = file + 1;
            while at < 8 {
                set |= 1 << at;
                at = if occupied >> at & 1 == 1 { 8 } else { at + 1 };
            }
            let mut at = file - 1;
            while at >= 0 {
                set |= 1 << at;
                at = if occupied >> at & 1 == 1 { -1 } else { at - 1 };
            }
            found[file as usize][inner as usize] = set as u8;
            inner += 1;
        }
        file += 1;
    }
    found
};

/// Squares a slider attacks on a line (not a rank) through it: subtracting it from what stands on the
/// line flips everything up to the first man; the other way is the same in the mirror.
#[inline(always)]
fn along(line: u64, bit: u64, occupied: u64) -> u64 {
    let up = occupied & line;
    let down = up.swap_bytes();
    (up.wrapping_sub(bit) ^ down.wrapping_sub(bit.swap_bytes()).swap_bytes()) & line
}

/// Squares a bishop on `s` attacks when `occupied` is occupied.
///
/// The tables that are used here fit into two kilobytes, those of magic multiplications take seven
/// hundred: positions that come one by one find them nowhere near.
#[inline(always)]
pub fn bishop(s: Square, occupied: u64) -> u64 {
    let lines = &LINES[s.index() & 63];
    along(lines.diagonal, s.bit(), occupied) | along(lines.antidiagonal, s.bit(), occupied)
}
/// Squares a rook on `s` attacks when `occupied` is occupied.
#[inline(always)]
pub fn rook(s: Square, occupied: u64) -> u64 {
    let shift = s.index() & 56;
    let inner = (occupied >> (shift + 1) & 63) as usize;
    let rank = u64::from(RANK[s.index() & 7][inner]) << shift;
    rank | along(LINES[s.index() & 63].file, s.bit(), occupied)
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

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// Squares that kings on these squares attack.
#[inline(always)]
pub const fn kings(set: u64) -> u64 {
    let sides = (set & !FILE_A) >> 1 | (set & !(FILE_A << 7)) << 1;
    let row = set | sides;
    sides | row << 8 | row >> 8
}
/// Squares that pawns attack, towards the a-file and towards the h-file.
#[inline(always)]
pub fn pawns(color: Color, pawns: u64) -> [u64; 2] {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// From every square, on boards from nearly empty to nearly full.
    #[test]
    fn sliders_attack_what_shakmaty_says() {
        let mut random: u64 = 0x9E37_79B9_7F4A_7C15;
        let mut throw = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random
        };
        for round in 0..400 {
            let (a, b, c) = (throw(), throw(), throw());
            let occupied = [a, a & b, a & b & c, a | b, 0][round % 5];
            for s in Square::all() {
                let theirs = shakmaty::Bitboard(occupied);
                let [rook_there, bishop_there] = [
                    shakmaty::attacks::rook_attacks(square(s), theirs),
                    shakmaty::attacks::bishop_attacks(square(s), theirs),
                ];
                assert_eq!(kings(s.bit()), king(s), "{s}");
                assert_eq!(rook(s, occupied), rook_there.0, "{s} {occupied:x}");
                assert_eq!(bishop(s, occupied), bishop_there.0, "{s} {occupied:x}");
            }
        }
    }
}
