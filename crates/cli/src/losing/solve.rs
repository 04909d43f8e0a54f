//! `zermelo losing solve`: one search, and its proof.

use std::sync::Arc;

use zermelo_answers::losing::{Found, Opening, SolveReport, Solved, missing};
use zermelo_board::Limits;
use zermelo_losing::search::Options;
use zermelo_tables::Measure;

use super::progress::{self, Searching};
use super::{files, tables};
use crate::args::losing::{LosingWork, SolveArgs};
use crate::exit::{Exit, Fault};
use crate::words;

/// Solves.
pub fn run(args: &SolveArgs) -> Result<Exit, Fault> {
    let SolveArgs { question: asked, work, .. } = args;
    let LosingWork { effort, tables, files, output } = work;
    let opening = Opening::read(asked.fen.as_deref(), &asked.moves)?;
    files::can_be_written(files, &opening)?;
    let searching = Arc::new(Searching::default());
    let seen = Arc::clone(&searching);
    let progress = progress::new(move || seen.so_far());
    let limits = Limits::new(args.nodes.unwrap_or(u64::MAX), effort.memory);
    let options = Options {
        limits: Limits { interrupt: Some(progress.stop()), ..limits },
        workers: effort.threads(),
        second: !effort.quick,
        ..Options::default()
    };
    progress.begin(progress::SEARCH);
    let doing = &mut |stage| progress.begin(stage);
    let claimed = (asked.rules, asked.side);
    let at_once = match &args.keep {
        Some(folder) if folder.exists() => None,
        _ => {
            let (folder, measure) = (tables.folder(), Measure::Conversion);
            let (_, plan) = missing(folder, asked.rules, tables.men, measure)?;
            Solved::at_once(claimed, &opening, options, plan.is_empty(), doing)?
        }
    };
    let solved = match at_once {
        Some(solved) => solved,
        None => {
            let question = tables::question(tables, asked.rules, asked.side, &progress)?;
            searching.begin();
            progress.begin(progress::SEARCH);
            let (keep, searched) = (args.keep.as_deref(), &searching.progress);
            Solved::new(&question, opening, options, keep, searched, doing)?
        }
    };
    let (exit, (written, saved)) = match &solved.found {
        Found::Proved(proof) => {
            (Exit::Answered, files::write(files, &solved.opening, claimed, proof))
        }
        Found::Stopped => (Exit::Interrupted, Default::default()),
        Found::Refuted | Found::Limit => (Exit::Open, Default::default()),
    };
    drop(progress);
    let report = SolveReport::new(&solved, &tables.folder(), written);
    words::answer(*output, &report, |page| {
        page.table_board(&solved.opening.root().to_kernel(), solved.rules)?;
        page.explain(&solved.explain(written))
    })?;
    saved.exit(exit)
}
