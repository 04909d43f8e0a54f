//! Long work without the interpreter's lock, ended by Ctrl-C: one question beside the calling thread,
//! or many on all cores.
//!
//! The calling thread looks now and then whether Ctrl-C was pressed, for only it is told; then the
//! engines are told by a flag.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zermelo_answers::Fault;

use crate::fault::{exception, guarded};
use crate::question::Number;

/// Items taken at once.
const CHUNK: usize = 8;

/// How often signals are looked at.
const POLL: Duration = Duration::from_millis(50);

/// What the main thread of a program has, for engines that call themselves.
const STACK: usize = 8 << 20;

/// How many threads to use: as many as asked for, or one a core.
pub fn threads(asked: Option<Number>) -> PyResult<usize> {
    match asked {
        Some(Number(0)) => Err(PyValueError::new_err("no work is done without threads")),
        Some(Number(number @ ..=1024)) => Ok(number as usize),
        Some(_) => Err(PyValueError::new_err("at most 1024 threads can be asked for")),
        None => Ok(thread::available_parallelism().map_or(1, NonZeroUsize::get)),
    }
}

/// Flags that nobody uses now. Engines want them to live forever, so they are used again.
static UNUSED: Mutex<Vec<&AtomicBool>> = Mutex::new(Vec::new());

/// A flag that says "stop", for one call.
struct Flag(&'static AtomicBool);

impl Flag {
    fn new() -> Flag {
        let unused = UNUSED.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Flag(unused.unwrap_or_else(|| Box::leak(Box::default())))
    }
}

impl Drop for Flag {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
        UNUSED.lock().unwrap_or_else(PoisonError::into_inner).push(self.0);
    }
}

/// Does one piece of work in a thread of its own, which is given a flag to stop by. After Ctrl-C it
/// is not waited for: it ends by the flag, or where nobody looks at that, when it is done.
pub fn alone<T: Send + 'static>(
    py: Python<'_>,
    what: &str,
    work: impl FnOnce(&'static AtomicBool) -> Result<T, Fault> + Send + 'static,
) -> PyResult<T> {
    // Nobody else gets the flag as long as the work or the caller has it.
    let (flag, what) = (Arc::new(Flag::new()), what.to_string());
    let stop = Arc::clone(&flag);
    let (done, finished) = mpsc::sync_channel(1);
    let run = move || {
        let result = guarded(&what, || work(flag.0));
        // Nobody hears of it after Ctrl-C.
        let _ = done.send(result);
    };
    thread::Builder::new().stack_size(STACK).spawn(run)?;
    let result = py.detach(move || {
        loop {
            match finished.recv_timeout(POLL) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Disconnected) => {
                    return Ok(Err(Fault::Bug("a thread was lost".to_string())));
                }
                Err(RecvTimeoutError::Timeout) => {
                    let signals = Python::attach(|py| py.check_signals());
                    signals.inspect_err(|_| stop.0.store(true, Ordering::Relaxed))?;
                }
            }
        }
    });
    result.and_then(|result| result.map_err(exception))
}

/// Does the work for each item, in order; each thread has a worker of its own, which is made with the
/// flag to stop by. Workers take the next few items from a counter, so a hard one holds up nobody.
/// The work must not panic.
pub fn map<T: Sync, W, R: Send>(
    py: Python<'_>,
    threads: usize,
    items: &[T],
    worker: impl Fn(&'static AtomicBool) -> W + Sync,
    work: impl Fn(&mut W, &T) -> R + Sync,
) -> PyResult<Vec<R>> {
    let (next, flag) = (AtomicUsize::new(0), Flag::new());
    let stop = flag.0;
    let run = |done: mpsc::Sender<Vec<(usize, R)>>| {
        let mut worker = worker(stop);
        let mut results = Vec::new();
        loop {
            let from = next.fetch_add(CHUNK, Ordering::Relaxed);
            if from >= items.len() {
                break;
            }
            for (index, item) in items.iter().enumerate().skip(from).take(CHUNK) {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
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
