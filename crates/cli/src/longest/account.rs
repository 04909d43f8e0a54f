//! What the kernel's replay of a long game shows, in words and as JSON.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;
use zermelo_kernel::Ending;
use zermelo_record::Audit;

use super::counting;
use crate::args::LongestArgs;
use crate::names;
use crate::words::thousands;
use zermelo_answers::judge::ending_in_words;

/// An audited game. The keys are documented in docs/guide/longest.md.
#[derive(Serialize)]
pub struct Account {
    /// The file, if the game was read from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Its number there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// The seed, if the game was generated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// 75 or 50.
    move_rule: u32,
    plies: usize,
    /// Captures and pawn moves.
    critical_moves: usize,
    /// The number of segments, and how many there are of each length.
    segments: usize,
    segment_lengths: BTreeMap<usize, usize>,
    /// How often the colour of the captures and pawn moves changes.
    colour_switches: usize,
    most_occurrences: u32,
    ending: Option<&'static str>,
    article: Option<&'static str>,
    ending_ply: Option<usize>,
    /// Whether the first rule to end the game does so with its last move, and by mate.
    ends_in_mate: bool,
    /// Whether no position appears three times and no 50 moves pass without capture and pawn move.
    keeps_the_fifty_move_rule: bool,
    /// The first ply at which a draw could be claimed, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_claim: Option<Option<usize>>,
    /// Whether the kernel has accepted that no position before the last was dead.
    #[serde(rename = "alive_before_the_end", skip_serializing_if = "Option::is_none")]
    pub alive: Option<bool>,
    /// No game from the initial array is longer; nothing for a game from elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<u64>,
    #[serde(skip)]
    rule: Option<Ending>,
}

impl Account {
    /// The account of a generated game.
    pub fn new(audit: &Audit, args: &LongestArgs, bound: Option<u64>) -> Account {
        let mut segment_lengths = BTreeMap::new();
        for segment in &audit.segments {
            *segment_lengths.entry(segment.plies).or_insert(0) += 1;
        }
        let rule = audit.ending.map(|(_, ending)| ending);
        Account {
            file: None,
            game: None,
            seed: Some(args.seed).filter(|_| args.audit.is_none()),
            move_rule: counting::rule(args).plies() / 2,
            plies: audit.plies,
            critical_moves: audit.critical_moves,
            segments: audit.segments.len(),
            segment_lengths,
            colour_switches: audit.switches,
            most_occurrences: audit.most_occurrences,
            ending: rule.map(names::ending),
            article: rule.map(Ending::article),
            ending_ply: audit.ending.map(|(ply, _)| ply),
            ends_in_mate: audit.ends_in_mate(),
            keeps_the_fifty_move_rule: audit.keeps_the_fifty_move_rule(),
            first_claim: args.claims.then(|| audit.first_claim()),
            alive: Some(true).filter(|_| audit.ends_in_mate()),
            bound,
            rule,
        }
    }

    /// One line of JSON.
    pub fn print_json(&self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        writeln!(out)
    }

    /// A few lines for people.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        if let (Some(file), Some(game)) = (&self.file, self.game) {
            writeln!(out, "{file}, game {game}")?;
        }
        let mut row = |name: &str, what: String| writeln!(out, "{name:<20} {what}");
        row("plies", thousands(self.plies as u64))?;
        row("critical moves", format!("{} (captures and pawn moves)", self.critical_moves))?;
        let lengths = self.segment_lengths.iter().rev();
        let lengths: Vec<String> =
            lengths.take(6).map(|(plies, count)| format!("{count} of {plies}")).collect();
        let more = if self.segment_lengths.len() > 6 { ", and shorter ones" } else { "" };
        row("segments", format!("{}: {}{more}", self.segments, lengths.join(", ")))?;
        row("colour switches", self.colour_switches.to_string())?;
        row("most occurrences", format!("{} of one position", self.most_occurrences))?;
        row("ending", self.ending_in_words())?;
        if let Some(first) = self.first_claim {
            row("first claim", self.claim_in_words(first))?;
        }
        match self.bound {
            Some(bound) => row("bound", self.bound_in_words(bound)),
            None => Ok(()),
        }
    }

    fn ending_in_words(&self) -> String {
        let (Some(rule), Some(ply)) = (self.rule, self.ending_ply) else {
            if self.alive == Some(true) {
                return "none by force, and a mate is still possible after the last move"
                    .to_string();
            }
            return "no rule ends the game (whether a position was dead: zermelo judge)"
                .to_string();
        };
        let name = ending_in_words(rule);
        let by = format!("{name} (article {})", rule.article());
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
