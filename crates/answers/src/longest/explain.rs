//! Long games for people.

use super::answer::Question;
use super::bound::Bound;
use super::report::AuditReport;
use crate::judge::ending_in_words;
use crate::names::thousands;

/// What the steps of a bound come to.
pub fn bound_in_words(question: Question, bound: &Bound) -> String {
    let plies = thousands(bound.plies());
    let when = match question {
        Question::Claimed { .. } => "every draw that can be claimed is claimed".to_string(),
        Question::Forced(rule) => {
            let moves = rule.plies() / 2;
            format!("{moves} moves by each player without capture and pawn move end it")
        }
    };
    format!(
        "No game is longer than {plies} plies if {when}. The counting, as in docs/theory/longest.md:"
    )
}

impl AuditReport {
    /// The same as a table of names and words.
    pub fn rows(&self) -> Vec<(&'static str, String)> {
        let lengths = self.segment_lengths.iter().rev();
        let lengths: Vec<String> =
            lengths.take(6).map(|(plies, count)| format!("{count} of {plies}")).collect();
        let more = if self.segment_lengths.len() > 6 { ", and shorter ones" } else { "" };
        let critical = self.critical_moves;
        let mut rows = vec![
            ("plies", thousands(self.plies as u64)),
            ("critical moves", format!("{critical} (captures and pawn moves)")),
            ("segments", format!("{}: {}{more}", self.segments, lengths.join(", "))),
            ("colour switches", self.colour_switches.to_string()),
            ("most occurrences", format!("{} of one position", self.most_occurrences)),
            ("ending", self.ending_in_words()),
        ];
        rows.extend(self.first_claim.map(|first| ("first claim", self.claim_in_words(first))));
        rows.extend(self.bound.map(|bound| ("bound", self.bound_in_words(bound))));
        rows
    }

    fn ending_in_words(&self) -> String {
        let (Some(rule), Some(ply)) = (self.rule, self.ending_ply) else {
            return match self.alive {
                Some(true) => "none by force, and a mate is still possible after the last move",
                _ => "no rule ends the game (whether a position was dead: zermelo judge)",
            }
            .to_string();
        };
        let by = format!("{} (article {})", ending_in_words(rule), rule.article());
        match self.plies - ply {
            0 if self.ends_in_mate => {
                format!("{by} with the last move, and no rule ends it before")
            }
            0 => format!("{by} with the last move"),
            more => {
                let ply = thousands(ply as u64);
                format!("{by} after ply {ply}, {} before the last move", thousands(more as u64))
            }
        }
    }

    fn claim_in_words(&self, first: Option<usize>) -> String {
        match first {
            None => "none in this game".to_string(),
            Some(ply) if ply == self.plies => "only after the last move".to_string(),
            Some(ply) => format!("after ply {}", thousands(ply as u64)),
        }
    }

    fn bound_in_words(&self, bound: u64) -> String {
        let rule = match (self.first_claim, self.move_rule) {
            (Some(_), _) => " --claims",
            (None, 50) => " --move-rule 50",
            _ => "",
        };
        format!("{} plies: no game is longer (zermelo longest{rule} --bound)", thousands(bound))
    }
}
