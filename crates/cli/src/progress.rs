//! Progress of long work: a line on standard error that says what is going on, and Ctrl-C.
//!
//! The engine looks at a flag now and then, which Ctrl-C sets; what has been found by then is
//! printed. A second Ctrl-C ends the program at once, and so does the first if nothing would be
//! kept.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use console::Term;
use zermelo_winnable::problem;

#[cfg(unix)]
use signal_hook::{consts::SIGTERM, iterator::Signals};

use crate::exit::tell;
use crate::words::thousands;

/// Nothing is said about a search that is over by then.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often the line changes on a terminal, and how often there is a new one elsewhere.
const ON_TERMINAL: Duration = Duration::from_millis(500);
const ELSEWHERE: Duration = Duration::from_secs(60);

/// Set by Ctrl-C.
static INTERRUPT: AtomicBool = AtomicBool::new(false);
/// Said by Ctrl-C where nothing is kept of what is not complete.
static NOTHING_KEPT: Mutex<Option<&str>> = Mutex::new(None);

/// What is being done.
#[derive(Default)]
struct State {
    count: AtomicU64,
    doing: Mutex<String>,
}

/// Work that says how far it is and stops on Ctrl-C.
pub struct Progress {
    state: Arc<State>,
    _line: Line,
}

impl Progress {
    /// Begins; `things` is what is counted.
    pub fn new(things: &'static str) -> Progress {
        Progress::saying(move |doing, count| format!("{doing}, {} {things}", thousands(count)))
    }

    /// Begins; `text` says how far it is, given what is being done and how much of it is done.
    pub fn saying(text: impl Fn(&str, u64) -> String + Send + 'static) -> Progress {
        Progress::timed(None, with_seconds(text))
    }

    /// The same, for work of which nothing is kept unless it is complete, as the sentence says:
    /// Ctrl-C ends it at once.
    pub fn keeping_nothing(
        sentence: &'static str,
        text: impl Fn(&str, u64) -> String + Send + 'static,
    ) -> Progress {
        Progress::timed(Some(sentence), with_seconds(text))
    }

    /// Begins with a search in chess, which says itself how far it is.
    pub fn of_search(search: &Arc<problem::Progress>) -> Progress {
        let search = Arc::clone(search);
        let text = move |doing: &str, _, elapsed| format!("{doing}, {}", so_far(elapsed, &search));
        Progress::timed(None, text)
    }

    fn timed(
        nothing_kept: Option<&'static str>,
        text: impl Fn(&str, u64, Duration) -> String + Send + 'static,
    ) -> Progress {
        let state = Arc::new(State::default());
        match nothing_kept {
            Some(sentence) => ends_at_once(sentence),
            None => handle_interrupts(None),
        }
        let seen = Arc::clone(&state);
        let line =
            Line::new(move |elapsed| text(&locked(&seen.doing), seen.count.load(Relaxed), elapsed));
        Progress { state, _line: line }
    }

    /// Something new is done now, and nothing of it yet.
    pub fn begin(&self, what: impl ToString) {
        self.count().store(0, Relaxed);
        self.doing(what.to_string());
    }

    /// What is being done now.
    pub fn doing(&self, what: String) {
        *locked(&self.state.doing) = what;
    }

    /// How much of it is done.
    pub fn count(&self) -> &AtomicU64 {
        &self.state.count
    }

    /// Set by Ctrl-C.
    pub fn stop(&self) -> &'static AtomicBool {
        &INTERRUPT
    }

    /// Whether Ctrl-C was pressed.
    pub fn interrupted(&self) -> bool {
        interrupted()
    }

    /// Whether to go on, for engines that ask.
    pub fn flow(&self) -> ControlFlow<()> {
        if self.interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// What is done, how much of it, and for how long.
fn with_seconds(
    text: impl Fn(&str, u64) -> String + Send + 'static,
) -> impl Fn(&str, u64, Duration) -> String + Send + 'static {
    move |doing, count, elapsed| format!("{}, {} s", text(doing, count), elapsed.as_secs())
}

/// Whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    INTERRUPT.load(Relaxed)
}

/// From now on Ctrl-C ends the program at once with this sentence, until a [`Progress`] begins.
pub fn ends_at_once(sentence: &'static str) {
    handle_interrupts(Some(sentence));
    // Ctrl-C may have come just before, when it asked for a stop that nothing here listens to.
    if interrupted() {
        interrupt();
    }
}

/// Has Ctrl-C say that it was heard and ask for a stop, and the second one end the program at once;
/// the first does if a sentence says that nothing is kept.
fn handle_interrupts(nothing_kept: Option<&'static str>) {
    *locked(&NOTHING_KEPT) = nothing_kept;
    // Without a handler Ctrl-C still ends the program, only less politely.
    if ctrlc::set_handler(interrupt).is_ok() {
        when_terminated(interrupt);
    }
}

/// Somebody wants the program to end.
fn interrupt() {
    let again = INTERRUPT.swap(true, Relaxed);
    clear_line();
    let nothing_kept = *locked(&NOTHING_KEPT);
    if let Some(sentence) = nothing_kept {
        tell(format_args!("stopped: {sentence}"));
    }
    if again || nothing_kept.is_some() {
        process::exit(130);
    }
    tell(format_args!("stopping; Ctrl-C once more ends at once"));
}

/// What systemd, containers and `timeout` send means the same as Ctrl-C.
#[cfg(unix)]
fn when_terminated(end: fn()) {
    if let Ok(mut signals) = Signals::new([SIGTERM]) {
        thread::spawn(move || signals.forever().for_each(|_| end()));
    }
}

#[cfg(not(unix))]
fn when_terminated(_: fn()) {}

fn locked<T>(text: &Mutex<T>) -> MutexGuard<'_, T> {
    text.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// A number that is another each time.
pub fn clock_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |now| now.as_nanos() as u64)
}

/// How long, how much, and how long still: a guess from what is done.
fn so_far(elapsed: Duration, progress: &problem::Progress) -> String {
    let (seconds, done) = (elapsed.as_secs_f64(), progress.done());
    let nodes = thousands(progress.nodes());
    let text = format!("{seconds:.0} s, {nodes} positions");
    if done < 0.01 {
        return text;
    }
    format!("{text}, about {:.0}% done, {:.0} s to go", 100.0 * done, seconds * (1.0 / done - 1.0))
}

/// A line on standard error that says how far things are, from time to time.
pub struct Line(Option<(Sender<()>, JoinHandle<()>)>);

impl Line {
    /// Begins to print what `text` says after a time.
    pub fn new(text: impl Fn(Duration) -> String + Send + 'static) -> Line {
        let (end, ended) = mpsc::channel();
        Line(Some((end, thread::spawn(move || report(text, &ended)))))
    }
}

impl Drop for Line {
    /// Takes the line away again.
    fn drop(&mut self) {
        if let Some((end, thread)) = self.0.take() {
            drop(end);
            // It only prints; if that failed, nothing is lost.
            let _ = thread.join();
        }
    }
}

/// Takes the line away, so that something else can be printed; it comes again.
pub fn clear_line() {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}

/// As much of a line as fits into one row of the terminal: more would stay there when it changes.
fn in_one_row(text: &str) -> String {
    let columns = Term::stderr().size_checked().map_or(80, |(_, columns)| usize::from(columns));
    text.chars().take(columns.saturating_sub(1).max(1)).collect()
}

/// The life of the thread that prints.
fn report(text: impl Fn(Duration) -> String, ended: &Receiver<()>) {
    let start = Instant::now();
    let terminal = io::stderr().is_terminal();
    let (mut wait, again) = if terminal { (PATIENCE, ON_TERMINAL) } else { (ELSEWHERE, ELSEWHERE) };
    let mut shown = false;
    while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
        let text = text(start.elapsed());
        // Nobody to read it is no fault.
        let _ = match terminal {
            true => write!(io::stderr(), "\r\x1b[K{}", in_one_row(&text)),
            false => writeln!(io::stderr(), "{text}"),
        };
        shown = true;
        wait = again;
    }
    if shown {
        clear_line();
    }
}
