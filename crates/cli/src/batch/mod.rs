//! `zermelo winnable --batch FILE|-`: one position a line, on all cores, in order.
//!
//! `pipeline.rs` keeps the order and bounds the memory; here lines are cut (`input.rs`), answered
//! (`job.rs`) and counted (`summary.rs`). `zermelo legal --batch` reads its lines here, too.

mod input;
mod job;
mod summary;

use std::io::{self, Write};
use std::path::Path;

use crate::args::WinnableArgs;
use crate::exit::{Exit, Fault, tell};
use crate::pipeline::{self, Bounds, Outcome, Outlet};
use job::Worker;
use summary::Summary;

pub use input::{Input, Line};
pub use job::{error_line, sentence_of, to_json};
pub use summary::mean;

/// Every line has the weight 1.
const BOUNDS: Bounds = Bounds { window: 1 << 15, items: 8, weight: 8 };

/// Answers every line of the input.
pub fn run(source: &Path, args: &WinnableArgs) -> Result<Exit, Fault> {
    let input = Input::open(source).map_err(Fault::BadInput)?;
    let progress = pipeline::progress_bar(input.size());
    let worker = |_| {
        let mut worker = Worker::new(args);
        move |line| worker.answer(line)
    };
    let workers = (0..pipeline::threads(args.batch.threads)).map(worker).collect();
    let mut summary = Summary::default();
    let outcome = pipeline::run(
        BOUNDS,
        |outlet| read(input, outlet),
        workers,
        |out, reply| {
            writeln!(out, "{}", reply.text)?;
            summary.add(&reply);
            progress.inc(reply.bytes);
            Ok(())
        },
    );
    progress.finish_and_clear();
    let outcome = outcome?;
    summary.print(args.batch.check);
    match outcome {
        Outcome::Finished => Ok(summary.exit()),
        Outcome::Stopped => {
            tell(format_args!("stopped before the end of the input"));
            Ok(Exit::Interrupted)
        }
        Outcome::Unread(error) => {
            Err(Fault::BadInput(format!("{}: cannot be read: {error}", source.display())))
        }
    }
}

/// Reads lines and hands them out: in chunks while there is plenty at hand, at once otherwise.
pub fn read(mut input: Input, outlet: &mut Outlet<Line>) -> io::Result<()> {
    while let Some(line) = input.next_line()? {
        outlet.put(line, 1)?;
        if !input.has_line_at_hand() {
            outlet.flush()?;
        }
    }
    Ok(())
}
