//! What the strategy plays in a position, by the definition of the trusted crate alone.

use zermelo_kernel_strategy::{Board, Choice, Kind, Men, Rules, STEPS, Strategy};

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

/// Where the black king, to move, may go, the rook's square with them if he may take it.
pub(super) fn replies(board: &Board<i32>, men: Men<i32>) -> Vec<Men<i32>> {
    let takes = men.black_takes();
    let steps = STEPS.into_iter().map(|step| Men { black: men.black.step(step), ..men });
    let may = |to: &Men<i32>| {
        board.has(to.black) && (to.black == men.piece && takes || board.white_to_move(*to))
    };
    steps.filter(may).collect()
}
