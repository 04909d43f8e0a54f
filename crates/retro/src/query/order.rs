//! In which order moves are listed.
//!
//! The answers of a query come in a fixed order, that of the program whose language it is, so that
//! outputs can be compared line by line. It means nothing else. There are three: of last moves, of
//! moves, and of moves in a helpmate or a direct mate.

use std::cmp::Reverse;

use zermelo_board::{self as board, is_double_step};
use zermelo_kernel::{CastlingSide, Move, Position, Retraction, Role, Square};

use crate::partial_fen::FenPosition;

/// How men go back: first the ways of bishops, then those of rooks.
const RAYS: [(i8, i8); 8] = [(1, 1), (-1, 1), (1, -1), (-1, -1), (0, 1), (0, -1), (1, 0), (-1, 0)];
/// How knights go back.
const LEAPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
/// What may have been taken.
const TAKEN: [Role; 5] = [Role::Pawn, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Last moves: by the square of the man that moved, from a1 to h8; as itself, then as a pawn that
/// promoted; without capture, then captures, then en passant; by where it came from; by what it
/// took; without en-passant rights before, then with.
pub fn retractions(standing: &FenPosition) -> Vec<Retraction> {
    let mut list = standing.retractions();
    list.sort_by_cached_key(|found| {
        let made = found.made;
        let castling = made.is_castling(&found.before);
        let to = if castling {
            CastlingSide::of(made.from, made.to).king_target(found.before.turn())
        } else {
            made.to
        };
        let class = match found.taken {
            _ if castling => 3,
            None => 0,
            Some(_) if found.is_en_passant() => 2,
            Some(_) => 1,
        };
        let taken = found.taken.and_then(|role| TAKEN.iter().position(|&one| one == role));
        let rights = found.before.en_passant().map(Square::index);
        let fen = found.before.to_fen();
        (to.index(), made.promotion.is_some(), class, way(made.from, to), taken, rights, fen)
    });
    list
}

/// The direction and the distance.
fn way(from: Square, to: Square) -> (usize, i8) {
    let (files, ranks) = (from.file() - to.file(), from.rank() - to.rank());
    let distance = files.abs().max(ranks.abs());
    if let Some(leap) = LEAPS.iter().position(|&leap| leap == (files, ranks)) {
        return (leap, 1);
    }
    let ray = (files.signum(), ranks.signum());
    (RAYS.iter().position(|&one| one == ray).unwrap_or(RAYS.len()), distance)
}

/// All legal moves, in the order of [`moves_on_board`].
pub fn moves(position: &Position) -> Vec<Move> {
    let own = board::Position::from_kernel(position);
    let order: Vec<Move> = moves_on_board(&own).into_iter().map(board::Move::to_kernel).collect();
    let mut list = position.legal_moves();
    list.sort_by_key(|made| order.iter().position(|one| one == made));
    list
}

/// Men but pawns from h8 to a1, each to its squares from h8 to a1; castling; captures by pawns,
/// their single and double steps, en passant. In check, the king's moves come first.
pub fn moves_on_board(position: &board::Position) -> Vec<board::Move> {
    let mut list = position.legal_moves();
    let check = position.checkers() != 0;
    list.sort_by_cached_key(|&made| {
        let group = match role(position, made) {
            Role::King if check => 0,
            _ if made.is_castling() => 2,
            Role::Pawn if made.is_en_passant() => 6,
            Role::Pawn if position.is_capture(made) => 3,
            Role::Pawn if !is_double_step(made.from, made.to) => 4,
            Role::Pawn => 5,
            _ => 1,
        };
        let promotion = made.to_kernel().promotion.map(Reverse);
        (group, Reverse(made.from), Reverse(made.to), promotion)
    });
    list
}

/// The same for mates: pawns, knights, bishops, rooks, queens, the king; from a1 to h8.
pub fn mating_moves(position: &board::Position) -> Vec<board::Move> {
    let mut list = position.legal_moves();
    list.sort_by_cached_key(|&made| mating_rank(position, made));
    list
}

/// By which [`mating_moves`] are listed.
pub fn mating_rank(position: &board::Position, made: board::Move) -> impl Ord + use<> {
    (role(position, made), made.from, made.to, made.to_kernel().promotion.map(Reverse))
}

/// The man that moves.
pub fn role(position: &board::Position, made: board::Move) -> Role {
    position.role_at(made.from).unwrap_or(Role::King)
}
