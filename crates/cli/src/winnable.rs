//! `zermelo winnable FEN`: one position.

use std::io::{self, Write};
use std::path::PathBuf;

use zermelo_kernel::Color;
use zermelo_winnable::Solver;

use crate::args::WinnableArgs;
use crate::claim::Claim;
use crate::exit::{Exit, Fault};
use crate::progress::SearchProgress;
use crate::query::Query;
use crate::ruling::{self, Answers, Standing};
use crate::shortest::{self, Shortest};
use crate::style::Style;
use crate::words::Page;
use crate::{history, proof};
use zermelo_answers::winnable::{AnswerReport, PositionReport};

/// Answers the question about one position.
pub fn run(args: &WinnableArgs) -> Result<Exit, Fault> {
    if args.fen.is_empty() {
        let sentence = "a position is missing: give a FEN, or --batch FILE";
        return Err(Fault::BadInput(sentence.to_string()));
    }
    let castling = args.question.castling();
    let query = Query::read(&args.fen.join(" "), castling).map_err(Fault::BadInput)?;
    if args.question.with_history {
        return history::run(args, &query);
    }
    let winners = args.question.winners();
    let proofs = proof_files(args, &winners)?;

    let mut solver = Solver::new(args.engine.limits());
    let mut answers: Answers = [None, None];
    for &winner in &winners {
        let claim = Claim::ask(&mut solver, &query.position, winner, args.engine.fast);
        answers[winner.index()] = Some(claim.check(&query.position, winner)?);
    }

    let mut interrupted = false;
    if args.question.shortest {
        let watch = SearchProgress::new();
        for &winner in &winners {
            if let Some(answer) = &mut answers[winner.index()] {
                shortest::shorten(answer, &query.position, winner, args, &watch)?;
            }
        }
        interrupted = watch.interrupted();
    }

    // A disk that is full costs the proof, not the answer.
    let mut unwritten = Ok(());
    let mut written: [Option<PathBuf>; 2] = [None, None];
    for (color, file) in Color::ALL.into_iter().zip(proofs) {
        let answer = answers[color.index()].as_ref();
        if let (Some(file), Some(certificate)) =
            (file, answer.and_then(|answer| answer.certificate.as_ref()))
        {
            match proof::write(certificate.to_text().as_bytes(), &file, "--proof") {
                Ok(()) => written[color.index()] = Some(file),
                Err(sentence) => unwritten = Err(Fault::BadInput(sentence)),
            }
        }
    }

    let mut out = io::BufWriter::new(io::stdout().lock());
    if args.output.json {
        print_json(&mut out, args, &query, &answers, &written)?;
    } else {
        print_words(&mut out, args, &query, &answers, &written)?;
    }
    out.flush()?;
    unwritten?;
    let open = answers.iter().flatten().any(|answer| {
        answer.certificate.is_none() || answer.shortest.as_ref().is_some_and(Shortest::is_open)
    });
    Ok(match open {
        true if interrupted => Exit::Interrupted,
        true => Exit::Open,
        false => Exit::Answered,
    })
}

/// Where the proofs for White and Black go; refused now if that cannot work.
fn proof_files(args: &WinnableArgs, winners: &[Color]) -> Result<[Option<PathBuf>; 2], Fault> {
    let mut files = [None, None];
    let Some(file) = &args.question.proof else { return Ok(files) };
    for &winner in winners {
        let file = if winners.len() == 1 { file.clone() } else { proof::for_side(file, winner) };
        files[winner.index()] = Some(file);
    }
    proof::can_be_written(file, "--proof").map_err(Fault::BadInput)?;
    for file in files.iter().flatten() {
        proof::can_be_written(file, "--proof").map_err(Fault::BadInput)?;
    }
    Ok(files)
}

fn print_json(
    out: &mut dyn Write,
    args: &WinnableArgs,
    query: &Query,
    answers: &Answers,
    written: &[Option<PathBuf>; 2],
) -> Result<(), Fault> {
    let standing = ruling::standing(&query.position, answers);
    let flag = args.question.flag.map(|fallen| {
        let fallen = fallen.color();
        (fallen, ruling::flag_fall(standing, answers, fallen))
    });
    let mut report = PositionReport::new(query, standing, flag);
    let [white, black] = Color::ALL.map(|color| {
        let proof = written[color.index()].as_deref().map(|file| file.display().to_string());
        let answer = answers[color.index()].as_ref()?;
        Some(AnswerReport::new(query, color, answer, proof))
    });
    (report.white, report.black) = (white, black);
    serde_json::to_writer_pretty(&mut *out, &report).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

fn print_words(
    out: &mut dyn Write,
    args: &WinnableArgs,
    query: &Query,
    answers: &Answers,
    written: &[Option<PathBuf>; 2],
) -> Result<(), Fault> {
    let mut page = Page::new(out, Style::new(args.output.color));
    page.position(&query.position)?;
    for winner in Color::ALL {
        let Some(answer) = &answers[winner.index()] else { continue };
        page.answer(query, winner, answer)?;
        match (&written[winner.index()], &args.question.proof) {
            (Some(file), _) => page.line(&format!("  Proof written to {}.", file.display()))?,
            (None, Some(_)) if answer.certificate.is_none() => {
                page.line("  No proof was written.")?;
            }
            _ => {}
        }
    }
    let standing = ruling::standing(&query.position, answers);
    if answers.iter().all(Option::is_some)
        || matches!(standing, Standing::Mated(_) | Standing::Stalemate)
    {
        page.standing(standing)?;
    }
    if let Some(fallen) = args.question.flag {
        let fallen = fallen.color();
        page.flag_fall(fallen, standing, ruling::flag_fall(standing, answers, fallen))?;
    }
    Ok(())
}
