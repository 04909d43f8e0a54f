//! `zermelo legal --count`: which positions of an ending can arise, all of them.

use std::io::{self, Write};
use std::ops::ControlFlow;

use zermelo_answers::judge::to_line;
use zermelo_answers::legal::count::{Asked, CountReport, EndingCount, Stage, Truth, count, ending};
use zermelo_retro::endings::Ending;

use crate::args::legal::LegalArgs;
use crate::exit::{Exit, Fault, bad_input};
use crate::pipeline;
use crate::progress::Progress;
use crate::proof::{self, Saved};
use crate::style::Style;
use crate::words::{counted, print_all, thousands, write_wrapped};

/// Counts.
pub fn run(args: &LegalArgs) -> Result<Exit, Fault> {
    let endings = args.count.iter().map(|text| ending(text)).collect::<Result<Vec<_>, _>>();
    let endings = endings.map_err(Fault::BadInput)?;
    if let Some(file) = &args.output.proof {
        if endings.len() > 1 {
            return bad_input("--proof: one ending at a time");
        }
        proof::can_be_written(file, "--proof")?;
    }
    pipeline::use_threads(args.effort.threads)?;
    let progress = Progress::saying(|doing, _| doing.to_string())
        .keeping_nothing("nothing is kept of a count that is not complete");
    let asked = Asked { definitions: args.definitions, list: args.list };
    let mut exit = Exit::Answered;
    for ending in &endings {
        progress.doing(format!("{}: counting by definitions", ending.material()));
        let found = count(ending, asked, &|stage| say(&progress, ending, stage))?;
        let Some(found) = found else { return Ok(Exit::Interrupted) };
        if found.truth.as_ref().is_some_and(|truth| !truth.open.is_empty()) {
            exit = Exit::Open;
        }
        exit = print(args, &found)?.exit(exit)?;
    }
    Ok(exit)
}

/// Says how far it is.
fn say(progress: &Progress, ending: &Ending, stage: Stage) -> ControlFlow<()> {
    progress.doing(format!("{}: {}", ending.material(), stage));
    progress.flow()
}

/// Saves the proof and prints what was found, as asked for.
fn print(args: &LegalArgs, found: &EndingCount) -> Result<Saved, Fault> {
    let (mut saved, mut proof) = (Saved::default(), None);
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
    let [once, four_times] = found.definitions;
    let rows = |out: &mut _, [correct, complete]: [[u64; 2]; 2]| {
        row(out, "correct", correct)?;
        row(out, "complete", complete)
    };
    write_wrapped(
        out,
        2,
        "  By Lippold's definitions, positions with a man just taken or promoted included:",
    )?;
    head(out, "")?;
    rows(out, once)?;
    if found.pawns {
        writeln!(out, "  a pawn just promoted counted four times:")?;
        rows(out, four_times)?;
    }
    writeln!(out)
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
