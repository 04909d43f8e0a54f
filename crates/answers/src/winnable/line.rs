//! One question of many, on a line of its own: `FEN [white|black]`, then perhaps `# a comment`.
//!
//! Without a side the one that is not to move is asked about, as when a flag falls.

use std::time::Duration;

use zermelo_board::clock::Instant;
use zermelo_kernel::{Castling, Color, Position};
use zermelo_winnable::{Sampled, Solver};

use super::answer::Claim;
use super::report::LineReport;
use crate::query::{Query, with_side};

/// A question.
pub struct Line {
    position: Position,
    winner: Color,
}

/// What a line came to.
pub struct Answered {
    /// What the engine says.
    pub claim: Claim,
    /// What is proved of it.
    pub sampled: Sampled,
    /// The kernel's time, if it was asked.
    pub check: Option<Duration>,
}

impl Line {
    /// Reads a line that is neither blank nor a comment.
    ///
    /// # Errors
    ///
    /// A sentence that names the field of the FEN.
    pub fn read(line: &str, castling: Castling) -> Result<Line, String> {
        let text = line.split('#').next().unwrap_or_default().trim_end().replace('_', " ");
        let (fen, side) = with_side(&text);
        let position = Query::read(fen, castling)?.position;
        let winner = side.unwrap_or(!position.turn());
        Ok(Line { position, winner })
    }

    /// Decides, and has the kernel check what was found, or not.
    ///
    /// # Errors
    ///
    /// A bug, in one sentence: the kernel rejected the claim.
    pub fn answer(
        &self,
        solver: &mut Solver,
        fast: bool,
        checked: bool,
    ) -> Result<Answered, String> {
        let Line { position, winner } = self;
        let claim = Claim::ask(solver, position, *winner, fast);
        let start = Instant::now();
        let sampled = match checked {
            true => claim.decision.checked(position, *winner)?.into(),
            false => claim.decision.unchecked(),
        };
        let check = sampled.is_proved().then(|| start.elapsed());
        Ok(Answered { claim, sampled, check })
    }

    /// The report of an answer to the line of this number.
    pub fn report(&self, number: u64, answered: &Answered) -> LineReport<'_> {
        LineReport::new(number, &self.position, answered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_winnable::Limits;

    #[test]
    fn lines_are_read_and_answered() {
        let mut solver = Solver::new(Limits::default());
        for (line, side, verdict) in [
            ("8/8/4k3/8/8/3NK3/8/8 b - -", "white", "unwinnable"),
            ("8/8/4k3/8/8/3RK3/8/8_w_-_-_0_1 white # a rook", "white", "winnable"),
            ("8/8/4k3/8/8/3RK3/8/8 w - - B", "black", "unwinnable"),
        ] {
            let asked = Line::read(line, Castling::Standard).unwrap();
            let answered = asked.answer(&mut solver, false, true).unwrap();
            let report = serde_json::to_value(asked.report(7, &answered)).unwrap();
            let found = ["side", "verdict"].map(|key| report[key].as_str().unwrap());
            assert_eq!((found, &report["line"]), ([side, verdict], &7.into()), "{line}");
            assert!(report["checked"] == true && answered.check.is_some());
            let claimed = asked.answer(&mut solver, false, false).unwrap();
            assert!(!claimed.sampled.is_proved() && claimed.check.is_none());
        }
        assert!(Line::read("white", Castling::Standard).is_err());
    }
}
