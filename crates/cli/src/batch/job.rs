//! One line: from its text to the line that is printed for it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use zermelo_answers::judge::to_line;
use zermelo_answers::winnable::{self as question, Answered, LineReport};
use zermelo_kernel::Castling;
use zermelo_winnable::{Limits, Solver};

use super::{Kind, Line, Reply, SAMPLE};
use crate::args::{CheckWhich, WinnableArgs};

/// One thread's engine.
pub struct Worker {
    solver: Solver,
    limits: Limits,
    castling: Castling,
    fast: bool,
    check: CheckWhich,
    json: bool,
}

impl Worker {
    /// A worker with an engine of its own.
    pub fn new(args: &WinnableArgs) -> Worker {
        let limits = args.engine.limits();
        Worker {
            solver: Solver::new(limits),
            limits,
            castling: args.question.castling.read(),
            fast: args.engine.fast,
            check: args.batch.check,
            json: args.output.json,
        }
    }

    /// Answers one line. Never panics: a bug costs this line and shows in the exit status.
    pub fn answer(&mut self, line: Line) -> Reply {
        let (json, number) = (self.json, line.number);
        let castling = self.castling;
        let asked = line.text.and_then(|text| Ok((question::Line::read(&text, castling)?, text)));
        let (question, text) = match asked {
            Ok(asked) => asked,
            Err(sentence) => return Reply::error(json, number, Kind::Bad, &sentence),
        };
        match catch_unwind(AssertUnwindSafe(|| self.decide(&question, &text, number))) {
            Ok(Ok(reply)) => reply,
            Ok(Err(sentence)) => Reply::error(json, number, Kind::Bug, &sentence),
            Err(_) => {
                // What the solver holds may be half done.
                self.solver = Solver::new(self.limits);
                Reply::error(json, number, Kind::Bug, "the engine failed")
            }
        }
    }

    /// Decides and checks. The error is a bug, in one sentence.
    fn decide(&mut self, asked: &question::Line, line: &str, number: u64) -> Result<Reply, String> {
        let check = match self.check {
            CheckWhich::All => true,
            CheckWhich::Sample => number % SAMPLE == 1,
            CheckWhich::None => false,
        };
        let answered = asked.answer(&mut self.solver, self.fast, check)?;
        let report = asked.report(number, &answered);
        let text = match self.json {
            true => to_line(&report),
            false => {
                let LineReport { verdict, helpmate_uci, nodes, engine_us, .. } = report;
                let moves = helpmate_uci.map(|moves| format!(" {}#", moves.join(" ")));
                let moves = moves.unwrap_or_default();
                format!("{verdict}{moves} nodes {nodes} time {engine_us:.1}us : {line}\n")
                    .into_bytes()
            }
        };
        let Answered { claim, sampled, check } = answered;
        let kind = Kind::Answered(sampled.name());
        Ok(Reply { text, kind, expected: None, engine: claim.engine, check })
    }
}
