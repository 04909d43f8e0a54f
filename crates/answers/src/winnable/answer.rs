//! From claim to answer: the engine claims, the kernel checks. Nothing else gives out verdicts.

use std::time::Duration;

use serde::{Serialize, Serializer};
use zermelo_board::clock::Instant;
use zermelo_kernel::{
    Color, Cover, Ending, Evidence, Move, Position, Proved, Reading, RecordCertificate,
    RecordClaim, WinnableCertificate,
};
use zermelo_record::pgn::Record;
use zermelo_record::{Judge, Options};
use zermelo_winnable::{self as engine, Limits, Method, Solver, Verdict};

use super::shortest::Shortest;
use crate::query::Query;
use crate::{Fault, judge, names, report};

/// What the engine says, not believed yet.
pub struct Claim {
    /// The claim with its evidence.
    pub decision: engine::Decision,
    /// Who can or cannot mate by it.
    pub winner: Color,
    /// Whether only the fast test was made.
    pub fast: bool,
    /// The time from position to claim.
    pub engine: Duration,
}

impl Claim {
    /// Asks the engine whether `winner` can still mate.
    pub fn ask(solver: &mut Solver, position: &Position, winner: Color, fast: bool) -> Claim {
        let start = Instant::now();
        let board = zermelo_board::Position::from_kernel(position);
        let decision = match fast {
            true => engine::Decision {
                verdict: solver
                    .unwinnable_fast(&board, winner)
                    .map_or(Verdict::Open, Verdict::Unwinnable),
                method: Method::Region,
                nodes: 0,
            },
            false => solver.decide(&board, winner),
        };
        Claim { decision, winner, fast, engine: start.elapsed() }
    }

    /// What found it; `None` if it was the fast test.
    pub fn method(&self) -> Option<Method> {
        Some(self.decision.method).filter(|_| !self.fast)
    }

    /// Has the kernel check the claim. Open claims need no check and have no certificate; a
    /// rejected one becomes no answer.
    ///
    /// # Errors
    ///
    /// A bug: the kernel rejected the claim.
    pub fn check(&self, position: &Position) -> Result<Answer, Fault> {
        let start = Instant::now();
        let certificate = self.decision.checked(position, self.winner).map_err(Fault::Bug)?;
        let check = certificate.as_ref().map_or(Duration::ZERO, |_| start.elapsed());
        let effort = Effort {
            method: self.method(),
            nodes: self.decision.nodes,
            engine: self.engine,
            check,
            shortened: false,
        };
        Ok(Answer {
            winner: self.winner,
            certificate: certificate.map(Certified::Position),
            effort: Some(effort),
            shortest: None,
        })
    }
}

/// What the kernel has accepted: of the position alone, or of a game that stands there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certified {
    /// The clock does not count.
    Position(Proved<WinnableCertificate>),
    /// A game without moves whose clock counts.
    Record(Proved<RecordCertificate>),
}

/// What an answer cost.
#[derive(Clone, Copy, Serialize)]
pub struct Effort {
    /// What found it; `None` if it was the fast test.
    #[serde(serialize_with = "method")]
    pub method: Option<Method>,
    /// Positions visited.
    pub nodes: u64,
    /// The engine's time.
    #[serde(rename = "engine_us", serialize_with = "report::microseconds")]
    pub engine: Duration,
    /// The kernel's time.
    #[serde(rename = "check_us", serialize_with = "report::microseconds")]
    pub check: Duration,
    /// Whether the line is not the one that was found first, but a shorter one.
    #[serde(skip)]
    pub shortened: bool,
}

fn method<S: Serializer>(method: &Option<Method>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(names::method(*method))
}

/// The answer for one side: what the kernel has accepted.
pub struct Answer {
    /// Who can or cannot mate.
    pub winner: Color,
    /// The accepted certificate; `None` when the answer is open.
    pub certificate: Option<Certified>,
    /// What it cost; `None` if the judge of records was asked, who does not say.
    pub effort: Option<Effort>,
    /// What is known of the shortest helpmate, if that was asked; the certificate has it then.
    pub shortest: Option<Shortest>,
}

impl Certified {
    /// The certificate as it is saved.
    pub fn to_text(&self) -> String {
        match self {
            Certified::Position(certificate) => certificate.to_text(),
            Certified::Record(certificate) => certificate.to_text(),
        }
    }
}

impl Answer {
    /// Can `winner` still mate before the 75-move rule ends the game? A position is a game without
    /// moves, so the judge of records answers, as if the other player's flag fell now.
    ///
    /// # Errors
    ///
    /// A bug: the kernel rejected the ruling.
    pub fn with_history(query: &Query, winner: Color, limits: Limits) -> Result<Answer, Fault> {
        let record = Record {
            number: 1,
            line: 1,
            tags: Vec::new(),
            start: query.position.clone(),
            clock: query.clock,
            first_move: query.move_number,
            moves: Vec::new(),
            marker: None,
        };
        let flag = Some(!winner);
        let options = Options { reading: Reading::History, flag, limits };
        let judgement = Judge::new(options).judge(&record);
        let certificate = judgement.certificate(&record).map(judge::check).transpose();
        let certificate = certificate.map_err(Fault::Bug)?.map(Certified::Record);
        Ok(Answer { winner, certificate, effort: None, shortest: None })
    }

    /// Whether the side can still mate; `None` when the answer is open.
    pub fn winnable(&self) -> Option<bool> {
        match self.certificate.as_ref()? {
            Certified::Position(certificate) => {
                Some(matches!(certificate.evidence, Evidence::Helpmate(_)))
            }
            Certified::Record(certificate) => match &certificate.claim {
                RecordClaim::Over { ending, .. } => Some(
                    *ending == Ending::Checkmate && certificate.game.start.turn() != self.winner,
                ),
                RecordClaim::Conceded { winner, .. } => Some(*winner == Some(self.winner)),
                RecordClaim::Unfinished => None,
            },
        }
    }

    /// `winnable`, `unwinnable` or `open`.
    pub fn verdict(&self) -> &'static str {
        match self.winnable() {
            Some(true) => "winnable",
            Some(false) => "unwinnable",
            None => "open",
        }
    }

    /// Whether something that was asked is open.
    pub fn is_open(&self) -> bool {
        self.winnable().is_none() || self.shortest.as_ref().is_some_and(Shortest::is_open)
    }

    /// The helpmate, if the side can mate.
    pub fn helpmate(&self) -> Option<&[Move]> {
        fn line(evidence: &Evidence) -> Option<&[Move]> {
            match evidence {
                Evidence::Helpmate(line) => Some(line),
                Evidence::Cover(_) => None,
            }
        }
        match self.certificate.as_ref()? {
            Certified::Position(certificate) => line(&certificate.evidence),
            Certified::Record(certificate) => {
                let mut facts = certificate.facts.iter().filter(|fact| fact.winner == self.winner);
                facts
                    .find_map(|fact| line(&fact.evidence))
                    .filter(|_| self.winnable() == Some(true))
            }
        }
    }

    /// The cover, if the side cannot mate, whatever the clock says.
    pub fn cover(&self) -> Option<&Cover> {
        match self.certificate.as_ref()? {
            Certified::Position(certificate) => match &certificate.evidence {
                Evidence::Cover(cover) => Some(cover),
                Evidence::Helpmate(_) => None,
            },
            Certified::Record(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use zermelo_kernel::Castling;
    use zermelo_winnable::Cover;

    use super::*;

    /// An engine that lies must not get its verdict out.
    #[test]
    fn false_claims_are_bugs_and_no_answers() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let position = Position::from_fen(start, Castling::Standard).unwrap();
        let lies = [Verdict::Unwinnable(Cover::default()), Verdict::Winnable(Vec::new())];
        for verdict in lies {
            let decision = engine::Decision { verdict, method: Method::Material, nodes: 0 };
            let claim =
                Claim { decision, winner: Color::White, fast: false, engine: Duration::ZERO };
            assert!(matches!(claim.check(&position), Err(Fault::Bug(_))));
        }
    }
}
