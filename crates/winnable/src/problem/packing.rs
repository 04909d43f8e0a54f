//! A position in 128 bits, as long as it comes from a known root.
//!
//! The men are those of the root; a position is where each of them is, or that he is gone, and what
//! the pawns have become. So seven bits a piece and ten a pawn tell it exactly, and a move changes a
//! few of them: the search knows the number of a position before it has played the move. The side
//! to move is not in it. Boards of more than some 14 men do not fit.

use zermelo_board::{Move, Position, Role, Square, castled, is_double_step, squares};

use super::pictures::{MEN, Man};
use super::solve::{Board, captured};

/// How the positions after a root are numbered.
#[derive(Clone, Debug)]
pub struct Packing {
    /// Where each man's bits begin.
    offsets: [u8; MEN],
    pawns: u32,
    /// Where the en-passant square and the castling rights begin.
    en_passant: u8,
    rights: u8,
    /// The rooks of the rights, by their bits.
    rooks: Vec<Square>,
}

/// Where a man is that was taken, and the en-passant square where there is none.
const GONE: u128 = 64;

fn number(square: Option<Square>) -> u128 {
    square.map_or(GONE, |square| square.number().into())
}

impl Packing {
    /// The packing for a root; `None` if its men do not fit.
    pub fn new(root: &Position, men: &[Man]) -> Option<Packing> {
        let rooks: Vec<Square> = squares(root.castling_rights()).collect();
        let mut packing = Packing { offsets: [0; MEN], pawns: 0, en_passant: 0, rights: 0, rooks };
        let mut bits = 0u32;
        for (number, man) in men.iter().enumerate() {
            *packing.offsets.get_mut(number)? = u8::try_from(bits).ok()?;
            let pawn = man.role == Role::Pawn;
            packing.pawns |= u32::from(pawn) << number;
            bits += if pawn { 10 } else { 7 };
        }
        packing.en_passant = u8::try_from(bits).ok()?;
        packing.rights = u8::try_from(bits + 7).ok()?;
        (bits + 7 + packing.rooks.len() as u32 <= 128).then_some(packing)
    }

    /// The number of the root.
    pub fn root(&self, root: &Position, men: &[Man]) -> u128 {
        let mut packed = 0;
        for (number, man) in men.iter().enumerate() {
            packed |= u128::from(man.square.number()) << self.offsets[number];
        }
        packed |= number(root.en_passant()) << self.en_passant;
        packed | ((1u128 << self.rooks.len()) - 1) << self.rights
    }

    /// The number after a move by a man of this role.
    pub fn after(
        &self,
        packed: u128,
        position: &Position,
        board: &Board,
        m: Move,
        role: Role,
    ) -> u128 {
        let mut packed = packed;
        let mut put = |number: u8, square: u128| {
            let offset = self.offsets[number as usize & (MEN - 1)];
            packed = packed & !(127 << offset) | square << offset;
        };
        if m.is_castling() {
            let (king, rook) = castled(m.from, m.to);
            put(board[m.from.index()], king.number().into());
            put(board[m.to.index()], rook.number().into());
        } else {
            if let Some(square) = captured(position, m) {
                put(board[square.index()], GONE);
            }
            put(board[m.from.index()], m.to.number().into());
        }
        if let Some(promoted) = m.promotion() {
            let offset = self.offsets[board[m.from.index()] as usize & (MEN - 1)] + 7;
            packed |= (promoted as u128) << offset;
        }
        for (bit, &rook) in self.rooks.iter().enumerate() {
            let moved = m.from == rook || m.to == rook;
            if moved || (role == Role::King && rook.rank() == m.from.rank()) {
                packed &= !(1 << (usize::from(self.rights) + bit));
            }
        }
        packed &= !(127 << self.en_passant);
        let double = role == Role::Pawn && is_double_step(m.from, m.to);
        let square = if double { position.play(m).en_passant() } else { None };
        packed | number(square) << self.en_passant
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use fastrand::Rng;
    use zermelo_board::Key;
    use zermelo_kernel::Castling;

    use super::super::pictures::men;
    use super::super::solve::{NOBODY, move_men};
    use super::*;

    /// Equal numbers mean equal positions, along games by lot.
    #[test]
    fn numbers_tell_positions_apart() {
        for fen in [
            "r3k2r/p6p/8/3n4/8/8/P6P/R3K2R w KQkq - 0 1",
            "4k3/pp4P1/8/2P5/5p2/8/1P2P3/4K3 w - - 0 1",
            "8/8/N7/8/8/6q1/3K2k1/3b4 b - - 0 1",
        ] {
            let root = zermelo_kernel::Position::from_fen(fen, Castling::Standard).unwrap();
            let root = Position::from_kernel(&root);
            let list = men(&root);
            let packing = Packing::new(&root, &list).unwrap();
            let mut rng = Rng::with_seed(5);
            let mut known: HashMap<(u128, usize), Key> = HashMap::new();
            for _ in 0..2_000 {
                let mut position = root;
                let mut board = [NOBODY; 64];
                for (number, man) in list.iter().enumerate() {
                    board[man.square.index()] = number as u8;
                }
                let mut packed = packing.root(&root, &list);
                for _ in 0..12 {
                    let Some(m) = rng.choice(position.legal_moves()) else { break };
                    let role = position.role_at(m.from).unwrap();
                    packed = packing.after(packed, &position, &board, m, role);
                    move_men(&mut board, &position, m);
                    position = position.play(m);
                    let key = Key::new(&position);
                    let same = *known.entry((packed, position.turn().index())).or_insert(key);
                    assert_eq!(same, key, "{} {}", position.to_fen(), fen);
                }
            }
        }
    }
}
