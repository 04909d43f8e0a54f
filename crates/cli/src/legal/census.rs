//! The counts of an ending for people and programs.

use std::io::{self, Write};

use serde::Serialize;
use zermelo_kernel::Position;

use super::count::{Counted, Truth};
use crate::args::LegalArgs;
use crate::exit::Fault;
use crate::style::Style;
use crate::words::{counted, duration, thousands, write_wrapped};

/// Two numbers: with White and with Black to move.
#[derive(Serialize)]
struct Sides {
    white_to_move: u64,
    black_to_move: u64,
}

impl From<[u64; 2]> for Sides {
    fn from([white_to_move, black_to_move]: [u64; 2]) -> Sides {
        Sides { white_to_move, black_to_move }
    }
}

/// The keys are documented in docs/guide/legality.md.
#[derive(Serialize)]
struct Report {
    material: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<Sides>,
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal: Option<Sides>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal_en_passant: Option<Sides>,
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal_en_passant: Option<Sides>,
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal_positions: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kernel_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<String>,
    correct: Sides,
    complete: Sides,
    correct_promotions_four_times: Sides,
    complete_promotions_four_times: Sides,
}

fn fens(positions: &[Position]) -> Vec<String> {
    positions.iter().map(Position::to_fen).collect()
}

impl Report {
    fn new(found: &Counted) -> Report {
        let truth = found.truth.as_ref();
        let counts = truth.and_then(|truth| truth.counts);
        let [[correct, complete], [correct_four, complete_four]] = found.definitions;
        Report {
            material: found.material.clone(),
            legal: counts.map(|counts| counts.legal.into()),
            illegal: counts.map(|counts| counts.illegal.into()),
            legal_en_passant: counts.map(|counts| counts.legal_en_passant.into()),
            illegal_en_passant: counts.map(|counts| counts.illegal_en_passant.into()),
            open: truth.map(|truth| fens(&truth.open)),
            illegal_positions: truth.and_then(|truth| truth.illegal.as_deref().map(fens)),
            games: truth.map(|truth| truth.lines[0]),
            engine_seconds: truth.map(|truth| truth.times[0].as_secs_f64()),
            kernel_seconds: truth.map(|truth| truth.times[1].as_secs_f64()),
            proof: truth.and_then(|truth| truth.written.clone()),
            correct: correct.into(),
            complete: complete.into(),
            correct_promotions_four_times: correct_four.into(),
            complete_promotions_four_times: complete_four.into(),
        }
    }
}

/// Prints what was found, as asked for.
pub fn print(args: &LegalArgs, found: &Counted) -> Result<(), Fault> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    if args.output.json {
        serde_json::to_writer(&mut out, &Report::new(found)).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        words(&mut out, Style::new(args.output.color), found)?;
    }
    out.flush()?;
    Ok(())
}

/// One row: a name, two numbers and their sum.
fn row(out: &mut impl Write, name: &str, [white, black]: [u64; 2]) -> io::Result<()> {
    let numbers = [white, black, white + black].map(thousands);
    writeln!(out, "  {name:<30}{:>15}{:>15}{:>15}", numbers[0], numbers[1], numbers[2])
}

fn head(out: &mut impl Write, name: &str) -> io::Result<()> {
    writeln!(out, "  {name:<30}{:>15}{:>15}{:>15}", "White to move", "Black to move", "in all")
}

fn words(out: &mut impl Write, style: Style, found: &Counted) -> io::Result<()> {
    writeln!(out, "{}", style.bold(&found.material))?;
    if let Some(truth) = &found.truth {
        the_truth(out, style, truth)?;
    }
    let [once, four_times] = found.definitions;
    let rows = |out: &mut _, [correct, complete]: [[u64; 2]; 2]| {
        row(out, "correct", correct)?;
        row(out, "complete", complete)
    };
    writeln!(
        out,
        "  By Lippold's definitions, positions with a man just taken or promoted included:"
    )?;
    head(out, "")?;
    rows(out, once)?;
    if found.pawns {
        writeln!(out, "  a pawn just promoted counted four times:")?;
        rows(out, four_times)?;
    }
    writeln!(out)
}

fn the_truth(out: &mut impl Write, style: Style, truth: &Truth) -> io::Result<()> {
    if let Some(counts) = &truth.counts {
        head(out, "")?;
        row(out, "legal", counts.legal)?;
        row(out, "illegal", counts.illegal)?;
        if counts.legal_en_passant != [0; 2] || counts.illegal_en_passant != [0; 2] {
            row(out, "legal, capture en passant", counts.legal_en_passant)?;
            row(out, "illegal, capture en passant", counts.illegal_en_passant)?;
        }
        let [games, moves] = truth.lines;
        let sentence = format!(
            "Every position is settled, and the kernel has checked each. The evidence: {} from the \
             initial array, and {} more that lead on from them. Found in {}, checked in {}.",
            counted(games, "game"),
            counted(moves, "single move"),
            duration(truth.times[0]),
            duration(truth.times[1])
        );
        write_wrapped(out, 2, &format!("  {sentence}"))?;
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
    if let Some(file) = &truth.written {
        writeln!(out, "  Proof written to {file}.")?;
    }
    writeln!(out)
}
