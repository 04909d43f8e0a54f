//! A FEN with unknown fields: an answer for each reading, and one for all of them. The position is
//! legal if some reading is, illegal if all are.

use std::io::{self, Write};

use serde::Serialize;

use super::answer::Answer;
use super::{report, words};
use crate::retract::listed;
use crate::style::Style;
use crate::words::write_wrapped;

/// All readings, for programs.
#[derive(Serialize)]
pub struct Report {
    verdict: &'static str,
    readings: Vec<report::Report>,
}

impl Report {
    /// The report.
    pub fn new(answers: &[Answer]) -> Report {
        let readings = answers.iter().map(|answer| report::Report::new(answer, None)).collect();
        Report { verdict: verdict(answers), readings }
    }
}

/// The answer for all readings together.
pub fn verdict(answers: &[Answer]) -> &'static str {
    let verdicts = || answers.iter().map(Answer::verdict);
    ["legal", "open"]
        .into_iter()
        .find(|one| verdicts().any(|other| *one == other))
        .unwrap_or("illegal")
}

/// Prints all readings, and what follows.
pub fn print(out: &mut impl Write, style: Style, answers: &[Answer]) -> io::Result<()> {
    let count = answers.len();
    for (number, answer) in (1..).zip(answers) {
        let title = format!("Reading {number} of {count}: {}", answer.question.fen);
        writeln!(out, "{}", style.bold(&title))?;
        words::print_verdict(out, style, answer)?;
        writeln!(out)?;
    }
    let named = |verdict| those(answers, verdict).unwrap_or_default();
    let end = match verdict(answers) {
        "legal" => {
            let open = those(answers, "open").map(|open| format!("; open: {open}"));
            let open = open.unwrap_or_default();
            format!("Legal: a game leads to {}, of {count}{open}.", named("legal"))
        }
        "open" => format!(
            "Open: neither a game nor a reason against one was found for {}, of {count}.",
            named("open")
        ),
        _ => format!("Illegal: no game leads to any of the {count} readings."),
    };
    write_wrapped(out, 0, &style.bold(&end))
}

/// The readings with this verdict: `readings 1 and 3`.
fn those(answers: &[Answer], verdict: &str) -> Option<String> {
    let with = (1..).zip(answers).filter(|(_, answer)| answer.verdict() == verdict);
    let numbers: Vec<String> = with.map(|(number, _): (u32, _)| number.to_string()).collect();
    let s = if numbers.len() == 1 { "" } else { "s" };
    (!numbers.is_empty()).then(|| format!("reading{s} {}", listed(&numbers, "and")))
}
