//! One position, looked up.
//!
//! The tables are believed only where the kernel agrees: it compares the entry, and each one
//! along the line, with the entries one move later.

use serde::Serialize;
use zermelo_kernel::{GamePosition, Outcome, Value};
use zermelo_tables::{Choice, Library, Material, Measure, NotVerified, Probe, TableError};

use super::game::{self, Ended};
use super::words::Words;
use crate::{names, query, san};

/// No line is longer; what is known of distances stays far below.
const LINE_LIMIT: usize = 10_000;

/// What the tables say of a position.
pub struct Answer<P> {
    /// The position.
    pub position: P,
    /// The number of its move.
    pub move_number: u32,
    /// How to speak of it.
    pub words: Words,
    /// What else should be known of it.
    pub notes: Vec<String>,
    /// What is known.
    pub known: Known<P>,
    /// The main line, if asked for.
    pub line: Option<Line<P>>,
    /// The command that proves all of it.
    pub proof: Option<String>,
}

/// What is known of a position.
pub enum Known<P> {
    /// The game is over.
    Over(Ended, Outcome),
    /// This is in the tables.
    Found {
        /// The table it is in.
        material: Material,
        /// The value, and every move's.
        probe: Probe<P>,
    },
}

/// Best play.
pub struct Line<P> {
    /// The moves with the positions after them.
    pub moves: Vec<Choice<P>>,
    /// The table that is missing for the rest, if there is more to come.
    pub missing: Option<Material>,
}

impl<P: GamePosition> Line<P> {
    /// Best play from a position, each entry checked by the kernel.
    ///
    /// # Errors
    ///
    /// If a table is missing or damaged, or the kernel rejects an entry.
    pub fn of(library: &Library, measure: Measure, root: &P) -> Result<Line<P>, ProbeFault> {
        let moves = library.line(root, measure, LINE_LIMIT)?;
        // Where the line ends, the tables may end too.
        let played = moves.iter().map(|choice| &choice.after).take(moves.len().saturating_sub(1));
        for position in std::iter::once(root).chain(played) {
            check(library, measure, position)?;
        }
        let last = moves.last().map(|choice| &choice.after);
        let goes_on = last.filter(|last| game::over(*last, library.rules()).is_none());
        let missing = match goes_on.map(|last| library.probe(last, measure)) {
            Some(Err(TableError::Missing { material, .. })) => Some(material),
            _ => None,
        };
        Ok(Line { moves, missing })
    }

    /// The moves as players write them.
    pub fn san(&self, root: &P) -> Vec<String> {
        let before = std::iter::once(root).chain(self.moves.iter().map(|choice| &choice.after));
        before.zip(&self.moves).map(|(position, choice)| san::one(position, choice.made)).collect()
    }
}

/// Why nothing is known of a position.
#[derive(Debug)]
pub enum ProbeFault {
    /// A table is missing or damaged.
    Table(TableError),
    /// The kernel rejects an entry: a bug, or somebody has changed the table.
    Rejected(String),
}

impl From<TableError> for ProbeFault {
    fn from(error: TableError) -> ProbeFault {
        ProbeFault::Table(error)
    }
}

/// Has the kernel compare the entry of a position with those one move later.
fn check<P: GamePosition>(
    library: &Library,
    measure: Measure,
    position: &P,
) -> Result<(), ProbeFault> {
    match library.check(position, measure) {
        Ok(()) | Err(NotVerified::NoDistance) => Ok(()),
        Err(NotVerified::Table(error)) => Err(error.into()),
        Err(fault @ (NotVerified::Rejected(_) | NotVerified::TwoPlaces { .. })) => {
            Err(ProbeFault::Rejected(format!("the kernel rejects the table: {fault}")))
        }
    }
}

/// The men of a position; the error is one sentence.
pub fn material_of<P: GamePosition>(position: &P) -> Result<Material, String> {
    Material::of(position).map_err(|error| match error {
        TableError::NoMen => {
            let (turn, other) = (position.turn(), !position.turn());
            format!(
                "{other} has no men left and has already won; there is no move of {turn} to ask \
                 about"
            )
        }
        _ => error.to_string(),
    })
}

impl<P: GamePosition> Answer<P> {
    /// Looks up a position in which the game is not over. With `line` best play follows.
    ///
    /// # Errors
    ///
    /// If a table is missing or damaged, or the kernel rejects an entry.
    pub fn look(
        library: &Library,
        measure: Measure,
        position: P,
        material: Material,
        fen: &str,
        line: bool,
    ) -> Result<Answer<P>, ProbeFault> {
        let probe = library.probe(&position, measure)?;
        check(library, measure, &position)?;
        let line = line.then(|| Line::of(library, measure, &position)).transpose()?;
        Ok(Answer {
            position,
            move_number: query::move_number(fen),
            words: Words { rules: library.rules(), measure },
            notes: clock_note(fen).into_iter().collect(),
            known: Known::Found { material, probe },
            line,
            proof: None,
        })
    }

    /// The answer where the game is over.
    pub fn over(
        position: P,
        words: Words,
        (ended, outcome): (Ended, Outcome),
        fen: &str,
        line: bool,
    ) -> Answer<P> {
        Answer {
            position,
            move_number: query::move_number(fen),
            words,
            notes: Vec::new(),
            known: Known::Over(ended, outcome),
            line: line.then(|| Line { moves: Vec::new(), missing: None }),
            proof: None,
        }
    }
}

/// What to say if the fifty moves of the FEN's clock are over.
fn clock_note(fen: &str) -> Option<String> {
    let clock = fen.split_ascii_whitespace().nth(4)?;
    let digits = clock.bytes().all(|byte| byte.is_ascii_digit());
    let over = digits && clock.parse().unwrap_or(u64::MAX) >= 100;
    over.then(|| format!("the clock of the FEN is at {clock}; tables know no fifty-move rule"))
}

/// The answer for programs. The keys are documented in docs/guide/tables.md.
#[derive(Serialize)]
pub struct ProbeReport {
    fen: String,
    rules: String,
    metric: String,
    /// Whose tables: `zermelo`; there is a report like this for `syzygy`.
    source: &'static str,
    turn: &'static str,
    material: Option<String>,
    notes: Vec<String>,
    /// `checkmate`, `stalemate` or `no_men`, where the game is over.
    over: Option<&'static str>,
    #[serde(flatten)]
    value: ValueReport,
    winner: Option<&'static str>,
    /// Whether the kernel found that the entry follows from those one move later.
    kernel_checked: bool,
    moves: Vec<MoveReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_uci: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_san: Option<Vec<String>>,
    /// Whether the line ends for want of a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    line_cut: Option<bool>,
}

/// A value for the side to move.
#[derive(Serialize)]
pub struct ValueReport {
    /// `win`, `draw` or `loss`.
    value: &'static str,
    /// The distance.
    plies: Option<u16>,
}

impl ValueReport {
    /// The value; without distances only the outcome.
    pub fn new(value: Value, words: Words) -> ValueReport {
        let (value, plies) = match value {
            Value::Win(plies) => ("win", Some(plies)),
            Value::Draw => ("draw", None),
            Value::Loss(plies) => ("loss", Some(plies)),
        };
        ValueReport { value, plies: plies.filter(|_| words.has_distance()) }
    }
}

/// A move, its value being that for the side that makes it, its distance from before the move.
#[derive(Serialize)]
struct MoveReport {
    uci: String,
    san: String,
    #[serde(flatten)]
    value: ValueReport,
    converts: bool,
    fen: String,
}

impl ProbeReport {
    /// The report.
    pub fn new<P: GamePosition>(answer: &Answer<P>) -> ProbeReport {
        let Answer { position, words, notes, known, line, .. } = answer;
        let turn = position.turn();
        let mut report = ProbeReport {
            fen: position.to_string(),
            rules: words.rules.to_string(),
            metric: words.measure.to_string(),
            source: "zermelo",
            turn: names::side(turn),
            material: Material::of(position).ok().map(|material| material.to_string()),
            notes: position.oddities().into_iter().chain(notes.iter().cloned()).collect(),
            over: None,
            value: ValueReport::new(Value::Draw, *words),
            winner: None,
            kernel_checked: true,
            moves: Vec::new(),
            line_uci: line
                .as_ref()
                .map(|line| line.moves.iter().map(|choice| choice.made.to_string()).collect()),
            line_san: line.as_ref().map(|line| line.san(position)),
            line_cut: line.as_ref().map(|line| line.missing.is_some()),
        };
        match known {
            Known::Over(ended, outcome) => {
                report.over = Some(ended.name());
                let won = |winner| if winner == turn { Value::Win(0) } else { Value::Loss(0) };
                if let Outcome::Won(winner) = outcome {
                    report.value = ValueReport::new(won(*winner), *words);
                    report.winner = Some(names::side(*winner));
                }
            }
            Known::Found { probe, .. } => {
                report.value = ValueReport::new(probe.value, *words);
                report.winner = match probe.value {
                    Value::Win(_) => Some(names::side(turn)),
                    Value::Draw => None,
                    Value::Loss(_) => Some(names::side(!turn)),
                };
                report.kernel_checked = words.has_distance();
                let one = |choice: &Choice<P>| MoveReport {
                    uci: choice.made.to_string(),
                    san: san::one(position, choice.made),
                    value: ValueReport::new(choice.value, *words),
                    converts: choice.converts,
                    fen: choice.after.to_string(),
                };
                report.moves = probe.moves.iter().map(one).collect();
            }
        }
        report
    }
}

impl Ended {
    /// The word for programs.
    pub fn name(self) -> &'static str {
        match self {
            Ended::Checkmate => "checkmate",
            Ended::Stalemate => "stalemate",
            Ended::NoMen => "no_men",
        }
    }
}
