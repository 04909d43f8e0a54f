//! What a FEN says besides its men fixes some of them.

use num_bigint::BigUint;
use zermelo_kernel::Role;

use super::army::{Army, Fixed};
use super::choose;

/// A set of rights: the files of their rooks, and the sides, named by the man that begins there.
type RightSet = &'static [(i8, Role)];

/// Castling rights of one side that fix as many rooks.
pub(super) struct Rights {
    pub fixed: Fixed,
    pub sets: &'static [RightSet],
}

const KING: (i8, Role) = (7, Role::King);
const QUEEN: (i8, Role) = (0, Role::Queen);

/// None, one of two, both.
pub(super) const RIGHTS: [Rights; 3] = [
    Rights { fixed: Fixed { rooks: 0 }, sets: &[&[]] },
    Rights { fixed: Fixed { rooks: 1 }, sets: &[&[KING], &[QUEEN]] },
    Rights { fixed: Fixed { rooks: 2 }, sets: &[&[KING, QUEEN]] },
];

/// The file of a pawn that has just made a double step, and on which side the other pawn stands
/// that can take it.
pub(super) const STEPS: [(i8, i8); 14] = [
    (0, 1),
    (1, -1),
    (1, 1),
    (2, -1),
    (2, 1),
    (3, -1),
    (3, 1),
    (4, -1),
    (4, 1),
    (5, -1),
    (5, 1),
    (6, -1),
    (6, 1),
    (7, -1),
];

/// Files on which a pawn can stand between two others.
const INNER_FILES: u64 = 6;

/// All sides to move, rights and en-passant squares that fix as many men.
pub(super) struct Frame {
    pub rights: [&'static Rights; 2],
    /// Whether a pawn has just made a double step and can be taken.
    pub step: bool,
    armies: [Vec<Army>; 2],
    /// How many members are drawn by way of this frame.
    pub draws: BigUint,
    /// Placements of the pairs up to this one, and the pair.
    pairs: Vec<(BigUint, [u16; 2])>,
}

impl Frame {
    /// All frames.
    pub fn all() -> Vec<Frame> {
        let rights = RIGHTS.iter().flat_map(|white| RIGHTS.iter().map(move |black| [white, black]));
        rights.flat_map(|rights| [false, true].map(|step| Frame::new(rights, step))).collect()
    }

    fn new(rights: [&'static Rights; 2], step: bool) -> Frame {
        let armies = rights.map(|rights| Army::all(rights.fixed));
        let pawns = usize::from(step);
        let mut sum = BigUint::ZERO;
        let mut pairs = Vec::new();
        for (number, white) in armies[0].iter().enumerate() {
            for (other, black) in armies[1].iter().enumerate() {
                let count = placements([white, black], rights, [pawns; 2]);
                if count != BigUint::ZERO {
                    sum += count;
                    pairs.push((sum.clone(), [number as u16, other as u16]));
                }
            }
        }
        let draws = sum * alike(rights, step);
        Frame { rights, step, armies, draws, pairs }
    }

    /// How many pawns of each side are fixed.
    pub fn pawns(&self) -> usize {
        usize::from(self.step)
    }

    /// The pair of armies of a draw, and the number of what is alike.
    pub fn pair(&self, draw: BigUint) -> ([&Army; 2], u64) {
        let alike = alike(self.rights, self.step);
        let (number, which) = (&draw / alike, &draw % alike);
        let place = self.pairs.partition_point(|(sum, _)| *sum <= number);
        let [white, black] = self.pairs[place].1.map(usize::from);
        let which = which.iter_u64_digits().next().unwrap_or(0);
        ([&self.armies[0][white], &self.armies[1][black]], which)
    }
}

/// How many sides to move, rights and en-passant squares are alike in a frame.
fn alike(rights: [&Rights; 2], step: bool) -> u64 {
    let sets: u64 = rights.iter().map(|rights| rights.sets.len() as u64).product();
    2 * sets * if step { STEPS.len() as u64 } else { 1 }
}

/// In how many ways these armies stand on the board, so many pawns of each being fixed; if there
/// are some, two squares are empty.
fn placements(armies: [&Army; 2], rights: [&Rights; 2], fixed: [usize; 2]) -> BigUint {
    let [white, black] = armies;
    let of_all = armies.map(|army| army.strength.pawns);
    if of_all[0] < fixed[0] || of_all[1] < fixed[1] || !white.strength.fits(&black.strength) {
        return BigUint::ZERO;
    }
    let empty = if fixed == [0, 0] { 0 } else { 2 };
    let pawns = [of_all[0] - fixed[0], of_all[1] - fixed[1]];
    let squares = 48 - empty - fixed[0] - fixed[1];
    let of_pawns = choose(squares, pawns[0]) * choose(squares - pawns[0], pawns[1]);
    let at_home: usize = rights.iter().map(|rights| rights.fixed.pieces()).sum();
    let squares = 64 - empty - at_home - of_all[0] - of_all[1];
    let of_pieces = choose(squares, white.free) * choose(squares - white.free, black.free);
    let orders = u128::from(white.orders) * u128::from(black.orders);
    BigUint::from(of_pawns) * of_pieces * orders
}

/// How many members have these rights and a pawn that can be taken en passant from both sides.
pub(super) fn captures_from_both(white: &'static Rights, black: &'static Rights) -> BigUint {
    let rights = [white, black];
    let armies = rights.map(|rights| Army::all(rights.fixed));
    let sets: u64 = rights.iter().map(|rights| rights.sets.len() as u64).product();
    let pairs =
        || armies[0].iter().flat_map(|white| armies[1].iter().map(move |black| [white, black]));
    let with = |fixed| pairs().map(|pair| placements(pair, rights, fixed)).sum::<BigUint>();
    (with([2, 1]) + with([1, 2])) * sets * INNER_FILES
}
