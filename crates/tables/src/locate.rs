//! From a position to its place in a table.

use zermelo_kernel::{Color, Role, TablePosition};

use crate::layout::{Layout, Man, Squares};
use crate::material::{MAX_MEN, Material};

/// The men of both sides as one number: a nibble for each side and role, the first side's king
/// highest. The same for positions that differ by the exchange of colours.
pub(crate) type Key = u64;

/// A kind of man: where its nibble begins.
pub(crate) type Kind = u32;

/// The kind of a man of this side and role.
pub(crate) fn kind(side: usize, role: Role) -> Kind {
    let role = match role {
        Role::King => 20,
        Role::Queen => 16,
        Role::Rook => 12,
        Role::Bishop => 8,
        Role::Knight => 4,
        Role::Pawn => 0,
    };
    if side == 0 { role + 24 } else { role }
}

impl Material {
    pub(crate) fn key(&self) -> Key {
        self.men().fold(0, |key, (side, role)| {
            let role = Man { side, role }.piece().role;
            key + (1 << kind(side, role))
        })
    }
}

/// A position, seen from the side that comes first in its material.
pub(crate) struct Seen {
    pub key: Key,
    /// How many men the first and the second side have.
    pub counts: [usize; 2],
    /// Who is to move: 0 the first side.
    pub turn: usize,
    men: [(Kind, u8); MAX_MEN],
    len: usize,
    /// Where the pawn stands that may be taken en passant.
    pushed: Option<u8>,
}

impl Seen {
    /// `None` if there are more men than any table has.
    pub fn new<P: TablePosition>(position: &P) -> Option<Seen> {
        const SIDE: u32 = 24;
        let mut men = [(0, 0); MAX_MEN];
        let mut len = 0;
        let mut key: Key = 0;
        let mut counts = [0; 2];
        for (square, man) in position.board().iter().enumerate() {
            if let Some(man) = man {
                if len == MAX_MEN {
                    return None;
                }
                let side = man.color.index();
                let kind = kind(side, man.role);
                men[len] = (kind, square as u8);
                key += 1 << kind;
                counts[side] += 1;
                len += 1;
            }
        }
        let mut turn = position.turn().index();
        let mut pushed = position.en_passant().map(|square| {
            let square = square.index() as u8;
            if position.turn() == Color::White { square - 8 } else { square + 8 }
        });
        let exchanged = key >> SIDE | (key & ((1 << SIDE) - 1)) << SIDE;
        if (counts[1], exchanged) > (counts[0], key) {
            key = exchanged;
            counts.swap(0, 1);
            turn = 1 - turn;
            pushed = pushed.map(|square| square ^ 56);
            for (kind, square) in &mut men[..len] {
                *kind = if *kind < SIDE { *kind + SIDE } else { *kind - SIDE };
                *square ^= 56;
            }
        }
        Some(Seen { key, counts, turn, men, len, pushed })
    }

    /// The word and the bit in a table with these men.
    pub fn place(&self, layout: &Layout) -> (usize, u8) {
        let mut squares: Squares = [0; MAX_MEN];
        let mut used = 0_u32;
        let mut plane = 0;
        for (slot, &wanted) in layout.kinds.iter().enumerate() {
            for (i, &(kind, square)) in self.men[..self.len].iter().enumerate() {
                if used & (1 << i) == 0 && kind == wanted {
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
