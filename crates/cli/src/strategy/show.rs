//! `zermelo strategy krk show`: the strategy in words, and what it plays in a position.

use zermelo_answers::strategy::{PositionReport, Shown, StrategyReport, read_men, shown, strategy};

use super::{one_board, print};
use crate::args::strategy::ShowArgs;
use crate::exit::{Exit, Fault, bad_input};

/// Shows.
pub fn run(args: &ShowArgs) -> Result<Exit, Fault> {
    let Some(text) = &args.position else {
        let board = args.board.board.0;
        return print(args.output, &StrategyReport::krk(), || strategy(board.as_ref()));
    };
    let board = one_board(
        args.board.board,
        "a position is on one board: say which with --board, such as 8 or 4x7",
    )?;
    let men = read_men(text, &board).or_else(|why| bad_input(format!("--position: {why}")))?;
    let found = Shown::of(board, men);
    print(args.output, &PositionReport::new(&found), || shown(&found))
}
