//! Legal moves by bitboards: pins and checks first, then men in an order the caller may stop.
//!
//! [`Position::any_legal`] hands each legal move to a closure and stops when it says so, so that
//! "is there a move at all" costs a fraction of a full list; [`Position::legal_moves`] collects
//! them. The kernel's mailbox generator is the slow twin in the tests.

use zermelo_kernel as kernel;
use zermelo_kernel::{Color, Role, Square};

use crate::{Position, attacks, back_rank, castled, lowest, passed, squares};

/// A move: two squares and what kind. Castling is king takes own rook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move {
    /// Where the man stands.
    pub from: Square,
    /// Where it goes; for castling, the rook's square.
    pub to: Square,
    kind: u8,
}

const PLAIN: u8 = 0;
const EN_PASSANT: u8 = 6;
const CASTLING: u8 = 7;

const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

impl Move {
    /// A plain move or capture.
    #[inline(always)]
    pub const fn plain(from: Square, to: Square) -> Move {
        Move { from, to, kind: PLAIN }
    }
    /// A promotion to a queen.
    #[inline(always)]
    pub const fn to_queen(from: Square, to: Square) -> Move {
        Move::promotion_to(from, to, Role::Queen)
    }
    #[inline(always)]
    const fn promotion_to(from: Square, to: Square, role: Role) -> Move {
        Move { from, to, kind: role as u8 }
    }
    /// Castling?
    #[inline(always)]
    pub fn is_castling(self) -> bool {
        self.kind == CASTLING
    }
    /// En passant?
    #[inline(always)]
    pub fn is_en_passant(self) -> bool {
        self.kind == EN_PASSANT
    }
    /// The role promoted to.
    #[inline(always)]
    pub fn promotion(self) -> Option<Role> {
        match self.kind {
            1 => Some(Role::Knight),
            2 => Some(Role::Bishop),
            3 => Some(Role::Rook),
            4 => Some(Role::Queen),
            _ => None,
        }
    }

    /// The move as the kernel writes it.
    pub fn to_kernel(self) -> kernel::Move {
        kernel::Move { from: self.from, to: self.to, promotion: self.promotion() }
    }

    /// The move in UCI notation, castling spelled for the position's mode.
    pub fn to_uci(self, position: &Position) -> String {
        let mut m = self.to_kernel();
        if self.is_castling() && !position.chess960 {
            m.to = castled(self.from, self.to).0;
        }
        // Not by way of `Display`: a service writes twenty moves for each question.
        let mut uci = String::with_capacity(5);
        for square in [m.from, m.to] {
            uci.push(char::from(b'a' + square.file() as u8));
            uci.push(char::from(b'1' + square.rank() as u8));
        }
        uci.extend(m.promotion.map(Role::letter));
        uci
    }
}

impl Position {
    /// Whether the move takes a man.
    #[inline(always)]
    pub fn is_capture(&self, m: Move) -> bool {
        self.men(!self.turn) & m.to.bit() != 0 || m.is_en_passant()
    }

    /// Whether the man that moves is a pawn.
    #[inline(always)]
    pub fn is_pawn_move(&self, m: Move) -> bool {
        self.role(Role::Pawn) & m.from.bit() != 0
    }

    /// Whether the move is a capture or a pawn move, so that the clock starts again.
    #[inline(always)]
    pub fn is_critical(&self, m: Move) -> bool {
        self.is_pawn_move(m) || self.is_capture(m)
    }

    /// A move of the kernel's, which must be legal here.
    pub fn own_move(&self, m: kernel::Move) -> Move {
        let kind = match m.promotion {
            Some(role) => role as u8,
            None if self.men(self.turn) & m.to.bit() != 0 => CASTLING,
            None if self.en_passant() == Some(m.to)
                && self.role(Role::Pawn) & m.from.bit() != 0 =>
            {
                EN_PASSANT
            }
            None => PLAIN,
        };
        Move { from: m.from, to: m.to, kind }
    }

    /// All legal moves.
    #[inline]
    pub fn legal_moves(&self) -> Vec<Move> {
        self.moves_where(|_| true)
    }

    /// The legal moves that are wanted.
    #[inline]
    pub fn moves_where(&self, wanted: impl Fn(Move) -> bool) -> Vec<Move> {
        let mut list = Vec::with_capacity(64);
        self.any_legal(|m| {
            if wanted(m) {
                list.push(m);
            }
            false
        });
        list
    }

    /// The first legal move that is wanted.
    #[inline]
    pub fn find_move(&self, wanted: impl Fn(Move) -> bool) -> Option<Move> {
        let mut found = None;
        self.any_legal(|m| {
            found = wanted(m).then_some(m);
            found.is_some()
        });
        found
    }

    /// Whether the side to move has a legal move.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        self.any_legal(|_| true)
    }

    /// The only legal move, if there is exactly one.
    #[inline]
    pub fn only_move(&self) -> Option<Move> {
        let mut first = None;
        let more = self.any_legal(|m| first.replace(m).is_some());
        if more { None } else { first }
    }

    /// Whether this is checkmate.
    #[inline]
    pub fn is_checkmate(&self) -> bool {
        self.checkers() != 0 && !self.has_legal_move()
    }

    /// Whether the king of this colour may stand on `s` as far as attacks go, the king itself
    /// taken off `occupied`.
    #[inline(always)]
    fn king_safe(&self, s: Square, color: Color, occupied: u64) -> bool {
        self.attackers(s, !color, occupied) == 0
    }

    /// Men that give check to the side to move, and its own men that are pinned to the king.
    #[inline(always)]
    fn checkers_and_pinned(&self, king: Square) -> (u64, u64) {
        let us = self.turn;
        let (ours, theirs) = (self.men(us), self.men(!us));
        let queens = self.role(Role::Queen);
        let mut checkers = attacks::knight(king) & self.role(Role::Knight) & theirs
            | attacks::pawn(us, king) & self.role(Role::Pawn) & theirs;
        let mut pinned = 0;
        let snipers = attacks::bishop(king, theirs) & (self.role(Role::Bishop) | queens)
            | attacks::rook(king, theirs) & (self.role(Role::Rook) | queens);
        for sniper in squares(snipers & theirs) {
            let shield = attacks::between(king, sniper) & ours;
            if shield == 0 {
                checkers |= sniper.bit();
            } else if shield & (shield - 1) == 0 {
                pinned |= shield;
            }
        }
        (checkers, pinned)
    }

    /// Hands legal moves to `f` until it returns true; says whether it did.
    #[inline(always)]
    pub fn any_legal(&self, mut f: impl FnMut(Move) -> bool) -> bool {
        let us = self.turn;
        let (ours, theirs, occupied) = (self.men(us), self.men(!us), self.occupied());
        let king = self.king(us);
        let (checkers, pinned) = self.checkers_and_pinned(king);

        let without_king = occupied & !king.bit();
        for to in squares(attacks::king(king) & !ours) {
            if self.king_safe(to, us, without_king) && f(Move::plain(king, to)) {
                return true;
            }
        }
        let mut targets = !ours;
        if checkers != 0 {
            if checkers & (checkers - 1) != 0 {
                return false;
            }
            targets = checkers | attacks::between(king, lowest(checkers));
        }
        // Where a man may go that must not leave its king's line, if it is pinned.
        let within = |from: Square, to: u64| {
            to & targets & if pinned & from.bit() != 0 { attacks::ray(king, from) } else { !0 }
        };

        let queens = self.role(Role::Queen);
        let knights = self.role(Role::Knight) & ours & !pinned;
        let diagonal = (self.role(Role::Bishop) | queens) & ours;
        let straight = (self.role(Role::Rook) | queens) & ours;
        let mut plain = |from: Square, to: u64| squares(to).any(|to| f(Move::plain(from, to)));
        if squares(knights).any(|from| plain(from, attacks::knight(from) & targets))
            || squares(diagonal)
                .any(|from| plain(from, within(from, attacks::bishop(from, occupied))))
            || squares(straight)
                .any(|from| plain(from, within(from, attacks::rook(from, occupied))))
        {
            return true;
        }
        for from in squares(self.role(Role::Pawn) & ours) {
            let to = attacks::pawn(us, from) & theirs | attacks::pushes(us, from.bit(), occupied);
            for to in squares(within(from, to)) {
                let stopped = if back_rank(!us) & to.bit() == 0 {
                    f(Move::plain(from, to))
                } else {
                    PROMOTIONS.iter().any(|&role| f(Move::promotion_to(from, to, role)))
                };
                if stopped {
                    return true;
                }
            }
        }
        self.any_en_passant(king, &mut f)
            || self.rights != 0 && checkers == 0 && self.any_castling(king, &mut f)
    }

    #[inline(always)]
    fn any_en_passant(&self, king: Square, f: &mut impl FnMut(Move) -> bool) -> bool {
        let Some(to) = self.en_passant() else { return false };
        let (us, captured) = (self.turn, passed(to).bit());
        squares(attacks::pawn(!us, to) & self.of(us, Role::Pawn)).any(|from| {
            let after = self.occupied() & !from.bit() & !captured | to.bit();
            self.attackers(king, !us, after) & !captured == 0
                && f(Move { from, to, kind: EN_PASSANT })
        })
    }

    #[inline(always)]
    fn any_castling(&self, king: Square, f: &mut impl FnMut(Move) -> bool) -> bool {
        squares(self.rights & back_rank(self.turn)).any(|rook| {
            self.may_castle(king, rook) && f(Move { from: king, to: rook, kind: CASTLING })
        })
    }

    #[cold]
    fn may_castle(&self, king: Square, rook: Square) -> bool {
        let us = self.turn;
        let (king_to, rook_to) = castled(king, rook);
        let others = self.occupied() & !king.bit() & !rook.bit();
        let king_path = attacks::between(king, king_to) | king_to.bit();
        let rook_path = attacks::between(rook, rook_to) | rook_to.bit();
        if others & (king_path | rook_path) != 0 {
            return false;
        }
        let without_king = self.occupied() & !king.bit();
        squares(king_path).all(|s| self.king_safe(s, us, without_king))
            && self.king_safe(king_to, us, others | rook_to.bit())
    }
}
