//! `zermelo scan SOURCE... --to OUT`: all flag falls of whole databases.
//!
//! `pipeline.rs` keeps the order and bounds the memory; what goes through it are blocks of whole
//! games. Here sources are opened (`sources.rs`), rows, counts and resume points are kept
//! (`sink.rs`, the file itself `rows.rs`), and the table at the end is printed. What needs
//! DataFusion stands in `query.rs`, and `no_query.rs` says so where it is not built in.

#[cfg_attr(not(feature = "sql"), path = "no_query.rs")]
mod query;
mod rows;
mod sink;
mod sources;

use std::io::{self, Write};
use std::sync::Arc;

use zermelo_answers::scan::{Format, Run, TagColumn, Tally};
use zermelo_scan::{Block, Examiner, Report};

use crate::args::scan::ScanArgs;
use crate::exit::{Exit, Fault, bad_input, tell};
use crate::pipeline::{self, Bounds, Outcome};
use crate::progress::Line;
use crate::proof::{self, Saved};
use crate::words::{folded, folded_aside};
#[cfg(feature = "cluster")]
pub use query::budget;
use sink::Sink;

/// A block weighs as much as its text; each goes out by itself.
const BOUNDS: Bounds = Bounds { window: 24 << 20, items: 1, weight: 1 };

/// Scans all sources.
pub fn run(args: &ScanArgs) -> Result<Exit, Fault> {
    if let Some(to) = &args.to {
        sources::apart(to, &args.sources)?;
    }
    if args.sql.is_some() || args.cluster.is_some() {
        return query::run(args);
    }
    let Some(mut to) = args.to.clone() else { return bad_input("--to OUT is missing") };
    if to.is_stdout() && args.json {
        to.format = Format::JsonLines;
    }
    let to = &to;
    let path = to.path.display();
    if args.resume && sink::is_finished(to) {
        tell(format_args!("--resume: the run to {path} was finished; nothing is left to do"));
        return Ok(Exit::Answered);
    }
    let columns = columns(args)?;
    let sources = sources::find(&args.sources)?;
    if let Some(picture) = &args.histogram {
        proof::can_be_written(picture, "--histogram")?;
    }
    let mut sink = Sink::open(args, to, &sources)?;
    let from = sink.point.place;
    let progress = Arc::clone(&sink.progress);
    let line = Line::new(move |elapsed| progress.words(elapsed));
    let options = args.options(to);
    let threads = pipeline::threads(args.threads);
    let worker = || {
        let mut examiner = Examiner::new(options.clone());
        move |block: Block| examiner.examine(&block)
    };
    let outcome = pipeline::run(
        BOUNDS,
        move |outlet| {
            sources::read(&sources, from, |block| {
                let weight = block.text.capacity();
                outlet.put(block, weight)
            })
        },
        (threads, worker),
        |out, report: Report| sink.add(out, report),
    );
    drop(line);
    let outcome = outcome.map_err(|fault| match fault {
        // Nothing else is written while it runs.
        Fault::Output(error) if !to.is_stdout() => Fault::BadInput(format!("--to {path}: {error}")),
        other => other,
    })?;
    let finished = matches!(outcome, Outcome::Finished);
    let has_begun = sink.has_begun();
    let closed = sink.close().and_then(|()| {
        if !has_begun {
            return Ok(());
        }
        query::to_parquet(to, &columns, finished)?;
        if finished { sink.forget() } else { Ok(()) }
    });
    closed.or_else(|error| bad_input(format!("--to {path}: {error}")))?;
    let mut saved = Saved::default();
    if let Some(picture) = &args.histogram {
        saved.note(proof::write(sink.point.tally.picture(), picture, "--histogram"), picture);
    }
    let report = sink.run(args, to, (threads, finished));
    print(&sink.point.tally, &report, args.json, to.is_stdout())?;
    let more = match has_begun {
        true if !to.is_stdout() => "; --resume goes on from there",
        _ => "",
    };
    match outcome {
        Outcome::Finished => saved.exit(sink.exit()?),
        Outcome::Stopped if !has_begun => Err(Fault::Stopped("nothing was found yet".to_string())),
        Outcome::Stopped => Err(Fault::Stopped(format!("what was found so far is written{more}"))),
        Outcome::Unread(error) => bad_input(format!("{error}{more}")),
    }
}

/// The tags that are wanted, each once.
fn columns(args: &ScanArgs) -> Result<Vec<TagColumn>, Fault> {
    let columns = args.columns();
    match columns.iter().enumerate().any(|(n, column)| columns[..n].contains(column)) {
        true => bad_input("--columns: a column is named twice"),
        false => Ok(columns),
    }
}

/// Prints the table, on standard error if the rows are on standard output.
fn print(tally: &Tally, run: &Run, json: bool, rows_on_stdout: bool) -> io::Result<()> {
    let mut text = String::new();
    if json {
        text = format!("{}\n", tally.report(run));
    } else {
        for [name, value, note] in tally.table(run) {
            let line = format!("{name:<34} {value:>14}  {note}");
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    match (rows_on_stdout, json) {
        (true, true) => io::stderr().write_all(text.as_bytes()),
        (true, false) => io::stderr().write_all(folded_aside(&text).as_bytes()),
        (false, true) => io::stdout().write_all(text.as_bytes()),
        (false, false) => io::stdout().write_all(folded(&text).as_bytes()),
    }
}
