//! `zermelo retract FEN`: what was the last move?
//!
//! The crate `answers` has the list, the reasons and the JSON; here it is put into words
//! (`words.rs`). A FEN with unknown fields has several readings (`readings.rs`).

mod readings;
mod words;

use std::io::{self, Write};

use zermelo_answers::retract::{self, ReadingsReport, RetractReport};

use crate::args::RetractArgs;
use crate::exit::{Exit, Fault};
use crate::style::Style;

/// Answers the question.
pub fn run(args: &RetractArgs) -> Result<Exit, Fault> {
    let found = retract::ask(&args.fen.join(" "), args.castling(), args.dead_reckoning)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let style = Style::new(args.color);
    match (&found[..], args.json) {
        ([one], true) => {
            serde_json::to_writer_pretty(&mut out, &RetractReport::new(one))
                .map_err(io::Error::from)?;
            writeln!(out)?;
        }
        ([one], false) => words::print(&mut out, style, one, args.all)?,
        (several, true) => {
            serde_json::to_writer_pretty(&mut out, &ReadingsReport::new(several))
                .map_err(io::Error::from)?;
            writeln!(out)?;
        }
        (several, false) => readings::print(&mut out, style, several, args.all)?,
    }
    out.flush()?;
    let open = found.iter().any(|moves| !moves.unsettled().is_empty());
    Ok(if open { Exit::Open } else { Exit::Answered })
}
