//! `zermelo puzzle`: help problems, all solutions.
//!
//! The crate `answers` reads the problem, solves it and says what was found; here that is printed,
//! and written as games and certificates (`files.rs`). `query.rs` is for queries, the other thing
//! that the command takes.

mod files;
mod query;

use std::io::{self, Write};

use zermelo_answers::puzzle::{Answer, PuzzleReport, Question, Shorter, explain, solve};
use zermelo_winnable::problem::Goal;

use crate::args::PuzzleArgs;
use crate::exit::{Exit, Fault, tell};
use crate::progress::SearchProgress;
use crate::proof;
use crate::words::{self, Page, counted, print_json};

/// Solves.
pub fn run(args: &PuzzleArgs) -> Result<Exit, Fault> {
    if query::is_query(args) {
        return query::run(args);
    }
    let question = Question::read(&args.words, &args.question.asked()).map_err(Fault::BadInput)?;
    if let Some(folder) = &args.output.proof {
        if question.stipulation.goal == Goal::Stalemate {
            let sentence = "--proof: there are certificates for mates only";
            return Err(Fault::BadInput(sentence.to_string()));
        }
        proof::make_folder(folder).map_err(Fault::BadInput)?;
    }
    let watch = SearchProgress::new();
    let effort = args.effort(watch.stop());
    let answer = solve(&question, &effort, watch.progress(), &|what| watch.doing(what))?;
    drop(watch);

    if args.output.json {
        print_json(&PuzzleReport::new(question.stipulation, &answer))?;
    } else if args.output.pgn {
        let mut out = io::BufWriter::new(io::stdout().lock());
        files::write_pgn(&answer, &mut out)?;
        out.flush()?;
        remarks(&answer);
    } else {
        words::print(args.output.color, |page| print(&answer, page))?;
    }
    if let Some(folder) = &args.output.proof {
        let count = files::save_proofs(&answer, folder).map_err(Fault::BadInput)?;
        tell(format_args!("{} written to {}.", counted(count, "proof"), folder.display()));
    }
    Ok(match (answer.interrupted, answer.is_open()) {
        (true, _) => Exit::Interrupted,
        (_, true) => Exit::Open,
        _ => Exit::Answered,
    })
}

fn print(answer: &Answer<'_>, page: &mut Page<'_>) -> io::Result<()> {
    for (diagram, solved) in &answer.diagrams {
        if let Some(twin) = diagram.twin {
            page.gap()?;
            page.headline(&format!("{twin})"))?;
        }
        page.position(&diagram.parts[0].position)?;
        page.explain(&explain::notes(diagram))?;
        page.explain(&explain::solutions(answer, diagram, solved))?;
    }
    Ok(())
}

/// What PGN has no place for, on standard error.
fn remarks(answer: &Answer<'_>) {
    for (diagram, solved) in &answer.diagrams {
        let twin = diagram.prefix();
        for note in &diagram.notes {
            tell(format_args!("{twin}note: {note}"));
        }
        for solved in solved {
            let kind = solved.part.kind.name();
            for search in &solved.searches {
                let count = explain::count(search);
                tell(format_args!("{twin}{kind}, {}: {count}", search.stipulation));
            }
            if let Some(Shorter::Exists(shorter, _)) = solved.shorter {
                tell(format_args!("{twin}{kind}: a shorter solution exists: {shorter}"));
            }
        }
    }
}
