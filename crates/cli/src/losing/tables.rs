//! The tables that a question needs: there, or built first.

use zermelo_answers::table::Tables;
use zermelo_kernel::Rules;
use zermelo_losing::search::Question;
use zermelo_tables::{Library, Material, Measure, Quick};

use super::work::Work;
use crate::args::{LosingTables, Side};
use crate::exit::{Fault, tell};
use crate::table::make;
use crate::words::counted;

/// Memory for building; four men need far less.
const MEMORY: u64 = 6 << 30;

/// All materials that are asked for.
fn materials(men: u8, rules: Rules) -> Vec<Material> {
    (2..=usize::from(men)).flat_map(|men| Material::all(men, rules)).collect()
}

/// A question with the tables it needs, after they were built.
pub fn question(
    tables: &LosingTables,
    rules: Rules,
    side: Side,
    work: &Work,
) -> Result<Question, Fault> {
    build(tables, rules, work)?;
    Ok(question_as_is(tables, rules, side))
}

/// A question with the tables that are there.
pub fn question_as_is(tables: &LosingTables, rules: Rules, side: Side) -> Question {
    let prover = match side {
        Side::White => zermelo_board::Color::White,
        Side::Black => zermelo_board::Color::Black,
    };
    let quick = || Quick::new(Library::new(tables.folder(), rules), usize::from(tables.men));
    Question { rules, prover, tables: (tables.men >= 2).then(quick) }
}

/// Builds what is missing: outcomes for the search, distances for playing it out.
fn build(tables: &LosingTables, rules: Rules, work: &Work) -> Result<(), Fault> {
    // Tables of distances bring those of outcomes with them.
    for measure in [Measure::Conversion, Measure::Outcome] {
        let there = Tables::new(tables.folder(), rules, measure)?;
        let wanted = materials(tables.men, rules);
        if wanted.iter().all(|material| there.has(material)) {
            continue;
        }
        let plan = there.library.plan(&wanted, measure);
        let long = if tables.men == 4 { "; this takes some minutes, once" } else { "" };
        tell(format_args!(
            "{} with up to {} men ({rules}) to build in {}{long}",
            counted(plan.len(), "table"),
            tables.men,
            there.library.folder().display(),
        ));
        let (_, interrupted) = make(&there, &plan, MEMORY, work.labour(), false)?;
        if interrupted {
            let kept = "the tables that were built are kept; the same command goes on from there";
            return Err(Fault::Stopped(kept.to_string()));
        }
    }
    Ok(())
}

/// Refuses an answer for which tables were needed that cannot be had.
pub fn complete(question: &Question) -> Result<(), Fault> {
    let missing: Vec<&Material> = question.tables.iter().flat_map(Quick::missing).collect();
    match missing.first() {
        None => Ok(()),
        Some(first) => {
            let folder = question.tables.as_ref().map(|quick| quick.library().folder().display());
            let folder = folder.map(|folder| folder.to_string()).unwrap_or_default();
            Err(Fault::BadInput(format!(
                "{} in {folder} cannot be read, that of {first} first",
                counted(missing.len(), "table")
            )))
        }
    }
}
