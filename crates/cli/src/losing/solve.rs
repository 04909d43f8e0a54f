//! `zermelo losing solve`: one search, and its proof.

use std::sync::Arc;

use zermelo_answers::losing::{Found, Opening, SolveReport, Solved};
use zermelo_board::Limits;
use zermelo_losing::search::Options;

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
    let question = tables::question(tables, asked.rules, asked.side, &progress)?;
    let limits = Limits::new(args.nodes.unwrap_or(u64::MAX), effort.memory);
    let options = Options {
        limits: Limits { interrupt: Some(progress.stop()), ..limits },
        workers: effort.threads(),
        second: !effort.quick,
        ..Options::default()
    };
    searching.begin();
    progress.begin(progress::SEARCH);
    let solved = Solved::new(
        &question,
        opening,
        options,
        args.keep.as_deref(),
        &searching.progress,
        &mut |stage| progress.begin(stage),
    )?;
    let (exit, (written, saved)) = match &solved.found {
        Found::Proved(proof) => {
            let claimed = (solved.rules, solved.prover);
            (Exit::Answered, files::write(files, &solved.opening, claimed, proof))
        }
        Found::Stopped => (Exit::Interrupted, Default::default()),
        Found::Refuted | Found::Limit => (Exit::Open, Default::default()),
    };
    drop(progress);
    let report = SolveReport::new(&solved, tables.men, &tables.folder(), written);
    words::answer(*output, &report, |page| {
        page.table_board(&solved.opening.root().to_kernel(), solved.rules)?;
        page.explain(&solved.explain(tables.men, written))
    })?;
    saved.exit(exit)
}
