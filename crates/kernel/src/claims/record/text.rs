//! The claim `record` as text.

use std::fmt::Write as _;
use std::io::BufRead;

use crate::claims::text::{Reader, Unreadable, color_name, header, moves_to_text};
use crate::rules::moves::MOVE_STEPS;
use crate::{Castling, Concession, Ending, Fact, Game, Reading, RecordCertificate, RecordClaim};

impl RecordCertificate {
    /// The certificate as text.
    pub fn to_text(&self) -> String {
        let Game { start, clock, moves } = &self.game;
        let mut text = header(start);
        text.push_str("claim record ");
        let _ = match self.claim {
            RecordClaim::Over { ply, ending } => {
                writeln!(text, "over {ply} {}", ending.article())
            }
            RecordClaim::Unfinished => writeln!(text, "unfinished"),
            RecordClaim::Conceded { loser, how, winner } => writeln!(
                text,
                "{} {} {}",
                match how {
                    Concession::FlagFell => "flag",
                    Concession::Resigned => "resigned",
                },
                color_name(loser),
                winner.map_or("draw", color_name)
            ),
        };
        let _ = writeln!(text, "position {}\nclock {clock}", start.to_fen());
        text.push_str("moves");
        moves_to_text(start, moves, &mut text);
        text.push_str(match self.reading {
            Reading::Position => "reading position\n",
            Reading::History => "reading history\n",
        });
        for Fact { ply, winner, evidence } in &self.facts {
            let kind = evidence.claim();
            let _ = writeln!(text, "at {ply} {kind} {}", color_name(*winner));
            // Where the game cannot be played so far, no check will accept the evidence.
            let root = self.game.position_after(*ply).unwrap_or_else(|| start.clone());
            evidence.to_text(&root, &mut text);
        }
        text.push_str("end\n");
        text
    }
}

impl<R: BufRead> Reader<'_, R> {
    /// What follows `claim record`, up to `end`.
    pub(crate) fn record(
        &mut self,
        claim: &str,
        rules: Castling,
    ) -> Result<RecordCertificate, Unreadable> {
        let claim = self.record_claim(claim)?;
        let fen = self.expect("position")?;
        let start = self.position(&fen, rules)?;
        let clock = self.expect("clock")?;
        let clock = self.number(&clock)?;
        let moves = self.moves("moves", &start)?;
        let reading = match self.expect("reading")?.as_str() {
            "position" => Reading::Position,
            "history" => Reading::History,
            other => return self.fault(format!("unknown reading `{other}`")),
        };
        let game = Game { start, clock, moves };
        let mut facts = Vec::new();
        loop {
            let line = self.next()?;
            if line == "end" {
                return Ok(RecordCertificate { game, reading, claim, facts });
            }
            let words: Vec<&str> = line.split(' ').collect();
            let ["at", ply, kind, winner] = words[..] else {
                return self.fault("expected `at PLY winnable|unwinnable COLOUR`, or `end`");
            };
            let (ply, winner) = (self.number(ply)?, self.color(winner)?);
            self.meter.step(game.moves.len().min(ply) as u64 * MOVE_STEPS)?;
            // Where the game cannot be played so far, the check will not come to this.
            let root = game.position_after(ply).unwrap_or_else(|| game.start.clone());
            let evidence = self.evidence(kind, &root)?;
            facts.push(Fact { ply, winner, evidence });
        }
    }

    fn record_claim(&self, claim: &str) -> Result<RecordClaim, Unreadable> {
        let words: Vec<&str> = claim.split(' ').collect();
        let how = match words[..] {
            ["unfinished"] => return Ok(RecordClaim::Unfinished),
            ["over", ply, article] => {
                let ply = self.number(ply)?;
                return match Ending::ALL.into_iter().find(|end| end.article() == article) {
                    Some(ending) => Ok(RecordClaim::Over { ply, ending }),
                    None => self.fault(format!("no game ends by article `{article}`")),
                };
            }
            ["flag", ..] => Concession::FlagFell,
            ["resigned", ..] => Concession::Resigned,
            _ => return self.fault("a record is `over`, `unfinished`, `flag` or `resigned`"),
        };
        let [_, loser, winner] = words[..] else {
            return self.fault("expected the player who gave up, then the winner or `draw`");
        };
        let winner = if winner == "draw" { None } else { Some(self.color(winner)?) };
        Ok(RecordClaim::Conceded { loser: self.color(loser)?, how, winner })
    }
}
