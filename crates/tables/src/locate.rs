//! From a position to its place in a table.

use zermelo_board::{losing, lowest, passed};
use zermelo_kernel::{Color, GamePosition, Piece, Role, Square};

use crate::layout::{Layout, NOBODY};
use crate::material::{MAX_MEN, Material};

/// The men of both sides as one number: a nibble for each kind, the first side's king highest. The
/// same for positions that differ by the exchange of colours.
pub(crate) type Key = u64;

/// A kind of man, 0 to 11.
pub(crate) type Kind = usize;

/// The kind of a man: its role, from the pawn on, the first side's after the second's.
pub(crate) fn kind(man: Piece) -> Kind {
    man.role as usize + if man.color == Color::White { 6 } else { 0 }
}

impl Material {
    pub(crate) fn key(&self) -> Key {
        self.pieces().fold(0, |key, man| key + (1 << (4 * kind(man))))
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
    /// of the table's: nothing at all, or the other colour and the mirrored rank.
    exchange: (usize, u8),
    /// Where the pawn stands on the board that may be taken en passant.
    pushed: Option<Square>,
}

/// Where the men of each kind stand, White being the first side.
type Boards = [u64; 12];

impl Seen {
    /// `None` if there are more men than any table has.
    pub fn new<P: GamePosition>(position: &P) -> Option<Seen> {
        let mut boards = [0; 12];
        let mut len = 0;
        for (square, man) in position.board().men() {
            boards[kind(man)] |= square.bit();
            len += 1;
        }
        if len > MAX_MEN {
            return None;
        }
        Some(Seen::of(boards, position.turn(), position.en_passant()))
    }

    /// The same from bitboards; there are not more men than any table has.
    #[inline(always)]
    pub fn on_bitboards(position: &losing::Position) -> Seen {
        let mut boards = [0; 12];
        for role in Role::ALL {
            let men = position.role(role);
            for color in Color::ALL {
                boards[kind(Piece { color, role })] = men & position.men(color);
            }
        }
        Seen::of(boards, position.turn(), position.en_passant())
    }

    #[inline(always)]
    fn of(boards: Boards, turn: Color, en_passant: Option<Square>) -> Seen {
        let half = |boards: &[u64]| {
            let count = |board: &u64| u64::from(board.count_ones());
            let key = boards.iter().rev().fold(0, |key, board| key << 4 | count(board));
            (boards.iter().map(|board| count(board) as usize).sum::<usize>(), key)
        };
        let [white, black] = [half(&boards[6..]), half(&boards[..6])];
        let exchanged = black > white;
        let [first, second] = if exchanged { [black, white] } else { [white, black] };
        Seen {
            key: first.1 << SIDE | second.1,
            counts: [first.0, second.0],
            turn: if exchanged { !turn } else { turn },
            boards,
            exchange: if exchanged { (6, 56) } else { (0, 0) },
            pushed: en_passant.map(passed),
        }
    }

    /// The word and the bit in a table with these men.
    #[inline(always)]
    pub fn place(&self, layout: &Layout) -> (usize, Square) {
        let (other, mirror) = self.exchange;
        let mut boards = self.boards;
        let mut squares = NOBODY;
        let mut plane = 0;
        for (slot, &kind) in layout.kinds.iter().enumerate() {
            let at = kind + other;
            let board = &mut boards[if at < 12 { at } else { at - 12 }];
            let square = lowest(*board);
            *board &= board.wrapping_sub(1);
            squares[slot] = Square::wrapping(square.number() ^ mirror);
            if self.pushed == Some(square) {
                plane = layout.plane_of(slot).unwrap_or(0);
            }
        }
        let (config, bit) = layout.place(&squares);
        (plane * layout.configs + config, bit)
    }
}
