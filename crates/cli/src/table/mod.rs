//! `zermelo table`: endgame tables.
//!
//! `shelf.rs` knows where tables are and what they are called, `which.rs` reads what materials
//! are meant; the crate `answers` what chess and losing chess do not have in common, and single
//! positions. Then one file a command (two for `probe`: `syzygy.rs` reads the files of others); each
//! has its JSON beside it, and what people read is in `words/table.rs`, `words/syzygy.rs` and `words/figures.rs`.

mod build;
mod figures;
mod histogram;
mod plot;
mod probe;
mod shelf;
mod stats;
mod syzygy;
mod verify;
mod which;
mod zugzwangs;

use std::io::{self, Write};

use serde::Serialize;
use zermelo_kernel::{GamePosition, LosingPosition, Position};
use zermelo_tables::Rules;

use crate::args::{TableArgs, TableCommand};
use crate::exit::{Exit, Fault};
pub use build::{make, size};
pub use figures::{Figures, Longest};
pub use histogram::Histogram;
pub use shelf::Shelf;
pub use stats::Read;
pub use syzygy::{Hearsay, Rumour, converts};
pub use zermelo_answers::table::{Answer, Ended, Known, Line, distance, moves_of};

/// Does what is asked of the tables.
pub fn run(args: &TableArgs) -> Result<Exit, Fault> {
    let options = args.command.options();
    if let Some(threads) = options.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get());
        let fault = |error| Fault::BadInput(format!("--threads {threads}: {error}"));
        pool.build_global().map_err(fault)?;
    }
    if let TableCommand::Probe(args) = &args.command
        && !args.syzygy.is_empty()
    {
        return syzygy::run(args);
    }
    match options.rules {
        Rules::Chess => play::<Position>(&args.command),
        Rules::Losing | Rules::LosingFics | Rules::LosingJoint => {
            play::<LosingPosition>(&args.command)
        }
    }
}

fn play<P: GamePosition>(command: &TableCommand) -> Result<Exit, Fault> {
    let shelf = Shelf::new(command.options())?;
    match command {
        TableCommand::Build(args) => build::run(args, &shelf),
        TableCommand::Probe(args) => probe::run::<P>(args, &shelf),
        TableCommand::Stats(args) => stats::run::<P>(args, &shelf),
        TableCommand::Verify(args) => verify::run::<P>(args, &shelf),
        TableCommand::Zugzwangs(args) => zugzwangs::run::<P>(args, &shelf),
    }
}

/// Prints an answer for programs.
pub fn print_json(report: &impl Serialize) -> Result<(), Fault> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    serde_json::to_writer_pretty(&mut out, report).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(out.flush()?)
}
