//! The tables that a question needs: there, or built first.

use zermelo_answers::losing;
use zermelo_kernel::{Color, Rules};
use zermelo_losing::search::Question;
use zermelo_tables::{Measure, Quick};

use super::progress::SEARCH;
use crate::args::losing::LosingTables;
use crate::exit::{Fault, tell};
use crate::progress::Progress;
use crate::table::make;
use crate::words::counted;

/// Memory for building; four men need far less.
const MEMORY: u64 = 6 << 30;

/// A question with the tables it needs, after they were built.
pub fn question(
    tables: &LosingTables,
    rules: Rules,
    prover: Color,
    progress: &Progress,
) -> Result<Question, Fault> {
    build(tables, rules, progress)?;
    Ok(losing::question(rules, prover, &tables.folder(), tables.men))
}

/// Builds tables for a search that goes on meanwhile, or without them if that fails.
pub fn bring(tables: &LosingTables, question: &Question, progress: &Progress) {
    match build(tables, question.rules, progress) {
        Ok(()) => question.tables.iter().for_each(Quick::open),
        Err(fault) => tell(format_args!("{fault}; the search has no tables")),
    }
    progress.begin(SEARCH);
}

/// Builds what is missing: outcomes for the search, distances for playing it out.
fn build(tables: &LosingTables, rules: Rules, progress: &Progress) -> Result<(), Fault> {
    for measure in [Measure::Conversion, Measure::Outcome] {
        let (there, plan) = losing::missing(tables.folder(), rules, tables.men, measure)?;
        if plan.is_empty() {
            continue;
        }
        let long = if tables.men == 4 { "; this takes some minutes, once" } else { "" };
        tell(format_args!(
            "{} with up to {} men ({rules}) to build in {}{long}",
            counted(plan.len(), "table"),
            tables.men,
            there.library.folder().display(),
        ));
        let (_, interrupted) = make(&there, &plan, MEMORY, progress, false)?;
        if interrupted {
            let kept = "the tables that were built are kept; the same command goes on from there";
            return Err(Fault::Stopped(kept.to_string()));
        }
    }
    Ok(())
}
