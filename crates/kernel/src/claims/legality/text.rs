//! The claims `legal` and `illegal` as text: docs/formats/certificates.md, section 14.

use std::fmt::Write as _;
use std::io::BufRead;

use crate::claims::text::{Reader, Unreadable, header, moves_to_text};
use crate::{Castling, Closed, LegalityCertificate, LegalityEvidence, Position, Rule};

impl LegalityCertificate {
    /// The certificate as text.
    pub fn to_text(&self) -> String {
        let mut text = header(&self.position);
        let _ = writeln!(text, "claim {}\nposition {}", self.claim(), self.position.to_fen());
        if let Some(square) = self.passed {
            let _ = writeln!(text, "passed {square}");
        }
        match &self.evidence {
            LegalityEvidence::Game(moves) => {
                text.push_str("moves");
                moves_to_text(&Position::initial(), moves, &mut text);
            }
            LegalityEvidence::Closed(Closed { members, excluded }) => {
                for member in members {
                    let _ = writeln!(text, "member {}", member.to_fen());
                }
                for (rule, position) in excluded {
                    let _ = writeln!(text, "excluded {} {}", rule.name(), position.to_fen());
                }
            }
        }
        text.push_str("end\n");
        text
    }
}

impl<R: BufRead> Reader<'_, R> {
    /// What follows the claim, up to `end`.
    pub(crate) fn legality(
        &mut self,
        legal: bool,
        rules: Castling,
    ) -> Result<LegalityCertificate, Unreadable> {
        if rules != Castling::Standard {
            return self.fault("legality is settled for `rules chess` only");
        }
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
        if legal {
            let moves = self.moves("moves", &Position::initial())?;
            self.end()?;
            let evidence = LegalityEvidence::Game(moves);
            return Ok(LegalityCertificate { position, passed, evidence });
        }
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
                _ if line == "end" => {
                    let evidence = LegalityEvidence::Closed(closed);
                    return Ok(LegalityCertificate { position, passed, evidence });
                }
                _ => return self.fault("expected `member FEN`, `excluded RULE FEN` or `end`"),
            }
        }
    }
}
