//! The fast side of losing chess: bitboards, captures first.
//!
//! Captures are compulsory, so most positions of a game have few moves, and a generator that looks
//! for captures first can often leave everything else out. The kernel's `LosingPosition` is the
//! slow twin in the tests. Moves have their own type here, for a pawn may become a king.

use std::fmt;
use std::ops::Deref;

use zermelo_kernel as kernel;
use zermelo_kernel::{Color, Role, Square};

use crate::{ahead, attacks, board::Board, is_double_step, passed, position::NO_SQUARE, squares};

/// What a pawn may become.
const PROMOTIONS: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::King];

/// A move: two squares, and what a pawn becomes on its last rank. It prints in UCI notation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move {
    /// Where the man stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
}

impl Move {
    /// The move as the kernel writes it.
    pub fn to_kernel(self) -> kernel::Move {
        kernel::Move { from: self.from, to: self.to, promotion: self.promotion }
    }

    /// A move of the kernel's.
    pub fn from_kernel(m: kernel::Move) -> Move {
        Move { from: m.from, to: m.to, promotion: m.promotion }
    }

    /// The move in sixteen bits: to 0-5, from 6-11, promotion 12-14 with 2 to 6 for knight, bishop,
    /// rook, queen, king. Bit 15, which marks en passant in files, stays clear.
    #[inline]
    pub fn packed(self) -> u16 {
        let promotion = self.promotion.map_or(0, |role| role as u16 + 1);
        u16::from(self.to.number()) | u16::from(self.from.number()) << 6 | promotion << 12
    }

    /// The move of sixteen bits; bit 15 is not looked at.
    #[inline]
    pub fn unpacked(bits: u16) -> Move {
        let promotion = match bits >> 12 & 7 {
            2 => Some(Role::Knight),
            3 => Some(Role::Bishop),
            4 => Some(Role::Rook),
            5 => Some(Role::Queen),
            6 => Some(Role::King),
            _ => None,
        };
        let square = |bits: u16| Square::wrapping(bits as u8 & 63);
        Move { from: square(bits >> 6), to: square(bits), promotion }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_kernel().fmt(f)
    }
}

/// An exact key of 32 bytes: four bit planes give each square a code of four bits. Codes 1 to 6 and
/// 9 to 14 are men; 7 or 15 a pawn that can be captured in passing; 8, on a square that must be
/// empty otherwise, says that Black is to move (on a board without empty squares nothing does).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Key([u64; 4]);

/// A position of losing chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    board: Board,
    turn: Color,
    /// Square behind a pawn that can be captured in passing; only if some pawn can.
    ep: u8,
}

impl Deref for Position {
    type Target = Board;

    #[inline(always)]
    fn deref(&self) -> &Board {
        &self.board
    }
}

impl Position {
    /// Takes over a position of the kernel's.
    pub fn from_kernel(position: &kernel::LosingPosition) -> Position {
        Position {
            board: Board::from_kernel(position.board()),
            turn: position.turn(),
            ep: position.en_passant().map_or(NO_SQUARE, Square::number),
        }
    }

    /// The same position for the kernel.
    pub fn to_kernel(&self) -> kernel::LosingPosition {
        kernel::LosingPosition::from_men(self.board.to_kernel(), self.turn, self.en_passant())
            .expect("a position keeps what the kernel asks of it")
    }

    /// Whose move it is.
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.turn
    }
    /// The square on which a pawn can capture in passing now.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        Square::new(self.ep)
    }

    /// Whether the move takes a man.
    #[inline(always)]
    pub fn is_capture(&self, m: Move) -> bool {
        self.men(!self.turn) & m.to.bit() != 0 || self.is_en_passant(m)
    }

    #[inline(always)]
    fn is_en_passant(&self, m: Move) -> bool {
        m.to.number() == self.ep
            && self.role(Role::Pawn) & m.from.bit() != 0
            && m.from.file() != m.to.file()
    }

    /// All legal moves: the captures, or if there is none, all others.
    #[inline]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut list = Vec::with_capacity(32);
        self.any_legal(|m| {
            list.push(m);
            false
        });
        list
    }

    /// Whether the side to move has a legal move; if not, the game is over.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        self.any_legal(|_| true)
    }

    /// Hands legal moves to `f` until it returns true; says whether it did.
    #[inline(always)]
    pub fn any_legal(&self, mut f: impl FnMut(Move) -> bool) -> bool {
        let us = self.turn;
        let theirs = self.men(!us);
        let free = !self.occupied();
        let passed = self.en_passant().map_or(0, Square::bit);

        let mut captures = false;
        let stopped = self.any_onto(theirs, &mut |m| {
            captures = true;
            f(m)
        }) || self.any_pawn(|s| attacks::pawn(us, s) & (theirs | passed), &mut |m| {
            captures = true;
            f(m)
        });
        if stopped || captures {
            return stopped;
        }
        self.any_onto(free, &mut f)
            || self.any_pawn(|s| attacks::pushes(us, s.bit(), !free), &mut f)
    }

    /// Moves of everything but pawns onto these squares.
    #[inline(always)]
    fn any_onto(&self, targets: u64, f: &mut impl FnMut(Move) -> bool) -> bool {
        let (ours, occupied) = (self.men(self.turn), self.occupied());
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            for from in squares(self.role(role) & ours) {
                for to in squares(attacks::piece(role, from, occupied) & targets) {
                    if f(Move { from, to, promotion: None }) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Moves of pawns onto the squares that `targets` gives for each.
    #[inline(always)]
    fn any_pawn(&self, targets: impl Fn(Square) -> u64, f: &mut impl FnMut(Move) -> bool) -> bool {
        for from in squares(self.role(Role::Pawn) & self.men(self.turn)) {
            for to in squares(targets(from)) {
                let stopped = if (8..56).contains(&to.number()) {
                    f(Move { from, to, promotion: None })
                } else {
                    PROMOTIONS.iter().any(|&role| f(Move { from, to, promotion: Some(role) }))
                };
                if stopped {
                    return true;
                }
            }
        }
        false
    }

    /// The position after a legal move.
    #[inline]
    pub fn play(&self, m: Move) -> Position {
        let us = self.turn;
        let (from, to) = (m.from.bit(), m.to.bit());
        let taken = if self.is_en_passant(m) { passed(m.to).bit() } else { to };
        let role = self.role_at(m.from).expect("a move starts from a man");
        let mut next = *self;
        for men in &mut next.board.roles {
            *men &= !taken;
        }
        next.board.colors[(!us).index()] &= !taken;
        next.board.roles[role as usize] &= !from;
        next.board.roles[m.promotion.unwrap_or(role) as usize] |= to;
        next.board.colors[us.index()] ^= from | to;
        next.turn = !us;
        next.ep = NO_SQUARE;
        if role == Role::Pawn && is_double_step(m.from, m.to) {
            let over = ahead(us, m.from);
            let captors = attacks::pawn(us, over) & next.role(Role::Pawn) & next.men(!us);
            if captors != 0 {
                next.ep = over.number();
            }
        }
        next
    }

    /// The exact key.
    #[inline]
    pub fn key(&self) -> Key {
        let mut planes = self.planes();
        if let Some(s) = self.en_passant() {
            for plane in &mut planes[..3] {
                *plane |= passed(s).bit();
            }
        }
        planes[3] |= self.turn as u64 * lowest_empty(self.occupied());
        Key(planes)
    }

    /// Whether the move can never be taken back: a capture or a pawn's move.
    #[inline(always)]
    pub fn is_irreversible(&self, m: Move) -> bool {
        (self.men(!self.turn) | self.role(Role::Pawn) & m.from.bit()) & (m.to.bit() | m.from.bit())
            != 0
    }

    /// A number of sixty-four bits that is almost surely another one for another position.
    #[inline]
    pub fn hash(&self) -> u64 {
        const ODD: [u64; 8] = [
            0x9E37_79B9_7F4A_7C15,
            0xBF58_476D_1CE4_E5B9,
            0x94D0_49BB_1331_11EB,
            0xD6E8_FEB8_6659_FD93,
            0xA076_1D64_78BD_642F,
            0xE703_7ED1_A0B4_28DB,
            0x8EBC_6AF0_9C88_C6E3,
            0x5899_65CC_7537_4CC3,
        ];
        let fold = |a: u64, b: u64| {
            let wide = u128::from(a) * u128::from(b);
            (wide >> 64) as u64 ^ wide as u64
        };
        let [pawn, knight, bishop, rook, queen, king] = self.roles;
        let rest = (self.turn as u64) << 8 | u64::from(self.ep);
        let a = fold(pawn ^ ODD[0], self.colors[0] ^ ODD[1]);
        let b = fold(knight ^ ODD[2], bishop ^ ODD[3]);
        let c = fold(rook ^ ODD[4], queen ^ ODD[5]);
        let d = fold(king ^ ODD[6], rest ^ ODD[7]);
        fold(fold(a ^ ODD[2], b ^ ODD[5]) ^ ODD[0], fold(c ^ ODD[7], d ^ ODD[1]) ^ ODD[3])
    }

    /// The number of legal moves, and whether they are captures.
    #[inline]
    pub fn mobility(&self) -> (u32, bool) {
        let us = self.turn;
        let (ours, theirs, occupied) = (self.men(us), self.men(!us), self.occupied());
        let passed = self.en_passant().map_or(0, Square::bit);
        let (mut captures, mut quiet) = (0, 0);
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            for from in squares(self.role(role) & ours) {
                let attacked = attacks::piece(role, from, occupied);
                captures += (attacked & theirs).count_ones();
                quiet += (attacked & !occupied).count_ones();
            }
        }
        const LAST: u64 = 0xFF00_0000_0000_00FF;
        let count = |to: u64| to.count_ones() + 4 * (to & LAST).count_ones();
        let pawns = self.role(Role::Pawn) & ours;
        for attacked in attacks::pawns(us, pawns) {
            captures += count(attacked & (theirs | passed));
        }
        if captures == 0 {
            return (quiet + count(attacks::pushes(us, pawns, occupied)), false);
        }
        (captures, true)
    }

    /// The position as FEN.
    pub fn to_fen(&self) -> String {
        kernel::write_fen(self.board.to_kernel(), self.turn, "-", self.en_passant())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fen())
    }
}

/// The lowest empty square as a board; none if the board is full.
fn lowest_empty(occupied: u64) -> u64 {
    !occupied & occupied.wrapping_add(1)
}

impl Key {
    /// The position of a key.
    pub fn position(&self) -> Position {
        let [a, b, c, black] = self.0;
        let men = a | b | c;
        let passable = a & b & c;
        let mut roles = Board::roles_of([a, b, c]);
        roles[Role::Pawn as usize] |= passable;
        Position {
            board: Board { roles, colors: [men & !black, men & black] },
            turn: if black & !men == 0 { Color::White } else { Color::Black },
            ep: if passable == 0 { NO_SQUARE } else { passable.trailing_zeros() as u8 ^ 8 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_counts() {
        let mut dice = 1u64;
        for _ in 0..300 {
            let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";
            let mut position =
                Position::from_kernel(&kernel::LosingPosition::from_fen(start).expect("the array"));
            loop {
                assert_eq!(position.key().position(), position);
                let moves = position.legal_moves();
                let (count, captures) = position.mobility();
                assert_eq!(moves.len(), count as usize, "{position}");
                let Some(&first) = moves.first() else { break };
                assert_eq!(captures, position.is_capture(first));
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
                let m = moves[(dice >> 33) as usize % moves.len()];
                assert_eq!(Move::unpacked(m.packed()), m);
                let before = position;
                position = position.play(m);
                let pawn = before.role(Role::Pawn) & m.from.bit() != 0;
                assert_eq!(before.is_irreversible(m), pawn || before.is_capture(m));
                if dice >> 60 == 0 {
                    break;
                }
            }
        }
    }

    #[test]
    fn moves_go_to_the_kernel_and_back() {
        for promotion in PROMOTIONS.into_iter().map(Some).chain([None]) {
            let m = Move { from: Square::wrapping(48), to: Square::wrapping(56), promotion };
            assert_eq!(Move::from_kernel(m.to_kernel()), m);
        }
        let king = Move {
            from: Square::wrapping(48),
            to: Square::wrapping(56),
            promotion: Some(Role::King),
        };
        assert_eq!(king.to_string(), "a7a8k");
    }
}
