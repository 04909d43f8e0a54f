//! The claims `legal` and `illegal` as text: docs/formats/certificates.md, section 14.

use std::fmt::Write as _;
use std::io::BufRead;

use crate::claims::text::{Reader, Unreadable, color_name, header, moves_to_text};
use crate::rules::moves::MOVE_STEPS;
use crate::{
    Castling, Closed, Color, Evidence, LegalityCertificate, LegalityEvidence, Move, Position,
    ProofGame, Rule,
};

impl LegalityCertificate {
    /// The certificate as text.
    pub fn to_text(&self) -> String {
        let mut text = header(&self.position);
        let _ = writeln!(text, "claim {}\nposition {}", self.claim(), self.position.to_fen());
        if let Some(square) = self.passed {
            let _ = writeln!(text, "passed {square}");
        }
        if self.dead_reckoning {
            text.push_str("reading dead-reckoning\n");
        }
        match &self.evidence {
            LegalityEvidence::Game(game) => game.to_text(self.dead_reckoning, &mut text),
            LegalityEvidence::Closed(Closed { members, excluded, dead, covers }) => {
                for member in members {
                    let _ = writeln!(text, "member {}", member.to_fen());
                }
                for (rule, position) in excluded {
                    let _ = writeln!(text, "excluded {} {}", rule.name(), position.to_fen());
                }
                for position in dead {
                    let _ = writeln!(text, "dead {}", position.to_fen());
                }
                for (side, cover) in covers.iter().filter(|_| !dead.is_empty()) {
                    let _ = writeln!(text, "unwinnable {}", color_name(side));
                    Evidence::Cover(cover.clone()).to_text(&self.position, &mut text);
                }
            }
        }
        text.push_str("end\n");
        text
    }
}

impl ProofGame {
    fn to_text(&self, dead_reckoning: bool, text: &mut String) {
        let ProofGame { start, moves, mate } = self;
        if start.castling() == Castling::Chess960 {
            let _ = writeln!(text, "start {}", start.to_fen());
        }
        text.push_str("moves");
        moves_to_text(start, moves, text);
        if let (true, Some((_, others))) = (dead_reckoning, moves.split_last()) {
            text.push_str("mate");
            moves_to_text(&after(start, others), mate, text);
        }
    }
}

/// The position after moves; the last one before any that is not legal.
fn after(start: &Position, moves: &[Move]) -> Position {
    let mut position = start.clone();
    for &made in moves {
        let Some(next) = position.try_play(made) else { break };
        position = next;
    }
    position
}

impl<R: BufRead> Reader<'_, R> {
    /// What follows the claim, up to `end`.
    pub(crate) fn legality(
        &mut self,
        legal: bool,
        rules: Castling,
    ) -> Result<LegalityCertificate, Unreadable> {
        let fen = self.expect("position")?;
        let position = self.position(&fen, rules)?;
        let line = self.next()?;
        let passed = match line.strip_prefix("passed ") {
            None => {
                self.put_back(line);
                None
            }
            Some(name) => {
                match crate::rules::fen::read_en_passant(position.board(), position.turn(), name) {
                    Ok(square) if position.en_passant().is_none_or(|kept| kept == square) => {
                        Some(square)
                    }
                    Ok(_) => return self.fault("`passed` is not the square of the position"),
                    Err(error) => return self.fault(error.to_string()),
                }
            }
        };
        let line = self.next()?;
        let dead_reckoning = match line.strip_prefix("reading ") {
            Some("dead-reckoning") => true,
            Some(other) => return self.fault(format!("unknown reading `{other}`")),
            None => {
                self.put_back(line);
                false
            }
        };
        let evidence = match legal {
            true => LegalityEvidence::Game(self.proof_game(dead_reckoning, rules)?),
            false => LegalityEvidence::Closed(self.closed(dead_reckoning, rules)?),
        };
        Ok(LegalityCertificate { position, passed, dead_reckoning, evidence })
    }

    /// The evidence for `legal`, up to `end`.
    fn proof_game(
        &mut self,
        dead_reckoning: bool,
        rules: Castling,
    ) -> Result<ProofGame, Unreadable> {
        let start = match rules {
            Castling::Standard => Position::initial(),
            Castling::Chess960 => {
                let fen = self.expect("start")?;
                self.position(&fen, rules)?
            }
        };
        let moves = self.moves("moves", &start)?;
        let mut mate = Vec::new();
        if let (true, Some((_, others))) = (dead_reckoning, moves.split_last()) {
            self.meter.step(moves.len() as u64 * MOVE_STEPS)?;
            mate = self.moves("mate", &after(&start, others))?;
        }
        self.end()?;
        Ok(ProofGame { start, moves, mate })
    }

    /// The evidence for `illegal`, up to `end`.
    fn closed(&mut self, dead_reckoning: bool, rules: Castling) -> Result<Closed, Unreadable> {
        let mut closed = Closed::default();
        loop {
            let line = self.next()?;
            match line.split_once(' ') {
                Some(("member", fen)) => closed.members.push(self.position(fen, rules)?),
                Some(("excluded", rest)) => {
                    let (name, fen) = rest.split_once(' ').unwrap_or((rest, ""));
                    let Some(rule) = Rule::from_name(name) else {
                        return self.fault(format!("unknown rule `{name}`"));
                    };
                    closed.excluded.push((rule, self.position(fen, rules)?));
                }
                Some(("dead", fen)) if dead_reckoning => {
                    closed.dead.push(self.position(fen, rules)?);
                }
                Some(("unwinnable", side)) if dead_reckoning => {
                    let side: Color = self.color(side)?;
                    closed.covers[side] = self.cover(rules)?;
                }
                _ if line == "end" => return Ok(closed),
                _ if dead_reckoning => {
                    return self.fault(
                        "expected `member FEN`, `excluded RULE FEN`, `dead FEN`, \
                         `unwinnable COLOUR` or `end`",
                    );
                }
                _ => return self.fault("expected `member FEN`, `excluded RULE FEN` or `end`"),
            }
        }
    }
}
