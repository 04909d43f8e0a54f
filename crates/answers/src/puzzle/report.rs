//! Solutions for programs. The keys are documented in docs/guide/puzzle.md.

use serde::Serialize;
use zermelo_winnable::problem::{Goal, Stipulation};

use super::answer::{Answer, Searched, Shorter, Solution, Solved};
use super::question::Diagram;
use crate::names;

/// The whole answer.
#[derive(Serialize)]
pub struct PuzzleReport {
    /// `h#3`.
    stipulation: String,
    /// `mate` or `stalemate`.
    goal: &'static str,
    /// Whether Ctrl-C came first.
    interrupted: bool,
    /// One for each FEN.
    positions: Vec<DiagramReport>,
}

/// One diagram.
#[derive(Serialize)]
struct DiagramReport {
    /// `a`, `b`, if there are several.
    twin: Option<char>,
    /// The position that is searched.
    fen: String,
    /// What the conventions changed, and what cannot occur in play.
    notes: Vec<String>,
    /// The questions.
    parts: Vec<PartReport>,
}

/// One question.
#[derive(Serialize)]
struct PartReport {
    kind: &'static str,
    fen: String,
    stipulation: String,
    plies: u32,
    begins: &'static str,
    winner: &'static str,
    shorter: Option<ShorterReport>,
    searches: Vec<SearchReport>,
}

/// Whether there is a shorter solution.
#[derive(Serialize)]
struct ShorterReport {
    /// `none`, `exists` or `open`.
    verdict: &'static str,
    /// The length, if there is one.
    stipulation: Option<String>,
    plies: Option<u32>,
    line_uci: Option<Vec<String>>,
    line_san: Option<Vec<String>>,
}

/// One length.
#[derive(Serialize)]
struct SearchReport {
    stipulation: String,
    plies: u32,
    solutions: Vec<SolutionReport>,
    complete: bool,
    cut: bool,
    nodes: u64,
    engine_us: f64,
    check_us: f64,
}

/// One line.
#[derive(Serialize)]
struct SolutionReport {
    uci: Vec<String>,
    san: Vec<String>,
    /// The first ply, from 1, at which it parts from a solution listed before.
    dual_ply: Option<usize>,
}

impl PuzzleReport {
    /// The report of an answer.
    pub fn new(stipulation: Stipulation, answer: &Answer<'_>) -> PuzzleReport {
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

impl DiagramReport {
    fn new(diagram: &Diagram, solved: &[Solved<'_>]) -> DiagramReport {
        let position = &diagram.parts[0].position;
        let notes = diagram.notes.iter().cloned().chain(position.oddities()).collect();
        let parts = solved.iter().map(PartReport::new).collect();
        DiagramReport { twin: diagram.twin, fen: position.to_fen(), notes, parts }
    }
}

impl PartReport {
    fn new(solved: &Solved<'_>) -> PartReport {
        let part = solved.part;
        PartReport {
            kind: part.kind.key(),
            fen: part.position.to_fen(),
            stipulation: part.stipulation.to_string(),
            plies: part.stipulation.plies,
            begins: names::side(part.position.turn()),
            winner: names::side(part.winner),
            shorter: solved.shorter.as_ref().map(ShorterReport::new),
            searches: solved.searches.iter().map(SearchReport::new).collect(),
        }
    }
}

impl ShorterReport {
    fn new(shorter: &Shorter) -> ShorterReport {
        let (verdict, found) = match shorter {
            Shorter::None => ("none", None),
            Shorter::Exists(stipulation, line) => ("exists", Some((stipulation, line))),
            Shorter::Open(_) => ("open", None),
        };
        ShorterReport {
            verdict,
            stipulation: found.map(|(stipulation, _)| stipulation.to_string()),
            plies: found.map(|(stipulation, _)| stipulation.plies),
            line_uci: found.map(|(_, line)| line.uci.clone()),
            line_san: found.map(|(_, line)| line.san.clone()),
        }
    }
}

impl SearchReport {
    fn new(search: &Searched) -> SearchReport {
        let solution = |solution: &Solution| SolutionReport {
            uci: solution.uci.clone(),
            san: solution.san.clone(),
            dual_ply: solution.dual.map(|index| index + 1),
        };
        SearchReport {
            stipulation: search.stipulation.to_string(),
            plies: search.stipulation.plies,
            solutions: search.solutions.iter().map(solution).collect(),
            complete: search.complete,
            cut: search.cut,
            nodes: search.nodes,
            engine_us: names::microseconds(search.engine),
            check_us: names::microseconds(search.check),
        }
    }
}
