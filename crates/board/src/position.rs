//! The engines' position: eight bitboards, a turn, rights, and a hash.
//!
//! `Copy`, so that a search plays a move on a copy and drops it instead of unmaking: the copy is
//! a handful of vector moves, cheaper than the bookkeeping of unmake on short searches.

use std::ops::Deref;

use shakmaty::{CastlingMode, EnPassantMode, Position as _};
use zermelo_kernel as kernel;
use zermelo_kernel::{Castling, Color, Piece, Role, Square};

use crate::{attacks, back_rank, board::Board, movegen::Move, squares, zobrist};

/// The square number that stands for "no square": an `Option<Square>` takes two bytes.
pub(crate) const NO_SQUARE: u8 = 64;

/// A chess position without clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) board: Board,
    /// Rooks that may still castle.
    pub(crate) rights: u64,
    pub(crate) hash: u64,
    pub(crate) turn: Color,
    /// Square behind a pawn that can be captured in passing; only if the capture is legal.
    pub(crate) ep: u8,
    /// Chess960: castling is spelled king-takes-rook.
    pub(crate) chess960: bool,
}

impl Deref for Position {
    type Target = Board;

    #[inline(always)]
    fn deref(&self) -> &Board {
        &self.board
    }
}

impl Position {
    /// A position of these men, without castling or en passant.
    fn bare(men: impl IntoIterator<Item = (u8, Piece)>, turn: Color) -> Position {
        let board = Board::new(men);
        Position { board, rights: 0, hash: 0, turn, ep: NO_SQUARE, chess960: false }
    }

    /// The same with its hash, counted from scratch.
    fn with_hash(self) -> Position {
        Position { hash: self.slow_hash(), ..self }
    }

    /// Takes over a position of the kernel's.
    pub fn from_kernel(position: &kernel::Position) -> Position {
        let men = position.pieces().map(|(square, piece)| (square.index() as u8, piece));
        let mut p = Position::bare(men, position.turn());
        p.ep = position.en_passant().map_or(NO_SQUARE, |s| s.index() as u8);
        p.chess960 = position.castling() == Castling::Chess960;
        for color in Color::ALL {
            for side in kernel::CastlingSide::ALL {
                p.rights |= position.castling_rook(color, side).map_or(0, |s| 1 << s.index());
            }
        }
        p.with_hash()
    }

    /// The same position for the kernel: `None` if it is none there, such as one in which the side
    /// that has just moved is in check.
    pub fn to_kernel(&self) -> Option<kernel::Position> {
        let mode = if self.chess960 { Castling::Chess960 } else { Castling::Standard };
        let men = self.men_by_square();
        kernel::Position::from_men(men, self.turn, Square::new(self.ep))?
            .with_castling(mode, kernel::Squares(self.rights))
    }

    /// Takes over a position of shakmaty's.
    pub fn from_shakmaty(position: &shakmaty::Chess, mode: CastlingMode) -> Position {
        let board = position.board();
        let turn = if position.turn().is_white() { Color::White } else { Color::Black };
        let mut p = Position::bare([], turn);
        p.board.colors = [board.white().0, board.black().0];
        p.board.roles = shakmaty::Role::ALL.map(|role| board.by_role(role).0);
        p.rights = position.castles().castling_rights().0;
        p.ep = position.ep_square(EnPassantMode::Legal).map_or(NO_SQUARE, |s| s as u8);
        p.chess960 = mode == CastlingMode::Chess960;
        p.with_hash()
    }

    /// A position of just these men, without castling or en passant.
    pub fn from_men(men: &[(Color, Role, u8)], turn: Color) -> Position {
        let men = men.iter().map(|&(color, role, s)| (s, Piece { color, role }));
        Position::bare(men, turn).with_hash()
    }

    /// Whose move it is.
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.turn
    }
    /// The king's square.
    #[inline(always)]
    pub fn king(&self, color: Color) -> u8 {
        self.of(color, Role::King).trailing_zeros() as u8 & 63
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

    /// Men that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> u64 {
        self.attackers(self.king(self.turn), !self.turn, self.occupied())
    }

    #[inline(always)]
    fn toggle(&mut self, color: Color, role: Role, s: u8) {
        self.board.toggle(color, role, s);
        self.hash ^= zobrist::man(color, role, s);
    }

    /// The position after a legal move.
    #[inline]
    pub fn play(&self, m: Move) -> Position {
        let mut p = *self;
        let us = self.turn;
        let (from, to) = (m.from, m.to);
        if p.ep != NO_SQUARE {
            p.hash ^= zobrist::MARKS[p.ep as usize];
            p.ep = NO_SQUARE;
        }
        let role = p.role_on(from);
        if m.is_castling() {
            let back = from & 56;
            let (king_to, rook_to) =
                if to > from { (back + 6, back + 5) } else { (back + 2, back + 3) };
            p.toggle(us, Role::King, from);
            p.toggle(us, Role::Rook, to);
            p.toggle(us, Role::King, king_to);
            p.toggle(us, Role::Rook, rook_to);
        } else {
            if p.men(!us) & (1 << to) != 0 {
                let captured = p.role_on(to);
                p.toggle(!us, captured, to);
            } else if m.is_en_passant() {
                p.toggle(!us, Role::Pawn, to ^ 8);
            }
            p.toggle(us, role, from);
            p.toggle(us, m.promotion().unwrap_or(role), to);
        }
        if p.rights != 0 {
            let mut lost = p.rights & (1 << from | 1 << to);
            if role == Role::King {
                lost |= p.rights & back_rank(us);
            }
            for s in squares(lost) {
                p.hash ^= zobrist::MARKS[s as usize];
            }
            p.rights &= !lost;
        }
        p.turn = !us;
        p.hash ^= zobrist::BLACK;
        if role == Role::Pawn && from ^ to == 16 {
            p.set_en_passant((from + to) / 2);
        }
        p
    }

    /// Sets the en-passant square if some capture there is legal for the side to move.
    fn set_en_passant(&mut self, s: u8) {
        let us = self.turn;
        let takers = attacks::pawn(!us, s) & self.of(us, Role::Pawn);
        if takers == 0 {
            return;
        }
        let king = self.king(us);
        let captured = 1u64 << (s ^ 8);
        for taker in squares(takers) {
            let occupied = self.occupied() & !(1 << taker) & !captured | 1 << s;
            if self.attackers(king, !us, occupied) & !captured == 0 {
                self.ep = s;
                self.hash ^= zobrist::MARKS[s as usize];
                return;
            }
        }
    }

    /// The hash from scratch: the slow twin of the incremental one.
    pub fn slow_hash(&self) -> u64 {
        let mut hash = if self.turn == Color::Black { zobrist::BLACK } else { 0 };
        for s in squares(self.occupied()) {
            hash ^= zobrist::man(self.color_at(s), self.role_on(s), s);
        }
        for s in squares(self.rights) {
            hash ^= zobrist::MARKS[s as usize];
        }
        hash ^ zobrist::MARKS[self.ep as usize]
    }

    /// The position as a FEN of four fields, rights in Shredder letters when Chess960.
    pub fn to_fen(&self) -> String {
        let mut rights = String::new();
        for color in Color::ALL {
            let mut letters: Vec<u8> = squares(self.rights & back_rank(color)).collect();
            letters.reverse();
            for rook in letters {
                let letter = if self.chess960 {
                    b'A' + (rook & 7)
                } else if rook > self.king(color) {
                    b'K'
                } else {
                    b'Q'
                } as char;
                let white = color == Color::White;
                rights.push(if white { letter } else { letter.to_ascii_lowercase() });
            }
        }
        self.fen(self.turn, &rights, Square::new(self.ep))
    }
}
