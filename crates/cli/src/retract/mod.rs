//! `zermelo retract FEN`: what was the last move?
//!
//! The crate `answers` has the list, the sentences and the JSON; here they are laid out. A FEN with
//! unknown fields has several readings.

use std::io;

use zermelo_answers::retract::explain::{all_readings, sections};
use zermelo_answers::retract::{self, LastMoves, ReadingsReport, RetractReport, long};
use zermelo_kernel::Retraction;

use crate::args::retract::RetractArgs;
use crate::diagram;
use crate::exit::{Exit, Fault};
use crate::style::Style;
use crate::words::{self, Page, print_json};

/// So many positions before are drawn.
const DRAWN: usize = 4;

/// Answers the question.
pub fn run(args: &RetractArgs) -> Result<Exit, Fault> {
    let found = retract::ask(&args.fen.join(" "), args.castling.read(), args.dead_reckoning)?;
    match (&found[..], args.output.json) {
        ([one], true) => print_json(&RetractReport::new(one))?,
        (several, true) => print_json(&ReadingsReport::new(several))?,
        _ => words::print(args.output.color, |page| print(page, args, &found))?,
    };
    let open = found.iter().any(|moves| !moves.unsettled().is_empty());
    Ok(if open { Exit::Open } else { Exit::Answered })
}

fn print(page: &mut Page<'_>, args: &RetractArgs, found: &[LastMoves]) -> io::Result<()> {
    let style = Style::new(args.output.color);
    if let [one] = found {
        page.position(&one.position)?;
        page.gap()?;
        return print_moves(page, style, one, args.all);
    }
    for (number, one) in (1..).zip(found) {
        let title = format!("Reading {number} of {}: {}", found.len(), one.position.to_fen());
        page.headline(&title)?;
        print_moves(page, style, one, args.all)?;
        page.gap()?;
    }
    page.headline(&all_readings(found))
}

/// All sections; few positions before are drawn.
fn print_moves(page: &mut Page<'_>, style: Style, found: &LastMoves, all: bool) -> io::Result<()> {
    for (index, section) in sections(found).iter().enumerate() {
        if index > 0 {
            page.gap()?;
        }
        page.explain(&section.text)?;
        let few = index == 0 && (1..=DRAWN).contains(&section.moves.len());
        if all || few {
            page.gap()?;
            for found in section.moves {
                page.line(&format!("  {:<16} {}", long(found), found.before.to_fen()))?;
            }
        }
        if few && !all {
            boards(page, style, section.moves)?;
        }
    }
    Ok(())
}

/// The positions before, two boards in a row.
fn boards(page: &mut Page<'_>, style: Style, list: &[Retraction]) -> io::Result<()> {
    let titled = |found: &Retraction| {
        (format!("before {}", long(found)), diagram::board(&found.before, style))
    };
    for pair in list.chunks(2) {
        let rows = match pair {
            [left, right] => {
                let (left, right) = (titled(left), titled(right));
                diagram::beside((&left.0, left.1), (&right.0, right.1))
            }
            _ => {
                let (title, rows) = pair.first().map(titled).unwrap_or_default();
                std::iter::once(format!("     {title}")).chain(rows).collect()
            }
        };
        page.gap()?;
        for row in rows {
            page.line(&row)?;
        }
    }
    Ok(())
}
