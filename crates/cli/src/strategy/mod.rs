//! `zermelo strategy`: strategies that always win.
//!
//! What there is to say, and the reports, are made by the crate `answers`; here are the arguments,
//! pictures of boards (`picture.rs`), progress, and a game on the terminal (`play.rs`).

mod picture;
mod play;
mod prove;
mod show;
mod verify;

use std::io::{self, Write};
use std::num::NonZeroUsize;

use serde::Serialize;
use zermelo_answers::strategy::Part;
use zermelo_kernel_strategy::{Board, StrategyEnding};

use crate::args::{
    BoardSize, Ending, KqkArgs, KqkCommand, KrkArgs, KrkCommand, StrategyArgs, StrategyOutput,
};
use crate::exit::{Exit, Fault};
use crate::style::Style;
use crate::table::print_json;
use crate::words::Page;

pub use picture::picture;

/// Does what is asked.
pub fn run(args: &StrategyArgs) -> Result<Exit, Fault> {
    match &args.ending {
        Ending::Krk(KrkArgs { command }) => match command {
            KrkCommand::Show(args) => show::run(args),
            KrkCommand::Play(args) => play::run(args),
            KrkCommand::Verify(args) => verify::run(args),
            KrkCommand::Prove(args) => prove::run(args, StrategyEnding::Krk),
        },
        Ending::Kqk(KqkArgs { command: KqkCommand::Prove(args) }) => {
            prove::run(args, StrategyEnding::Kqk)
        }
    }
}

/// The board, which must be one; `otherwise` says what is for all of them.
fn one_board(size: BoardSize, otherwise: &str) -> Result<Board<i32>, Fault> {
    match size {
        BoardSize::One(width, height) => Ok(Board::new(width, height)),
        BoardSize::All => Err(Fault::BadInput(otherwise.to_string())),
    }
}

/// Prints the report or the explanation.
fn print(
    output: &StrategyOutput,
    report: &impl Serialize,
    parts: impl FnOnce() -> Vec<Part>,
) -> Result<(), Fault> {
    if output.json {
        return print_json(report);
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    Page::new(&mut out, Style::new(output.color)).strategy(parts())?;
    Ok(out.flush()?)
}

/// Makes all work use so many threads.
fn use_threads(threads: Option<NonZeroUsize>) -> Result<(), Fault> {
    let Some(threads) = threads else { return Ok(()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get());
    let fault = |error| Fault::BadInput(format!("--threads {threads}: {error}"));
    pool.build_global().map_err(fault)
}
