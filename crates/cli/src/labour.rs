//! Long work: what is done now, how much, and Ctrl-C.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use crate::watch::{self, Line, locked};
use crate::words::thousands;

/// What is being done.
#[derive(Default)]
struct State {
    stop: AtomicBool,
    count: AtomicU64,
    doing: Mutex<String>,
}

/// Work that says how far it is and stops on Ctrl-C.
pub struct Labour {
    state: Arc<State>,
    _line: Line,
}

impl Labour {
    /// Begins; `things` is what is counted.
    pub fn new(things: &'static str) -> Labour {
        Labour::saying(move |doing, count| format!("{doing}, {} {things}", thousands(count)))
    }

    /// Begins; `text` says how far it is, given what is being done and how much of it is done.
    pub fn saying(text: impl Fn(&str, u64) -> String + Send + 'static) -> Labour {
        let state = Arc::new(State::default());
        let interrupted = Arc::clone(&state);
        watch::on_interrupt(move || interrupted.stop.swap(true, Relaxed));
        let seen = Arc::clone(&state);
        let line = Line::new(move |elapsed| {
            let text = text(&locked(&seen.doing), seen.count.load(Relaxed));
            format!("{text}, {} s", elapsed.as_secs())
        });
        Labour { state, _line: line }
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
    pub fn stop(&self) -> &AtomicBool {
        &self.state.stop
    }

    /// Asks whether Ctrl-C was pressed, wherever it is taken to.
    pub fn stopper(&self) -> impl Fn() -> bool + Clone + Send + 'static {
        let state = Arc::clone(&self.state);
        move || state.stop.load(Relaxed)
    }

    /// Whether Ctrl-C was pressed.
    pub fn interrupted(&self) -> bool {
        self.state.stop.load(Relaxed)
    }
}
