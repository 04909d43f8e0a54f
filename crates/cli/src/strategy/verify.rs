//! `zermelo strategy krk verify` and `kqk verify`: all positions of one board are walked, and the kernel checks what
//! comes of it.

use std::num::NonZeroUsize;

use zermelo_answers::names::size;
use zermelo_answers::strategy::{
    NotVerified, QueenVerified, QueenVerifyReport, VerifyReport, Walking, board_text,
};
use zermelo_kernel_strategy::{Numbering, Strategy};
use zermelo_strategy::retrograde::memory;

use super::{one_board, print};
use crate::args::CheckWhich;
use crate::args::strategy::{KqkVerifyArgs, KrkVerifyArgs};
use crate::exit::{Exit, Fault};
use crate::pipeline;
use crate::progress::Progress;

/// One position in so many is checked on a large board.
const SAMPLE: NonZeroUsize = NonZeroUsize::new(100).unwrap();
/// A board with more squares is large.
const LARGE: i32 = 100;

/// Verifies.
pub fn run(args: &KrkVerifyArgs) -> Result<Exit, Fault> {
    let board = one_board(
        args.board.board,
        "verify walks one board, such as --board 8; for all boards at once there is \
         'zermelo strategy krk prove --board all'",
    )?;
    let bad = |why: String| Fault::BadInput(format!("--board {}: {why}", board_text(&board)));
    let needed = memory(&board, args.choice()).map_err(|why| bad(why.to_string()))?;
    if needed > args.memory {
        let (needed, allowed) = (size(needed), size(args.memory));
        return Err(bad(format!("this needs {needed} of memory, and --memory allows {allowed}")));
    }
    pipeline::use_threads(args.threads)?;
    let mut strategy = Strategy::new(board);
    let mut without = Vec::new();
    for &(condition, name, _) in &args.without {
        if !strategy.without.contains(&condition) {
            strategy.without.push(condition);
            without.push(name.to_string());
        }
    }
    let count = Numbering::new(&board).map_or(1, |numbering| u64::from(numbering.count()));
    let progress = Progress::saying(move |doing, done| {
        format!("{doing}, about {}% done", (done * 100 / (2 * count)).min(99))
    })
    .keeping_nothing("nothing is kept of a walk");
    progress.doing(format!("walking {}", board_text(&board)));
    let large = board.width * board.height > LARGE;
    let walking = Walking {
        strategy,
        choice: args.choice(),
        without,
        check: match args.check {
            Some(CheckWhich::None) => None,
            Some(CheckWhich::Sample) => Some(SAMPLE),
            None if large => Some(SAMPLE),
            _ => Some(NonZeroUsize::MIN),
        },
        longest: args.longest,
        done: progress.count(),
        stop: progress.stop(),
    };
    let verified = walking.verify(|| progress.doing("checking with the kernel".to_string()));
    let verified = verified.map_err(|why| match why {
        NotVerified::Stopped => Fault::Stopped("nothing is kept of a walk".to_string()),
        NotVerified::Board(why) => bad(why.to_string()),
        NotVerified::Rejected(_) => Fault::Bug(why.to_string()),
    })?;
    drop(progress);
    print(args.output, &VerifyReport::new(&verified), || verified.explain())?;
    // As with prove: what was asked about is not so.
    Ok(if verified.always_mates() { Exit::Answered } else { Exit::Open })
}

/// The most squares of a board on which games with the queen are played one after the other.
const MOST_QUEEN: i32 = 144;

/// Verifies king and queen.
pub fn run_queen(args: &KqkVerifyArgs) -> Result<Exit, Fault> {
    let board = one_board(
        args.board.board,
        "verify walks one board, such as --board 8; for all boards at once there is \
         'zermelo strategy kqk prove --board all'",
    )?;
    let bad = |why: String| Fault::BadInput(format!("--board {}: {why}", board_text(&board)));
    if board.width.saturating_mul(board.height) > MOST_QUEEN {
        return Err(bad(format!(
            "with king and queen a board of up to {MOST_QUEEN} squares is walked"
        )));
    }
    pipeline::use_threads(args.threads)?;
    let threads = args.threads.or_else(|| std::thread::available_parallelism().ok());
    let verified = QueenVerified::of(board, threads.map_or(1, NonZeroUsize::get));
    let verified = verified.map_err(|why| match why {
        NotVerified::Board(why) => bad(why.to_string()),
        _ => Fault::Bug(why.to_string()),
    })?;
    print(args.output, &QueenVerifyReport::new(&verified), || verified.explain())?;
    Ok(if verified.always_mates() { Exit::Answered } else { Exit::Open })
}
