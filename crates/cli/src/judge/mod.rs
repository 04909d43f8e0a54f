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
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use zermelo_record::pgn::begins_with_position;

use crate::args::judge::JudgeArgs;
use crate::exit::{Exit, Fault, bad_input, tell};
use crate::pipeline::{self, Bounds};
use crate::proof;
use games::GameFile;
use job::Worker;
use summary::Summary;

/// A game weighs as much as its text.
const BOUNDS: Bounds = Bounds { window: 32 << 20, items: 64, weight: 256 << 10 };

/// Judges every game of every file.
pub fn run(args: &JudgeArgs) -> Result<Exit, Fault> {
    if let Some(position) = args.files.iter().find_map(|file| position(file)) {
        return bad_input(format!(
            "this is a position, not a file of games; try 'zermelo winnable \"{position}\"'"
        ));
    }
    let files: Vec<Arc<GameFile>> =
        args.files.iter().map(|path| Arc::new(GameFile::new(path))).collect();
    if let Some(folder) = &args.output.proof {
        prepare(folder, &files)?;
    }
    let sizes: Option<Vec<u64>> = files.iter().map(|file| file.size()).collect();
    let progress = pipeline::progress_bar(sizes.map(|sizes| sizes.iter().sum()));
    let worker = || {
        let mut worker = Worker::new(args);
        move |task| worker.answer(task)
    };
    let (start, mut summary) = (Instant::now(), Summary::default());
    let (bar, count) = (progress.clone(), Arc::default());
    let lines =
        (!args.output.quiet).then(|| pipeline::progress_lines(&progress, &count, "games judged"));
    let outcome = pipeline::run(
        BOUNDS,
        move |outlet| games::read(&files, &bar, outlet),
        (pipeline::threads(args.effort.threads), worker),
        |out, reply: job::Reply| {
            out.write_all(&reply.text)?;
            count.fetch_add(1, Relaxed);
            if let Some(complaint) = summary.add(reply) {
                progress.suspend(|| tell(format_args!("{complaint}")));
            }
            Ok(())
        },
    );
    drop(lines);
    progress.finish_and_clear();
    let outcome = outcome?;
    summary.print(args, start.elapsed(), &outcome);
    // Each file's errors are replies, so that the other files go on.
    outcome.exit(summary.exit(), None)
}

/// A position that stands where a file of games is asked for, as it was given.
fn position(file: &Path) -> Option<&str> {
    let text = file.to_str()?;
    (begins_with_position(text.as_bytes()) && !file.exists()).then_some(text)
}

/// Makes the folder for proofs, and refuses files whose proofs would overwrite one another's.
fn prepare(folder: &Path, files: &[Arc<GameFile>]) -> Result<(), Fault> {
    let mut stems = HashSet::new();
    if let Some(double) = files.iter().find(|file| !stems.insert(&file.stem)) {
        let stem = &double.stem;
        return bad_input(format!(
            "--proof {}: the proofs of two files would both be called {stem}-1.cert",
            folder.display()
        ));
    }
    proof::make_folder(folder)
}
