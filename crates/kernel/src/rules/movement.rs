//! How pieces move, whatever the game: what chess and losing chess share.
//!
//! The functions here look at the 64 squares alone. They know nothing of kings in check, of
//! compulsory captures or of castling; each game adds its own rules to them. That way a man's way
//! is written down once (FIDE Laws, articles 3.2 to 3.7).

use crate::rules::chess::{Color, Piece, Role, Square};
use crate::rules::moves::Move;
use crate::rules::squares::Squares;

/// The men on the 64 squares, a1 first.
pub(crate) type Board = [Option<Piece>; 64];

/// All men with their squares, from a1 to h8.
///
/// The occupied squares are gathered before any man is looked at: a walk over all 64 squares that
/// stops here and there, wherever a man happens to stand, takes a processor several times longer.
pub(crate) fn men(board: &Board) -> impl Iterator<Item = (Square, Piece)> + Clone {
    let gather = |set, man: &Option<Piece>| set << 1 | u64::from(man.is_some());
    let occupied = Squares(board.iter().rev().fold(0, gather));
    occupied.iter().filter_map(|square| Some((square, board[square.index()]?)))
}

/// Finds the moves of one man; a pawn may become one of `promotions` on its last rank.
pub(crate) fn each_move(
    board: &Board,
    (from, man): (Square, Piece),
    en_passant: Option<Square>,
    promotions: &[Role],
    mut found: impl FnMut(Move),
) {
    match man.role {
        Role::Pawn => push_pawn_targets(board, from, man.color, en_passant, |to| {
            if to.rank() == man.color.promotion_rank() {
                for &role in promotions {
                    found(Move { from, to, promotion: Some(role) });
                }
            } else {
                found(Move { from, to, promotion: None });
            }
        }),
        _ => push_piece_targets(board, from, man, |to| found(Move { from, to, promotion: None })),
    }
}

/// Adds the moves of one man to a list.
pub(crate) fn push_moves(
    board: &Board,
    man: (Square, Piece),
    en_passant: Option<Square>,
    promotions: &[Role],
    moves: &mut Vec<Move>,
) {
    each_move(board, man, en_passant, promotions, |m| moves.push(m));
}

/// Where anything but a pawn may go: along its steps, onto free squares and enemy men.
fn push_piece_targets(board: &Board, from: Square, man: Piece, mut found: impl FnMut(Square)) {
    for &(df, dr) in man.role.steps() {
        let mut next = from.offset(df, dr);
        while let Some(to) = next {
            let met = board[to.index()];
            if met.is_none_or(|other| other.color != man.color) {
                found(to);
            }
            next = if man.role.slides() && met.is_none() { to.offset(df, dr) } else { None };
        }
    }
}

/// Where a pawn may go (article 3.7): one square ahead, two from its first rank, a diagonal
/// capture, also en passant.
fn push_pawn_targets(
    board: &Board,
    from: Square,
    us: Color,
    en_passant: Option<Square>,
    mut found: impl FnMut(Square),
) {
    let free = |to: &Square| board[to.index()].is_none();
    if let Some(one) = from.offset(0, us.forward()).filter(free) {
        found(one);
        if from.rank() == us.pawn_rank()
            && let Some(two) = one.offset(0, us.forward()).filter(free)
        {
            found(two);
        }
    }
    for side in [-1, 1] {
        if let Some(to) = from.offset(side, us.forward()) {
            let takes = board[to.index()].is_some_and(|other| other.color != us);
            if takes || en_passant == Some(to) {
                found(to);
            }
        }
    }
}

/// Whether the move takes an enemy man. A pawn that leaves its file does, also en passant.
pub(crate) fn takes(board: &Board, m: Move) -> bool {
    match (board[m.from.index()], board[m.to.index()]) {
        (Some(man), Some(other)) => man.color != other.color,
        (Some(man), None) => man.role == Role::Pawn && m.from.file() != m.to.file(),
        (None, _) => false,
    }
}

/// Makes a move, other than castling, on the board.
pub(crate) fn make(board: &mut Board, m: Move) {
    let man = board[m.from.index()].expect("a move starts from a man");
    if takes(board, m) && board[m.to.index()].is_none() {
        // En passant: the captured pawn stands beside, not on, the target (article 3.7.3.1).
        board[Square::on_board(m.to.file(), m.from.rank()).index()] = None;
    }
    board[m.from.index()] = None;
    let role = m.promotion.unwrap_or(man.role);
    board[m.to.index()] = Some(Piece { color: man.color, role });
}

/// The square over which a pawn passes with this move, if it is a double step.
pub(crate) fn passed_over(board: &Board, m: Move) -> Option<Square> {
    let pawn = board[m.from.index()].filter(|man| man.role == Role::Pawn)?;
    let passed = m.from.offset(0, pawn.color.forward())?;
    (m.from.file() == m.to.file() && passed != m.to).then_some(passed)
}

/// The pawns of `us` that attack the square.
pub(crate) fn pawns_on(board: &Board, us: Color, target: Square) -> impl Iterator<Item = Square> {
    let pawn = Some(Piece { color: us, role: Role::Pawn });
    let beside = [-1, 1].map(|side| target.offset(side, -us.forward()));
    beside.into_iter().flatten().filter(move |from| board[from.index()] == pawn)
}

/// A pawn on the first or last rank, where none can stand.
pub(crate) fn misplaced_pawn(board: &Board) -> Option<Square> {
    let ranks = [Color::White, Color::Black].map(Color::back_rank);
    let mut squares = ranks.into_iter().flat_map(|rank| (0..8).map(move |file| (file, rank)));
    squares.find_map(|(file, rank)| {
        let square = Square::on_board(file, rank);
        board[square.index()].filter(|man| man.role == Role::Pawn).map(|_| square)
    })
}
