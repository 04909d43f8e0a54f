//! `zermelo winnable FEN`: one position.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zermelo_answers::winnable::{
    Answer, Answers, FlagFall, Outlook, Question, Report, Sides, Standing, Wanted, flag_fall,
    standing,
};
use zermelo_kernel::{ByColor, Rules};
use zermelo_winnable::{Limits, Solver};

use crate::args::WinnableArgs;
use crate::exit::{Exit, Fault, bad_input};
use crate::losing_chances;
use crate::progress::{Progress, ends_at_once};
use crate::proof::{self, Saved};
use crate::query::Query;
use crate::words::{self, Page};

/// Answers the question about one position.
pub fn run(args: &WinnableArgs) -> Result<Exit, Fault> {
    if args.fen.is_empty() {
        return bad_input("a position is missing: give a FEN, or --batch FILE");
    }
    if args.question.rules != Rules::Chess {
        return losing_chances::run(args);
    }
    let castling = args.question.castling.read();
    let query = Query::read(&args.fen.join(" "), castling).map_err(Fault::BadInput)?;
    let question = Question {
        query,
        sides: args.question.sides(),
        flag: args.question.flag,
        fast: args.engine.fast,
    };
    let files = proof_files(args, question.sides)?;
    ends_at_once("nothing was settled before the search was interrupted");
    let (answers, interrupted) = ask(args, &question)?;

    let mut saved = Saved::default();
    let mut written: ByColor<Option<PathBuf>> = ByColor::default();
    for (color, file) in files.iter() {
        let certificate = answers[color].as_ref().and_then(|answer| answer.certificate.as_ref());
        if let (Some(file), Some(certificate)) = (file, certificate) {
            let done = proof::write(certificate.to_text(), file, "--proof");
            written[color] = saved.note(done, file).map(Path::to_path_buf);
        }
    }

    if args.output.json {
        let mut report = Report::new(&question, &answers);
        for (color, side) in report.sides_mut() {
            side.proof = written[color].as_ref().map(|file| file.display().to_string());
        }
        words::print_json(&report)?;
    } else {
        words::print(args.output.color, |page| print(page, args, &question, &answers, &written))?;
    }
    let open = answers.iter().any(|(_, answer)| answer.as_ref().is_some_and(Answer::is_open));
    saved.exit(match open {
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
        return Ok((question.briefer(answers)?, false));
    }
    let search = Arc::default();
    let progress = Progress::of_search(&search);
    let limits = Limits { interrupt: Some(progress.stop()), ..limits };
    let (all, plies) = (args.question.all, args.question.plies);
    let wanted = Wanted { all, plies, limits, progress: &search };
    for winner in question.sides.iter() {
        let tell =
            |plies| progress.doing(format!("searching for a mate by {winner} in {plies} plies"));
        if let Some(answer) = answers[winner].take() {
            answers[winner] = Some(answer.shortened(&question.query.position, &wanted, tell)?);
        }
    }
    Ok((answers, progress.interrupted()))
}

/// Where the proofs for White and Black go; refused now if that cannot work.
fn proof_files(args: &WinnableArgs, sides: Sides) -> Result<ByColor<Option<PathBuf>>, Fault> {
    let mut files = ByColor::default();
    let Some(file) = &args.question.proof else { return Ok(files) };
    proof::can_be_written(file, "--proof")?;
    for side in sides.iter() {
        let file = if sides == Sides::Both { proof::for_side(file, side) } else { file.clone() };
        proof::can_be_written(&file, "--proof")?;
        files[side] = Some(file);
    }
    Ok(files)
}

fn print(
    page: &mut Page<'_>,
    args: &WinnableArgs,
    question: &Question,
    answers: &Answers,
    written: &ByColor<Option<PathBuf>>,
) -> io::Result<()> {
    let position = &question.query.position;
    page.position(position)?;
    for (color, answer) in answers.iter() {
        let Some(answer) = answer else { continue };
        let more = |spent| args.engine.more(spent);
        page.answer(&question.query, answer, more)?;
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
