//! The strategy executed: which moves fit a position, and the one that is played.
//!
//! The definition in the kernel is asked whether a move fits; here are only the order of the moves
//! and quick looks that refuse what cannot fit. The tests ask the definition alone, in every
//! position of many boards, and compare.
//!
//! The order of moves is that of the paper (section 3.3): the king's eight moves, then the rook's
//! moves along its rank, then along its file, each from square zero on. Where more than one
//! move fits, the order decides which is played, and so how long the longest game is.

use zermelo_kernel_strategy::{Board, Kind, Men, Pieces, Place, Rules, STEPS, Strategy};

/// A position with White to move drawn by lot (SplitMix64), the same for the same seed; `None` if
/// ten thousand draws find none.
#[must_use]
pub fn random_start<P: Pieces<i32>>(
    rules: &impl Rules<i32, P>,
    mut seed: u64,
) -> Option<Men<i32, P>> {
    let board = rules.board();
    let mut draw = |below: i32| {
        seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = (seed ^ (seed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((word ^ (word >> 31)) % below as u64) as i32
    };
    let mut place = || Place::new(draw(board.width), draw(board.height));
    let mut draws =
        (0..10_000).map(|_| Men { king: place(), piece: P::on(&mut place), black: place() });
    draws.find(|&men| rules.white_to_move(men))
}

/// The strategy's moves in a position with White to move: the first kind that some move fits, and
/// all moves that fit it; `None` where no kind does.
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
        let best = match kind {
            Kind::Squeeze => least_room(strategy, men),
            _ => moves_of(strategy, kind, men).next(),
        };
        best.map(|to| (kind, to))
    })
}

/// The first Squeeze that leaves the least room. The definition is only asked about moves that
/// leave less than the best so far.
fn least_room(strategy: &Strategy<i32>, men: Men<i32>) -> Option<Men<i32>> {
    let mut best = None;
    let mut least = strategy.board.room(men);
    for to in rook_moves(&strategy.board, men) {
        let room = strategy.board.room(to);
        if room < least && strategy.fits(Kind::Squeeze, men, to) {
            (best, least) = (Some(to), room);
        }
    }
    best
}

/// The moves that fit a kind, whether or not an earlier kind fits too.
pub fn moves_of(
    strategy: &Strategy<i32>,
    kind: Kind,
    men: Men<i32>,
) -> impl Iterator<Item = Men<i32>> + '_ {
    let board = &strategy.board;
    let may = may_fit(strategy, kind, men);
    let king = (may && kind.moves_king()).then(|| {
        let steps = STEPS.into_iter().filter(move |&step| may_step(kind, step));
        steps.filter_map(move |step| king_move(board, men, step))
    });
    let rook = (may && kind.moves_rook()).then(|| rook_moves(board, men));
    let moves = king.into_iter().flatten().chain(rook.into_iter().flatten());
    moves.filter(move |&to| may_lead(strategy, kind, to) && strategy.fits(kind, men, to))
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

/// A quick look at a step of the king.
fn may_step(kind: Kind, (dx, dy): (i32, i32)) -> bool {
    let diagonal = dx != 0 && dy != 0;
    match kind {
        Kind::ApproachDiag | Kind::KeepRoomDiag => diagonal,
        Kind::ApproachNonDiag | Kind::KeepRoomNonDiag => !diagonal,
        _ => true,
    }
}

/// A quick look at the position after the move: every reply must lead to where mate may be.
fn may_lead(strategy: &Strategy<i32>, kind: Kind, to: Men<i32>) -> bool {
    let board = &strategy.board;
    kind != Kind::ReadyToMate
        || to.king.within(to.black, 3) && black_moves(board, to).all(|men| may_be_mated(board, men))
        || narrow(board)
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
    STEPS.into_iter().filter_map(move |step| king_move(board, men, step))
}

fn king_move(board: &Board<i32>, men: Men<i32>, step: (i32, i32)) -> Option<Men<i32>> {
    let to = Men { king: men.king.step(step), ..men };
    board.black_to_move(to).then_some(to)
}

/// The legal moves of the rook: along its rank, then along its file, each from square zero on.
pub fn rook_moves(board: &Board<i32>, men: Men<i32>) -> impl Iterator<Item = Men<i32>> + use<> {
    let Men { king, piece: rook, black } = men;
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
        .map(move |rook| Men { piece: rook, ..men })
}

/// The legal moves of Black that take nothing.
pub fn black_moves(board: &Board<i32>, men: Men<i32>) -> impl Iterator<Item = Men<i32>> + '_ {
    STEPS.into_iter().filter_map(move |step| {
        let to = Men { black: men.black.step(step), ..men };
        board.white_to_move(to).then_some(to)
    })
}
