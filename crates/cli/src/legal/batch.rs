//! `zermelo legal --batch FILE`: one position a line, on all cores, in order.
//!
//! A line is a FEN, perhaps after the mark of `winnable` (`WB`, `W-`, `-B`, `--`), perhaps before a
//! tab and the verdict that is expected. Each has one line on standard output, with the verdict, the
//! rule and the FEN, or with what is wrong; the sums, and what contradicts an expectation, go to
//! standard error. Lines are cut, answered and counted as for `winnable --batch`.

use std::panic::catch_unwind;
use std::path::Path;
use std::time::{Duration, Instant};

use zermelo_answers::judge::to_line;
use zermelo_answers::legal::{Answer, LineReport, Question, Reading, explain};

use crate::args::legal::{LegalArgs, LegalEffort};
use crate::batch::{self, Input, Kind, Line, Reply, Summary, mean};
use crate::exit::{Exit, Fault, tell};
use crate::pipeline::{self, Bounds};
use crate::words::{counted, duration};

/// Every line has the weight 1, and goes to a worker by itself: some take seconds.
const BOUNDS: Bounds = Bounds { window: 1 << 12, items: 1, weight: 1 };

/// Answers for all lines.
pub fn run(source: &Path, args: &LegalArgs) -> Result<Exit, Fault> {
    let input = Input::open(source)?;
    let (start, effort, json) = (Instant::now(), args.effort, args.output.json);
    let threads = pipeline::threads(effort.threads);
    let asked = args.reading.asked();
    let worker = || move |line| reply(line, asked, effort, json);
    let (summary, outcome) = batch::answer(input, BOUNDS, (threads, worker))?;
    print(&summary, start.elapsed(), threads);
    outcome.exit(summary.exit(), Some(source))
}

/// Answers one line. Never panics: a bug costs this line and shows in the exit status.
fn reply(line: Line, asked: Reading, effort: LegalEffort, json: bool) -> Reply {
    let number = line.number;
    let (question, expected) = match line.text.and_then(|text| Question::read_line(&text, asked)) {
        Ok(read) => read,
        Err(sentence) => return Reply::error(json, number, Kind::Bad, &sentence),
    };
    let answered = catch_unwind(|| {
        let answer = Answer::ask(question, &effort.options())?;
        let text = match json {
            true => to_line(&LineReport::new(&answer, number)),
            false => (explain::line(&answer) + "\n").into_bytes(),
        };
        let Answer { engine, check, .. } = answer;
        let kind = Kind::Answered(answer.verdict());
        Ok(Reply { text, kind, expected, engine, check: Some(check) })
    });
    match answered {
        Ok(Ok(reply)) => reply,
        Ok(Err(fault)) => {
            let fault: Fault = fault;
            Reply::error(json, number, Kind::Bug, &fault.to_string())
        }
        Err(_) => Reply::error(json, number, Kind::Bug, "the engine failed"),
    }
}

fn print(summary: &Summary, wall: Duration, threads: usize) {
    let [legal, illegal, open] = ["legal", "illegal", "open"].map(|verdict| summary.count(verdict));
    let positions = legal + illegal + open;
    tell(format_args!(
        "{}: {legal} legal, {illegal} illegal, {open} open; {}; {} of {} contradicted",
        counted(positions as usize, "position"),
        counted(summary.bad as usize, "bad line"),
        summary.contradicted,
        counted(summary.expected as usize, "expected verdict"),
    ));
    let (wall, threads) = (duration(wall), counted(threads, "thread"));
    tell(format_args!("time by the clock: {wall} in all, with {threads}"));
    if positions > 0 {
        let [engine, check] =
            [summary.engine, summary.check].map(|time| duration(mean(time, positions)));
        let slowest = summary.slowest();
        tell(format_args!("engine: mean {engine} a position, {slowest}; kernel: mean {check}"));
    }
    summary.tell_bugs();
}
