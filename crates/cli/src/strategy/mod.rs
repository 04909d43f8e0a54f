//! `zermelo strategy`: strategies that always win.
//!
//! The crate `answers` reads and writes squares, moves and positions on boards of any size and knows
//! the kinds of move in words; `picture.rs` draws boards. Then one file a command; what people
//! read is in `words/strategy.rs`, the keys of the JSON are documented in docs/guide/strategy.md.

mod game;
mod picture;
mod play;
mod prove;
mod show;
mod verify;

use zermelo_kernel_strategy::{Board, StrategyEnding};

use crate::args::{BoardSize, Ending, KqkArgs, KqkCommand, KrkArgs, KrkCommand, StrategyArgs};
use crate::exit::{Exit, Fault};

pub use game::Round;
pub use picture::picture;
pub use prove::{Failed, Proved};
pub use show::Shown;
pub use verify::{Verified, rounds};
pub use zermelo_answers::strategy::{
    CONDITIONS, NOTIONS, Told, board_text, men_text, move_text, place_text, why,
};

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
