//! `zermelo strategy krk show` and the same of other endings: the strategy in words, and what it plays in a position.

use zermelo_answers::strategy::{
    EndingReport, EndingShown, PositionReport, Shown, StrategyReport, Told, ending_strategy,
    read_men, read_men_of, shown, strategy,
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

/// Shows another ending.
pub fn run_other<S: Told>(args: &ShowArgs) -> Result<Exit, Fault> {
    let Some(text) = &args.position else {
        return print(args.output, &EndingReport::of::<S>(), ending_strategy::<S>);
    };
    let strategy = S::on(one_board(args.board.board, ONE_BOARD)?);
    let men = read_men_of(&strategy, text);
    let men = men.or_else(|why| bad_input(format!("--position: {why}")))?;
    let found = EndingShown::of(&strategy, men);
    print(args.output, &found, || found.explain())
}
