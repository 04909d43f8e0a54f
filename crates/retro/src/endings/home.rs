//! Where men stand when a game begins, and how far they are from there.

use std::sync::LazyLock;

use zermelo_board::squares;
use zermelo_kernel::{Color, Piece, Position, Role, Square};

use crate::proof_game::distance;

static ARRAY: LazyLock<Position> = LazyLock::new(Position::initial);

/// Whether every man stands where a game begins.
pub(crate) fn is_home(position: &Position) -> bool {
    position.pieces().all(|(square, man)| ARRAY.piece_at(square) == Some(man))
}

/// All positions in which these men stand at home, without castling rights.
pub(crate) fn homes(men: &[Piece]) -> Vec<Position> {
    fn place(men: &[Piece], board: &mut [Option<Piece>; 64], found: &mut Vec<Position>) {
        let Some((&man, rest)) = men.split_first() else {
            let both = Color::ALL.into_iter().filter_map(|c| Position::from_men(*board, c, None));
            found.extend(both);
            return;
        };
        for square in Square::all().filter(|&at| ARRAY.piece_at(at) == Some(man)) {
            if board[square.index()].is_none() {
                board[square.index()] = Some(man);
                place(rest, board, found);
                board[square.index()] = None;
            }
        }
    }
    let mut found = Vec::new();
    place(men, &mut [None; 64], &mut found);
    let mut once: Vec<Position> = Vec::new();
    for home in found {
        if !once.contains(&home) {
            once.push(home);
        }
    }
    once
}

/// The squares where such men of a side stand at the beginning.
fn homes_of(man: Piece) -> u64 {
    let white = match man.role {
        Role::Pawn => 0xff00,
        Role::Knight => 0x42,
        Role::Bishop => 0x24,
        Role::Rook => 0x81,
        Role::Queen => 0x08,
        Role::King => 0x10,
    };
    if man.color == Color::White { white } else { u64::swap_bytes(white) }
}

/// Whether such a man stands there at the beginning.
pub(crate) fn is_at_home(man: Piece, at: Square) -> bool {
    homes_of(man) & at.bit() != 0
}

/// About how many moves all men together are from home.
pub(crate) fn moves_of_all(position: &Position) -> u32 {
    moves_of(position.pieces())
}

/// The same for these men.
pub(crate) fn moves_of(men: impl Iterator<Item = (Square, Piece)>) -> u32 {
    let mut taken = 0;
    men.map(|(at, man)| moves_home(man, at, &mut taken)).sum()
}

/// About how many moves this man is from a home that is not taken yet; takes it. A man without one
/// was a pawn. Each man counts two more, so that men put back on the board have their price.
fn moves_home(man: Piece, from: Square, taken: &mut u64) -> u32 {
    let homes = squares(homes_of(man) & !*taken);
    let near = homes.filter_map(|home| Some((moves_between(man.role, from, home)?, home))).min();
    match near {
        Some((moves, home)) => {
            *taken |= home.bit();
            moves + 2
        }
        // It was a pawn: to the last rank, and seven moves more.
        None => 10 + u32::from(from.rank() != man.color.promotion_rank()),
    }
}

/// The moves that a man needs between two squares of an empty board; a pawn backwards, with
/// captures as wanted.
fn moves_between(role: Role, from: Square, home: Square) -> Option<u32> {
    if role != Role::Pawn {
        let moves = distance::on_empty_board(role, from, home);
        return (moves < distance::FAR).then_some(moves.into());
    }
    let files = u32::from(from.file().abs_diff(home.file()));
    let ranks = u32::from(from.rank().abs_diff(home.rank()));
    (files <= ranks).then_some(ranks + files)
}
