//! From question to answer: the engine claims, the kernel checks. Nothing else gives out verdicts.

use std::time::{Duration, Instant};

use zermelo_kernel::{Color, Position, Proved, WinnableCertificate};
use zermelo_winnable::{Answer, Method, Solver, Verdict};

use crate::Fault;
use crate::shortest::Shortest;

/// What the engine says, not believed yet.
pub struct Claim {
    /// The verdict.
    pub verdict: Verdict,
    /// What found it; nothing if it was the fast test.
    pub method: Option<Method>,
    /// Positions visited.
    pub nodes: u64,
    /// The time from position to claim.
    pub engine: Duration,
}

impl Claim {
    /// Asks the engine whether `winner` can still mate.
    pub fn ask(solver: &mut Solver, position: &Position, winner: Color, fast: bool) -> Claim {
        let start = Instant::now();
        let board = zermelo_board::Position::from_kernel(position);
        if fast {
            let cover = solver.unwinnable_fast(&board, winner);
            let engine = start.elapsed();
            let verdict = cover.map_or(Verdict::Open, Verdict::Unwinnable);
            return Claim { verdict, method: None, nodes: 0, engine };
        }
        let Answer { verdict, method, nodes, .. } = solver.decide(&board, winner);
        Claim { verdict, method: Some(method), nodes, engine: start.elapsed() }
    }

    /// Has the kernel check the claim. Open claims need no check and have no certificate; a
    /// rejected one is a bug, and becomes no answer.
    pub fn check(self, position: &Position, winner: Color) -> Result<Checked, Fault> {
        let Claim { verdict, method, nodes, engine } = self;
        let checked = |certificate, check| {
            let shortest = None;
            Checked { certificate, method, nodes, engine, check, shortest }
        };
        let evidence = match verdict {
            Verdict::Open => return Ok(checked(None, Duration::ZERO)),
            Verdict::Winnable(helpmate) => Some(helpmate.to_kernel()),
            Verdict::Unwinnable(cover) => cover.to_kernel(position),
        };
        let bug = |why: String| {
            Fault::Bug(format!("the kernel rejected the engine's claim on {position}: {why}"))
        };
        let evidence =
            evidence.ok_or_else(|| bug("a position of the cover is none".to_string()))?;
        let certificate = WinnableCertificate { position: position.clone(), winner, evidence };
        let start = Instant::now();
        let proved = certificate.check().map_err(|fault| bug(fault.to_string()))?;
        Ok(checked(Some(proved), start.elapsed()))
    }
}

/// An answer: what the kernel has accepted.
pub struct Checked {
    /// The accepted certificate; nothing when the answer is open.
    pub certificate: Option<Proved<WinnableCertificate>>,
    /// What found it; nothing if it was the fast test.
    pub method: Option<Method>,
    /// Positions visited.
    pub nodes: u64,
    /// The engine's time.
    pub engine: Duration,
    /// The kernel's time.
    pub check: Duration,
    /// What is known of the shortest helpmate, if that was asked; the certificate has it then.
    pub shortest: Option<Shortest>,
}

impl Checked {
    /// Whether the side can still mate; nothing when the answer is open.
    pub fn winnable(&self) -> Option<bool> {
        self.certificate.as_ref().map(|certificate| {
            matches!(certificate.evidence, zermelo_kernel::Evidence::Helpmate(_))
        })
    }
}

#[cfg(test)]
mod tests {
    use zermelo_kernel::Castling;
    use zermelo_winnable::{Cover, Helpmate};

    use super::*;

    /// An engine that lies must not get its verdict out.
    #[test]
    fn false_claims_are_bugs_and_no_answers() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let position = Position::from_fen(start, Castling::Standard).unwrap();
        let lies = [Verdict::Unwinnable(Cover::default()), Verdict::Winnable(Helpmate(Vec::new()))];
        for verdict in lies {
            let claim = Claim { verdict, method: None, nodes: 0, engine: Duration::ZERO };
            assert!(matches!(claim.check(&position, Color::White), Err(Fault::Bug(_))));
        }
    }
}
