//! How the command ends: the exit statuses of the design, and the faults that lead to them.

use std::env;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use zermelo_answers::Fault as NoAnswer;
use zermelo_answers::query::is_game;
use zermelo_record::pgn::begins_with_position;

use crate::words::folded_aside;

/// Asked of the user whenever the fault is ours.
pub const PLEASE_REPORT: &str =
    "this is a bug in zermelo, please report it together with the command you ran";

/// Says a line on standard error, folded at the edge of a terminal. Nobody to read it, or no room for it, is no fault: what was asked
/// for is done all the same.
pub fn tell(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{}", folded_aside(&line.to_string()).trim_end());
}

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exit {
    /// The question was answered.
    Answered,
    /// The answer is open: a budget was spent first.
    Open,
    /// The input was bad.
    BadInput,
    /// A certificate was rejected.
    Rejected,
    /// A bug: the kernel rejected what an engine claimed, or something panicked.
    Bug,
    /// Stopped by Ctrl-C.
    Interrupted,
}

impl Exit {
    /// How a command ends that found this, and went on.
    pub fn of(fault: &NoAnswer) -> Exit {
        Fault::from(fault.clone()).status().1
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Answered => 0,
            Exit::Open => 1,
            Exit::BadInput => 2,
            Exit::Rejected => 3,
            Exit::Bug => 70,
            Exit::Interrupted => 130,
        })
    }
}

/// Why a command could not do what it was asked.
#[derive(Debug)]
pub enum Fault {
    /// One sentence saying where the input is bad and how.
    BadInput(String),
    /// One sentence saying what is missing for an answer.
    Open(String),
    /// One sentence saying where a certificate is wrong and how.
    Rejected(String),
    /// Ctrl-C: one sentence saying what becomes of what was done.
    Stopped(String),
    /// One sentence saying what must never happen and did.
    Bug(String),
    /// Standard output could not be written.
    Output(io::Error),
}

/// The input is bad, as this sentence says.
pub fn bad_input<T>(sentence: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::BadInput(sentence.into()))
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Output(error)
    }
}

impl From<NoAnswer> for Fault {
    fn from(fault: NoAnswer) -> Fault {
        match fault {
            NoAnswer::BadInput(sentence) => Fault::BadInput(sentence),
            NoAnswer::Open(sentence) => Fault::Open(sentence),
            NoAnswer::Rejected(sentence) => Fault::Rejected(sentence),
            NoAnswer::Bug(sentence) => Fault::Bug(sentence),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::BadInput(sentence)
            | Fault::Open(sentence)
            | Fault::Rejected(sentence)
            | Fault::Stopped(sentence)
            | Fault::Bug(sentence) => f.write_str(sentence),
            Fault::Output(error) => write!(f, "standard output: {error}"),
        }
    }
}

impl Fault {
    /// What it is called on standard error, and how the command ends by it.
    fn status(&self) -> (&'static str, Exit) {
        match self {
            Fault::BadInput(_) | Fault::Output(_) => ("error", Exit::BadInput),
            Fault::Open(_) => ("error", Exit::Open),
            Fault::Rejected(_) => ("rejected", Exit::Rejected),
            Fault::Stopped(_) => ("stopped", Exit::Interrupted),
            Fault::Bug(_) => ("bug", Exit::Bug),
        }
    }

    /// Says one line on standard error and gives the exit status. Nobody reading any more (a
    /// closed pipe) is no fault at all.
    pub fn report(self) -> Exit {
        if matches!(&self, Fault::Output(error) if error.kind() == io::ErrorKind::BrokenPipe) {
            return Exit::Answered;
        }
        let (name, exit) = self.status();
        match exit {
            Exit::Bug => tell(format_args!("{name}: {self}; {PLEASE_REPORT}")),
            _ => tell(format_args!("{name}: {self}")),
        }
        exit
    }
}

/// Ends a command line that clap did not take: help and version as clap prints them, faults as
/// one line.
pub fn usage(error: &clap::Error) -> Exit {
    use clap::error::ErrorKind::*;
    match error.kind() {
        DisplayHelp | DisplayVersion => {
            // Help into a closed pipe is nobody's loss.
            let _ = error.print();
            return Exit::Answered;
        }
        DisplayHelpOnMissingArgumentOrSubcommand => {
            let command = command_of(&error.render().to_string());
            tell(format_args!("error: what should be done is missing; try '{command} --help'"));
        }
        UnknownArgument if let Some(number) = negative(error) => {
            tell(format_args!("error: {number}: a number from 0 on is needed"));
        }
        ArgumentConflict if let Some(why) = conflict(error) => tell(format_args!("error: {why}")),
        MissingRequiredArgument if let Some(why) = needed(error) => {
            tell(format_args!("error: {why}"));
        }
        InvalidSubcommand if let Some(meant) = meant_by(error) => tell(format_args!("{meant}")),
        _ => tell(format_args!("{}", one_line(&error.render().to_string()))),
    }
    Exit::BadInput
}

/// Options that go with others only.
const NEEDS: [(&str, &str); 14] = [
    ("--all", "--shortest"),
    ("--plies", "--shortest"),
    ("--threads", "--batch"),
    ("--check", "--batch"),
    ("--list", "--count"),
    ("--definitions", "--count"),
    ("--samples", "--estimate"),
    ("--candidates", "--estimate"),
    ("--seed", "--estimate"),
    ("--to", "--estimate"),
    ("--seed", "--sample"),
    ("--effort", "--claims"),
    ("--memory", "--build"),
    ("--least", "--book"),
];

/// Which option that was given needs the one that is missing.
fn needed(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let [missing] = &missing[..] else { return None };
    let missing = missing.split_whitespace().next()?;
    let given: Vec<String> = env::args().collect();
    let is_given = |option: &str| given.iter().any(|arg| arg.split('=').next() == Some(option));
    let needs = NEEDS.into_iter().find(|(option, other)| *other == missing && is_given(option));
    needs.map(|(option, other)| format!("{option} needs {other}"))
}

/// Why one position does not go with what is for many.
fn conflict(error: &clap::Error) -> Option<String> {
    let named = |kind| error.get(kind).map(ToString::to_string);
    let both = [named(ContextKind::InvalidArg)?, named(ContextKind::PriorArg)?];
    let has = |start: &str| both.iter().any(|name| name.starts_with(start));
    let why = match has("[FEN]") {
        true if has("--threads") => {
            "--threads is for many positions, with --batch; one position takes one thread"
        }
        true if has("--check") => {
            "--check is for many positions, with --batch; of one position every verdict is checked"
        }
        true if has("--batch") => "give one position, or many with --batch, not both",
        _ => return None,
    };
    Some(why.to_string())
}

/// The number below zero that was taken for an option, as it was typed, with the option before it.
fn negative(error: &clap::Error) -> Option<String> {
    let given = error.get(ContextKind::InvalidArg)?.to_string();
    given.strip_prefix('-')?.parse::<f64>().ok()?;
    let words: Vec<String> = env::args().collect();
    let at = words.iter().position(|word| word.starts_with(&given))?;
    let option =
        at.checked_sub(1).map(|before| &words[before]).filter(|word| word.starts_with("--"));
    Some(option.map_or(words[at].clone(), |option| format!("{option} {}", words[at])))
}

/// The command whose help this is: `zermelo table`.
fn command_of(help: &str) -> String {
    let usage = help.lines().find_map(|line| line.trim().strip_prefix("Usage:"));
    let words = usage.unwrap_or("zermelo").split_whitespace();
    words.take_while(|word| !word.starts_with(['[', '<'])).collect::<Vec<_>>().join(" ")
}

/// What Rust says of numbers, and what that means for whoever typed one.
const PLAIN_WORDS: [(&str, &str); 4] = [
    ("number would be zero for non-zero type", "a whole number from 1 on is needed"),
    ("invalid digit found in string", "a whole number is needed, without signs and points"),
    ("cannot parse integer from empty string", "a whole number is needed"),
    ("number too large to fit in target type", "the number is too large"),
];

/// What to try if a file or a position stands where a command should.
fn meant_by(error: &clap::Error) -> Option<String> {
    let given = error.get(ContextKind::InvalidSubcommand)?.to_string();
    let (what, command) = match &given {
        text if is_game(text) => ("a game", "judge"),
        text if text.ends_with(".cert") => ("a certificate", "check"),
        text if begins_with_position(text.as_bytes()) => ("a position", "winnable"),
        _ => return None,
    };
    // A position without quotes is several words.
    let words: Vec<String> = std::env::args().skip(1).collect();
    let given = if command == "winnable" { words.join(" ") } else { given };
    Some(format!("error: this is {what}, not a command; try 'zermelo {command} \"{given}\"'"))
}

/// What clap says in several lines, in one, and without the usage.
fn one_line(text: &str) -> String {
    let lines = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:"))
        .filter(|line| !line.is_empty() && !line.starts_with("For more information"))
        // That an unknown option might be meant as a word is hardly ever so.
        .filter(|line| !line.starts_with("tip: to pass"));
    let mut sentence = String::new();
    for line in lines {
        match sentence.chars().last() {
            None => {}
            Some(':') => sentence.push(' '),
            Some(_) if line.starts_with('[') => sentence.push(' '),
            Some(_) => sentence.push_str("; "),
        }
        sentence.push_str(line);
    }
    let plain = PLAIN_WORDS.iter().fold(sentence, |text, (rust, plain)| text.replace(rust, plain));
    range_in_words(&plain).unwrap_or(plain)
}

/// `12 is not in 1..=9`, as clap says it, in words.
fn range_in_words(text: &str) -> Option<String> {
    let (start, rest) = text.split_once(" is not in ")?;
    let (range, end) = rest.split_at(rest.find([' ', ';']).unwrap_or(rest.len()));
    let (least, most) = range.split_once("..")?;
    let most = most.trim_start_matches('=');
    let bounds = match (least, most) {
        ("", most) => format!("up to {most}"),
        (least, "") => format!("from {least} on"),
        (least, most) => format!("from {least} to {most}"),
    };
    let start = start.rsplit_once(": ").map_or(start, |(start, _)| start);
    Some(format!("{start}: a whole number {bounds} is needed{end}"))
}
