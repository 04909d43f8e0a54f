//! `zermelo winnable FEN`: one position.

use std::io::{self, Write};
use std::path::PathBuf;

use zermelo_answers::winnable::{
    Answer, Answers, Explanation, FlagFall, Outlook, Question, Report, Sides, Standing, Wanted,
    flag_fall, standing,
};
use zermelo_kernel::ByColor;
use zermelo_winnable::{Limits, Solver};

use crate::args::WinnableArgs;
use crate::exit::{Exit, Fault};
use crate::progress::SearchProgress;
use crate::proof;
use crate::query::Query;
use crate::style::Style;
use crate::words::Page;

/// Answers the question about one position.
pub fn run(args: &WinnableArgs) -> Result<Exit, Fault> {
    if args.fen.is_empty() {
        let sentence = "a position is missing: give a FEN, or --batch FILE";
        return Err(Fault::BadInput(sentence.to_string()));
    }
    let castling = args.question.castling();
    let query = Query::read(&args.fen.join(" "), castling).map_err(Fault::BadInput)?;
    let question = Question {
        query,
        sides: args.question.sides(),
        flag: args.question.flag.map(|side| side.color()),
        fast: args.engine.fast,
    };
    let files = proof_files(args, question.sides)?;
    let (answers, interrupted) = ask(args, &question)?;

    // A disk that is full costs the proof, not the answer.
    let mut unwritten = Ok(());
    let mut written: ByColor<Option<PathBuf>> = ByColor::default();
    for (color, file) in files.iter() {
        let certificate = answers[color].as_ref().and_then(|answer| answer.certificate.as_ref());
        if let (Some(file), Some(certificate)) = (file, certificate) {
            match proof::write(certificate.to_text().as_bytes(), file, "--proof") {
                Ok(()) => written[color] = Some(file.clone()),
                Err(sentence) => unwritten = Err(Fault::BadInput(sentence)),
            }
        }
    }

    let mut out = io::BufWriter::new(io::stdout().lock());
    if args.output.json {
        let mut report = Report::new(&question, &answers);
        for (color, side) in report.sides_mut() {
            side.proof = written[color].as_ref().map(|file| file.display().to_string());
        }
        serde_json::to_writer_pretty(&mut out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        print_words(&mut out, args, &question, &answers, &written)?;
    }
    out.flush()?;
    unwritten?;
    Ok(match answers.iter().any(|(_, answer)| answer.as_ref().is_some_and(Answer::is_open)) {
        true if interrupted => Exit::Interrupted,
        true => Exit::Open,
        false => Exit::Answered,
    })
}

/// The answers, and whether Ctrl-C cut the search short.
fn ask(args: &WinnableArgs, question: &Question) -> Result<(Answers, bool), Fault> {
    let limits = args.engine.limits();
    if args.question.with_history {
        let ask = |winner| Answer::with_history(&question.query, winner, limits);
        return Ok((question.each(ask)?, false));
    }
    let mut answers = question.ask(&mut Solver::new(limits))?;
    if !args.question.shortest {
        return Ok((answers, false));
    }
    let watch = SearchProgress::new();
    let limits = Limits { interrupt: Some(watch.stop()), ..limits };
    let (all, plies) = (args.question.all, args.question.plies);
    let wanted = Wanted { all, plies, limits, progress: watch.progress() };
    for winner in question.sides.iter() {
        let tell =
            |plies| watch.doing(format!("searching for a mate by {winner} in {plies} plies"));
        if let Some(answer) = answers[winner].take() {
            answers[winner] = Some(answer.shortened(&question.query.position, &wanted, tell)?);
        }
    }
    Ok((answers, watch.interrupted()))
}

/// Where the proofs for White and Black go; refused now if that cannot work.
fn proof_files(args: &WinnableArgs, sides: Sides) -> Result<ByColor<Option<PathBuf>>, Fault> {
    let mut files = ByColor::default();
    let Some(file) = &args.question.proof else { return Ok(files) };
    proof::can_be_written(file, "--proof").map_err(Fault::BadInput)?;
    for side in sides.iter() {
        let file = if sides == Sides::Both { proof::for_side(file, side) } else { file.clone() };
        proof::can_be_written(&file, "--proof").map_err(Fault::BadInput)?;
        files[side] = Some(file);
    }
    Ok(files)
}

fn print_words(
    out: &mut dyn Write,
    args: &WinnableArgs,
    question: &Question,
    answers: &Answers,
    written: &ByColor<Option<PathBuf>>,
) -> Result<(), Fault> {
    let position = &question.query.position;
    let mut page = Page::new(out, Style::new(args.output.color));
    page.position(position)?;
    for (color, answer) in answers.iter() {
        let Some(answer) = answer else { continue };
        page.answer(Explanation::new(&question.query, answer), answer)?;
        match (&written[color], &args.question.proof) {
            (Some(file), _) => page.line(&format!("  Proof written to {}.", file.display()))?,
            (None, Some(_)) if answer.certificate.is_none() => {
                page.line("  No proof was written.")?;
            }
            _ => {}
        }
    }
    let stands = standing(position, answers);
    let over = matches!(stands, Standing::Mated(_) | Standing::Stalemate);
    if !args.question.with_history && (question.sides == Sides::Both || over) {
        let Outlook { headline, article } = Outlook::new(stands, answers);
        page.verdict(&format!("{headline} {article}"))?;
    }
    if let Some(fallen) = question.flag {
        let result = flag_fall(stands, answers, fallen);
        page.verdict(&FlagFall::new(fallen, stands, result).sentence)?;
    }
    Ok(())
}
