//! Where men reach, as sets of squares: written down once, by the compiler, from the steps of
//! `chess.rs`.

use crate::rules::chess::{Color, Role, Square};
use crate::rules::squares::Squares;

/// The eight directions in which men slide, and for each square what lies ahead in that direction.
struct Ray {
    squares: [u64; 64],
    /// Whether the squares ahead have greater numbers.
    up: bool,
}

/// What is reached from a square by a step, once or as often as the board allows.
const fn walk(from: usize, (files, ranks): (i8, i8), slides: bool) -> u64 {
    let (mut file, mut rank) = ((from % 8) as i8 + files, (from / 8) as i8 + ranks);
    let mut found = 0;
    while (file | rank) & !7 == 0 {
        found |= 1 << (rank * 8 + file);
        if !slides {
            break;
        }
        (file, rank) = (file + files, rank + ranks);
    }
    found
}

/// The same for all 64 squares.
const fn from_each(step: (i8, i8), slides: bool) -> [u64; 64] {
    let mut found = [0; 64];
    let mut from = 0;
    while from < 64 {
        found[from] = walk(from, step, slides);
        from += 1;
    }
    found
}

/// The same for several steps together.
const fn from_each_by(steps: &[(i8, i8)], slides: bool) -> [u64; 64] {
    let mut found = [0; 64];
    let mut index = 0;
    while index < steps.len() {
        let more = from_each(steps[index], slides);
        let mut from = 0;
        while from < 64 {
            found[from] |= more[from];
            from += 1;
        }
        index += 1;
    }
    found
}

const fn rays(steps: &[(i8, i8)]) -> [Ray; 4] {
    [ray(steps[0]), ray(steps[1]), ray(steps[2]), ray(steps[3])]
}

const fn ray(step: (i8, i8)) -> Ray {
    Ray { squares: from_each(step, true), up: step.1 * 8 + step.0 > 0 }
}

static STRAIGHT: [Ray; 4] = rays(Role::Rook.steps());
static DIAGONAL: [Ray; 4] = rays(Role::Bishop.steps());
/// For each role what a man of it reaches on an empty board; a pawn has no steps.
static REACH: [[u64; 64]; 6] = {
    let mut reach = [[0; 64]; 6];
    let mut role = 0;
    while role < 6 {
        reach[role] = from_each_by(Role::ALL[role].steps(), Role::ALL[role].slides());
        role += 1;
    }
    reach
};
static PAWN: [[u64; 64]; 2] = [
    from_each_by(&[(-1, Color::White.forward()), (1, Color::White.forward())], false),
    from_each_by(&[(-1, Color::Black.forward()), (1, Color::Black.forward())], false),
];

impl Ray {
    /// What is seen in this direction: the squares up to the first man, its own included.
    #[inline]
    fn seen(&self, from: Square, occupied: Squares) -> u64 {
        let ahead = self.squares[from.index()];
        let met = ahead & occupied.0;
        // Beyond the last square of the board, h8 upwards and a1 downwards, there is none.
        let first =
            if self.up { (met | 1 << 63).trailing_zeros() } else { 63 - (met | 1).leading_zeros() };
        ahead ^ self.squares[first as usize & 63]
    }
}

fn seen(rays: &[Ray; 4], from: Square, occupied: Squares) -> u64 {
    rays.iter().fold(0, |all, ray| all | ray.seen(from, occupied))
}

/// What a man of this role, no pawn, reaches from a square, the first men it meets included.
#[inline]
pub(crate) fn reach(role: Role, from: Square, occupied: Squares) -> Squares {
    Squares(match role {
        Role::Pawn | Role::Knight | Role::King => REACH[role as usize][from.index()],
        Role::Bishop => seen(&DIAGONAL, from, occupied),
        Role::Rook => seen(&STRAIGHT, from, occupied),
        Role::Queen => seen(&DIAGONAL, from, occupied) | seen(&STRAIGHT, from, occupied),
    })
}

/// The same on an empty board.
#[inline]
pub(crate) fn open_reach(role: Role, from: Square) -> Squares {
    Squares(REACH[role as usize][from.index()])
}

/// What a pawn attacks.
#[inline]
pub(crate) fn pawn_attacks(color: Color, from: Square) -> Squares {
    Squares(PAWN[color as usize][from.index()])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same, square by square.
    fn walked(role: Role, from: Square, occupied: Squares) -> Squares {
        let mut found = Squares::EMPTY;
        for &(files, ranks) in role.steps() {
            let mut next = from.offset(files, ranks);
            while let Some(to) = next {
                found.0 |= to.bit();
                let goes_on = role.slides() && !occupied.contains(to);
                next = if goes_on { to.offset(files, ranks) } else { None };
            }
        }
        found
    }

    #[test]
    fn sets_are_what_a_walk_finds() {
        let mut dice = 1_u64;
        for round in 0..200 {
            // Boards from empty to full.
            let mut occupied = if round % 10 == 0 { 0 } else { u64::MAX };
            for _ in 0..round % 10 {
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                occupied &= dice ^ dice >> 31;
            }
            for from in Square::all() {
                for role in Role::ALL {
                    let occupied = Squares(occupied);
                    assert_eq!(reach(role, from, occupied), walked(role, from, occupied));
                    assert_eq!(open_reach(role, from), walked(role, from, Squares::EMPTY));
                }
                for color in Color::ALL {
                    let sides = [-1, 1].into_iter().filter_map(|s| from.offset(s, color.forward()));
                    let attacked = sides.fold(0, |set, at| set | at.bit());
                    assert_eq!(pawn_attacks(color, from), Squares(attacked));
                }
            }
        }
    }
}
