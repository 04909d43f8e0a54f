//! A FEN with unknown fields: an answer for each reading, and one for all of them. The position is
//! legal if some reading is, illegal if all are.

use std::io::{self, Write};

use zermelo_answers::legal::{Answer, verdict_of_all};
use zermelo_answers::retract::listed;

use super::words;
use crate::style::Style;
use crate::words::write_wrapped;

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
    let end = match verdict_of_all(answers) {
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
