//! Many questions, answered on all cores without the interpreter's lock.
//!
//! Workers take the next few items from a counter, so a hard one holds up nobody. Meanwhile the
//! calling thread looks now and then whether Ctrl-C was pressed; if so, no new item is begun.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Items taken at once.
const CHUNK: usize = 8;

/// How often signals are looked at.
const POLL: Duration = Duration::from_millis(50);

/// How many threads to use: as many as asked for, or one a core.
pub fn threads(asked: Option<usize>) -> PyResult<usize> {
    match asked {
        Some(0) => Err(PyValueError::new_err("no work is done without threads")),
        Some(number) => Ok(number.min(1024)),
        None => Ok(thread::available_parallelism().map_or(1, NonZeroUsize::get)),
    }
}

/// Does the work for each item, in order; each thread has a worker of its own. The work must not
/// panic.
pub fn map<T: Sync, W, R: Send>(
    py: Python<'_>,
    threads: usize,
    items: &[T],
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &T) -> R + Sync,
) -> PyResult<Vec<R>> {
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let run = |done: mpsc::Sender<Vec<(usize, R)>>| {
        let mut worker = worker();
        let mut results = Vec::new();
        loop {
            let from = next.fetch_add(CHUNK, Ordering::Relaxed);
            if from >= items.len() || stop.load(Ordering::Relaxed) {
                break;
            }
            for (index, item) in items.iter().enumerate().skip(from).take(CHUNK) {
                results.push((index, work(&mut worker, item)));
            }
        }
        // The caller waits for this; if it does not, nobody misses it.
        let _ = done.send(results);
    };
    let count = threads.min(items.len().div_ceil(CHUNK));
    let results = py.detach(|| {
        let (done, finished) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..count {
                let (done, run) = (done.clone(), &run);
                scope.spawn(move || run(done));
            }
            drop(done);
            let mut results: Vec<(usize, R)> = Vec::with_capacity(items.len());
            let mut interrupted = Ok(());
            loop {
                match finished.recv_timeout(POLL) {
                    Ok(some) => results.extend(some),
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) if interrupted.is_err() => {}
                    Err(RecvTimeoutError::Timeout) => {
                        interrupted = Python::attach(|py| py.check_signals());
                        stop.store(interrupted.is_err(), Ordering::Relaxed);
                    }
                }
            }
            interrupted.map(|()| results)
        })
    });
    let mut results = results?;
    results.sort_unstable_by_key(|(index, _)| *index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
