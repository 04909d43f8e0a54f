//! Positions in 32 bytes: covers list hundreds of thousands of them.
//!
//! Half a byte a square: 0 if it is empty, else the role, from 1 for a pawn to 6 for a king, and 8
//! more for Black's men. Two numbers are left, and say the rest: 7 (15) is a rook that may castle
//! or, on its fourth rank, a pawn that can be taken in passing; 8 is Black's king when Black is to
//! move. Other positions have other numbers. Whether castling is that of Chess960 is not told.

use crate::rules::chess::{CastlingSide, Color, Piece, Role, Square};
use crate::rules::movement::{self, Board};
use crate::rules::moves::Move;
use crate::rules::position::{Castling, Position};

/// A position in 32 bytes, to be kept in great numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedPosition([u64; 4]);

/// A rook that may castle, a pawn that can be taken in passing.
const MARKED: u64 = 7;
const BLACK: u64 = 8;
/// The difference between the two numbers of Black's king.
const TURN: u64 = 6;

fn code(Piece { color, role }: Piece) -> u64 {
    1 + role as u64 + if color == Color::Black { BLACK } else { 0 }
}

impl Position {
    /// The position in few bytes.
    pub fn packed(&self) -> PackedPosition {
        let mut packed = PackedPosition([0; 4]);
        for (square, piece) in self.pieces() {
            packed.change(square, code(piece));
        }
        let rook = |color| move |side| self.castling_rook(color, side);
        for rook in Color::ALL.into_iter().flat_map(|us| CastlingSide::ALL.map(rook(us))).flatten()
        {
            packed.change(rook, MARKED ^ (1 + Role::Rook as u64));
        }
        let passed = self.en_passant().and_then(|s| s.offset(0, (!self.turn()).forward()));
        if let Some(pawn) = passed {
            packed.change(pawn, MARKED ^ (1 + Role::Pawn as u64));
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
        self.0[square.index() / 16] ^= bits << (4 * (square.index() % 16));
    }

    /// The squares that are not empty, with their numbers.
    fn numbers(&self) -> impl Iterator<Item = (Square, u64)> {
        self.0.into_iter().zip(0..).flat_map(|(word, index)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let place = rest.checked_ilog2()? as u8 / 4;
                let number = rest >> (4 * place);
                rest ^= number << (4 * place);
                Some((Square::wrapping(16 * index + place), number))
            })
        })
    }

    /// The position.
    pub fn position(&self, castling: Castling) -> Position {
        let mut board: Board = [None; 64];
        let (mut marked, mut kings) = ([None; 5], [None; 2]);
        let (mut marks, mut turn) = (0, Color::White);
        for (square, number) in self.numbers() {
            let color = if number < BLACK { Color::White } else { Color::Black };
            let role = match number % BLACK {
                0 => {
                    turn = Color::Black;
                    Role::King
                }
                MARKED => {
                    marked[marks] = Some((square, color));
                    marks += 1;
                    if square.rank() == color.back_rank() { Role::Rook } else { Role::Pawn }
                }
                number => Role::ALL[number as usize - 1],
            };
            if role == Role::King {
                kings[color.index()] = Some(square);
            }
            board[square.index()] = Some(Piece { color, role });
        }
        let mut position = Position::with_kings(board, kings, turn, castling);
        for (square, color) in marked.into_iter().flatten() {
            if square.rank() == color.back_rank() {
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
        let [from, to] = [m.from, m.to].map(|square| board[square.index()]);
        if let Some(man) = from {
            let role = m.promotion.unwrap_or(man.role);
            self.change(m.from, code(man));
            self.change(m.to, code(Piece { role, ..man }) ^ to.map_or(0, code));
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
