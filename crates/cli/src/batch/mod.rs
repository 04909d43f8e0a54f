//! Many positions, one a line, on all cores, in order: `zermelo winnable --batch FILE|-`, and what
//! `zermelo legal --batch` shares with it.
//!
//! `pipeline.rs` keeps the order and bounds the memory; here lines are cut (`input.rs`), answered
//! (`job.rs`) and counted (`summary.rs`).

mod input;
mod job;
mod summary;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use zermelo_answers::judge::{ErrorReport, to_line};

use crate::args::{CheckWhich, WinnableArgs};
use crate::exit::{Exit, Fault, bad_input, tell};
use crate::pipeline::{self, Bounds, Outcome, Outlet};
use crate::words::{counted, duration};
use job::Worker;

pub use input::{Input, Line};
pub use summary::{Summary, mean};

/// Every line has the weight 1.
const BOUNDS: Bounds = Bounds { window: 1 << 15, items: 8, weight: 8 };

/// With `--check sample`, one line in so many.
const SAMPLE: u64 = 100;

/// How a line came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The verdict, `open` if a limit was reached first.
    Answered(&'static str),
    /// The line is no question.
    Bad,
    /// The engine or the kernel failed.
    Bug,
}

/// What is printed for a line, and what the summary counts.
pub struct Reply {
    /// What is printed, with its line end.
    pub text: Vec<u8>,
    /// How it came out.
    pub kind: Kind,
    /// The verdict that the line expects, if it says so.
    pub expected: Option<String>,
    /// The engine's time.
    pub engine: Duration,
    /// The kernel's time, if it checked.
    pub check: Option<Duration>,
}

impl Reply {
    /// What is printed for a line that has no answer.
    pub fn error(json: bool, line: u64, kind: Kind, sentence: &str) -> Reply {
        let bug = if kind == Kind::Bug { "bug: " } else { "" };
        let error = format!("{bug}{sentence}");
        let text = match json {
            true => {
                let (file, game, variant) = (None, None, None);
                to_line(&ErrorReport { file, game, line: Some(line), variant, error })
            }
            false => format!("error line {line}: {error}\n").into_bytes(),
        };
        Reply { text, kind, expected: None, engine: Duration::ZERO, check: None }
    }
}

/// Answers every line of the input.
pub fn run(source: &Path, args: &WinnableArgs) -> Result<Exit, Fault> {
    let input = Input::open(source)?;
    let worker = || {
        let mut worker = Worker::new(args);
        move |line| worker.answer(line)
    };
    let threads = pipeline::threads(args.batch.threads);
    let (summary, outcome) = answer(input, BOUNDS, (threads, worker))?;
    print(&summary, args.batch.check);
    outcome.exit(summary.exit(), Some(source))
}

/// Has every line of the input answered by so many workers, prints the replies in order and counts
/// them.
pub fn answer<W>(
    input: Input,
    bounds: Bounds,
    (threads, worker): (usize, impl Fn() -> W),
) -> Result<(Summary, Outcome), Fault>
where
    W: FnMut(Line) -> Reply + Send + 'static,
{
    let progress = pipeline::progress_bar(input.size());
    let worker = || {
        let mut worker = worker();
        move |line: Line| (line.number, line.bytes, worker(line))
    };
    let (mut summary, mut last, count) = (Summary::default(), 0, Arc::default());
    let lines = pipeline::progress_lines(&progress, &count, "positions answered");
    let outcome = pipeline::run(
        bounds,
        |outlet| read(input, outlet),
        (threads, worker),
        |out, (number, bytes, reply)| {
            out.write_all(&reply.text)?;
            summary.add(number, &reply);
            last = number;
            count.fetch_add(1, Relaxed);
            progress.inc(bytes);
            Ok(())
        },
    );
    drop(lines);
    progress.finish_and_clear();
    match outcome? {
        Outcome::Finished if last == 0 => bad_input("there is no position in the input"),
        outcome => Ok((summary, outcome)),
    }
}

/// Reads lines and hands them out: in chunks while there is plenty at hand, at once otherwise.
fn read(mut input: Input, outlet: &mut Outlet<Line>) -> io::Result<()> {
    while let Some(line) = input.next_line()? {
        outlet.put(line, 1)?;
        if !input.has_line_at_hand() {
            outlet.flush()?;
        }
    }
    Ok(())
}

/// Prints what was found.
fn print(summary: &Summary, check: CheckWhich) {
    let [winnable, unwinnable, open] = ["winnable", "unwinnable", "open"].map(|v| summary.count(v));
    let Summary { bad, bugs, checked, .. } = summary;
    let decided = winnable + unwinnable;
    let lines = counted((decided + open + bad + bugs) as usize, "line");
    tell(format_args!(
        "{lines}: {winnable} winnable, {unwinnable} unwinnable, {open} open, {bad} bad"
    ));
    if decided + open > 0 {
        let engine = duration(mean(summary.engine, decided + open));
        tell(format_args!("engine: mean {engine}, {}", summary.slowest()));
    }
    let verdicts = counted(decided as usize, "verdict");
    let time = duration(mean(summary.check, *checked));
    let accepted = format!("{checked} of {verdicts} checked and accepted, mean {time}");
    match check {
        CheckWhich::All => tell(format_args!("kernel: {accepted}")),
        CheckWhich::Sample => {
            tell(format_args!("kernel: {accepted} (a sample, 1 line in {SAMPLE})"))
        }
        CheckWhich::None => tell(format_args!("kernel: no verdict was checked (--check none)")),
    }
    summary.tell_bugs();
}
