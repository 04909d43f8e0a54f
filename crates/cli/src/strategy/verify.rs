//! `zermelo strategy krk verify` and `kqk verify`: all positions of one board are walked, and the kernel checks what
//! comes of it.

use std::num::NonZeroUsize;

use zermelo_answers::names::size;
use zermelo_answers::strategy::{
    GamesVerified, NotVerified, Told, VerifyReport, Walking, board_text, ending_words,
};
use zermelo_kernel_strategy::{Numbering, Pieces, Place, Strategy};
use zermelo_strategy::retrograde::memory;

use super::{one_board, print};
use crate::args::CheckWhich;
use crate::args::strategy::{GamesArgs, KrkVerifyArgs};
use crate::exit::{Exit, Fault};
use crate::pipeline;
use crate::progress::{Line, Progress};

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
    let count =
        Numbering::<Place<i32>>::new(&board).map_or(1, |numbering| u64::from(numbering.count()));
    let progress = Progress::keeping_nothing("nothing is kept of a walk", move |doing, done| {
        format!("{doing}, about {}% done", (done * 100 / (2 * count)).min(99))
    });
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

/// The most squares of a board on which every game is played, one after the other, by how many pieces
/// White has beside the king.
const MOST_GAMES: [i32; 2] = [144, 81];

/// Verifies another ending.
pub fn run_other<S: Told>(args: &GamesArgs) -> Result<Exit, Fault> {
    let ending = S::ENDING.name();
    let board = one_board(
        args.board.board,
        &format!(
            "verify walks one board, such as --board 8; for all boards at once there is \
             'zermelo strategy {ending} prove --board all'"
        ),
    )?;
    let bad = |why: String| Fault::BadInput(format!("--board {}: {why}", board_text(&board)));
    let pieces = S::Pieces::on(|| Place::new(0, 0)).places().len();
    let most = MOST_GAMES[pieces - 1];
    if board.width.saturating_mul(board.height) > most {
        let men = ending_words(S::ENDING);
        return Err(bad(format!("with {men} a board of up to {most} squares is walked")));
    }
    pipeline::use_threads(args.threads)?;
    let threads = args.threads.or_else(|| std::thread::available_parallelism().ok());
    let threads = threads.map_or(1, NonZeroUsize::get);
    let line = Line::new(|time| format!("playing every game, {} s", time.as_secs()));
    let verified = GamesVerified::of(&S::on(board), args.longest, threads);
    drop(line);
    let verified = verified.map_err(|why| match why {
        NotVerified::Board(why) => bad(why.to_string()),
        _ => Fault::Bug(why.to_string()),
    })?;
    print(args.output, &VerifyReport::of_games(&verified), || verified.explain())?;
    Ok(if verified.always_mates() { Exit::Answered } else { Exit::Open })
}
