//! How pieces move, whatever the game: what chess and losing chess share.
//!
//! The functions here look at the board alone. They know nothing of kings in check, of
//! compulsory captures or of castling; each game adds its own rules to them. That way a man's way
//! is written down once (FIDE Laws, articles 3.2 to 3.7).

use crate::rules::board::Board;
use crate::rules::chess::{Color, Piece, Role, Square};
use crate::rules::lines;
use crate::rules::moves::Move;
use crate::rules::squares::Squares;

/// Finds the moves of one man; a pawn may become one of `promotions` on its last rank. They come
/// direction by direction, a pawn's pushes before its captures: lines that people are shown, and
/// what is drawn by lot, hang on the order.
pub(crate) fn each_move(
    board: &Board,
    (from, man): (Square, Piece),
    en_passant: Option<Square>,
    promotions: &[Role],
    mut found: impl FnMut(Move),
) {
    let targets = targets(board, (from, man), en_passant);
    if targets.is_empty() {
        return;
    }
    let forward = man.color.forward();
    let pawn_steps = [(0, forward), (0, 2 * forward), (-1, forward), (1, forward)];
    let steps = if man.role == Role::Pawn { &pawn_steps } else { man.role.steps() };
    for &(files, ranks) in steps {
        let mut next = from.offset(files, ranks);
        while let Some(to) = next.filter(|&to| targets.contains(to)) {
            if promotes(man, to) {
                for &role in promotions {
                    found(Move { from, to, promotion: Some(role) });
                }
            } else {
                found(Move { from, to, promotion: None });
            }
            next = if man.role.slides() { to.offset(files, ranks) } else { None };
        }
    }
}

/// Whether the move is one of these, for the promotions of chess.
pub(crate) fn is_move(
    board: &Board,
    man: Piece,
    en_passant: Option<Square>,
    Move { from, to, promotion }: Move,
) -> bool {
    let becomes = match promotion {
        Some(role) => promotes(man, to) && Role::PROMOTIONS.contains(&role),
        None => !promotes(man, to),
    };
    becomes && targets(board, (from, man), en_passant).contains(to)
}

/// Whether the man is a pawn that comes to its last rank.
fn promotes(man: Piece, to: Square) -> bool {
    man.role == Role::Pawn && to.rank() == man.color.promotion_rank()
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

/// Where a man may go: a pawn by its own ways, others along their steps, onto free squares and
/// enemy men.
fn targets(board: &Board, (from, man): (Square, Piece), en_passant: Option<Square>) -> Squares {
    match man.role {
        Role::Pawn => pawn_targets(board, from, man.color, en_passant),
        role => {
            let reached = lines::reach(role, from, board.occupied());
            Squares(reached.0 & !board.side(man.color).0)
        }
    }
}

/// Where a pawn may go (article 3.7): one square ahead, two from its first rank, a diagonal
/// capture, also en passant.
fn pawn_targets(board: &Board, from: Square, us: Color, en_passant: Option<Square>) -> Squares {
    let takes = board.side(!us).0 | en_passant.map_or(0, Square::bit);
    let mut found = lines::pawn_attacks(us, from).0 & takes;
    let free = |to: &Square| !board.occupied().contains(*to);
    if let Some(one) = from.offset(0, us.forward()).filter(free) {
        found |= one.bit();
        if from.rank() == us.pawn_rank()
            && let Some(two) = one.offset(0, us.forward()).filter(free)
        {
            found |= two.bit();
        }
    }
    Squares(found)
}

/// Whether a man of colour `by` attacks the square (article 3.1.3: pinned men attack too).
///
/// All steps but a pawn's are symmetric: a man attacks what attacks it, if it were of its role.
pub(crate) fn is_attacked(board: &Board, square: Square, by: Color) -> bool {
    let side = board.side(by);
    let men = |role| board.role(role).0 & side.0;
    let sliders = |role| men(role) | men(Role::Queen);
    // Most lines have no man of theirs at all, and need no look at what stands between.
    let slides = |role| {
        let near = sliders(role) & lines::open_reach(role, square).0;
        near != 0 && near & lines::reach(role, square, board.occupied()).0 != 0
    };
    lines::pawn_attacks(!by, square).0 & men(Role::Pawn) != 0
        || lines::open_reach(Role::Knight, square).0 & men(Role::Knight) != 0
        || lines::open_reach(Role::King, square).0 & men(Role::King) != 0
        || slides(Role::Rook)
        || slides(Role::Bishop)
}

/// Where a man other than the king may go to answer a check to the king on this square: where the
/// checking man stands, or between, if there is one alone.
pub(crate) fn answers(board: &Board, king: Square, by: Color) -> Squares {
    let (side, occupied) = (board.side(by).0, board.occupied());
    let men = |role| board.role(role).0 & side;
    let mut checking = lines::pawn_attacks(!by, king).0 & men(Role::Pawn)
        | lines::open_reach(Role::Knight, king).0 & men(Role::Knight);
    let mut between = 0;
    for role in [Role::Rook, Role::Bishop] {
        let reached = |from| lines::reach(role, from, occupied).0;
        let sliders = Squares((men(role) | men(Role::Queen)) & reached(king));
        checking |= sliders.0;
        between |= sliders.iter().fold(0, |all, from| all | reached(from) & reached(king));
    }
    let alone = Squares(checking).single().is_some();
    if alone { Squares(checking | between) } else { Squares::EMPTY }
}

/// The men that shield the square from an attack by colour `by`: each alone between it and a man that
/// attacks along that line. Two men on one line have no other line in common, so what both reach
/// lies between them.
pub(crate) fn shields(board: &Board, square: Square, by: Color) -> Squares {
    let (side, occupied) = (board.side(by).0, board.occupied());
    let between = |role| {
        let sliders = (board.role(role).0 | board.role(Role::Queen).0) & side;
        let aimed = Squares(sliders & lines::open_reach(role, square).0);
        let reached = |from| lines::reach(role, from, occupied).0;
        aimed.iter().fold(0, |found, from| found | reached(from) & reached(square))
    };
    Squares((between(Role::Rook) | between(Role::Bishop)) & occupied.0)
}

/// Whether the move takes an enemy man. A pawn that leaves its file does, also en passant.
pub(crate) fn takes(board: &Board, m: Move) -> bool {
    match (board.at(m.from), board.at(m.to)) {
        (Some(man), Some(other)) => man.color != other.color,
        (Some(man), None) => man.role == Role::Pawn && m.from.file() != m.to.file(),
        (None, _) => false,
    }
}

/// Makes a move, other than castling, on the board.
pub(crate) fn make(board: &mut Board, m: Move) {
    let man = board.at(m.from).expect("a move starts from a man");
    let taken = board.at(m.to);
    if taken.is_none() && man.role == Role::Pawn && m.from.file() != m.to.file() {
        // En passant: the captured pawn stands beside, not on, the target (article 3.7.3.1).
        board.put(Square::on_board(m.to.file(), m.from.rank()), None);
    }
    let role = m.promotion.unwrap_or(man.role);
    board.replace(m.from, Some(man), None);
    board.replace(m.to, taken, Some(Piece { role, ..man }));
}

/// The square over which a pawn passes with this move, if it is a double step.
pub(crate) fn passed_over(board: &Board, m: Move) -> Option<Square> {
    let pawn = board.at(m.from).filter(|man| man.role == Role::Pawn)?;
    let passed = m.from.offset(0, pawn.color.forward())?;
    (m.from.file() == m.to.file() && passed != m.to).then_some(passed)
}

/// The pawns of `us` that attack the square.
pub(crate) fn pawns_on(board: &Board, us: Color, target: Square) -> Squares {
    let pawns = board.all(Piece { color: us, role: Role::Pawn });
    Squares(pawns.0 & lines::pawn_attacks(!us, target).0)
}

/// A pawn on the first or last rank, where none can stand.
pub(crate) fn misplaced_pawn(board: &Board) -> Option<Square> {
    let ranks = 0xFF | 0xFF << 56;
    Squares(board.role(Role::Pawn).0 & ranks).iter().next()
}
