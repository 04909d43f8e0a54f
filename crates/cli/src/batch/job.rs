//! One line: from its text to the line that is printed for it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use zermelo_answers::judge::to_line;
use zermelo_answers::query::with_side;
use zermelo_answers::winnable::{Claim, LineReport};
use zermelo_kernel::{Castling, Color, Position};
use zermelo_winnable::{Limits, Solver};

use super::{Kind, Line, Reply, SAMPLE};
use crate::args::{CheckWhich, WinnableArgs};
use crate::query::Query;

/// One thread's engine.
pub struct Worker {
    solver: Solver,
    limits: Limits,
    castling: Castling,
    fast: bool,
    check: CheckWhich,
    json: bool,
}

/// A question: a position and whose chances.
struct Question {
    position: Position,
    winner: Color,
}

/// Reads `FEN [white|black]`, then perhaps `# a comment`.
fn read_question(line: &str, castling: Castling) -> Result<Question, String> {
    let text = line.split('#').next().unwrap_or_default().trim_end().replace('_', " ");
    let (fen, side) = with_side(&text);
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
            castling: args.question.castling.read(),
            fast: args.engine.fast,
            check: args.batch.check,
            json: args.output.json,
        }
    }

    /// Answers one line. Never panics: a bug costs this line and shows in the exit status.
    pub fn answer(&mut self, line: Line) -> Reply {
        let (json, number) = (self.json, line.number);
        let question = line.text.and_then(|text| Ok((read_question(&text, self.castling)?, text)));
        let (question, text) = match question {
            Ok(question) => question,
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
    fn decide(&mut self, question: &Question, line: &str, number: u64) -> Result<Reply, String> {
        let Question { position, winner } = question;
        let claim = Claim::ask(&mut self.solver, position, *winner, self.fast);
        let asked = match self.check {
            CheckWhich::All => true,
            CheckWhich::Sample => number % SAMPLE == 1,
            CheckWhich::None => false,
        };
        let start = Instant::now();
        let sampled = match asked {
            true => claim.decision.checked(position, *winner)?.into(),
            false => claim.decision.unchecked(),
        };
        let check = sampled.is_proved().then(|| start.elapsed());
        let report = LineReport::new(number, position, &claim, &sampled, check);
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
        let kind = Kind::Answered(sampled.name());
        Ok(Reply { text, kind, expected: None, engine: claim.engine, check })
    }
}
