//! Positions in 32 bytes: covers list hundreds of thousands of them.
//!
//! They are the words of the board (`board.rs`), half a byte a square, with what else is to be said
//! in the two numbers that no man has: 7 (15) is a rook that may castle or, on its fourth rank, a
//! pawn that can be taken in passing; 8 is Black's king when Black is to move. Other positions have
//! other numbers. Whether castling is that of Chess960 is not told.

use crate::rules::board::{self, BLACK, Board, number};
use crate::rules::chess::{CastlingSide, Color, Piece, Role, Square};
use crate::rules::movement;
use crate::rules::moves::Move;
use crate::rules::position::{Castling, Position};
use crate::rules::squares::Squares;

/// A position in 32 bytes, to be kept in great numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedPosition([u64; 4]);

/// A rook that may castle, a pawn that can be taken in passing.
const MARKED: u64 = 7;
/// How these differ from the men that they are.
const MARKED_ROOK: u64 = MARKED ^ (1 + Role::Rook as u64);
const MARKED_PAWN: u64 = MARKED ^ (1 + Role::Pawn as u64);
/// The difference between the two numbers of Black's king.
const TURN: u64 = BLACK ^ (BLACK + 1 + Role::King as u64);

impl Position {
    /// The position in few bytes.
    pub fn packed(&self) -> PackedPosition {
        let mut packed = PackedPosition(self.board().words());
        let rook = |color| move |side| self.castling_rook(color, side);
        for rook in Color::ALL.into_iter().flat_map(|us| CastlingSide::ALL.map(rook(us))).flatten()
        {
            packed.change(rook, MARKED_ROOK);
        }
        let passed = self.en_passant().and_then(|s| s.offset(0, (!self.turn()).forward()));
        if let Some(pawn) = passed {
            packed.change(pawn, MARKED_PAWN);
        }
        if self.turn() == Color::Black {
            packed.change(self.king(Color::Black), TURN);
        }
        packed
    }
}

impl PackedPosition {
    /// Changes the number of a square by these bits.
    #[inline]
    fn change(&mut self, square: Square, bits: u64) {
        board::change(&mut self.0, square, bits);
    }

    /// The position with these words, as this page describes them: `None` if they make none, one
    /// that [`Position::from_fen`] would refuse included.
    pub fn from_words(words: [u64; 4], castling: Castling) -> Option<PackedPosition> {
        let [a, b, c, black] = words;
        let packed = PackedPosition(words);
        let to_move = Squares(black & !(a | b | c));
        if to_move.len() > 1 {
            return None;
        }
        let found = packed.position(castling);
        let rooks = Squares(a & b & c & found.board().role(Role::Rook).0);
        let position = Position::from_men(*found.board(), found.turn(), found.en_passant())?;
        let position = position.with_castling(castling, rooks)?;
        (position.packed() == packed).then_some(packed)
    }

    /// The words.
    pub fn words(&self) -> [u64; 4] {
        self.0
    }

    /// The position.
    pub fn position(mut self, castling: Castling) -> Position {
        let [a, b, c, black] = self.0;
        let turn = Squares(black & !(a | b | c)).single();
        if let Some(king) = turn {
            self.change(king, TURN);
        }
        let marked = Squares(a & b & c);
        let color =
            |square: Square| if black & square.bit() == 0 { Color::White } else { Color::Black };
        let castles = |square: Square| square.rank() == color(square).back_rank();
        for square in marked.iter() {
            self.change(square, if castles(square) { MARKED_ROOK } else { MARKED_PAWN });
        }
        let turn = if turn.is_some() { Color::Black } else { Color::White };
        let board = Board::from_words(self.0).unwrap_or_default();
        let mut position = Position::bare(board, turn, castling);
        for square in marked.iter() {
            let color = color(square);
            if castles(square) {
                let side = CastlingSide::of(position.king(color), square);
                position.grant_castling(color, side, square);
            } else {
                position.keep_en_passant(square.offset(0, -color.forward()));
            }
        }
        position
    }

    /// What comes of this, `position`, by a legal move.
    pub(crate) fn after(mut self, position: &Position, m: Move) -> PackedPosition {
        let board = position.board();
        let passes = movement::passed_over(board, m).is_some();
        if passes || position.has_castling_rights() || position.en_passant().is_some() {
            return position.play(m).packed();
        }
        self.change(position.king(Color::Black), TURN);
        let [from, to] = [m.from, m.to].map(|square| board.at(square));
        if let Some(man) = from {
            let role = m.promotion.unwrap_or(man.role);
            self.change(m.from, number(man));
            self.change(m.to, number(Piece { role, ..man }) ^ to.map_or(0, number));
        }
        self
    }

    /// A number that two positions seldom share.
    pub(crate) fn hash(&self) -> u64 {
        let [a, b, c, d] = self.0;
        let mix = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            (product >> 64) as u64 ^ product as u64
        };
        mix(a ^ 0x9E37_79B9_7F4A_7C15, b ^ 0xF39C_C060_5CED_C835)
            ^ mix(c ^ 0x2545_F491_4F6C_DD1D, d ^ 0xBF58_476D_1CE4_E5B9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Packs, unpacks and moves on, so many moves deep.
    fn walk(position: &Position, depth: u32, seen: &mut HashSet<PackedPosition>) {
        let packed = position.packed();
        assert_eq!(&packed.position(position.castling()), position);
        seen.insert(packed);
        for m in position.legal_moves() {
            let next = position.play(m);
            assert_eq!(packed.after(position, m), next.packed(), "{m} in {position}");
            if depth > 0 {
                walk(&next, depth - 1, seen);
            }
        }
    }

    #[test]
    fn nothing_is_lost_and_moves_agree() {
        let fens = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", Castling::Standard),
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
                Castling::Standard,
            ),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", Castling::Standard),
            ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -", Castling::Standard),
            ("1rk1r3/8/8/3pP3/8/8/8/1R1K2R1 w GBeb d6", Castling::Chess960),
            ("4k3/8/8/8/3Pp3/8/8/4K3 b - d3", Castling::Standard),
        ];
        for (fen, castling) in fens {
            let position = Position::from_fen(fen, castling).unwrap();
            walk(&position, 2, &mut HashSet::new());
        }
    }

    #[test]
    fn words_that_are_no_position_are_refused() {
        let fen = "r3k3/8/8/3pP3/8/8/8/4K3 w q d6";
        let words = Position::from_fen(fen, Castling::Standard).unwrap().packed().words();
        let refused = |changes: &[(&str, u64)]| {
            let mut words = words;
            for (square, bits) in changes {
                board::change(&mut words, square.parse().unwrap(), *bits);
            }
            PackedPosition::from_words(words, Castling::Standard).is_none()
        };
        assert!(!refused(&[]), "as it is");
        assert!(!refused(&[("e8", TURN), ("d5", MARKED_PAWN)]), "Black to move");
        assert!(refused(&[("e8", TURN)]), "Black to move, and a pawn of Black's just passed");
        assert!(refused(&[("a3", BLACK)]), "two kings that say Black to move");
        assert!(refused(&[("a3", BLACK), ("e8", TURN)]), "a king more");
        assert!(refused(&[("e8", BLACK + 6)]), "no black king");
        assert!(refused(&[("e1", 6)]), "no white king");
        assert!(!refused(&[("h8", BLACK + MARKED)]), "another rook that may castle");
        assert!(refused(&[("b8", BLACK + MARKED)]), "a rook that never castles");
        assert!(refused(&[("a3", MARKED)]), "nobody passed there");
        assert!(refused(&[("c5", BLACK + MARKED)]), "two pawns that passed");
        assert!(refused(&[("e5", 1)]), "nobody to take the pawn");
        assert!(refused(&[("b8", 1)]), "a pawn on the last rank");
        assert!(refused(&[("e4", 4), ("e5", 1)]), "Black in check, White to move");
    }

    #[test]
    fn others_have_other_numbers() {
        let all = [
            "r3k3/8/8/3pP3/8/8/8/4K3 w q d6",
            "r3k3/8/8/3pP3/8/8/8/4K3 w q -",
            "r3k3/8/8/3pP3/8/8/8/4K3 w - d6",
            "r3k3/8/8/3pP3/8/8/8/4K3 w - -",
            "r3k3/8/8/3pP3/8/8/8/4K3 b - -",
            "r3k3/8/8/3pP3/8/8/8/4K3 b q -",
        ];
        let packed = all.map(|fen| Position::from_fen(fen, Castling::Standard).unwrap().packed());
        assert_eq!(packed.into_iter().collect::<HashSet<_>>().len(), all.len());
        assert_eq!(packed.map(|p| p.hash()).into_iter().collect::<HashSet<_>>().len(), all.len());
    }
}
