//! Many small questions, answered on all cores and printed in order.
//!
//! Three parties: a reader that cuts the input into items, workers that each keep one engine, and
//! the main thread, which prints replies in the order of the items. What is read but not yet
//! printed is bounded by a [`Window`], so memory stays small however long the input is. Items go
//! to the workers in chunks while there is plenty at hand; a reader that is about to wait for
//! input calls [`Outlet::flush`] first, so nothing waits for more input while an answer could be
//! printed.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::exit::{Exit, Fault, bad_input, tell};
use crate::progress::Line;
use crate::words::thousands;

/// Standard output.
pub type Out = BufWriter<StdoutLock<'static>>;

/// How much may be under way.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// What is read but not yet printed, at most, as a sum of weights.
    pub window: usize,
    /// Items handed to a worker at once, at most.
    pub items: usize,
    /// Their weight at most, unless one item alone has more.
    pub weight: usize,
}

/// How a run ended.
pub enum Outcome {
    /// Everything was answered.
    Finished,
    /// Ctrl-C.
    Stopped,
    /// The input could not be read to its end.
    Unread(io::Error),
}

impl Outcome {
    /// How the command ends, given how it would end by the replies. `source` is what was read.
    pub fn exit(self, by_replies: Exit, source: Option<&Path>) -> Result<Exit, Fault> {
        match self {
            Outcome::Finished => Ok(by_replies),
            Outcome::Stopped => {
                tell(format_args!("stopped before the end of the input"));
                Ok(Exit::Interrupted)
            }
            Outcome::Unread(error) => {
                let source = source.map(|path| format!("{}: ", path.display()));
                bad_input(format!("{}cannot be read: {error}", source.unwrap_or_default()))
            }
        }
    }
}

/// What the main thread hears of.
enum Event<R> {
    /// The item with this index is answered; its weight leaves the window when it is printed.
    Done(usize, usize, R),
    /// The input has ended after so many items.
    End(usize, io::Result<()>),
    /// Ctrl-C.
    Stop,
}

/// An item with its index and its weight.
type Numbered<T> = (usize, usize, T);

/// The threads to work with: as many as asked for, else one a core.
pub fn threads(asked: Option<NonZeroUsize>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    asked.map_or_else(cores, NonZeroUsize::get)
}

/// Makes the engines that share one pool of threads use so many.
pub fn use_threads(threads: Option<NonZeroUsize>) -> Result<(), Fault> {
    let Some(threads) = threads else { return Ok(()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get());
    pool.build_global().or_else(|error| bad_input(format!("--threads {threads}: {error}")))
}

/// Runs `source` in a thread of its own, each of so many workers in one, and `print` here.
pub fn run<T, R, S, W>(
    bounds: Bounds,
    source: S,
    (threads, worker): (usize, impl Fn() -> W),
    print: impl FnMut(&mut Out, R) -> io::Result<()>,
) -> Result<Outcome, Fault>
where
    T: Send + 'static,
    R: Send + 'static,
    S: FnOnce(&mut Outlet<T>) -> io::Result<()> + Send + 'static,
    W: FnMut(T) -> R + Send + 'static,
{
    let (events, inbox) = mpsc::channel();
    let (chunks, work) = mpsc::sync_channel::<Vec<Numbered<T>>>(4 * threads);
    let window = Arc::new(Window { limit: bounds.window, ..Window::default() });
    let work = Arc::new(Mutex::new(work));
    for worker in (0..threads).map(|_| worker()) {
        let (work, events) = (Arc::clone(&work), events.clone());
        thread::Builder::new()
            .spawn(move || serve(worker, &work, &events))
            .or_else(|error| bad_input(format!("--threads {threads}: {error}")))?;
    }
    let stop = events.clone();
    // Without a handler Ctrl-C still ends the program, only less politely.
    let _ = ctrlc::set_handler(move || {
        let _ = stop.send(Event::Stop);
    });
    let mut outlet = Outlet {
        bounds,
        count: 0,
        chunk: Vec::new(),
        weight: 0,
        chunks,
        window: Arc::clone(&window),
    };
    thread::spawn(move || {
        let end = source(&mut outlet);
        if outlet.flush().is_ok() {
            // Fails only if the main thread is gone, and then nobody wants to know.
            let _ = events.send(Event::End(outlet.count, end));
        }
    });
    in_order(&inbox, &window, print)
}

/// A worker's life.
fn serve<T, R>(
    mut worker: impl FnMut(T) -> R,
    work: &Mutex<Receiver<Vec<Numbered<T>>>>,
    events: &Sender<Event<R>>,
) {
    loop {
        let Ok(Ok(chunk)) = work.lock().map(|work| work.recv()) else { return };
        for (index, weight, item) in chunk {
            if events.send(Event::Done(index, weight, worker(item))).is_err() {
                return;
            }
        }
    }
}

/// Where the reader puts what it has cut.
pub struct Outlet<T> {
    bounds: Bounds,
    count: usize,
    chunk: Vec<Numbered<T>>,
    weight: usize,
    chunks: SyncSender<Vec<Numbered<T>>>,
    window: Arc<Window>,
}

impl<T> Outlet<T> {
    /// Hands out an item, at once or with the next ones. Waits while the window is full. The error
    /// says that nobody works any more.
    pub fn put(&mut self, item: T, weight: usize) -> io::Result<()> {
        if !self.window.has_room(weight) {
            // What is held back now would never be printed.
            self.flush()?;
        }
        self.window.enter(weight);
        self.chunk.push((self.count, weight, item));
        self.count += 1;
        self.weight += weight;
        if self.chunk.len() >= self.bounds.items || self.weight >= self.bounds.weight {
            self.flush()?;
        }
        Ok(())
    }

    /// Hands out what is held back.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.chunk.is_empty() {
            return Ok(());
        }
        self.weight = 0;
        let chunk = std::mem::take(&mut self.chunk);
        self.chunks.send(chunk).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
    }
}

/// What is read but not yet printed.
#[derive(Default)]
struct Window {
    limit: usize,
    used: Mutex<usize>,
    freed: Condvar,
}

impl Window {
    fn used(&self) -> MutexGuard<'_, usize> {
        self.used.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Whether there is room; in an empty window always.
    fn fits(&self, used: usize, weight: usize) -> bool {
        used == 0 || used.saturating_add(weight) <= self.limit
    }

    fn has_room(&self, weight: usize) -> bool {
        self.fits(*self.used(), weight)
    }

    fn enter(&self, weight: usize) {
        let mut used = self.used();
        while !self.fits(*used, weight) {
            used = self.freed.wait(used).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
        *used += weight;
    }

    fn leave(&self, weight: usize) {
        *self.used() -= weight;
        self.freed.notify_one();
    }
}

/// Prints replies in order until all are printed.
fn in_order<R>(
    inbox: &Receiver<Event<R>>,
    window: &Window,
    mut print: impl FnMut(&mut Out, R) -> io::Result<()>,
) -> Result<Outcome, Fault> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
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
            Err(TryRecvError::Empty) => {
                // Nothing to do just now: let the reader at the other end have what there is.
                out.flush()?;
                inbox.recv().map_err(TryRecvError::from)
            }
            event => event,
        };
        match event.map_err(|_| Fault::Bug("all workers are gone".to_string()))? {
            Event::Stop => {
                out.flush()?;
                return Ok(Outcome::Stopped);
            }
            Event::End(count, result) => end = Some((count, result)),
            Event::Done(index, weight, reply) => {
                waiting.insert(index, (weight, reply));
            }
        }
        while let Some((weight, reply)) = waiting.remove(&next) {
            print(&mut out, reply)?;
            next += 1;
            window.leave(weight);
        }
    }
}

/// A bar on standard error over so many bytes, if a person watches it and it disturbs nothing.
pub fn progress_bar(size: Option<u64>) -> ProgressBar {
    let watched = io::stderr().is_terminal() && !io::stdout().is_terminal();
    let target = match size.filter(|_| watched) {
        Some(_) => ProgressDrawTarget::stderr(),
        None => ProgressDrawTarget::hidden(),
    };
    let template = "{elapsed_precise} {wide_bar} {percent}% ({eta} left)";
    ProgressBar::with_draw_target(size, target)
        .with_style(ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar()))
}

/// Where nobody watches a bar, a sentence on standard error now and then; `count` is of `things`.
pub fn progress_lines(
    bar: &ProgressBar,
    count: &Arc<AtomicU64>,
    things: &'static str,
) -> Option<Line> {
    let (bar, count) = (bar.clone(), Arc::clone(count));
    let text = move |elapsed| {
        so_far((count.load(Relaxed), things), (bar.position(), bar.length()), elapsed)
    };
    (!io::stderr().is_terminal()).then(|| Line::new(text))
}

/// How far it is in a sentence, given the bytes read and how many there are, if that is known.
fn so_far((count, things): (u64, &str), (read, all): (u64, Option<u64>), time: Duration) -> String {
    let share = all.filter(|&all| all > 0).map(|all| 100 * read.min(all) / all);
    let share = share.map_or(String::new(), |share| format!(", {share}% of the input read"));
    format!("{} {things}{share}, {} s", thousands(count), time.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_told_in_whole_sentences() {
        let minute = Duration::from_secs(60);
        let told = |bytes| so_far((1_200, "games judged"), bytes, minute);
        assert_eq!(told((5, None)), "1,200 games judged, 60 s");
        assert_eq!(told((0, Some(0))), "1,200 games judged, 60 s");
        assert_eq!(told((5, Some(20))), "1,200 games judged, 25% of the input read, 60 s");
    }
}
