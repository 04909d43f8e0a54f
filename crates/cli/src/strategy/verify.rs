//! `zermelo strategy krk verify`: all positions of one board are walked, and the kernel checks what
//! comes of it.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use serde::Serialize;
use zermelo_kernel_strategy::{
    Choice, Counterexample, Failure, Kind, Men, Numbering, PlayFault, Strategy,
};
use zermelo_strategy::retrograde::{Unverified, Verification, Walk, memory};

use super::game::Round;
use super::{board_text, one_board};
use crate::args::{CheckWhich, KrkVerifyArgs};
use crate::exit::{Exit, Fault};
use crate::progress::Progress;
use crate::style::Style;
use crate::table::{print_json, size};
use crate::words::Page;
use zermelo_answers::strategy::Told;
use zermelo_answers::strategy::men_text;

/// One position in so many is checked on a large board.
const SAMPLE: NonZeroUsize = NonZeroUsize::new(100).unwrap();
/// A board with more squares is large.
const LARGE: i32 = 100;

/// What came of a walk.
pub struct Verified {
    /// The strategy.
    pub strategy: Strategy<i32>,
    /// Which of its moves White plays.
    pub choice: Choice,
    /// The conditions that were left out, as they are typed.
    pub without: Vec<String>,
    /// What was found.
    pub found: Verification,
    /// How many positions the kernel checked, and in what time; nothing if it was not asked to.
    pub checked: Option<(u64, Duration)>,
    /// The longest game, if it is to be told.
    pub game: Option<Vec<Round>>,
    /// How long the walk took.
    pub time: Duration,
}

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
    if let Some(threads) = args.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get());
        let fault = |error| Fault::BadInput(format!("--threads {threads}: {error}"));
        pool.build_global().map_err(fault)?;
    }
    let mut strategy = Strategy::new(board);
    let mut without = Vec::new();
    for condition in &args.without {
        if !strategy.without.contains(&condition.condition()) {
            strategy.without.push(condition.condition());
            without.push(condition.name());
        }
    }
    let verified = walk(args, &strategy, without)?;
    if args.output.json {
        print_json(&VerifyReport::new(&verified))?;
    } else {
        let mut out = io::BufWriter::new(io::stdout().lock());
        Page::new(&mut out, Style::new(args.output.color)).walked(&verified)?;
        out.flush()?;
    }
    Ok(Exit::Answered)
}

fn walk(
    args: &KrkVerifyArgs,
    strategy: &Strategy<i32>,
    without: Vec<String>,
) -> Result<Verified, Fault> {
    let board = &strategy.board;
    let count = Numbering::new(board).map_or(1, |numbering| u64::from(numbering.count()));
    let progress = Progress::saying(move |doing, done| {
        format!("{doing}, about {}% done", (done * 100 / (2 * count)).min(99))
    });
    progress.doing(format!("walking {}", board_text(board)));
    let stopped = || Fault::Stopped("nothing is kept of a walk".to_string());
    let begun = Instant::now();
    let walk = Walk::new(strategy, args.choice(), progress.count(), progress.stop());
    let walk = walk.map_err(|why| match why {
        Unverified::Stopped => stopped(),
        Unverified::Board(why) => Fault::BadInput(format!("--board {}: {why}", board_text(board))),
    })?;
    let time = begun.elapsed();
    let default =
        if board.width * board.height <= LARGE { CheckWhich::All } else { CheckWhich::Sample };
    let one_in = match args.check.unwrap_or(default) {
        CheckWhich::All => Some(NonZeroUsize::MIN),
        CheckWhich::Sample => Some(SAMPLE),
        CheckWhich::None => None,
    };
    let begun = Instant::now();
    let mut checked = None;
    if let Some(one_in) = one_in {
        progress.count().store(0, Relaxed);
        progress.doing("checking with the kernel".to_string());
        let number =
            walk.check(one_in, progress.count(), progress.stop()).map_err(|why| match why {
                PlayFault::Stopped => stopped(),
                why => Fault::Bug(format!("the kernel rejects the walk: {why}")),
            })?;
        checked = Some((number, begun.elapsed()));
    }
    let start = walk.found.start.filter(|_| args.longest);
    let game = start.map(|start| Round::all(board, start, walk.longest_game(start)));
    let found = walk.found.clone();
    drop(walk);
    let (strategy, choice) = (strategy.clone(), args.choice());
    Ok(Verified { strategy, choice, without, found, checked, game, time })
}

/// What was found, for programs. The keys are documented in docs/guide/strategy.md.
#[derive(Serialize)]
struct VerifyReport {
    board: String,
    moves: &'static str,
    without: Vec<String>,
    /// `mates` or `fails`.
    result: &'static str,
    positions: u64,
    /// In the order in which they are tried.
    kinds: Vec<KindReport>,
    longest_plies: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest_start: Option<String>,
    closed: bool,
    always_a_move: bool,
    always_mate: bool,
    no_move: u64,
    rook_lost: u64,
    stalemates: u64,
    not_won: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<CounterexampleReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest_game: Option<Vec<Round>>,
    /// Positions, or the counterexample, that the kernel checked and accepted.
    checked: u64,
    seconds: f64,
    check_seconds: f64,
}

/// In how many positions a kind of move is played.
#[derive(Serialize)]
struct KindReport {
    kind: &'static str,
    positions: u64,
}

#[derive(Serialize)]
struct CounterexampleReport {
    start: String,
    line: Vec<Round>,
    end: &'static str,
}

impl VerifyReport {
    fn new(verified: &Verified) -> VerifyReport {
        let Verified { strategy, choice, without, found, checked, game, time } = verified;
        let example = found.counterexample.as_ref();
        let kinds = Kind::ALL.map(|kind| KindReport {
            kind: Told::of(kind).name,
            positions: found.kinds[kind as usize],
        });
        VerifyReport {
            board: board_text(&strategy.board),
            moves: match choice {
                Choice::Function => "function",
                Choice::Relation => "relation",
            },
            without: without.clone(),
            result: if found.always_mate() { "mates" } else { "fails" },
            positions: found.positions,
            kinds: kinds.into(),
            longest_plies: found.longest,
            longest_start: found.start.map(men_text),
            closed: found.closed(),
            always_a_move: found.always_a_move(),
            always_mate: found.always_mate(),
            no_move: found.helpless,
            rook_lost: found.rook_lost,
            stalemates: found.stalemates,
            not_won: found.unwon,
            counterexample: example.map(|example| CounterexampleReport {
                start: men_text(example.start),
                line: rounds(strategy, example),
                end: match example.end {
                    Failure::NoMove => "no_move",
                    Failure::RookTaken(..) => "rook_taken",
                    Failure::Stalemate(..) => "stalemate",
                    Failure::Repetition => "repetition",
                },
            }),
            longest_game: game.clone(),
            checked: checked.map_or(0, |(number, _)| number),
            seconds: time.as_secs_f64(),
            check_seconds: checked.map_or(0.0, |(_, time)| time.as_secs_f64()),
        }
    }
}

/// The line of a counterexample, with the move at its end.
pub fn rounds(strategy: &Strategy<i32>, example: &Counterexample) -> Vec<Round> {
    let line = example.line.iter().map(|&(kind, to, reply)| (kind, to, Some(reply)));
    let last = match example.end {
        Failure::RookTaken(kind, to) => Some((kind, to, Some(Men { black: to.rook, ..to }))),
        Failure::Stalemate(kind, to) => Some((kind, to, None)),
        Failure::NoMove | Failure::Repetition => None,
    };
    let mut rounds = Round::all(&strategy.board, example.start, line.chain(last));
    if let (Failure::RookTaken(..), Some(round)) = (example.end, rounds.last_mut()) {
        // Without the rook it is no position of this ending.
        round.position = None;
    }
    rounds
}
