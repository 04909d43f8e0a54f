//! The engines' position: eight bitboards, a turn, rights, and a hash.
//!
//! `Copy`, so that a search plays a move on a copy and drops it instead of unmaking: the copy is
//! a handful of vector moves, cheaper than the bookkeeping of unmake on short searches.

use shakmaty::{CastlingMode, Color, EnPassantMode, Position as _, Role, Square};
use zermelo_kernel as kernel;

use crate::{attacks, movegen::Move, squares, zobrist};

/// The square number that stands for "no square".
pub const NO_SQUARE: u8 = 64;

/// A chess position without clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Men by role, both colours: pawn, knight, bishop, rook, queen, king.
    pub(crate) roles: [u64; 6],
    /// Men by colour, White first.
    pub(crate) colors: [u64; 2],
    /// Rooks that may still castle.
    pub(crate) rights: u64,
    pub(crate) hash: u64,
    /// 0 White, 1 Black.
    pub(crate) turn: u8,
    /// Square behind a pawn that can be captured in passing; only if the capture is legal.
    pub(crate) ep: u8,
    /// Chess960: castling is spelled king-takes-rook.
    pub(crate) chess960: bool,
}

/// Index of a role in [`Position::role`]'s order.
#[inline(always)]
pub(crate) fn role_index(role: Role) -> usize {
    role as usize - 1
}

impl Position {
    /// Takes over a position of the kernel's.
    pub fn from_kernel(position: &kernel::Position) -> Position {
        let mut p = Position {
            roles: [0; 6],
            colors: [0; 2],
            rights: 0,
            hash: 0,
            turn: position.turn().index() as u8,
            ep: position.en_passant().map_or(NO_SQUARE, |s| s.index() as u8),
            chess960: position.castling() == kernel::Castling::Chess960,
        };
        for (square, piece) in position.pieces() {
            p.colors[piece.color.index()] |= 1 << square.index();
            p.roles[piece.role as usize] |= 1 << square.index();
        }
        for color in [kernel::Color::White, kernel::Color::Black] {
            for side in [kernel::CastlingSide::KingSide, kernel::CastlingSide::QueenSide] {
                if let Some(rook) = position.castling_rook(color, side) {
                    p.rights |= 1 << rook.index();
                }
            }
        }
        p.hash = p.slow_hash();
        p
    }

    /// Takes over a position of shakmaty's.
    pub fn from_shakmaty(position: &shakmaty::Chess, mode: CastlingMode) -> Position {
        let board = position.board();
        let mut p = Position {
            roles: [0; 6],
            colors: [board.white().0, board.black().0],
            rights: position.castles().castling_rights().0,
            hash: 0,
            turn: u8::from(position.turn() == Color::Black),
            ep: position.ep_square(EnPassantMode::Legal).map_or(NO_SQUARE, |s| s as u8),
            chess960: mode == CastlingMode::Chess960,
        };
        for role in Role::ALL {
            p.roles[role_index(role)] = board.by_role(role).0;
        }
        p.hash = p.slow_hash();
        p
    }

    /// A position of just these men (colour index, role, square), without castling or en passant.
    pub fn from_men(men: &[(usize, Role, u8)], turn: usize) -> Position {
        let mut p = Position {
            roles: [0; 6],
            colors: [0; 2],
            rights: 0,
            hash: 0,
            turn: turn as u8,
            ep: NO_SQUARE,
            chess960: false,
        };
        for &(c, role, s) in men {
            p.colors[c] |= 1 << s;
            p.roles[role_index(role)] |= 1 << s;
        }
        p.hash = p.slow_hash();
        p
    }

    /// Whose move it is.
    #[inline(always)]
    pub fn turn(&self) -> Color {
        if self.turn == 0 { Color::White } else { Color::Black }
    }
    /// Whose move it is: 0 White, 1 Black.
    #[inline(always)]
    pub fn turn_index(&self) -> usize {
        self.turn as usize
    }
    /// All men.
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }
    /// The men of one colour (0 White, 1 Black).
    #[inline(always)]
    pub fn men(&self, c: usize) -> u64 {
        self.colors[c]
    }
    /// All men of a role.
    #[inline(always)]
    pub fn role(&self, role: Role) -> u64 {
        self.roles[role_index(role)]
    }
    /// The men of a colour and role.
    #[inline(always)]
    pub fn of(&self, c: usize, role: Role) -> u64 {
        self.colors[c] & self.roles[role_index(role)]
    }
    /// The king's square.
    #[inline(always)]
    pub fn king(&self, c: usize) -> u8 {
        (self.of(c, Role::King)).trailing_zeros() as u8 & 63
    }
    /// Rooks that may still castle.
    #[inline(always)]
    pub fn castling_rights(&self) -> u64 {
        self.rights
    }
    /// The en-passant square, if that capture is legal now.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<u8> {
        (self.ep != NO_SQUARE).then_some(self.ep)
    }
    /// Whether castling is spelled king-takes-rook.
    #[inline(always)]
    pub fn is_chess960(&self) -> bool {
        self.chess960
    }
    /// The hash, kept up to date by [`Position::play`].
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        self.hash
    }
    /// The role of the man on a square.
    #[inline(always)]
    pub fn role_at(&self, s: u8) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.role(role) & (1 << s) != 0)
    }

    /// Men of colour `by` that attack `s`, lines seen through `occupied`.
    #[inline]
    pub fn attackers(&self, s: u8, by: usize, occupied: u64) -> u64 {
        let queens = self.roles[4];
        (attacks::pawn(by ^ 1, s) & self.roles[0]
            | attacks::knight(s) & self.roles[1]
            | attacks::bishop(s, occupied) & (self.roles[2] | queens)
            | attacks::rook(s, occupied) & (self.roles[3] | queens)
            | attacks::king(s) & self.roles[5])
            & self.colors[by]
    }

    /// Men that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> u64 {
        let us = self.turn as usize;
        self.attackers(self.king(us), us ^ 1, self.occupied())
    }

    #[inline(always)]
    fn toggle(&mut self, c: usize, role: usize, s: u8) {
        let bit = 1u64 << s;
        self.colors[c] ^= bit;
        self.roles[role] ^= bit;
        self.hash ^= zobrist::PIECES[(c * 6 + role) * 64 + s as usize];
    }

    /// The index of the role on an occupied square.
    #[inline(always)]
    fn role_index_at(&self, s: u8) -> usize {
        let bit = 1u64 << s;
        for role in 0..5 {
            if self.roles[role] & bit != 0 {
                return role;
            }
        }
        5
    }

    /// The position after a legal move.
    #[inline]
    pub fn play(&self, m: Move) -> Position {
        let mut p = *self;
        let us = self.turn as usize;
        let (from, to) = (m.from, m.to);
        if p.ep != NO_SQUARE {
            p.hash ^= zobrist::MARKS[p.ep as usize];
            p.ep = NO_SQUARE;
        }
        let role = p.role_index_at(from);
        if m.is_castling() {
            let back = from & 56;
            let (king_to, rook_to) =
                if to > from { (back + 6, back + 5) } else { (back + 2, back + 3) };
            p.toggle(us, 5, from);
            p.toggle(us, 3, to);
            p.toggle(us, 5, king_to);
            p.toggle(us, 3, rook_to);
        } else {
            if p.colors[us ^ 1] & (1 << to) != 0 {
                let captured = p.role_index_at(to);
                p.toggle(us ^ 1, captured, to);
            } else if m.is_en_passant() {
                p.toggle(us ^ 1, 0, to ^ 8);
            }
            p.toggle(us, role, from);
            p.toggle(us, m.promotion_index().unwrap_or(role), to);
        }
        if p.rights != 0 {
            let mut lost = p.rights & (1 << from | 1 << to);
            if role == 5 {
                lost |= p.rights & (0xFF << (us * 56));
            }
            for s in squares(lost) {
                p.hash ^= zobrist::MARKS[s as usize];
            }
            p.rights &= !lost;
        }
        p.turn ^= 1;
        p.hash ^= zobrist::BLACK;
        if role == 0 && from ^ to == 16 {
            p.set_en_passant((from + to) / 2);
        }
        p
    }

    /// Sets the en-passant square if some capture there is legal for the side to move.
    fn set_en_passant(&mut self, s: u8) {
        let us = self.turn as usize;
        let takers = attacks::pawn(us ^ 1, s) & self.colors[us] & self.roles[0];
        if takers == 0 {
            return;
        }
        let king = self.king(us);
        let captured = 1u64 << (s ^ 8);
        for taker in squares(takers) {
            let occupied = self.occupied() & !(1 << taker) & !captured | 1 << s;
            if self.attackers(king, us ^ 1, occupied) & !captured == 0 {
                self.ep = s;
                self.hash ^= zobrist::MARKS[s as usize];
                return;
            }
        }
    }

    /// The hash from scratch: the slow twin of the incremental one.
    pub fn slow_hash(&self) -> u64 {
        let mut hash = if self.turn == 1 { zobrist::BLACK } else { 0 };
        for c in 0..2 {
            for role in 0..6 {
                for s in squares(self.colors[c] & self.roles[role]) {
                    hash ^= zobrist::PIECES[(c * 6 + role) * 64 + s as usize];
                }
            }
        }
        for s in squares(self.rights) {
            hash ^= zobrist::MARKS[s as usize];
        }
        hash ^ zobrist::MARKS[self.ep as usize]
    }

    /// The position as a FEN of four fields, rights in Shredder letters when Chess960.
    pub fn to_fen(&self) -> String {
        let mut fen = String::with_capacity(72);
        for rank in (0..8u8).rev() {
            let mut gap = 0;
            for file in 0..8u8 {
                let s = rank * 8 + file;
                match self.role_at(s) {
                    None => gap += 1,
                    Some(role) => {
                        if gap > 0 {
                            fen.push((b'0' + gap) as char);
                            gap = 0;
                        }
                        let white = self.colors[0] & (1 << s) != 0;
                        fen.push(if white { role.upper_char() } else { role.char() });
                    }
                }
            }
            if gap > 0 {
                fen.push((b'0' + gap) as char);
            }
            if rank > 0 {
                fen.push('/');
            }
        }
        fen.push_str(if self.turn == 0 { " w " } else { " b " });
        if self.rights == 0 {
            fen.push('-');
        }
        for c in 0..2 {
            let back = self.rights & (0xFF << (c * 56));
            let mut letters: Vec<u8> = squares(back).map(|s| s & 7).collect();
            letters.reverse();
            for file in letters {
                let letter = if self.chess960 {
                    b'A' + file
                } else if file > self.king(c) & 7 {
                    b'K'
                } else {
                    b'Q'
                };
                fen.push(if c == 0 { letter } else { letter.to_ascii_lowercase() } as char);
            }
        }
        fen.push(' ');
        match self.en_passant() {
            Some(s) => fen.push_str(&Square::new(u32::from(s)).to_string()),
            None => fen.push('-'),
        }
        fen
    }
}
