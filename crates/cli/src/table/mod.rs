//! `zermelo table`: endgame tables. One file a command; what is said is made in the crate
//! `answers`, and laid out here and in `words/table.rs`.

mod build;
mod probe;
mod stats;
mod verify;
mod zugzwangs;

use zermelo_answers::table::Tables;
use zermelo_kernel::{GamePosition, LosingPosition, Position};
use zermelo_tables::Rules;

use crate::args::table::TableCommand;
use crate::exit::{Exit, Fault};
use crate::pipeline;
pub use build::make;

/// Does what is asked of the tables.
pub fn run(command: &TableCommand) -> Result<Exit, Fault> {
    let options = command.options();
    pipeline::use_threads(options.threads)?;
    if let TableCommand::Probe(args) = command
        && !args.syzygy.is_empty()
    {
        return probe::syzygy(args);
    }
    match options.rules {
        Rules::Chess => play::<Position>(command),
        Rules::Losing | Rules::LosingFics | Rules::LosingJoint => play::<LosingPosition>(command),
    }
}

fn play<P: GamePosition>(command: &TableCommand) -> Result<Exit, Fault> {
    let options = command.options();
    let tables = Tables::new(options.folder(), options.rules, options.measure())?;
    match command {
        TableCommand::Build(args) => build::run(args, &tables),
        TableCommand::Probe(args) => probe::run::<P>(args, &tables),
        TableCommand::Stats(args) => stats::run::<P>(args, &tables),
        TableCommand::Verify(args) => verify::run::<P>(args, &tables),
        TableCommand::Zugzwangs(args) => zugzwangs::run::<P>(args, &tables),
    }
}
