//! How the command ends: the exit statuses of the design, and the faults that lead to them.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// Asked of the user whenever the fault is ours.
pub const PLEASE_REPORT: &str =
    "this is a bug in zermelo, please report it together with the command you ran";

/// Says a line on standard error. Nobody to read it, or no room for it, is no fault: what was asked
/// for is done all the same.
pub fn tell(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{line}");
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
    pub fn of(fault: &zermelo_answers::Fault) -> Exit {
        match fault {
            zermelo_answers::Fault::BadInput(_) => Exit::BadInput,
            zermelo_answers::Fault::Open(_) => Exit::Open,
            zermelo_answers::Fault::Rejected(_) => Exit::Rejected,
            zermelo_answers::Fault::Bug(_) => Exit::Bug,
        }
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

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Output(error)
    }
}

impl From<zermelo_answers::Fault> for Fault {
    fn from(fault: zermelo_answers::Fault) -> Fault {
        match fault {
            zermelo_answers::Fault::BadInput(sentence) => Fault::BadInput(sentence),
            zermelo_answers::Fault::Open(sentence) => Fault::Open(sentence),
            zermelo_answers::Fault::Rejected(sentence) => Fault::Rejected(sentence),
            zermelo_answers::Fault::Bug(sentence) => Fault::Bug(sentence),
        }
    }
}

impl Fault {
    /// Says one line on standard error and gives the exit status. Nobody reading any more (a
    /// closed pipe) is no fault at all.
    pub fn report(self) -> Exit {
        match self {
            Fault::BadInput(sentence) => {
                tell(format_args!("error: {sentence}"));
                Exit::BadInput
            }
            Fault::Open(sentence) => {
                tell(format_args!("error: {sentence}"));
                Exit::Open
            }
            Fault::Rejected(sentence) => {
                tell(format_args!("rejected: {sentence}"));
                Exit::Rejected
            }
            Fault::Stopped(sentence) => {
                tell(format_args!("stopped: {sentence}"));
                Exit::Interrupted
            }
            Fault::Bug(sentence) => {
                tell(format_args!("bug: {sentence}; {PLEASE_REPORT}"));
                Exit::Bug
            }
            Fault::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Answered,
            Fault::Output(error) => {
                tell(format_args!("error: standard output: {error}"));
                Exit::BadInput
            }
        }
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
            Exit::Answered
        }
        DisplayHelpOnMissingArgumentOrSubcommand => {
            let command = command_of(&error.render().to_string());
            tell(format_args!("error: what should be done is missing; try '{command} --help'"));
            Exit::BadInput
        }
        _ => {
            tell(format_args!("{}", one_line(&error.render().to_string())));
            Exit::BadInput
        }
    }
}

/// The command whose help this is: `zermelo table`.
fn command_of(help: &str) -> String {
    let usage = help.lines().find_map(|line| line.trim().strip_prefix("Usage:"));
    let words = usage.unwrap_or("zermelo").split_whitespace();
    words.take_while(|word| !word.starts_with(['[', '<'])).collect::<Vec<_>>().join(" ")
}

/// What clap says in several lines, in one, and without the usage.
fn one_line(text: &str) -> String {
    let lines = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:"))
        .filter(|line| !line.is_empty() && !line.starts_with("For more information"));
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
    sentence
}
