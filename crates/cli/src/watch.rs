//! Long searches: a line on standard error that says what is going on, and Ctrl-C.
//!
//! The engine looks at a flag now and then, which Ctrl-C sets; what has been found by then is
//! printed. A second Ctrl-C ends the program at once.

use std::io::{self, IsTerminal, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Nothing is said about a search that is over by then.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often the line changes on a terminal, and how often there is a new one elsewhere.
const ON_TERMINAL: Duration = Duration::from_millis(500);
const ELSEWHERE: Duration = Duration::from_secs(60);

/// Watches over a search.
pub struct Watch {
    stop: Arc<AtomicBool>,
    doing: Arc<Mutex<String>>,
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Begins to watch: for Ctrl-C, and for the time to say something.
    pub fn new() -> Watch {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        // Without a handler Ctrl-C still ends the program, only less politely.
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                process::exit(130);
            }
        });
        let doing = Arc::new(Mutex::new(String::new()));
        let said = Arc::clone(&doing);
        let (end, ended) = mpsc::channel();
        let thread = thread::spawn(move || report(&said, &ended));
        Watch { stop, doing, end: Some(end), thread: Some(thread) }
    }

    /// What the engine looks at.
    pub fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether Ctrl-C was pressed.
    pub fn interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
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

/// The life of the thread that prints.
fn report(doing: &Mutex<String>, ended: &Receiver<()>) {
    let start = Instant::now();
    let terminal = io::stderr().is_terminal();
    let mut wait = if terminal { PATIENCE } else { ELSEWHERE };
    let mut shown = false;
    while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
        let text = format!("{} s: {}", start.elapsed().as_secs(), locked(doing));
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
