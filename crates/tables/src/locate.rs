//! From a position to its place in a table.

use zermelo_board::{Square, losing};
use zermelo_kernel::{Color, GamePosition, Role};

use crate::layout::{Layout, Squares};
use crate::material::{MAX_MEN, Material};

/// The men of both sides as one number: a nibble for each side and role, the first side's king
/// highest. The same for positions that differ by the exchange of colours.
pub(crate) type Key = u64;

/// A kind of man: where its nibble begins.
pub(crate) type Kind = u32;

/// The kind of a man of this side and role.
pub(crate) fn kind(side: Color, role: Role) -> Kind {
    let role = match role {
        Role::King => 20,
        Role::Queen => 16,
        Role::Rook => 12,
        Role::Bishop => 8,
        Role::Knight => 4,
        Role::Pawn => 0,
    };
    if side == Color::White { role + 24 } else { role }
}

impl Material {
    pub(crate) fn key(&self) -> Key {
        self.men().fold(0, |key, (side, role)| key + (1 << kind(side, role)))
    }
}

/// Where the nibbles of the first side begin.
const SIDE: u32 = 24;

/// A position, seen from the side that comes first in its material.
pub(crate) struct Seen {
    pub key: Key,
    /// How many men the first and the second side have.
    pub counts: [usize; 2],
    /// Who is to move; White is the first side.
    pub turn: Color,
    /// The men of White's and Black's kinds, as they stand on the board.
    boards: Boards,
    /// What turns a kind of the table into one of the board's, and a square of the board's into one
    /// of the table's: nothing, or the other colour and the mirrored rank.
    exchange: (usize, u8),
    /// Where the pawn stands on the board that may be taken en passant.
    pushed: Option<u8>,
}

/// Where the men of each kind stand; `[kind / 4]`, White being the first side.
type Boards = [u64; 12];

impl Seen {
    /// `None` if there are more men than any table has.
    pub fn new<P: GamePosition>(position: &P) -> Option<Seen> {
        let mut boards = [0; 12];
        let mut len = 0;
        for (square, man) in position.board().iter().enumerate() {
            if let Some(man) = man {
                boards[kind(man.color, man.role) as usize / 4] |= 1 << square;
                len += 1;
            }
        }
        if len > MAX_MEN {
            return None;
        }
        let passed = position.en_passant().map(|square| square.index() as u8);
        Some(Seen::of(boards, position.turn(), passed))
    }

    /// The same from bitboards; there are not more men than any table has.
    #[inline(always)]
    pub fn on_bitboards(position: &losing::Position) -> Seen {
        let mut boards = [0; 12];
        for role in Role::ALL {
            let men = position.role(role);
            for side in Color::ALL {
                boards[if side == Color::White { 6 } else { 0 } + role as usize] =
                    men & position.men(side);
            }
        }
        Seen::of(boards, position.turn(), position.en_passant().map(Square::number))
    }

    #[inline(always)]
    fn of(boards: Boards, turn: Color, passed: Option<u8>) -> Seen {
        let half = |boards: &[u64]| {
            let count = |board: &u64| u64::from(board.count_ones());
            let key = boards.iter().rev().fold(0, |key, board| key << 4 | count(board));
            (boards.iter().map(|board| count(board) as usize).sum::<usize>(), key)
        };
        let [white, black] = [half(&boards[6..]), half(&boards[..6])];
        // The pawn stands in front of the square it has passed, seen from its own side.
        let pushed = passed.map(|square| square ^ 8);
        let exchanged = black > white;
        let [first, second] = if exchanged { [black, white] } else { [white, black] };
        Seen {
            key: first.1 << SIDE | second.1,
            counts: [first.0, second.0],
            turn: if exchanged { !turn } else { turn },
            boards,
            exchange: if exchanged { (6, 56) } else { (0, 0) },
            pushed,
        }
    }

    /// The word and the bit in a table with these men.
    #[inline(always)]
    pub fn place(&self, layout: &Layout) -> (usize, u8) {
        let (other, mirror) = self.exchange;
        let mut boards = self.boards;
        let mut squares: Squares = [0; MAX_MEN];
        let mut plane = 0;
        for (slot, &kind) in layout.kinds.iter().enumerate() {
            let at = kind as usize / 4 + other;
            let board = &mut boards[if at < 12 { at } else { at - 12 }];
            let square = board.trailing_zeros() as u8 & 63;
            *board &= board.wrapping_sub(1);
            squares[slot] = square ^ mirror;
            if self.pushed == Some(square) {
                plane = layout.plane_of(slot).unwrap_or(0);
            }
        }
        let (config, bit) = layout.place(&squares);
        (plane * layout.configs + config, bit)
    }
}
