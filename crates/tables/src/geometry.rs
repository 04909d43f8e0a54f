//! The eight symmetries of the board, on squares and on sets of squares; and steps of whole sets.

use zermelo_board::{Role, Square};

/// A symmetry: mirror the files (1), then mirror the ranks (2), then exchange files and ranks (4).
pub(crate) type Turn = u8;

/// Where a symmetry takes a square.
#[inline(always)]
pub(crate) fn turn_square(turn: Turn, square: Square) -> Square {
    let mut s = square.number();
    if turn & 1 != 0 {
        s ^= 7;
    }
    if turn & 2 != 0 {
        s ^= 56;
    }
    if turn & 4 != 0 {
        s = (s >> 3) | ((s & 7) << 3);
    }
    Square::wrapping(s)
}

/// Where a symmetry takes a set.
#[inline(always)]
pub(crate) fn turn_set(turn: Turn, set: u64) -> u64 {
    let mut x = set;
    if turn & 1 != 0 {
        x = mirror_files(x);
    }
    if turn & 2 != 0 {
        x = x.swap_bytes();
    }
    if turn & 4 != 0 {
        x = transpose(x);
    }
    x
}

/// The set that a symmetry takes to this one.
#[inline(always)]
pub(crate) fn turn_set_back(turn: Turn, set: u64) -> u64 {
    let mut x = set;
    if turn & 4 != 0 {
        x = transpose(x);
    }
    if turn & 2 != 0 {
        x = x.swap_bytes();
    }
    if turn & 1 != 0 {
        x = mirror_files(x);
    }
    x
}

#[inline(always)]
fn mirror_files(x: u64) -> u64 {
    x.swap_bytes().reverse_bits()
}

#[inline(always)]
fn transpose(mut x: u64) -> u64 {
    let mut t = (x ^ (x >> 7)) & 0x00AA_00AA_00AA_00AA;
    x ^= t ^ (t << 7);
    t = (x ^ (x >> 14)) & 0x0000_CCCC_0000_CCCC;
    x ^= t ^ (t << 14);
    t = (x ^ (x >> 28)) & 0x0000_0000_F0F0_F0F0;
    x ^ t ^ (t << 28)
}

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

#[inline(always)]
fn east(x: u64) -> u64 {
    (x & NOT_H) << 1
}

#[inline(always)]
fn west(x: u64) -> u64 {
    (x & NOT_A) >> 1
}

#[inline(always)]
fn fill(start: u64, empty: u64, step: impl Fn(u64) -> u64) -> u64 {
    let mut all = 0;
    let mut edge = step(start) & empty;
    while edge != 0 {
        all |= edge;
        edge = step(edge) & empty;
    }
    all
}

/// The squares from which a man of this role (no pawn) can go to some square of the set, over
/// empty squares and from an empty square. Each square of the set is a board of its own.
#[inline(always)]
pub(crate) fn reach(role: Role, set: u64, empty: u64) -> u64 {
    let lines = |x: u64| {
        fill(x, empty, |x| x << 8)
            | fill(x, empty, |x| x >> 8)
            | fill(x, empty, east)
            | fill(x, empty, west)
    };
    let diagonals = |x: u64| {
        fill(x, empty, |x| east(x) << 8)
            | fill(x, empty, |x| east(x) >> 8)
            | fill(x, empty, |x| west(x) << 8)
            | fill(x, empty, |x| west(x) >> 8)
    };
    match role {
        Role::Pawn => 0,
        Role::Knight => {
            let (e, w) = (east(set), west(set));
            let (ee, ww) = (east(e), west(w));
            (((e | w) << 16) | ((e | w) >> 16) | ((ee | ww) << 8) | ((ee | ww) >> 8)) & empty
        }
        Role::King => {
            let beside = east(set) | west(set);
            let row = set | beside;
            (beside | row << 8 | row >> 8) & empty
        }
        Role::Bishop => diagonals(set),
        Role::Rook => lines(set),
        Role::Queen => lines(set) | diagonals(set),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_board::{attacks, squares};

    #[test]
    fn sets_turn_like_their_squares() {
        for turn in 0..8 {
            for square in Square::all() {
                let turned = turn_set(turn, square.bit());
                assert_eq!(turned, turn_square(turn, square).bit());
                assert_eq!(turn_set_back(turn, turned), square.bit());
            }
        }
    }

    #[test]
    fn reach_is_attack_seen_from_the_target() {
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            seed ^ (seed >> 29)
        };
        for _ in 0..2000 {
            let occupied = random() & random() & random();
            let set = random() & random() & !occupied;
            for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                let slow = squares(set).fold(0, |all, s| all | attacks::piece(role, s, occupied));
                assert_eq!(reach(role, set, !occupied), slow & !occupied, "{role:?}");
            }
        }
    }
}
