//! `zermelo judge FILE...`: rulings for whole files of games, on all cores, in order.
//!
//! `pipeline.rs` keeps the order and bounds the memory. Here games are cut out of the files
//! (`games.rs`), judged, checked and printed in words, as JSON or as comments in the game itself
//! (`job.rs`), and counted (`summary.rs`).

mod games;
mod job;
mod summary;

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use crate::args::JudgeArgs;
use crate::exit::{Exit, Fault, tell};
use crate::pipeline::{self, Bounds, Outcome};
use crate::proof;
use games::GameFile;
use job::Worker;
use summary::Summary;

/// A game weighs as much as its text.
const BOUNDS: Bounds = Bounds { window: 32 << 20, items: 64, weight: 256 << 10 };

/// Judges every game of every file.
pub fn run(args: &JudgeArgs) -> Result<Exit, Fault> {
    let files: Vec<Arc<GameFile>> =
        args.files.iter().map(|path| Arc::new(GameFile::new(path))).collect();
    if let Some(folder) = &args.output.proof {
        prepare(folder, &files).map_err(Fault::BadInput)?;
    }
    let sizes: Option<Vec<u64>> = files.iter().map(|file| file.size()).collect();
    let progress = pipeline::progress_bar(sizes.map(|sizes| sizes.iter().sum()));
    let worker = |_| {
        let mut worker = Worker::new(args);
        move |task| worker.answer(task)
    };
    let workers = (0..pipeline::threads(args.effort.threads)).map(worker).collect();
    let mut summary = Summary::new(args);
    let bar = progress.clone();
    let outcome = pipeline::run(
        BOUNDS,
        move |outlet| games::read(&files, &bar, outlet),
        workers,
        |out, reply: job::Reply| {
            out.write_all(&reply.text)?;
            if let Some(complaint) = summary.add(reply) {
                progress.suspend(|| tell(format_args!("{complaint}")));
            }
            Ok(())
        },
    );
    progress.finish_and_clear();
    let outcome = outcome?;
    summary.print();
    match outcome {
        Outcome::Finished => Ok(summary.exit()),
        Outcome::Stopped => {
            tell(format_args!("stopped before the end of the input"));
            Ok(Exit::Interrupted)
        }
        // Each file's errors are replies, so that the other files go on.
        Outcome::Unread(error) => Err(Fault::BadInput(format!("cannot be read: {error}"))),
    }
}

/// Makes the folder for proofs, and refuses files whose proofs would overwrite one another's.
fn prepare(folder: &Path, files: &[Arc<GameFile>]) -> Result<(), String> {
    let mut stems = HashSet::new();
    if let Some(double) = files.iter().find(|file| !stems.insert(&file.stem)) {
        let stem = &double.stem;
        return Err(format!(
            "--proof {}: the proofs of two files would both be called {stem}-1.cert",
            folder.display()
        ));
    }
    proof::make_folder(folder)
}
