//! `zermelo legal --batch FILE`: one position a line, on all cores, in order.
//!
//! A line is a FEN, perhaps after the mark of `winnable` (`WB`, `W-`, `-B`, `--`), perhaps before a
//! tab and the verdict that is expected. Each has one line on standard output, with the verdict, the
//! rule and the FEN, or with what is wrong; the sums, and what contradicts an expectation, go to
//! standard error. Lines are cut as for `winnable --batch`, and `pipeline.rs` keeps the order.

use std::io::Write;
use std::panic::catch_unwind;
use std::path::Path;
use std::time::{Duration, Instant};

use zermelo_answers::legal::{Answer, LineReport, Question, explain};

use crate::args::{LegalArgs, LegalEffort};
use crate::batch::{self, Input, Line, error_line, mean, sentence_of, to_json};
use crate::exit::{Exit, Fault, PLEASE_REPORT, tell};
use crate::pipeline::{self, Bounds, Outcome};
use crate::words::{counted, duration};

/// Every line has the weight 1, and goes to a worker by itself: some take seconds.
const BOUNDS: Bounds = Bounds { window: 1 << 12, items: 1, weight: 1 };

/// How a line came out.
enum Kind {
    /// The verdict, and the one that was expected.
    Verdict(&'static str, Option<String>),
    /// The line is no question.
    Bad,
    /// The engine or the kernel failed.
    Bug,
}

/// What is printed for a line, and what the summary counts.
struct Reply {
    text: String,
    kind: Kind,
    number: u64,
    engine: Duration,
    check: Duration,
}

/// Answers for all lines.
pub fn run(source: &Path, args: &LegalArgs) -> Result<Exit, Fault> {
    let input = Input::open_unpacked(source).map_err(Fault::BadInput)?;
    let (start, effort, json) = (Instant::now(), args.effort, args.output.json);
    let threads = pipeline::threads(None);
    let workers = (0..threads).map(|_| move |line| reply(line, effort, json)).collect();
    let mut sums = Sums::default();
    let outcome = pipeline::run(
        BOUNDS,
        |outlet| batch::read(input, outlet),
        workers,
        |out, reply| {
            writeln!(out, "{}", reply.text)?;
            sums.add(&reply);
            Ok(())
        },
    )?;
    sums.print(start.elapsed(), threads);
    match outcome {
        Outcome::Finished => Ok(sums.exit()),
        Outcome::Stopped => {
            tell(format_args!("stopped before the end of the input"));
            Ok(Exit::Interrupted)
        }
        Outcome::Unread(error) => {
            Err(Fault::BadInput(format!("{}: cannot be read: {error}", source.display())))
        }
    }
}

/// Answers one line. Never panics: a bug costs this line and shows in the exit status.
fn reply(line: Line, effort: LegalEffort, json: bool) -> Reply {
    let number = line.number;
    let error = |kind, sentence: &str| {
        let text = error_line(json, number, sentence);
        Reply { text, kind, number, engine: Duration::ZERO, check: Duration::ZERO }
    };
    let text = match line.text {
        Ok(text) => text,
        Err(sentence) => return error(Kind::Bad, sentence),
    };
    let (question, expected) = match Question::read_line(&text) {
        Ok(read) => read,
        Err(sentence) => return error(Kind::Bad, &sentence),
    };
    let answered = catch_unwind(|| {
        let answer = Answer::ask(question, &effort.options())?;
        let text = match json {
            true => to_json(&LineReport::new(&answer, number)),
            false => explain::line(&answer),
        };
        Ok((answer, text))
    });
    match answered {
        Ok(Ok((answer, text))) => {
            let kind = Kind::Verdict(answer.verdict(), expected);
            Reply { text, kind, number, engine: answer.engine, check: answer.check }
        }
        Ok(Err(fault)) => error(Kind::Bug, &format!("bug: {}", sentence_of(fault))),
        Err(_) => error(Kind::Bug, "bug: the engine failed"),
    }
}

/// Counts and times.
#[derive(Default)]
struct Sums {
    legal: u64,
    illegal: u64,
    open: u64,
    bad: u64,
    bugs: u64,
    expected: u64,
    contradicted: u64,
    engine: Duration,
    slowest: Duration,
    slowest_line: u64,
    check: Duration,
}

impl Sums {
    /// Counts one line; a contradiction is said at once.
    fn add(&mut self, reply: &Reply) {
        match &reply.kind {
            Kind::Verdict(verdict, expected) => {
                *match *verdict {
                    "legal" => &mut self.legal,
                    "illegal" => &mut self.illegal,
                    _ => &mut self.open,
                } += 1;
                if let Some(expected) = expected {
                    self.expected += 1;
                    if *verdict != "open" && verdict != expected {
                        self.contradicted += 1;
                        let line = reply.number;
                        tell(format_args!("line {line}: {verdict}, but {expected} was expected"));
                    }
                }
            }
            Kind::Bad => self.bad += 1,
            Kind::Bug => self.bugs += 1,
        }
        self.engine += reply.engine;
        self.check += reply.check;
        if reply.engine > self.slowest {
            (self.slowest, self.slowest_line) = (reply.engine, reply.number);
        }
    }

    /// The exit status: the worst of all lines. Expectations do not count.
    fn exit(&self) -> Exit {
        match self {
            Sums { bugs: 1.., .. } => Exit::Bug,
            Sums { bad: 1.., .. } => Exit::BadInput,
            Sums { open: 1.., .. } => Exit::Open,
            _ => Exit::Answered,
        }
    }

    fn print(&self, wall: Duration, threads: usize) {
        let Sums { legal, illegal, open, bad, bugs, expected, contradicted, .. } = self;
        let positions = legal + illegal + open;
        tell(format_args!(
            "{}: {legal} legal, {illegal} illegal, {open} open; {}; {contradicted} of {} \
             contradicted",
            counted(positions as usize, "position"),
            counted(*bad as usize, "bad line"),
            counted(*expected as usize, "expected verdict"),
        ));
        tell(format_args!(
            "time by the clock: {} in all, with {}",
            duration(wall),
            counted(threads, "thread")
        ));
        if positions > 0 {
            tell(format_args!(
                "engine: mean {} a position, slowest {} (line {}); kernel: mean {}",
                duration(mean(self.engine, positions)),
                duration(self.slowest),
                self.slowest_line,
                duration(mean(self.check, positions))
            ));
        }
        if *bugs > 0 {
            tell(format_args!("{} failed; {PLEASE_REPORT}", counted(*bugs as usize, "line")));
        }
    }
}
