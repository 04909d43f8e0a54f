//! `zermelo legal --count`: which positions of an ending can arise, all of them.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use zermelo_answers::judge::to_line;
use zermelo_answers::legal::count::{
    CountReport, EndingCount, Kept, Lippold, Stage, Truth, all_endings, count, ending, men,
};
use zermelo_retro::endings::{Ending, Men};

use super::count_all::Table;
use crate::args::legal::LegalArgs;
use crate::exit::{Exit, Fault, bad_input, tell};
use crate::pipeline;
use crate::progress::Progress;
use crate::proof::{self, Saved};
use crate::style::Style;
use crate::words::{counted, print_all, thousands, write_wrapped};

/// Counts.
pub fn run(args: &LegalArgs) -> Result<Exit, Fault> {
    let (endings, is_all) = endings(args)?;
    if let Some(file) = &args.output.proof {
        if endings.len() > 1 {
            return bad_input(
                "--proof: one ending at a time; --to FOLDER keeps the proofs of many",
            );
        }
        proof::can_be_written(file, "--proof")?;
    }
    let kept = args.to.as_deref().map(Kept::open).transpose()?;
    pipeline::use_threads(args.effort.threads)?;
    let nothing = match kept {
        None => "nothing is kept of a count that is not complete",
        Some(_) => "every settled ending is kept, and the same command goes on with the others",
    };
    let progress = Progress::keeping_nothing(nothing, |doing, _| doing.to_string());
    // Of all endings the definitions are counted where they are asked for: they take their time, too.
    let definitions = args.definitions || !is_all;
    let mut table = (is_all && !args.output.json).then(|| Table::new(args.definitions));
    let mut exit = Exit::Answered;
    for (men, ending) in &endings {
        let mut found = EndingCount { material: men.to_string(), definitions: None, truth: None };
        let mut file = None;
        if let Some(ending) = ending {
            let truth;
            (truth, file) = match decide(args.list, ending, kept.as_ref(), &progress)? {
                Some(decided) => decided,
                None => return Ok(Exit::Interrupted),
            };
            if !truth.open.is_empty() {
                exit = Exit::Open;
            }
            found.truth = Some(truth);
        }
        if definitions {
            progress.doing(format!("{men}: counting by definitions"));
            found.definitions = Some(Lippold::new(men)?);
        }
        let file = file.map(|file| file.display().to_string());
        match &mut table {
            Some(table) => {
                print_all(|mut out| table.row(&mut out, &found))?;
            }
            None => exit = print(args, &found, file)?.exit(exit)?,
        }
    }
    if let Some(table) = table {
        print_all(|mut out| table.end(&mut out))?;
    }
    Ok(exit)
}

/// Decides every position of an ending, or takes what is kept of it; and the file in which it is kept.
/// `None` after Ctrl-C.
fn decide(
    list: bool,
    ending: &Ending,
    kept: Option<&Kept>,
    progress: &Progress,
) -> Result<Option<(Truth, Option<PathBuf>)>, Fault> {
    let say = |stage| say(progress, ending, stage);
    let known = kept.map_or(Ok(None), |kept| kept.take(ending, &say)).unwrap_or_else(|fault| {
        tell(format_args!("{fault}; it is counted again"));
        None
    });
    let is_known = known.is_some();
    let Some(truth) = count(ending, list, known, &say)? else { return Ok(None) };
    let file = match (kept, &truth.counted) {
        (Some(kept), _) if is_known => Some(kept.file(ending)),
        (Some(kept), Some(counted)) => Some(kept.keep(ending, counted)?),
        _ => None,
    };
    Ok(Some((truth, file)))
}

/// Men, with their ending if every position of it is to be decided and not only definitions count.
type Asked = (Men, Option<Ending>);

/// What is asked for, and whether that is all endings.
fn endings(args: &LegalArgs) -> Result<(Vec<Asked>, bool), Fault> {
    let all = args.count.iter().find_map(|text| all_endings(text, args.definitions));
    let (endings, is_all) = match (all, args.count.len()) {
        (Some(all), 1) => (all, true),
        (Some(_), _) => {
            return bad_input("--count: a number of men stands alone; it is for all endings");
        }
        (None, _) => (args.count.iter().map(|text| men(text)).collect(), false),
    };
    if is_all && args.list {
        return bad_input("--list: name the ending whose illegal positions are to be listed");
    }
    let to_decide = |men: Men| {
        let ending = if args.definitions { None } else { Some(ending(&men)?) };
        Ok((men, ending))
    };
    let endings = endings.and_then(|all| all.into_iter().map(to_decide).collect());
    Ok((endings.map_err(Fault::BadInput)?, is_all))
}

/// Says how far it is.
fn say(progress: &Progress, ending: &Ending, stage: Stage) -> ControlFlow<()> {
    progress.doing(format!("{}: {}", ending.material(), stage));
    progress.flow()
}

/// Saves the proof and prints what was found, as asked for. It may be kept in a file already.
fn print(args: &LegalArgs, found: &EndingCount, kept: Option<String>) -> Result<Saved, Fault> {
    let (mut saved, mut proof) = (Saved::default(), kept);
    let counted = found.truth.as_ref().and_then(|truth| truth.counted.as_ref());
    if let (Some(file), Some(counted)) = (&args.output.proof, counted) {
        let done = proof::write(counted.census.to_text(), file, "--proof");
        proof = saved.note(done, file).map(|file| file.display().to_string());
    }
    print_all(|mut out| match args.output.json {
        true => out.write_all(&to_line(&CountReport::new(found, proof))),
        false => words(&mut out, Style::new(args.output.color), found, proof.as_deref()),
    })?;
    Ok(saved)
}

/// One row: a name, two numbers and their sum.
fn row(out: &mut impl Write, name: &str, [white, black]: [u64; 2]) -> io::Result<()> {
    let numbers = [white, black, white + black].map(thousands);
    writeln!(out, "  {name:<30}{:>15}{:>15}{:>15}", numbers[0], numbers[1], numbers[2])
}

fn head(out: &mut impl Write, name: &str) -> io::Result<()> {
    writeln!(out, "  {name:<30}{:>15}{:>15}{:>15}", "White to move", "Black to move", "in all")
}

fn words(
    out: &mut impl Write,
    style: Style,
    found: &EndingCount,
    proof: Option<&str>,
) -> io::Result<()> {
    writeln!(out, "{}", style.bold(&found.material))?;
    if let Some(truth) = &found.truth {
        the_truth(out, style, truth, proof)?;
    }
    if let Some(lippold) = &found.definitions {
        the_definitions(out, lippold)?;
    }
    writeln!(out)
}

fn the_definitions(out: &mut impl Write, lippold: &Lippold) -> io::Result<()> {
    let rows = |out: &mut _, [correct, complete]: [[u64; 2]; 2]| {
        row(out, "correct", correct)?;
        row(out, "complete", complete)
    };
    let [once, four_times] = lippold.counts;
    write_wrapped(
        out,
        2,
        "  By Lippold's definitions, positions with a man just taken or promoted included:",
    )?;
    head(out, "")?;
    rows(out, once)?;
    if lippold.pawns {
        writeln!(out, "  a pawn just promoted counted four times:")?;
        rows(out, four_times)?;
    }
    if let (Some(settled), Some(words)) = (&lippold.settled, lippold.explain()) {
        writeln!(out, "  nobody just taken:")?;
        row(out, "in all", settled.positions)?;
        row(out, "settled at once, legal", settled.legal)?;
        write_wrapped(out, 2, &format!("  {words}"))?;
    }
    Ok(())
}

fn the_truth(
    out: &mut impl Write,
    style: Style,
    truth: &Truth,
    proof: Option<&str>,
) -> io::Result<()> {
    if let Some(counts) = truth.counted.as_ref().map(|counted| &counted.arising) {
        head(out, "")?;
        row(out, "legal", counts.legal)?;
        row(out, "illegal", counts.illegal)?;
        if counts.legal_en_passant != [0; 2] || counts.illegal_en_passant != [0; 2] {
            row(out, "legal, capture en passant", counts.legal_en_passant)?;
            row(out, "illegal, capture en passant", counts.illegal_en_passant)?;
        }
        write_wrapped(out, 2, &format!("  {}", truth.explain()))?;
    } else {
        let open = counted(truth.open.len(), "position");
        writeln!(out, "{}", style.bold(&format!("  Open: {open}, among them")))?;
        for position in truth.open.iter().take(10) {
            writeln!(out, "    {position}")?;
        }
    }
    if let Some(illegal) = &truth.illegal {
        writeln!(out, "  illegal:")?;
        for position in illegal {
            writeln!(out, "    {position}")?;
        }
    }
    if let Some(file) = proof {
        writeln!(out, "  Proof written to {file}.")?;
    }
    writeln!(out)
}
