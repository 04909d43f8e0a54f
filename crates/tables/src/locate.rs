//! From a position to its place in a table.

use zermelo_kernel::{Color, Role as KernelRole, TablePosition};

use crate::layout::{Layout, Man, Squares};
use crate::material::{MAX_MEN, Material};

/// The men of both sides as one number: a nibble for each side and role, the first side's king
/// highest. The same for positions that differ by the exchange of colours.
pub(crate) type Key = u64;

/// The nibble of a role in the number of a side.
fn nibble(role: KernelRole) -> u32 {
    match role {
        KernelRole::King => 20,
        KernelRole::Queen => 16,
        KernelRole::Rook => 12,
        KernelRole::Bishop => 8,
        KernelRole::Knight => 4,
        KernelRole::Pawn => 0,
    }
}

impl Material {
    pub(crate) fn key(&self) -> Key {
        let side = |side: usize| {
            self.side(side).fold(0, |n, role| n + (1 << nibble(Man { side, role }.piece().role)))
        };
        side(0) << 24 | side(1)
    }
}

/// A position, seen from the side that comes first in its material.
pub(crate) struct Seen {
    pub key: Key,
    /// How many men the first and the second side have.
    pub counts: [usize; 2],
    /// Who is to move: 0 the first side.
    pub turn: usize,
    /// Side, nibble of the role, square.
    men: [(usize, u32, u8); MAX_MEN],
    len: usize,
    /// Where the pawn stands that may be taken en passant.
    pushed: Option<u8>,
}

impl Seen {
    /// `None` if there are more men than any table has.
    pub fn new<P: TablePosition>(position: &P) -> Option<Seen> {
        let mut men = [(0, 0, 0); MAX_MEN];
        let mut len = 0;
        let mut packed = [0_u64; 2];
        let mut counts = [0; 2];
        for (square, man) in position.board().iter().enumerate() {
            if let Some(man) = man {
                if len == MAX_MEN {
                    return None;
                }
                let (side, nibble) = (man.color.index(), nibble(man.role));
                men[len] = (side, nibble, square as u8);
                packed[side] += 1 << nibble;
                counts[side] += 1;
                len += 1;
            }
        }
        let mut turn = position.turn().index();
        let mut pushed = position.en_passant().map(|square| {
            let square = square.index() as u8;
            if position.turn() == Color::White { square - 8 } else { square + 8 }
        });
        if (counts[1], packed[1]) > (counts[0], packed[0]) {
            packed.swap(0, 1);
            counts.swap(0, 1);
            turn = 1 - turn;
            pushed = pushed.map(|square| square ^ 56);
            for man in &mut men[..len] {
                *man = (1 - man.0, man.1, man.2 ^ 56);
            }
        }
        Some(Seen { key: packed[0] << 24 | packed[1], counts, turn, men, len, pushed })
    }

    /// The word and the bit in a table with these men.
    pub fn place(&self, layout: &Layout) -> (usize, u8) {
        let mut squares: Squares = [0; MAX_MEN];
        let mut used = 0_u32;
        let mut plane = 0;
        for (slot, man) in layout.men.iter().enumerate() {
            let kind = (man.side, nibble(man.piece().role));
            for (i, &(side, role, square)) in self.men[..self.len].iter().enumerate() {
                if used & (1 << i) == 0 && (side, role) == kind {
                    used |= 1 << i;
                    squares[slot] = square;
                    if self.pushed == Some(square) {
                        plane = layout.plane_of(slot).unwrap_or(0);
                    }
                    break;
                }
            }
        }
        let (config, bit) = layout.place(&squares);
        (plane * layout.configs + config, bit)
    }
}
