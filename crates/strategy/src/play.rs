//! The strategy executed: which moves fit a position, and the one that is played.

use zermelo_kernel::strategy::{Board, Kind, Men, Place, STEPS, Strategy};

/// The strategy's moves in a position with White to move: the first kind that some move fits, and
/// all moves that fit it; nothing where no kind does.
#[must_use]
pub fn fitting(strategy: &Strategy<i32>, men: Men<i32>) -> Option<(Kind, Vec<Men<i32>>)> {
    let mut found = Vec::new();
    for kind in Kind::ALL {
        // A mate is given by the rook from one of two squares; this is quicker to ask.
        if kind == Kind::ImmediateMate && !strategy.mates(men) {
            continue;
        }
        if Strategy::<i32>::moves_king(kind) {
            found.extend(
                king_moves(&strategy.board, men).filter(|&to| strategy.fits(kind, men, to)),
            );
        }
        if Strategy::<i32>::moves_rook(kind) {
            found.extend(
                rook_moves(&strategy.board, men).filter(|&to| strategy.fits(kind, men, to)),
            );
        }
        if !found.is_empty() {
            return Some((kind, found));
        }
    }
    None
}

/// The move that is played: the Squeeze that leaves the least room, otherwise the first found.
#[must_use]
pub fn chosen(strategy: &Strategy<i32>, men: Men<i32>) -> Option<(Kind, Men<i32>)> {
    let (kind, moves) = fitting(strategy, men)?;
    let best = match kind {
        Kind::Squeeze => moves.into_iter().min_by_key(|&to| strategy.board.room(to)),
        _ => moves.into_iter().next(),
    };
    best.map(|to| (kind, to))
}

/// The legal moves of the white king.
pub fn king_moves(board: &Board<i32>, men: Men<i32>) -> impl Iterator<Item = Men<i32>> + '_ {
    STEPS.into_iter().filter_map(move |step| {
        let to = Men { king: men.king.step(step), ..men };
        board.black_to_move(to).then_some(to)
    })
}

/// The legal moves of the rook, left, right, down, up.
pub fn rook_moves(board: &Board<i32>, men: Men<i32>) -> impl Iterator<Item = Men<i32>> + '_ {
    [(-1, 0), (1, 0), (0, -1), (0, 1)].into_iter().flat_map(move |(dx, dy)| {
        (1..)
            .map(move |far| men.rook.step((dx * far, dy * far)))
            .take_while(move |&rook: &Place<i32>| {
                board.has(rook) && rook != men.king && rook != men.black
            })
            .map(move |rook| Men { rook, ..men })
    })
}

/// The legal moves of Black that take nothing.
pub fn black_moves(board: &Board<i32>, men: Men<i32>) -> impl Iterator<Item = Men<i32>> + '_ {
    STEPS.into_iter().filter_map(move |step| {
        let to = Men { black: men.black.step(step), ..men };
        board.white_to_move(to).then_some(to)
    })
}
