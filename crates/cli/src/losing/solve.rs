//! `zermelo losing solve`: one search, and its proof.

use std::sync::Arc;

use zermelo_answers::losing::{
    BEFORE_TABLES, Found, Opening, SolveReport, Solved, go_on, missing, question, read_book,
};
use zermelo_board::Limits;
use zermelo_losing::search::{Later, Options, Setting};
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
    let along = opening.rest(&args.along)?;
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
    let (_, plan) = missing(tables.folder(), asked.rules, tables.men, Measure::Conversion)?;
    let at_once = match (&args.keep, &args.book) {
        (_, Some(file)) => {
            let book = read_book(file, &opening, claimed)?;
            let men = if plan.is_empty() { tables.men } else { 0 };
            let question = question(asked.rules, asked.side, &tables.folder(), men);
            let (from, progress) = (opening.clone(), &searching.progress);
            Some(Solved::by_book(&question, from, &book, options, progress, doing)?)
        }
        (Some(folder), _) if folder.exists() => None,
        _ => Solved::at_once(claimed, &opening, options, doing)?,
    };
    let solved = match at_once {
        Some(solved) => solved,
        None => {
            let late = tables.men == 4 && !plan.is_empty();
            let question = match late {
                true => question(asked.rules, asked.side, &tables.folder(), 4).closed(),
                false => tables::question(tables, asked.rules, asked.side, &progress)?,
            };
            let bring = &|| tables::bring(tables, &question, &progress);
            let later = late.then_some(Later { nodes: BEFORE_TABLES, bring });
            searching.begin();
            progress.begin(progress::SEARCH);
            let setting = Setting { keep: args.keep.as_deref(), later, along: &along };
            Solved::new(&question, opening, options, setting, &searching.progress, doing)?
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
        page.explain(&solved.explain(written))?;
        let command: Vec<String> = std::env::args().skip(1).collect();
        let next = go_on(&solved, args.keep.as_deref(), &command);
        next.map_or(Ok(()), |next| page.remark(&next))
    })?;
    saved.exit(exit)
}
