//! `zermelo strategy krk show` and `kqk show`: the strategy in words, and what it plays in a position.

use zermelo_answers::strategy::{
    PositionReport, QueenShown, QueenStrategyReport, Shown, StrategyReport, queen_strategy,
    read_men, read_queen_men, shown, strategy,
};

use super::{one_board, print};
use crate::args::strategy::ShowArgs;
use crate::exit::{Exit, Fault, bad_input};

const ONE_BOARD: &str = "a position is on one board: say which with --board, such as 8 or 4x7";

/// Shows.
pub fn run(args: &ShowArgs) -> Result<Exit, Fault> {
    let Some(text) = &args.position else {
        let board = args.board.board.0;
        return print(args.output, &StrategyReport::krk(), || strategy(board.as_ref()));
    };
    let board = one_board(args.board.board, ONE_BOARD)?;
    let men = read_men(text, &board).or_else(|why| bad_input(format!("--position: {why}")))?;
    let found = Shown::of(board, men);
    print(args.output, &PositionReport::new(&found), || shown(&found))
}

/// Shows king and queen.
pub fn run_queen(args: &ShowArgs) -> Result<Exit, Fault> {
    let Some(text) = &args.position else {
        return print(args.output, &QueenStrategyReport::default(), queen_strategy);
    };
    let board = one_board(args.board.board, ONE_BOARD)?;
    let men = read_queen_men(text, &board);
    let men = men.or_else(|why| bad_input(format!("--position: {why}")))?;
    let found = QueenShown::of(board, men);
    print(args.output, &found, || found.explain())
}
