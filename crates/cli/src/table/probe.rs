//! `zermelo table probe`: one position.

use std::io::{self, IsTerminal, Write};

use zermelo_answers::table::{Answer, Known, ProbeFault, ProbeReport, material_of, over, read};
use zermelo_kernel::GamePosition;
use zermelo_tables::Material;

use super::shelf::Shelf;
use super::{build, print_json};
use crate::args::ProbeArgs;
use crate::exit::{Exit, Fault};
use crate::query;
use crate::style::Style;
use crate::words::Page;

/// Why nothing is known, and how to build what is missing for `wanted`.
pub fn fault(shelf: &Shelf, fault: ProbeFault, wanted: &Material) -> Fault {
    match fault {
        ProbeFault::Table(error) => shelf.fault(&error, wanted),
        ProbeFault::Rejected(sentence) => Fault::Bug(sentence),
    }
}

/// Looks up a position.
pub fn run<P: GamePosition>(args: &ProbeArgs, shelf: &Shelf) -> Result<Exit, Fault> {
    let words = shelf.words();
    if args.line && !words.has_distance() {
        let why = "--line: outcomes alone show no way; ask for --metric conversion or end";
        return Err(Fault::BadInput(why.to_string()));
    }
    let fen = args.fen.join(" ").replace('_', " ");
    query::refuse_long(&fen).map_err(Fault::BadInput)?;
    let position = read::<P>(&fen, words.rules).map_err(Fault::BadInput)?;
    let mut answer = match over(&position, words.rules) {
        Some(end) => Answer::over(position, words, end, &fen, args.line),
        None => {
            let material = material_of(&position).map_err(Fault::BadInput)?;
            if args.build {
                let plan = shelf.library.plan(std::slice::from_ref(&material), shelf.measure);
                build::within(&plan, args.memory)?;
                let lines = !io::stderr().is_terminal();
                let (_, interrupted) =
                    build::make(shelf, &plan, args.memory, &build::labour(), lines)?;
                if interrupted {
                    return Ok(Exit::Interrupted);
                }
            }
            let (library, measure, wanted) = (&shelf.library, shelf.measure, material.clone());
            Answer::look(library, measure, position, material, &fen, args.line)
                .map_err(|why| fault(shelf, why, &wanted))?
        }
    };
    answer.proof = match &answer.known {
        Known::Found { material, .. } if words.has_distance() => {
            Some(shelf.command("verify", &format!("{material} --all")))
        }
        _ => None,
    };
    if args.options.json {
        print_json(&ProbeReport::new(&answer))?;
    } else {
        let mut out = io::BufWriter::new(io::stdout().lock());
        Page::new(&mut out, Style::new(args.options.color)).probe(&answer)?;
        out.flush()?;
    }
    Ok(Exit::Answered)
}
