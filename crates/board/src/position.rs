//! The engines' position: eight bitboards, a turn, rights, and a hash.
//!
//! `Copy`, so that a search plays a move on a copy and drops it instead of unmaking: the copy is
//! a handful of vector moves, cheaper than the bookkeeping of unmake on short searches.

use std::ops::Deref;

use shakmaty::{CastlingMode, EnPassantMode, Position as _};
use zermelo_kernel as kernel;
use zermelo_kernel::{Castling, Color, Piece, Role, Square};

use crate::{
    ahead, attacks, back_rank, board::Board, castled, is_double_step, lowest, movegen::Move,
    passed, squares, zobrist,
};

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
    fn bare(men: impl IntoIterator<Item = (Square, Piece)>, turn: Color) -> Position {
        let board = Board::new(men);
        Position { board, rights: 0, hash: 0, turn, ep: NO_SQUARE, chess960: false }
    }

    /// The same with its hash, counted from scratch.
    fn with_hash(self) -> Position {
        Position { hash: self.slow_hash(), ..self }
    }

    /// Takes over a position of the kernel's.
    pub fn from_kernel(position: &kernel::Position) -> Position {
        let mut p = Position::bare([], position.turn());
        p.board = Board::from_kernel(position.board());
        p.ep = position.en_passant().map_or(NO_SQUARE, Square::number);
        p.chess960 = position.castling() == Castling::Chess960;
        for color in Color::ALL {
            for side in kernel::CastlingSide::ALL {
                p.rights |= position.castling_rook(color, side).map_or(0, Square::bit);
            }
        }
        p.with_hash()
    }

    /// The same position for the kernel: `None` if it is none there, such as one in which the side
    /// that has just moved is in check.
    pub fn to_kernel(&self) -> Option<kernel::Position> {
        let mode = if self.chess960 { Castling::Chess960 } else { Castling::Standard };
        kernel::Position::from_men(self.board.to_kernel(), self.turn, self.en_passant())?
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
    pub fn from_men(men: &[(Color, Role, Square)], turn: Color) -> Position {
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
    pub fn king(&self, color: Color) -> Square {
        lowest(self.of(color, Role::King))
    }
    /// Rooks that may still castle.
    #[inline(always)]
    pub fn castling_rights(&self) -> u64 {
        self.rights
    }
    /// The en-passant square, if that capture is legal now.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        Square::new(self.ep)
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
    fn toggle(&mut self, color: Color, role: Role, s: Square) {
        self.board.toggle(color, role, s);
        self.hash ^= zobrist::man(color, role, s);
    }

    /// The same with the man of one square on another, which is empty, as if it had been there all
    /// along: whose move it is stays, and castling and en passant are left to the caller.
    #[inline]
    pub fn with_man_moved(&self, from: Square, to: Square) -> Position {
        let mut p = *self;
        let (color, role) = (p.color_at(from), p.role_on(from));
        p.toggle(color, role, from);
        p.toggle(color, role, to);
        p
    }

    /// The position after a legal move.
    #[inline]
    pub fn play(&self, m: Move) -> Position {
        let mut p = *self;
        let us = self.turn;
        let (from, to) = (m.from, m.to);
        if let Some(s) = p.en_passant() {
            p.hash ^= zobrist::mark(s);
            p.ep = NO_SQUARE;
        }
        let role = p.role_on(from);
        if m.is_castling() {
            let (king_to, rook_to) = castled(from, to);
            p.toggle(us, Role::King, from);
            p.toggle(us, Role::Rook, to);
            p.toggle(us, Role::King, king_to);
            p.toggle(us, Role::Rook, rook_to);
        } else {
            if p.men(!us) & to.bit() != 0 {
                let captured = p.role_on(to);
                p.toggle(!us, captured, to);
            } else if m.is_en_passant() {
                p.toggle(!us, Role::Pawn, passed(to));
            }
            p.toggle(us, role, from);
            p.toggle(us, m.promotion().unwrap_or(role), to);
        }
        if p.rights != 0 {
            let mut lost = p.rights & (from.bit() | to.bit());
            if role == Role::King {
                lost |= p.rights & back_rank(us);
            }
            for s in squares(lost) {
                p.hash ^= zobrist::mark(s);
            }
            p.rights &= !lost;
        }
        p.turn = !us;
        p.hash ^= zobrist::BLACK;
        if role == Role::Pawn && is_double_step(from, to) {
            p.set_en_passant(ahead(us, from));
        }
        p
    }

    /// Sets the en-passant square if some capture there is legal for the side to move.
    fn set_en_passant(&mut self, s: Square) {
        let us = self.turn;
        let takers = attacks::pawn(!us, s) & self.of(us, Role::Pawn);
        if takers == 0 {
            return;
        }
        let king = self.king(us);
        let captured = passed(s).bit();
        for taker in squares(takers) {
            let occupied = self.occupied() & !taker.bit() & !captured | s.bit();
            if self.attackers(king, !us, occupied) & !captured == 0 {
                self.ep = s.number();
                self.hash ^= zobrist::mark(s);
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
            hash ^= zobrist::mark(s);
        }
        hash ^ self.en_passant().map_or(0, zobrist::mark)
    }

    /// The position as a FEN of four fields, rights in Shredder letters when Chess960.
    pub fn to_fen(&self) -> String {
        let mut rights = String::new();
        for color in Color::ALL {
            let rooks: Vec<Square> = squares(self.rights & back_rank(color)).collect();
            rights.extend(rooks.into_iter().rev().map(|rook| {
                let letter = match rook > self.king(color) {
                    _ if self.chess960 => char::from(b'a' + rook.file() as u8),
                    true => 'k',
                    false => 'q',
                };
                if color == Color::White { letter.to_ascii_uppercase() } else { letter }
            }));
        }
        let rights = if rights.is_empty() { "-" } else { &rights };
        kernel::write_fen(self.board.to_kernel(), self.turn, rights, self.en_passant())
    }
}
