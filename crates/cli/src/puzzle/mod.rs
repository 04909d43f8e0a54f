//! `zermelo puzzle`: help problems, all solutions.
//!
//! `stipulation.rs` reads what is asked for, `setup.rs` the diagram and its conventions;
//! `parts.rs` puts the questions to the engine, and `solution.rs` has the kernel check every line
//! before anything is printed. `report.rs` and `files.rs` write for programs, `words/puzzle.rs`
//! for people. `query.rs` is for queries, the other thing that the command takes.

mod files;
mod parts;
mod query;
mod report;
mod setup;
mod solution;
mod stipulation;

use std::io::{self, Write};

use zermelo_winnable::problem::Goal;

use crate::args::PuzzleArgs;
use crate::exit::{Exit, Fault, tell};
use crate::progress::SearchProgress;
use crate::proof;
use crate::style::Style;
use crate::words::{Page, counted};
use report::{DiagramReport, PuzzleReport};
use setup::Setup;

pub use parts::{Diagram, Kind, Searched, Shorter, Solved};
pub use stipulation::Stipulation;

/// Solves.
pub fn run(args: &PuzzleArgs) -> Result<Exit, Fault> {
    if query::is_query(args) {
        return query::run(args);
    }
    let (stipulation, diagrams) = read(args).map_err(Fault::BadInput)?;
    let watch = SearchProgress::new();
    let mut exit = Exit::Answered;
    let mut all: Vec<Vec<Solved<'_>>> = Vec::new();
    for diagram in &diagrams {
        let mut solved = Vec::new();
        for part in &diagram.parts {
            if watch.interrupted() {
                break;
            }
            let answers = parts::solve(part, args, &watch)?;
            exit = exit.max(answers.exit());
            solved.push(answers);
        }
        all.push(solved);
    }
    let skipped = diagrams.iter().zip(&all).any(|(one, solved)| solved.len() < one.parts.len());
    let interrupted = watch.interrupted() && (exit == Exit::Open || skipped);
    drop(watch);
    if interrupted {
        exit = Exit::Interrupted;
    }

    let mut out = io::BufWriter::new(io::stdout().lock());
    let answers = || diagrams.iter().zip(&all);
    if args.output.json {
        let mut report = PuzzleReport::new(stipulation, interrupted);
        report.positions =
            answers().map(|(diagram, solved)| DiagramReport::new(diagram, solved)).collect();
        serde_json::to_writer_pretty(&mut out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
    } else if args.output.pgn {
        for (diagram, solved) in answers() {
            files::write_pgn(diagram, solved, &mut out)?;
            remarks(diagram, solved);
        }
    } else {
        let mut page = Page::new(&mut out, Style::new(args.output.color));
        for (diagram, solved) in answers() {
            page.puzzle(diagram, solved, interrupted)?;
        }
    }
    out.flush()?;
    if let Some(folder) = &args.output.proof {
        let mut count = 0;
        for (diagram, solved) in answers() {
            count += files::save_proofs(diagram, solved, folder).map_err(Fault::BadInput)?;
        }
        tell(format_args!("{} written to {}.", counted(count, "proof"), folder.display()));
    }
    Ok(exit)
}

/// Everything that can be wrong with the input is said before the search.
fn read(args: &PuzzleArgs) -> Result<(Stipulation, Vec<Diagram>), String> {
    let (fens, stipulation) = setup::split(&args.words)?;
    let stipulation: Stipulation = stipulation.parse()?;
    if args.question.set_play && stipulation.winner_begins() {
        return Err(format!(
            "--set-play leaves out the first move of the side to be mated; in {stipulation} the \
             other side begins"
        ));
    }
    if args.output.proof.is_some() && stipulation.goal == Goal::Stalemate {
        return Err("--proof: there are certificates for mates only".to_string());
    }
    let mut diagrams = Vec::with_capacity(fens.len());
    for (fen, letter) in fens.iter().zip('a'..) {
        let twin = Some(letter).filter(|_| fens.len() > 1);
        let diagram =
            Setup::read(fen).and_then(|setup| Diagram::new(&setup, twin, stipulation, args));
        diagrams.push(diagram.map_err(|why| match twin {
            Some(twin) => format!("{twin}) {why}"),
            None => why,
        })?);
    }
    if let Some(folder) = &args.output.proof {
        proof::make_folder(folder)?;
    }
    Ok((stipulation, diagrams))
}

/// What PGN has no place for, on standard error.
fn remarks(diagram: &Diagram, solved: &[Solved<'_>]) {
    let twin = diagram.twin.map(|twin| format!("{twin}) ")).unwrap_or_default();
    for note in &diagram.notes {
        tell(format_args!("{twin}note: {note}"));
    }
    for solved in solved {
        let kind = solved.part.kind.name();
        for search in &solved.searches {
            tell(format_args!("{twin}{kind}, {}: {}", search.stipulation, search.count_in_words()));
        }
        if let Some(Shorter::Exists(shorter, _)) = solved.shorter {
            tell(format_args!("{twin}{kind}: a shorter solution exists: {shorter}"));
        }
    }
}

impl Searched {
    /// How many solutions there are, as far as is known.
    pub fn count_in_words(&self) -> String {
        let count = self.solutions.len();
        match (count, self.complete) {
            (0, true) => "no solution".to_string(),
            (0, false) => "no solution so far, incomplete".to_string(),
            (_, true) => counted(count, "solution"),
            _ if self.cut => {
                format!("more than {}; so many are kept (--limit)", counted(count, "solution"))
            }
            _ => format!("{} so far, incomplete", counted(count, "solution")),
        }
    }
}
