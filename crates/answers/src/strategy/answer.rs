//! What the strategy plays in a position, by the definition of the trusted crate alone.

use zermelo_kernel_strategy::{Board, Choice, Kind, Men, Place, Rules, STEPS, Strategy};

/// What the strategy plays in a position.
pub struct Shown {
    /// The board.
    pub board: Board<i32>,
    /// The position, with White to move.
    pub men: Men<i32>,
    /// The kind of move that applies, the moves that fit it, and the one that is played; `None`
    /// where no kind applies.
    pub moves: Option<(Kind, Vec<Men<i32>>, Men<i32>)>,
}

impl Shown {
    /// What is played in a position with White to move.
    pub fn of(board: Board<i32>, men: Men<i32>) -> Shown {
        let strategy = Strategy::new(board);
        let moves = strategy.played(Choice::Relation, men).and_then(|(kind, all)| {
            let (_, one) = strategy.played(Choice::Function, men)?;
            Some((kind, all, *one.first()?))
        });
        Shown { board, men, moves }
    }
}

/// White's moves by the rules of chess, those of the king first.
pub(super) fn white_moves(board: &Board<i32>, men: Men<i32>) -> Vec<Men<i32>> {
    let king = STEPS.into_iter().map(|step| Men { king: men.king.step(step), ..men });
    let rank = (0..board.width).map(|x| Place::new(x, men.piece.y));
    let file = (0..board.height).map(|y| Place::new(men.piece.x, y));
    let rook = rank.chain(file).map(|rook| Men { piece: rook, ..men });
    let king = king.filter(|&to| board.king_moves(men, to));
    king.chain(rook.filter(|&to| board.rook_moves(men, to))).collect()
}

/// Where the black king, to move, may go, the rook's square with them if he may take it.
pub(super) fn replies(board: &Board<i32>, men: Men<i32>) -> Vec<Men<i32>> {
    let takes = men.black_takes();
    let steps = STEPS.into_iter().map(|step| Men { black: men.black.step(step), ..men });
    let may = |to: &Men<i32>| {
        board.has(to.black) && (to.black == men.piece && takes || board.white_to_move(*to))
    };
    steps.filter(may).collect()
}
