//! `zermelo winnable --batch FILE|-`: one position a line, on all cores, in order.
//!
//! Three parties: a reader that cuts the input into lines, workers that each keep one solver, and
//! the main thread, which prints answers in the order of the lines. A bounded window of lines is
//! under way at a time, so memory stays small however long the input is; nothing ever waits for
//! more input while an answer could be printed.

mod input;
mod job;
mod summary;

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Mutex};
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};

use crate::args::WinnableArgs;
use crate::exit::{Exit, Fault};
use input::{Input, Line};
use job::{Reply, Worker};
use summary::Summary;

/// Lines read but not yet printed, at most.
const WINDOW: usize = 1 << 15;
/// Lines handed to a worker at once, at most.
const CHUNK: usize = 8;

/// What the main thread hears of.
enum Event {
    /// The line with this index (from 0, comments not counted) is answered.
    Done(usize, Reply),
    /// The input has ended after so many lines.
    End(usize, io::Result<()>),
    /// Ctrl-C.
    Stop,
}

type Chunk = Vec<(usize, Line)>;

/// Answers every line of the input.
pub fn run(source: &Path, args: &WinnableArgs) -> Result<Exit, Fault> {
    let input = Input::open(source).map_err(Fault::BadInput)?;
    let progress = progress_bar(&input);
    let threads = args.batch.threads.map_or_else(
        || thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get),
        std::num::NonZeroUsize::get,
    );
    let (events, inbox) = mpsc::channel();
    let (chunks, work) = mpsc::sync_channel::<Chunk>(4 * threads);
    let (window, printed) = mpsc::sync_channel::<()>(WINDOW);
    let work = Arc::new(Mutex::new(work));
    for _ in 0..threads {
        let (work, events) = (Arc::clone(&work), events.clone());
        let worker = Worker::new(args);
        thread::spawn(move || serve(worker, &work, &events));
    }
    let stop = events.clone();
    // Without a handler Ctrl-C still ends the program, only less politely.
    let _ = ctrlc::set_handler(move || {
        let _ = stop.send(Event::Stop);
    });
    thread::spawn(move || read(input, &chunks, &window, &events));

    let mut summary = Summary::default();
    let outcome = print(&inbox, &printed, &mut summary, &progress);
    progress.finish_and_clear();
    let outcome = outcome?;
    summary.print(args.batch.check);
    match outcome {
        Outcome::Finished => Ok(summary.exit()),
        Outcome::Stopped => {
            eprintln!("stopped before the end of the input");
            Ok(Exit::Interrupted)
        }
        Outcome::Unread(error) => {
            Err(Fault::BadInput(format!("{}: cannot be read: {error}", source.display())))
        }
    }
}

/// A worker's life.
fn serve(mut worker: Worker, work: &Mutex<Receiver<Chunk>>, events: &Sender<Event>) {
    loop {
        let chunk = match work.lock() {
            Ok(work) => work.recv(),
            Err(_) => return,
        };
        let Ok(chunk) = chunk else { return };
        for (index, line) in chunk {
            if events.send(Event::Done(index, worker.answer(line))).is_err() {
                return;
            }
        }
    }
}

/// Reads lines and hands them out: in chunks while there is plenty at hand, at once otherwise.
fn read(
    mut input: Input,
    chunks: &SyncSender<Chunk>,
    window: &SyncSender<()>,
    events: &Sender<Event>,
) {
    let mut count = 0;
    let mut chunk = Chunk::new();
    let end = loop {
        match input.next_line() {
            Ok(Some(line)) => {
                // While the window is full nothing may be held back: it would never empty.
                if window.try_send(()).is_err() {
                    if chunks.send(std::mem::take(&mut chunk)).is_err() {
                        return;
                    }
                    if window.send(()).is_err() {
                        return;
                    }
                }
                chunk.push((count, line));
                count += 1;
                if (chunk.len() >= CHUNK || !input.has_line_at_hand())
                    && chunks.send(std::mem::take(&mut chunk)).is_err()
                {
                    return;
                }
            }
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    if !chunk.is_empty() && chunks.send(chunk).is_err() {
        return;
    }
    // Fails only if the main thread is gone, and then nobody wants to know.
    let _ = events.send(Event::End(count, end));
}

enum Outcome {
    Finished,
    Stopped,
    Unread(io::Error),
}

/// Prints replies in order until all are printed.
fn print(
    inbox: &Receiver<Event>,
    printed: &Receiver<()>,
    summary: &mut Summary,
    progress: &ProgressBar,
) -> Result<Outcome, Fault> {
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    let mut end = None;
    loop {
        if matches!(&end, Some((count, _)) if *count == next) {
            out.flush()?;
            return Ok(match end {
                Some((_, Err(error))) => Outcome::Unread(error),
                _ => Outcome::Finished,
            });
        }
        let event = match inbox.try_recv() {
            Ok(event) => event,
            Err(TryRecvError::Empty) => {
                // Nothing to do just now: let the reader at the other end have what there is.
                out.flush()?;
                match inbox.recv() {
                    Ok(event) => event,
                    Err(_) => return Err(Fault::Bug("all workers are gone".to_string())),
                }
            }
            Err(TryRecvError::Disconnected) => {
                return Err(Fault::Bug("all workers are gone".to_string()));
            }
        };
        match event {
            Event::Stop => {
                out.flush()?;
                return Ok(Outcome::Stopped);
            }
            Event::End(count, result) => end = Some((count, result)),
            Event::Done(index, reply) => {
                waiting.insert(index, reply);
            }
        }
        while let Some(reply) = waiting.remove(&next) {
            writeln!(out, "{}", reply.text)?;
            summary.add(&reply);
            progress.inc(reply.bytes);
            next += 1;
            let _ = printed.try_recv();
        }
    }
}

/// A bar on standard error, if a person watches it and it disturbs nothing.
fn progress_bar(input: &Input) -> ProgressBar {
    let watched = io::stderr().is_terminal() && !io::stdout().is_terminal();
    let (Some(size), true) = (input.size(), watched) else { return ProgressBar::hidden() };
    let template = "{elapsed_precise} {wide_bar} {percent}% ({eta} left)";
    ProgressBar::new(size)
        .with_style(ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar()))
}
