//! Solutions for programs. The keys are documented in docs/guide/puzzle.md.

use serde::{Serialize, Serializer};
use zermelo_winnable::problem::{Goal, Stipulation};

use super::answer::{Answer, Searched, Shorter, Solved};
use super::question::Diagram;
use crate::names;

/// The whole answer.
#[derive(Serialize)]
pub struct PuzzleReport<'a> {
    /// `h#3`.
    stipulation: String,
    /// `mate` or `stalemate`.
    goal: &'static str,
    /// Whether Ctrl-C came first.
    interrupted: bool,
    /// One for each FEN.
    positions: Vec<DiagramReport<'a>>,
}

/// One diagram.
#[derive(Serialize)]
struct DiagramReport<'a> {
    /// `a`, `b`, if there are several.
    twin: Option<char>,
    /// The position that is searched.
    fen: String,
    /// What the conventions changed, and what cannot occur in play.
    notes: Vec<String>,
    /// The questions.
    parts: Vec<PartReport<'a>>,
}

/// One question.
#[derive(Serialize)]
struct PartReport<'a> {
    kind: &'static str,
    fen: String,
    #[serde(flatten)]
    length: Length,
    begins: &'static str,
    winner: &'static str,
    shorter: Option<ShorterReport<'a>>,
    searches: &'a [Searched],
}

/// How long solutions are.
#[derive(Serialize)]
struct Length {
    stipulation: String,
    plies: u32,
}

/// A stipulation, as part of a report.
pub(super) fn stipulation<S: Serializer>(asked: &Stipulation, to: S) -> Result<S::Ok, S::Error> {
    Length::from(asked).serialize(to)
}

impl From<&Stipulation> for Length {
    fn from(asked: &Stipulation) -> Length {
        Length { stipulation: asked.to_string(), plies: asked.plies }
    }
}

/// Whether there is a shorter solution.
#[derive(Serialize)]
struct ShorterReport<'a> {
    /// `none`, `exists` or `open`.
    verdict: &'static str,
    /// The length, if there is one.
    stipulation: Option<String>,
    plies: Option<u32>,
    line_uci: Option<&'a [String]>,
    line_san: Option<&'a [String]>,
}

impl<'a> PuzzleReport<'a> {
    /// The report of an answer.
    pub fn new(stipulation: Stipulation, answer: &'a Answer<'_>) -> PuzzleReport<'a> {
        let diagrams = answer.diagrams.iter();
        PuzzleReport {
            stipulation: stipulation.to_string(),
            goal: if stipulation.goal == Goal::Mate { "mate" } else { "stalemate" },
            interrupted: answer.interrupted,
            positions: diagrams
                .map(|(diagram, parts)| DiagramReport::new(diagram, parts))
                .collect(),
        }
    }
}

impl<'a> DiagramReport<'a> {
    fn new(diagram: &Diagram, solved: &'a [Solved<'_>]) -> DiagramReport<'a> {
        let position = &diagram.parts[0].position;
        let notes = diagram.notes.iter().cloned().chain(position.oddities()).collect();
        let parts = solved.iter().map(PartReport::new).collect();
        DiagramReport { twin: diagram.twin, fen: position.to_fen(), notes, parts }
    }
}

impl<'a> PartReport<'a> {
    fn new(solved: &'a Solved<'_>) -> PartReport<'a> {
        let part = solved.part;
        PartReport {
            kind: part.kind.key(),
            fen: part.position.to_fen(),
            length: (&part.stipulation).into(),
            begins: names::side(part.position.turn()),
            winner: names::side(part.winner),
            shorter: solved.shorter.as_ref().map(ShorterReport::new),
            searches: &solved.searches,
        }
    }
}

impl<'a> ShorterReport<'a> {
    fn new(shorter: &'a Shorter) -> ShorterReport<'a> {
        let (verdict, found) = match shorter {
            Shorter::None => ("none", None),
            Shorter::Exists(stipulation, line) => ("exists", Some((stipulation, line))),
            Shorter::Open(_) => ("open", None),
        };
        ShorterReport {
            verdict,
            stipulation: found.map(|(stipulation, _)| stipulation.to_string()),
            plies: found.map(|(stipulation, _)| stipulation.plies),
            line_uci: found.map(|(_, line)| &line.uci[..]),
            line_san: found.map(|(_, line)| &line.san[..]),
        }
    }
}
