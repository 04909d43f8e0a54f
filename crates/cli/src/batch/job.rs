//! One line: from its text to the line that is printed for it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use serde::Serialize;
use zermelo_answers::winnable::{Claim, LineReport};
use zermelo_kernel::{Castling, Color, Position};
use zermelo_winnable::{Limits, Solver};

use super::input::Line;
use crate::args::{CheckWhich, WinnableArgs};
use crate::exit::Fault;
use crate::query::Query;

/// With `--check sample`, one line in so many.
pub const SAMPLE: u64 = 100;

/// How a line came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The side can mate, or it cannot.
    Decided { winnable: bool },
    /// A limit was reached first.
    Open,
    /// The line is no question.
    Bad,
    /// The engine or the kernel failed.
    Bug,
}

/// What is printed for a line, and what the summary counts.
pub struct Reply {
    /// The line to print.
    pub text: String,
    /// How it came out.
    pub kind: Kind,
    /// The number of the line in the input, from 1.
    pub number: u64,
    /// The engine's time.
    pub engine: Duration,
    /// The kernel's time, if it checked.
    pub check: Option<Duration>,
    /// Bytes of the input done with.
    pub bytes: u64,
}

/// One thread's engine.
pub struct Worker {
    solver: Solver,
    limits: Limits,
    castling: Castling,
    fast: bool,
    check: CheckWhich,
    json: bool,
}

/// A bad line in JSON.
#[derive(Serialize)]
struct ErrorReport<'a> {
    line: u64,
    error: &'a str,
}

/// A question: a position and whose chances.
struct Question {
    position: Position,
    winner: Color,
}

/// Reads `FEN [white|black]`, then perhaps `# a comment`.
fn read_question(line: &str, castling: Castling) -> Result<Question, String> {
    let text = line.split('#').next().unwrap_or_default().trim_end().replace('_', " ");
    let (fen, side) = match text.rsplit_once(char::is_whitespace) {
        Some((fen, "white")) => (fen, Some(Color::White)),
        Some((fen, "black")) => (fen, Some(Color::Black)),
        _ => (text.as_str(), None),
    };
    let position = Query::read(fen, castling)?.position;
    let winner = side.unwrap_or(!position.turn());
    Ok(Question { position, winner })
}

impl Worker {
    /// A worker with an engine of its own.
    pub fn new(args: &WinnableArgs) -> Worker {
        let limits = args.engine.limits();
        Worker {
            solver: Solver::new(limits),
            limits,
            castling: args.question.castling(),
            fast: args.engine.fast,
            check: args.batch.check,
            json: args.output.json,
        }
    }

    /// Answers one line. Never panics: a bug costs this line and shows in the exit status.
    pub fn answer(&mut self, line: Line) -> Reply {
        let text = line.text.map_err(str::to_string);
        let question = text.as_ref().map_err(Clone::clone).and_then(|text| {
            read_question(text, self.castling).map(|question| (question, text.as_str()))
        });
        let (question, text) = match question {
            Ok(question) => question,
            Err(sentence) => return self.error(line.number, line.bytes, Kind::Bad, &sentence),
        };
        let answered = catch_unwind(AssertUnwindSafe(|| self.decide(&question, text, line.number)));
        match answered {
            Ok(Ok(reply)) => Reply { bytes: line.bytes, ..reply },
            Ok(Err(fault)) => self.error(line.number, line.bytes, Kind::Bug, &sentence_of(fault)),
            Err(_) => {
                // What the solver holds may be half done.
                self.solver = Solver::new(self.limits);
                self.error(line.number, line.bytes, Kind::Bug, "the engine failed")
            }
        }
    }

    fn error(&self, number: u64, bytes: u64, kind: Kind, sentence: &str) -> Reply {
        let bug = if kind == Kind::Bug { "bug: " } else { "" };
        let error = format!("{bug}{sentence}");
        let text = error_line(self.json, number, &error);
        Reply { text, kind, number, engine: Duration::ZERO, check: None, bytes }
    }

    fn decide(&mut self, question: &Question, line: &str, number: u64) -> Result<Reply, Fault> {
        let Question { position, winner } = question;
        let claim = Claim::ask(&mut self.solver, position, *winner, self.fast);
        let asked = match self.check {
            CheckWhich::All => true,
            CheckWhich::Sample => number % SAMPLE == 1,
            CheckWhich::None => false,
        };
        let start = Instant::now();
        let sampled = match asked {
            true => claim.answer.checked(position, *winner).map_err(Fault::Bug)?.into(),
            false => claim.answer.unchecked(),
        };
        let check = sampled.is_proved().then(|| start.elapsed());
        let report = LineReport::new(number, position, &claim, &sampled, check);
        let text = match self.json {
            true => to_json(&report),
            false => {
                let LineReport { verdict, helpmate_uci, nodes, engine_us, .. } = report;
                let moves = helpmate_uci.map(|moves| format!(" {}#", moves.join(" ")));
                let moves = moves.unwrap_or_default();
                format!("{verdict}{moves} nodes {nodes} time {engine_us:.1}us : {line}")
            }
        };
        let kind = sampled.winnable().map_or(Kind::Open, |winnable| Kind::Decided { winnable });
        Ok(Reply { text, kind, number, engine: claim.engine, check, bytes: 0 })
    }
}

/// What is printed for a line that has no answer.
pub fn error_line(json: bool, line: u64, error: &str) -> String {
    if json { to_json(&ErrorReport { line, error }) } else { format!("error line {line}: {error}") }
}

/// What a fault says.
pub fn sentence_of(fault: Fault) -> String {
    match fault {
        Fault::Bug(sentence)
        | Fault::BadInput(sentence)
        | Fault::Open(sentence)
        | Fault::Rejected(sentence)
        | Fault::Stopped(sentence) => sentence,
        Fault::Output(error) => error.to_string(),
    }
}

/// One line of JSON.
pub fn to_json(report: &impl Serialize) -> String {
    // Strings and numbers always have a form in JSON.
    serde_json::to_string(report).unwrap_or_default()
}
