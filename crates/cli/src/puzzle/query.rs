//! `zermelo puzzle "FEN >>= r >>= h#1 >>= legal"`: queries, one from the command line or a file of
//! them. Lines are printed as they are found, as Deadpos prints them.

use std::io::{self, Read, Write};
use std::path::Path;

use zermelo_answers::puzzle::query::{Entry, QueryReport, QueryReports, entries};
use zermelo_answers::query::GAMES;
use zermelo_kernel::Color;
use zermelo_record::pgn::foreign;
use zermelo_retro::dead_reckoning::ReckoningError;
use zermelo_retro::query::{Runner, Tally};
use zermelo_winnable::Limits;

use crate::args::puzzle::{CastlingRule, EnPassantRule, PuzzleArgs};
use crate::exit::{Exit, Fault};
use crate::input;
use crate::progress::{Progress, clear_line};
use crate::words::print_json;

/// No file of queries is this long.
const MAX_BYTES: u64 = 16 << 20;

/// Whether the words of the command line are a query.
pub fn is_query(args: &PuzzleArgs) -> bool {
    args.file.is_some() || args.words.iter().any(|word| word.contains(">>="))
}

/// Answers the queries.
pub fn run(args: &PuzzleArgs) -> Result<Exit, Fault> {
    let entries = read(args).map_err(Fault::BadInput)?;
    let nothing = "there may be more lines than were told";
    let progress = Progress::keeping_nothing(nothing, |doing, _| doing.to_string());
    let nodes = args.effort.nodes.unwrap_or(u64::MAX);
    let mut runner = Runner::new(Limits::new(nodes, args.effort.memory));
    let mut out = io::stdout().lock();
    let mut exit = Exit::Answered;
    let mut reports = Vec::new();
    for entry in &entries {
        let (text, query) = match entry {
            Entry::Query(text, query) => (text, query),
            Entry::Comment(text) => {
                if !args.output.json {
                    writeln!(out, "{text}")?;
                }
                continue;
            }
        };
        if !args.output.json && args.file.is_some() {
            writeln!(out, ">>> {text}")?;
        }
        progress.doing(format!("looking for all lines of {text}"));
        let (mut lines, mut written) = (Vec::new(), Ok(()));
        let outcome = runner.run(query, &mut |line| {
            if args.output.json {
                lines.push(line.clone());
            } else if written.is_ok() {
                clear_line();
                written = writeln!(out, "{}", line.text).and_then(|()| out.flush());
            }
        });
        written?;
        clear_line();
        exit = exit.max(settled(&outcome)?);
        if args.output.json {
            reports.push(QueryReport::new(text, &lines, &outcome));
            continue;
        }
        match outcome {
            Ok(tally) if tally.solutions == 0 => writeln!(out, "nsols 0: there is no solution")?,
            Ok(tally) => writeln!(out, "nsols {}", tally.solutions)?,
            Err(doubt) => writeln!(out, "open: {doubt}")?,
        }
        if args.file.is_some() {
            writeln!(out)?;
        }
    }
    out.flush()?;
    drop(out);
    if args.output.json {
        print_json(&QueryReports { queries: reports })?;
    }
    Ok(exit)
}

/// How it ended; what the kernel refuses is a bug.
fn settled(outcome: &Result<Tally, ReckoningError>) -> Result<Exit, Fault> {
    match outcome {
        Ok(_) => Ok(Exit::Answered),
        Err(ReckoningError::Open(_) | ReckoningError::Games(_)) => Ok(Exit::Open),
        Err(doubt @ ReckoningError::Refused(_)) => Err(Fault::Bug(doubt.to_string())),
    }
}

/// Everything that can be wrong is said before the first answer.
fn read(args: &PuzzleArgs) -> Result<Vec<Entry>, String> {
    if let Some(option) = stray_option(args) {
        return Err(format!("{option} is for help problems and does not go with a query"));
    }
    match &args.file {
        Some(path) => entries(&contents(path)?).map_err(|error| format!("{}, {error}", name(path))),
        None => {
            let text = args.words.join(" ").replace('_', " ");
            let query = text.parse().map_err(|error| format!("{error}"))?;
            Ok(vec![Entry::Query(text, query)])
        }
    }
}

/// An option that says nothing about queries.
fn stray_option(args: &PuzzleArgs) -> Option<&'static str> {
    let output = &args.output;
    let given = [
        (args.question.no_shorter, "--no-shorter"),
        (output.pgn, "--pgn"),
        (output.proof.is_some(), "--proof"),
    ];
    stray_question(args).or(given.into_iter().find(|(given, _)| *given).map(|(_, name)| name))
}

/// An option that says nothing about anything but help problems.
pub(super) fn stray_question(args: &PuzzleArgs) -> Option<&'static str> {
    let question = &args.question;
    let given = [
        (question.winner != Color::White, "--winner"),
        (question.duplex, "--duplex"),
        (question.set_play, "--set-play"),
        (question.up_to, "--up-to"),
        (question.castling != CastlingRule::Convention, "--castling"),
        (question.en_passant != EnPassantRule::Fen, "--en-passant"),
    ];
    given.into_iter().find(|(given, _)| *given).map(|(_, name)| name)
}

fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".into() } else { path.display().to_string() }
}

fn contents(path: &Path) -> Result<String, String> {
    let say = |error: io::Error| format!("{}: {error}", name(path));
    let mut bytes = Vec::new();
    let source = input::open_buffered(path).map_err(say)?;
    source.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(say)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("{}: more than {} MiB of queries", name(path), MAX_BYTES >> 20));
    }
    let games = || bytes.starts_with(b"[Event").then(|| format!("these are games; {GAMES}"));
    if let Some(what) = foreign(&bytes).map(String::from).or_else(games) {
        return Err(format!("{}: {what}", name(path)));
    }
    String::from_utf8(bytes).map_err(|_| format!("{}: this is no text in UTF-8", name(path)))
}
