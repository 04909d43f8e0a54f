//! `zermelo winnable FEN --rules losing`: can a side still win, by any moves of both?

use zermelo_answers::losing::{ChancesReport, can_win};
use zermelo_answers::query;
use zermelo_answers::winnable::Sides;
use zermelo_kernel::{ByColor, LosingPosition};

use crate::args::WinnableArgs;
use crate::exit::{Exit, Fault, bad_input};
use crate::progress::ends_at_once;
use crate::proof::{self, Saved};
use crate::words;

/// Answers the question about one position.
pub fn run(args: &WinnableArgs) -> Result<Exit, Fault> {
    let asked = &args.question;
    for (given, name) in [
        (asked.flag.is_some(), "--flag"),
        (asked.shortest, "--shortest"),
        (asked.with_history, "--with-history"),
        (args.engine.fast, "--fast"),
    ] {
        if given {
            return bad_input(format!("{name} with --rules {}: for chess only", asked.rules));
        }
    }
    let fen = query::plain(&args.fen.join(" ")).map_err(Fault::BadInput)?;
    let position =
        LosingPosition::from_fen(&fen).map_err(|error| Fault::BadInput(error.to_string()))?;
    let sides = asked.sides();
    if let Some(file) = &asked.proof {
        proof::can_be_written(file, "--proof")?;
    }
    ends_at_once("nothing was settled before the search was interrupted");
    let answers = can_win(&position, asked.rules, sides, args.engine.limits())?;
    let mut saved = Saved::default();
    let mut files: ByColor<Option<String>> = ByColor::default();
    for (color, answer) in answers.iter() {
        let proved = answer.as_ref().and_then(|answer| answer.proved.as_ref());
        if let (Some(file), Some(proved)) = (&asked.proof, proved) {
            let both = sides == Sides::Both;
            let file = if both { proof::for_side(file, color) } else { file.clone() };
            let done = proof::write(proved.to_text(), &file, "--proof");
            files[color] = saved.note(done, &file).map(|file| file.display().to_string());
        }
    }
    let report = ChancesReport::new(&position, asked.rules, &answers, &files);
    words::answer(args.output, &report, |page| {
        page.table_board(&position, asked.rules)?;
        for (color, answer) in answers.iter() {
            let Some(answer) = answer else { continue };
            let number = query::move_number(&fen);
            page.explain(&answer.explain(color, position.turn(), number))?;
            if let Some(file) = &files[color] {
                page.line(&format!("  Proof written to {file}."))?;
            }
        }
        Ok(())
    })?;
    let open = |answer: &zermelo_answers::losing::LosingAnswer| answer.proved.is_none();
    let open = answers.iter().any(|(_, answer)| answer.as_ref().is_some_and(open));
    saved.exit(if open { Exit::Open } else { Exit::Answered })
}
