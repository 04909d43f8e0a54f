//! The strategy executed: which moves fit a position, and the one that is played.
//!
//! The definition in the kernel is asked about every move; here are only the order of the moves
//! and two quick looks that refuse what cannot fit. The tests ask the definition alone, in every
//! position of many boards, and compare.
//!
//! The order of moves is that of the paper (section 3.3): the king's eight moves, then the rook's
//! moves along its rank, then along its file, each from square zero on. Where more than one
//! move fits, the order decides which is played, and so how long the longest game is.

use zermelo_kernel::strategy::{Board, Kind, Men, Place, STEPS, Strategy};

/// The strategy's moves in a position with White to move: the first kind that some move fits, and
/// all moves that fit it; nothing where no kind does.
#[must_use]
pub fn fitting(strategy: &Strategy<i32>, men: Men<i32>) -> Option<(Kind, Vec<Men<i32>>)> {
    Kind::ALL.into_iter().find_map(|kind| {
        let found: Vec<_> = moves_of(strategy, kind, men).collect();
        (!found.is_empty()).then_some((kind, found))
    })
}

/// The move that is played: the Squeeze that leaves the least room, otherwise the first found.
#[must_use]
pub fn chosen(strategy: &Strategy<i32>, men: Men<i32>) -> Option<(Kind, Men<i32>)> {
    Kind::ALL.into_iter().find_map(|kind| {
        let mut moves = moves_of(strategy, kind, men);
        let best = match kind {
            Kind::Squeeze => moves.min_by_key(|&to| strategy.board.room(to)),
            _ => moves.next(),
        };
        best.map(|to| (kind, to))
    })
}

/// The moves that fit a kind, whether or not an earlier kind fits too.
pub fn moves_of(
    strategy: &Strategy<i32>,
    kind: Kind,
    men: Men<i32>,
) -> impl Iterator<Item = Men<i32>> + '_ {
    let may = may_fit(strategy, kind, men);
    let king =
        (may && kind.moves_king()).then(|| king_moves(&strategy.board, men)).into_iter().flatten();
    let rook =
        (may && kind.moves_rook()).then(|| rook_moves(&strategy.board, men)).into_iter().flatten();
    king.chain(rook).filter(move |&to| may_lead(strategy, kind, to) && strategy.fits(kind, men, to))
}

/// A quick look at the position: whether moves of the kind are worth trying.
///
/// A mated king is on an edge, and the white king two moves from it: of the squares beside it the
/// rook's line covers one row, and at least one other is on the board unless that is one square
/// wide. So a mate in two needs the black king within one move of an edge and, each side having
/// moved once, the white one within four.
fn may_fit(strategy: &Strategy<i32>, kind: Kind, men: Men<i32>) -> bool {
    let board = &strategy.board;
    match kind {
        Kind::ImmediateMate => may_be_mated(board, men) && strategy.mates(men),
        Kind::ReadyToMate => {
            narrow(board) || from_edge(board, men.black) <= 1 && men.king.within(men.black, 4)
        }
        _ => true,
    }
}

/// A quick look at the position after the move.
fn may_lead(strategy: &Strategy<i32>, kind: Kind, to: Men<i32>) -> bool {
    kind != Kind::ReadyToMate || narrow(&strategy.board) || to.king.within(to.black, 3)
}

fn may_be_mated(board: &Board<i32>, men: Men<i32>) -> bool {
    narrow(board) || from_edge(board, men.black) == 0 && men.king.within(men.black, 2)
}

fn narrow(board: &Board<i32>) -> bool {
    board.width < 2 || board.height < 2
}

/// How many moves a king needs to the nearest edge.
fn from_edge(board: &Board<i32>, Place { x, y }: Place<i32>) -> i32 {
    x.min(board.width - 1 - x).min(y).min(board.height - 1 - y)
}

/// The legal moves of the white king.
pub fn king_moves(board: &Board<i32>, men: Men<i32>) -> impl Iterator<Item = Men<i32>> + '_ {
    STEPS.into_iter().filter_map(move |step| {
        let to = Men { king: men.king.step(step), ..men };
        board.black_to_move(to).then_some(to)
    })
}

/// The legal moves of the rook: along its rank, then along its file, each from square zero on.
pub fn rook_moves(board: &Board<i32>, men: Men<i32>) -> impl Iterator<Item = Men<i32>> + use<> {
    let Men { king, rook, black } = men;
    let men_on = |along: fn(Place<i32>) -> i32, across: fn(Place<i32>) -> i32, length: i32| {
        let (mut first, mut end) = (0, length);
        for man in [king, black] {
            if across(man) == across(rook) {
                if along(man) < along(rook) {
                    first = first.max(along(man) + 1);
                } else {
                    end = end.min(along(man));
                }
            }
        }
        (first..end).filter(move |&at| at != along(rook))
    };
    let rank = men_on(|place| place.x, |place| place.y, board.width);
    let file = men_on(|place| place.y, |place| place.x, board.height);
    rank.map(move |x| Place::new(x, rook.y))
        .chain(file.map(move |y| Place::new(rook.x, y)))
        .map(move |rook| Men { rook, ..men })
}

/// The legal moves of Black that take nothing.
pub fn black_moves(board: &Board<i32>, men: Men<i32>) -> impl Iterator<Item = Men<i32>> + '_ {
    STEPS.into_iter().filter_map(move |step| {
        let to = Men { black: men.black.step(step), ..men };
        board.white_to_move(to).then_some(to)
    })
}
