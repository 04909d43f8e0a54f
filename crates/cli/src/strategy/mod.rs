//! `zermelo strategy`: strategies that always win.
//!
//! What there is to say, and the reports, are made by the crate `answers`; here are the arguments,
//! pictures of boards (`picture.rs`), progress, and a game on the terminal (`play.rs`).

mod picture;
mod play;
mod prove;
mod show;
mod verify;

use serde::Serialize;
use zermelo_answers::explain::Paragraph;
use zermelo_answers::strategy::Told;
use zermelo_kernel_strategy::{Board, StrategyEnding, kqk, krr};

use crate::args::JsonOrWords;
use crate::args::strategy::{BoardSize, Ending, KrkCommand, OtherCommand};
use crate::exit::{Exit, Fault, bad_input};
use crate::words;

pub use picture::{drawn, picture};

/// Does what is asked.
pub fn run(ending: &Ending) -> Result<Exit, Fault> {
    match ending {
        Ending::Krk(KrkCommand::Show(args)) => show::run(args),
        Ending::Krk(KrkCommand::Play(args)) => play::run(args),
        Ending::Krk(KrkCommand::Verify(args)) => verify::run(args),
        Ending::Krk(KrkCommand::Prove(args)) => {
            prove::run(&args.prove, StrategyEnding::Krk, args.bound, &args.without)
        }
        Ending::Kqk(command) => other::<kqk::Strategy<i32>>(command),
        Ending::Krr(command) => other::<krr::Strategy<i32>>(command),
    }
}

/// Does what is asked of an ending without conditions that can be left out.
fn other<S: Told>(command: &OtherCommand) -> Result<Exit, Fault> {
    match command {
        OtherCommand::Show(args) => show::run_other::<S>(args),
        OtherCommand::Play(args) => play::run_other::<S>(args),
        OtherCommand::Verify(args) => verify::run_other::<S>(args),
        OtherCommand::Prove(args) => prove::run(args, S::ENDING, false, &[]),
    }
}

/// The board, which must be one; `otherwise` says what is for all of them.
fn one_board(size: BoardSize, otherwise: &str) -> Result<Board<i32>, Fault> {
    size.0.map_or_else(|| bad_input(otherwise), Ok)
}

/// Prints the report or the explanation.
fn print(
    output: JsonOrWords,
    report: &impl Serialize,
    text: impl FnOnce() -> Vec<Paragraph>,
) -> Result<Exit, Fault> {
    words::answer(output, report, |page| page.explain(&text()))
}
