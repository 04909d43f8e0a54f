//! `zermelo legal --batch FILE`: one position a line.
//!
//! A line is a FEN, perhaps after the mark of `winnable` (`WB`, `W-`, `-B`, `--`), perhaps before a
//! tab and the verdict that is expected. For each one the verdict, the rule and the FEN go to
//! standard output; the sums, and what contradicts an expectation, to standard error.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::answer::{Answer, Question};
use super::{reason, report};
use crate::args::LegalArgs;
use crate::exit::{Exit, Fault, tell};
use crate::input;
use crate::words::{duration, thousands};

/// So many lines are worked on at a time.
const CHUNK: usize = 256;

#[derive(Default)]
struct Sums {
    legal: u64,
    illegal: u64,
    open: u64,
    bad: u64,
    contradicted: u64,
    busy: Duration,
}

/// Answers for all lines.
pub fn run(source: &Path, args: &LegalArgs) -> Result<Exit, Fault> {
    let opened = input::open(source).and_then(|opened| input::unpacked(opened.source));
    let bad = |error: io::Error| Fault::BadInput(format!("--batch {}: {error}", source.display()));
    let mut lines = BufReader::new(opened.map_err(bad)?).lines().enumerate();
    let (start, limits) = (Instant::now(), args.effort.limits());
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut sums = Sums::default();
    loop {
        let mut chunk = Vec::with_capacity(CHUNK);
        for (index, line) in lines.by_ref().take(CHUNK) {
            let line = line.map_err(bad)?;
            if !line.trim().is_empty() && !line.starts_with('#') {
                chunk.push((index + 1, line));
            }
        }
        if chunk.is_empty() {
            break;
        }
        let answers: Vec<_> = chunk
            .par_iter()
            .map(|(_, line)| {
                let (fen, _) = split(line);
                let question = Question::read(fen).map_err(Fault::BadInput)?;
                Answer::ask(question, &limits)
            })
            .collect();
        for ((number, line), answer) in chunk.iter().zip(answers) {
            let answer = match answer {
                Ok(answer) => answer,
                Err(Fault::BadInput(fault)) => {
                    tell(format_args!("line {number}: {fault}"));
                    sums.bad += 1;
                    continue;
                }
                Err(fault) => return Err(fault),
            };
            let verdict = answer.verdict();
            sums.busy += answer.engine + answer.check;
            *match verdict {
                "legal" => &mut sums.legal,
                "illegal" => &mut sums.illegal,
                _ => &mut sums.open,
            } += 1;
            if let Some(expected) = split(line).1
                && verdict != "open"
                && verdict != expected
            {
                sums.contradicted += 1;
                tell(format_args!("line {number}: {verdict}, but {expected} was expected"));
            }
            if args.output.json {
                serde_json::to_writer(&mut out, &report::Report::new(&answer, None))
                    .map_err(io::Error::from)?;
                writeln!(out)?;
            } else {
                let closed = answer.closed();
                let rule = closed.map_or("-", |closed| reason::rule_name(&answer.question, closed));
                writeln!(out, "{verdict}\t{rule}\t{}", answer.question.fen)?;
            }
        }
        out.flush()?;
    }
    let Sums { legal, illegal, open, bad, contradicted, busy } = sums;
    let number = legal + illegal + open;
    let each = busy.checked_div(u32::try_from(number).unwrap_or(u32::MAX)).unwrap_or_default();
    tell(format_args!(
        "{} positions: {} legal, {} illegal, {} open; {} bad lines; {} expectations contradicted; \
         {} in all, {} a position",
        thousands(number),
        thousands(legal),
        thousands(illegal),
        thousands(open),
        thousands(bad),
        thousands(contradicted),
        duration(start.elapsed()),
        duration(each)
    ));
    Ok(match (bad, open) {
        (0, 0) => Exit::Answered,
        (0, _) => Exit::Open,
        _ => Exit::BadInput,
    })
}

/// The FEN of a line, and the verdict expected for it.
fn split(line: &str) -> (&str, Option<&str>) {
    let (fen, expected) = match line.split_once('\t') {
        Some((fen, expected)) => (fen, Some(expected.trim())),
        None => (line, None),
    };
    let fen = fen.trim();
    let marked = ["WB ", "W- ", "-B ", "-- "].into_iter().find_map(|mark| fen.strip_prefix(mark));
    (marked.unwrap_or(fen), expected)
}
