//! Long games for programs. The keys are documented in docs/guide/longest.md.

use std::collections::BTreeMap;

use serde::Serialize;
use zermelo_board::Position;
use zermelo_kernel::Ending;
use zermelo_record::{Audit, pgn};

use super::answer::{Longest, Question};
use super::bound::Bound;
use crate::names;

/// An audited game.
#[derive(Serialize)]
pub struct AuditReport {
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
    pub(super) move_rule: u32,
    pub(super) plies: usize,
    /// Captures and pawn moves.
    pub(super) critical_moves: usize,
    /// The number of segments, and how many there are of each length.
    pub(super) segments: usize,
    pub(super) segment_lengths: BTreeMap<usize, usize>,
    /// How often the colour of the captures and pawn moves changes.
    pub(super) colour_switches: usize,
    pub(super) most_occurrences: u32,
    ending: Option<&'static str>,
    article: Option<&'static str>,
    pub(super) ending_ply: Option<usize>,
    /// Whether the first rule to end the game does so with its last move, and by mate.
    pub(super) ends_in_mate: bool,
    /// Whether no position appears three times and no 50 moves pass without capture and pawn move.
    keeps_the_fifty_move_rule: bool,
    /// The first ply at which a draw could be claimed, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) first_claim: Option<Option<usize>>,
    /// Whether the kernel has accepted that no position before the last was dead.
    #[serde(rename = "alive_before_the_end", skip_serializing_if = "Option::is_none")]
    pub(super) alive: Option<bool>,
    /// No game from the initial array is longer; `None` for a game from elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bound: Option<u64>,
    #[serde(skip)]
    pub(super) rule: Option<Ending>,
}

impl AuditReport {
    /// What the replay of a game shows.
    pub fn new(question: Question, audit: &Audit, bound: Option<u64>) -> AuditReport {
        let mut segment_lengths = BTreeMap::new();
        for segment in &audit.segments {
            *segment_lengths.entry(segment.plies).or_insert(0) += 1;
        }
        let rule = audit.ending.map(|(_, ending)| ending);
        let claims = matches!(question, Question::Claimed { .. });
        AuditReport {
            file: None,
            game: None,
            seed: None,
            move_rule: question.rule().plies() / 2,
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
            first_claim: claims.then(|| audit.first_claim()),
            alive: Some(true).filter(|_| audit.ends_in_mate()),
            bound,
            rule,
        }
    }

    /// The same for a game that was made, and that the kernel has accepted.
    pub fn of(longest: &Longest, seed: u64) -> AuditReport {
        let report = AuditReport::new(longest.question, &longest.audit, Some(longest.bound));
        AuditReport { seed: Some(seed), alive: Some(true), ..report }
    }
}

/// The bound.
#[derive(Serialize)]
pub struct BoundReport<'a> {
    move_rule: u32,
    plies: u64,
    steps: Vec<StepReport<'a>>,
}

/// One step of it.
#[derive(Serialize)]
struct StepReport<'a> {
    says: &'a str,
    number: u64,
    checked: &'a str,
}

impl BoundReport<'_> {
    /// The report of a bound.
    pub fn new(question: Question, bound: &Bound) -> BoundReport<'_> {
        let steps = bound.steps.iter().map(|step| StepReport {
            says: &step.says,
            number: step.number,
            checked: step.checked,
        });
        let move_rule = question.rule().plies() / 2;
        BoundReport { move_rule, plies: bound.plies(), steps: steps.collect() }
    }
}

/// The game move by move.
#[derive(Serialize)]
pub struct MovesReport {
    plies: usize,
    /// Who mates with the last one.
    winner: Option<&'static str>,
    /// The moves, with spaces between them.
    moves_uci: String,
    sans: String,
    /// Plies with a capture or a pawn move.
    critical: Vec<usize>,
    checked: bool,
}

impl MovesReport {
    /// The report of a game that the kernel has accepted.
    pub fn new(longest: &Longest) -> MovesReport {
        let mut position = Position::from_kernel(&longest.certificate.game.start);
        let (mut uci, mut sans, mut critical) = (Vec::new(), Vec::new(), Vec::new());
        for (index, &m) in longest.moves.iter().enumerate() {
            if position.is_capture(m) || position.is_pawn_move(m) {
                critical.push(index + 1);
            }
            uci.push(m.to_kernel().to_string());
            sans.push(pgn::san(&position, m));
            position = position.play(m);
        }
        MovesReport {
            plies: longest.moves.len(),
            winner: longest.marker().winner().map(names::side),
            moves_uci: uci.join(" "),
            sans: sans.join(" "),
            critical,
            checked: true,
        }
    }
}
