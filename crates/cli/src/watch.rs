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
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Begins to watch: for Ctrl-C, and for the time to say something.
    pub fn new() -> Watch {
        let progress = Arc::new(Progress::new());
        let interrupted = Arc::clone(&progress);
        // Without a handler Ctrl-C still ends the program, only less politely.
        let _ = ctrlc::set_handler(move || {
            if interrupted.is_stopped() {
                process::exit(130);
            }
            interrupted.stop();
        });
        let doing = Arc::new(Mutex::new(String::new()));
        let (said, seen) = (Arc::clone(&doing), Arc::clone(&progress));
        let (end, ended) = mpsc::channel();
        let thread = thread::spawn(move || report(&said, &seen, &ended));
        Watch { progress, doing, end: Some(end), thread: Some(thread) }
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

impl Drop for Watch {
    /// Takes the line away again.
    fn drop(&mut self) {
        self.end = None;
        if let Some(thread) = self.thread.take() {
            // It only prints; if that failed, nothing is lost.
            let _ = thread.join();
        }
    }
}

fn locked(text: &Mutex<String>) -> MutexGuard<'_, String> {
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

/// The life of the thread that prints.
fn report(doing: &Mutex<String>, progress: &Progress, ended: &Receiver<()>) {
    let start = Instant::now();
    let terminal = io::stderr().is_terminal();
    let mut wait = if terminal { PATIENCE } else { ELSEWHERE };
    let mut shown = false;
    while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
        let text = format!("{}, {}", locked(doing), so_far(start.elapsed(), progress));
        // Nobody to read it is no fault.
        let _ = match terminal {
            true => write!(io::stderr(), "\r\x1b[K{text}"),
            false => writeln!(io::stderr(), "{text}"),
        };
        shown = true;
        wait = if terminal { ON_TERMINAL } else { ELSEWHERE };
    }
    if shown && terminal {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}
