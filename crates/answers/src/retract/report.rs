//! Last moves for programs. The keys are documented in docs/guide/legality.md.

use serde::{Serialize, Serializer};
use zermelo_kernel::{Castling, Position, Reason, Retraction, Rule};

use super::explain::{self, Explanation};
use super::{LastMoves, Reckoned, Way, long, why_none};
use crate::legal::reason::say;
use crate::{names, san};

/// All that is known of the last move.
#[derive(Serialize)]
pub struct RetractReport<'a> {
    fen: String,
    turn: &'static str,
    chess960: bool,
    notes: Vec<String>,
    initial_array: bool,
    passed_square: Option<String>,
    cannot_arise: bool,
    excluded_by: Option<ExcludedReport>,
    reasons: Vec<String>,
    explanation: Explanation,
    #[serde(skip_serializing_if = "Option::is_none")]
    dead_reckoning: Option<ReckoningReport<'a>>,
    possible: usize,
    excluded_by_count: usize,
    retractions: Vec<RetractionReport>,
}

/// The rule of illegality that excludes a position.
#[derive(Serialize)]
struct ExcludedReport {
    rule: &'static str,
    text: String,
    squares: Vec<String>,
}

impl ExcludedReport {
    fn new(position: &Position, rule: Rule, reason: &Reason) -> ExcludedReport {
        let said = say(position, reason);
        ExcludedReport { rule: rule.name(), text: said.text, squares: names::squares(said.squares) }
    }
}

/// What dead reckoning says.
#[derive(Serialize)]
struct ReckoningReport<'a> {
    zombie: bool,
    #[serde(flatten)]
    reckoned: &'a Reckoned,
}

/// Last moves that the count of men allows.
pub(super) fn retractions<S: Serializer>(list: &[Retraction], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(list.iter().map(|one| RetractionReport::new(one, true)))
}

#[derive(Serialize)]
struct RetractionReport {
    uci: String,
    san: String,
    /// With the square it came from: `c5xd6 e.p.`.
    long: String,
    kind: &'static str,
    taken: Option<&'static str>,
    possible_by_count: bool,
    fen_before: String,
}

impl RetractReport<'_> {
    /// The report.
    pub fn new(found: &LastMoves) -> RetractReport<'_> {
        let possible = found.possible.iter().map(|one| RetractionReport::new(one, true));
        let excluded = found.excluded.iter().map(|one| RetractionReport::new(one, false));
        RetractReport {
            fen: found.position.to_fen(),
            turn: names::side(found.position.turn()),
            chess960: found.position.castling() == Castling::Chess960,
            notes: found.position.oddities(),
            initial_array: found.initial,
            passed_square: found.passed.map(|square| square.to_string()),
            cannot_arise: found.cannot_arise(),
            excluded_by: found
                .excluded_by()
                .map(|(rule, reason)| ExcludedReport::new(&found.position, rule, &reason)),
            reasons: if found.cannot_arise() { why_none(found) } else { Vec::new() },
            explanation: explain::Explanation::new(found),
            dead_reckoning: found
                .reckoned
                .as_ref()
                .map(|reckoned| ReckoningReport { zombie: found.is_zombie(), reckoned }),
            possible: found.possible.len(),
            excluded_by_count: found.excluded.len(),
            retractions: possible.chain(excluded).collect(),
        }
    }
}

impl RetractionReport {
    fn new(found: &Retraction, possible_by_count: bool) -> RetractionReport {
        RetractionReport {
            uci: found.made.to_uci(&found.before),
            san: san::san(&found.before, &[found.made]).concat(),
            long: long(found),
            kind: kind(found),
            taken: found.taken.map(names::role),
            possible_by_count,
            fen_before: found.before.to_fen(),
        }
    }
}

/// What kind of move it was; a promotion may be a capture as well.
fn kind(found: &Retraction) -> &'static str {
    match Way::of(found) {
        Way::Castling(..) => "castling",
        Way::Promotion(_) => "promotion",
        Way::EnPassant => "en_passant",
        Way::Step(_) if found.taken.is_some() => "capture",
        Way::Step(_) => "plain",
    }
}

/// All readings of a FEN with unknown fields, for programs.
#[derive(Serialize)]
pub struct ReadingsReport<'a> {
    readings: Vec<RetractReport<'a>>,
    standing: Vec<String>,
}

impl ReadingsReport<'_> {
    /// The report.
    pub fn new(found: &[LastMoves]) -> ReadingsReport<'_> {
        let readings = found.iter().map(RetractReport::new).collect();
        let standing = found.iter().filter(|one| one.stands());
        ReadingsReport { readings, standing: standing.map(|one| one.position.to_fen()).collect() }
    }
}
