//! One side's chances in losing chess as text.

use std::fmt::Write as _;
use std::io::BufRead;

use crate::claims::text::{MAGIC, Reader, Unreadable, color_name};
use crate::rules::moves::MOVE_STEPS;
use crate::{LosingChances, LosingEvidence, LosingPosition, Move, Rules};

impl LosingChances {
    /// The certificate as text.
    pub fn to_text(&self) -> String {
        let LosingChances { rules, position, winner, evidence } = self;
        let (claim, winner) = (self.claim(), color_name(*winner));
        let mut text =
            format!("{MAGIC}\nrules {rules}\nclaim {claim} {winner}\nposition {position}\n");
        match evidence {
            LosingEvidence::Line(moves) => {
                text.push_str("line");
                // Writing to a string cannot fail.
                for m in moves {
                    let _ = write!(text, " {m}");
                }
                text.push('\n');
            }
            LosingEvidence::Closed(set) => {
                for position in set {
                    let _ = writeln!(text, "covered {position}");
                }
            }
        }
        text.push_str("end\n");
        text
    }
}

impl<R: BufRead> Reader<'_, R> {
    /// What follows a claim by rules of losing chess about one side's chances, up to `end`.
    pub(crate) fn losing_chances(
        &mut self,
        claim: &str,
        rules: Rules,
    ) -> Result<LosingChances, Unreadable> {
        let Some((kind @ ("winnable" | "unwinnable"), winner)) = claim.split_once(' ') else {
            return self.fault(
                "a claim by these rules is `losing-win`, `winnable` or `unwinnable` and a colour",
            );
        };
        let winner = self.color(winner)?;
        let fen = self.expect("position")?;
        let position = self.losing_position(&fen)?;
        let evidence = match kind {
            "winnable" => LosingEvidence::Line(self.losing_line()?),
            _ => LosingEvidence::Closed(self.losing_set()?),
        };
        self.end()?;
        Ok(LosingChances { rules, position, winner, evidence })
    }

    /// A position, which will be kept.
    fn losing_position(&self, fen: &str) -> Result<LosingPosition, Unreadable> {
        self.meter.hold(2 * size_of::<LosingPosition>() as u64)?;
        self.meter.step(MOVE_STEPS)?;
        LosingPosition::from_fen(fen).or_else(|error| self.fault(error.to_string()))
    }

    fn losing_line(&mut self) -> Result<Vec<Move>, Unreadable> {
        let line = self.next()?;
        let Some(words) = line.strip_prefix("line") else {
            return self.fault("expected `line ...`");
        };
        let mut moves = Vec::new();
        for (number, uci) in (1..).zip(words.split_ascii_whitespace()) {
            self.meter.step(MOVE_STEPS)?;
            self.meter.hold(2 * size_of::<Move>() as u64)?;
            match Move::from_uci(uci) {
                Some(m) => moves.push(m),
                None => return self.fault(format!("move {number}: `{uci}` is no move")),
            }
        }
        Ok(moves)
    }

    fn losing_set(&mut self) -> Result<Vec<LosingPosition>, Unreadable> {
        let mut set = Vec::new();
        loop {
            let line = self.next()?;
            match line.strip_prefix("covered ") {
                Some(fen) => set.push(self.losing_position(fen)?),
                None => {
                    self.put_back(line);
                    return Ok(set);
                }
            }
        }
    }
}
