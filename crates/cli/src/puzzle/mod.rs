//! `zermelo puzzle`: help problems, all solutions.
//!
//! The crate `answers` reads the problem, solves it and says what was found; here that is printed,
//! and written as games and certificates (`files.rs`). `proof_game.rs` is for shortest proof games, `query.rs` for
//! queries, the other things that the command takes.

mod files;
pub mod proof_game;
mod query;

use std::io;
use std::sync::Arc;

use zermelo_answers::puzzle::{Answer, PuzzleReport, Question, Shorter, explain, solve};
use zermelo_winnable::problem::Goal;

use crate::args::puzzle::PuzzleArgs;
use crate::exit::{Exit, Fault, bad_input, tell};
use crate::progress::Progress;
use crate::proof;
use crate::words::{self, Page, counted, print_json};

/// Solves.
pub fn run(args: &PuzzleArgs) -> Result<Exit, Fault> {
    if let Some(question) = proof_game::question(args) {
        return proof_game::run(args, &question?);
    }
    if query::is_query(args) {
        return query::run(args);
    }
    let question = Question::read(&args.words, &args.question.asked()).map_err(Fault::BadInput)?;
    if let Some(folder) = &args.output.proof {
        if question.stipulation.goal == Goal::Stalemate {
            return bad_input("--proof: there are certificates for mates only");
        }
        proof::make_folder(folder)?;
    }
    let search = Arc::default();
    let progress = Progress::of_search(&search);
    let effort = args.effort(progress.stop());
    let answer = solve(&question, &effort, &search, &|what| progress.doing(what))?;
    drop(progress);

    // Before the words, which somebody may not read to their end.
    let saved = args.output.proof.as_deref().map(|folder| files::save_proofs(&answer, folder));
    if args.output.json {
        print_json(&PuzzleReport::new(question.stipulation, &answer))?;
    } else if args.output.pgn {
        words::print_all(|mut out| files::write_pgn(&answer, &mut out))?;
        remarks(&answer);
    } else {
        words::print(args.output.color, |page| print(&answer, page))?;
    }
    let by_answer = match (answer.interrupted, answer.is_open()) {
        (true, _) => Exit::Interrupted,
        (_, true) => Exit::Open,
        _ => Exit::Answered,
    };
    match (saved, &args.output.proof) {
        (Some(Ok(count)), Some(folder)) => {
            tell(format_args!("{} written to {}.", counted(count, "proof"), folder.display()));
            Ok(by_answer)
        }
        (Some(Err(fault)), _) => Err(fault),
        _ => Ok(by_answer),
    }
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
