//! Long searches: a line on standard error that says what is going on, and Ctrl-C.
//!
//! The engine looks at a flag now and then, which Ctrl-C sets; what has been found by then is
//! printed. A second Ctrl-C ends the program at once.

use std::io::{self, IsTerminal, Write};
use std::process;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use zermelo_winnable::problem::Progress;

use crate::words::thousands;

/// Nothing is said about a search that is over by then.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often the line changes on a terminal, and how often there is a new one elsewhere.
const ON_TERMINAL: Duration = Duration::from_millis(500);
const ELSEWHERE: Duration = Duration::from_secs(60);

/// Watches over a search.
pub struct Watch {
    progress: Arc<Progress>,
    doing: Arc<Mutex<String>>,
    _line: Line,
}

impl Watch {
    /// Begins to watch: for Ctrl-C, and for the time to say something.
    pub fn new() -> Watch {
        let progress = Arc::new(Progress::new());
        let interrupted = Arc::clone(&progress);
        on_interrupt(move || {
            let again = interrupted.is_stopped();
            interrupted.stop();
            again
        });
        let doing = Arc::new(Mutex::new(String::new()));
        let (said, seen) = (Arc::clone(&doing), Arc::clone(&progress));
        let line =
            Line::new(move |elapsed| format!("{}, {}", locked(&said), so_far(elapsed, &seen)));
        Watch { progress, doing, _line: line }
    }

    /// What the engine writes to and looks at.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Whether Ctrl-C was pressed.
    pub fn interrupted(&self) -> bool {
        self.progress.is_stopped()
    }

    /// What is being done now.
    pub fn doing(&self, what: String) {
        *locked(&self.doing) = what;
    }
}

/// Has Ctrl-C ask for a stop; `stop` says whether that was asked before, and then the program ends
/// at once.
pub fn on_interrupt(stop: impl Fn() -> bool + Send + 'static) {
    // Without a handler Ctrl-C still ends the program, only less politely.
    let _ = ctrlc::set_handler(move || {
        if stop() {
            process::exit(130);
        }
    });
}

pub fn locked(text: &Mutex<String>) -> MutexGuard<'_, String> {
    text.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// How long, how much, and how long still: a guess from what is done.
fn so_far(elapsed: Duration, progress: &Progress) -> String {
    let (seconds, done) = (elapsed.as_secs_f64(), progress.done());
    let nodes = thousands(progress.nodes());
    let text = format!("{seconds:.0} s, {nodes} positions");
    if done < 0.01 {
        return text;
    }
    format!("{text}, about {:.0}% done, {:.0} s to go", 100.0 * done, seconds * (1.0 / done - 1.0))
}

/// A line on standard error that says how far things are, from time to time.
pub struct Line {
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Line {
    /// Begins to print what `text` says after a time.
    pub fn new(text: impl Fn(Duration) -> String + Send + 'static) -> Line {
        let (end, ended) = mpsc::channel();
        let thread = thread::spawn(move || report(text, &ended));
        Line { end: Some(end), thread: Some(thread) }
    }
}

impl Drop for Line {
    /// Takes the line away again.
    fn drop(&mut self) {
        self.end = None;
        if let Some(thread) = self.thread.take() {
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

/// The life of the thread that prints.
fn report(text: impl Fn(Duration) -> String, ended: &Receiver<()>) {
    let start = Instant::now();
    let terminal = io::stderr().is_terminal();
    let mut wait = if terminal { PATIENCE } else { ELSEWHERE };
    let mut shown = false;
    while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
        let text = text(start.elapsed());
        // Nobody to read it is no fault.
        let _ = match terminal {
            true => write!(io::stderr(), "\r\x1b[K{text}"),
            false => writeln!(io::stderr(), "{text}"),
        };
        shown = true;
        wait = if terminal { ON_TERMINAL } else { ELSEWHERE };
    }
    if shown {
        clear_line();
    }
}
