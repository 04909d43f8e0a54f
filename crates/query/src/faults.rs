//! What went wrong in some rows, counted for whoever ran the query: in this process, and in the
//! piece of work at hand, which may have been asked for on another machine.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Something could not be read.
    Unread,
    /// An answer stayed open.
    Open,
}

/// All that was told.
#[derive(Clone, Debug, Default)]
pub struct FaultSummary {
    /// How often something could not be read.
    pub unread: u64,
    /// How often an answer stayed open.
    pub open: u64,
    /// The first few, a sentence each.
    pub first: Vec<String>,
}

/// So many are kept.
const KEPT: usize = 20;
/// No sentence is longer.
const LONGEST: usize = 300;

#[cfg(feature = "cluster")]
impl FaultSummary {
    /// Adds what was told elsewhere.
    pub(crate) fn add(&mut self, other: FaultSummary) {
        self.unread += other.unread;
        self.open += other.open;
        let room = KEPT.saturating_sub(self.first.len());
        self.first.extend(other.first.into_iter().take(room));
    }
}

/// What went wrong in a piece of work, and whether it is called off.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes(Arc<(Mutex<FaultSummary>, AtomicBool)>);

static SUMMARY: Mutex<FaultSummary> =
    Mutex::new(FaultSummary { unread: 0, open: 0, first: Vec::new() });

thread_local! {
    /// Those of the work that this thread is at.
    static HERE: RefCell<Option<Notes>> = const { RefCell::new(None) };
}

fn locked(told: &Mutex<FaultSummary>) -> MutexGuard<'_, FaultSummary> {
    told.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Notes {
    /// Does something; what goes wrong in it is noted here as well.
    pub(crate) fn within<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = HERE.replace(Some(self.clone()));
        let done = work();
        HERE.set(before);
        done
    }

    /// Whether nobody wants the work done any more.
    pub(crate) fn is_called_off(&self) -> bool {
        self.0.1.load(Relaxed)
    }

    /// Says that nobody does.
    #[cfg(feature = "cluster")]
    pub(crate) fn call_off(&self) {
        self.0.1.store(true, Relaxed);
    }

    /// What was noted so far, and begins anew: tasks that share a function must not tell it twice.
    #[cfg(feature = "cluster")]
    pub(crate) fn take(&self) -> FaultSummary {
        std::mem::take(&mut locked(&self.0.0))
    }

    /// Whether these are the same.
    #[cfg(feature = "cluster")]
    pub(crate) fn is(&self, other: &Notes) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Counts a fault, and keeps the first ones.
pub(crate) fn tell(fault: Fault, words: impl Fn() -> String) {
    // A cell may hold anything.
    let words = || words().chars().filter(|c| !c.is_control()).take(LONGEST).collect();
    let note = |told: &mut FaultSummary| {
        match fault {
            Fault::Unread => told.unread += 1,
            Fault::Open => told.open += 1,
        }
        if told.first.len() < KEPT {
            told.first.push(words());
        }
    };
    note(&mut locked(&SUMMARY));
    HERE.with_borrow(|notes| {
        if let Some(notes) = notes {
            note(&mut locked(&notes.0.0));
        }
    });
}

/// Adds what was told on other machines.
#[cfg(feature = "cluster")]
pub(crate) fn hear(told: FaultSummary) {
    locked(&SUMMARY).add(told);
}

/// What was told in this process so far, and begins anew.
pub fn take() -> FaultSummary {
    std::mem::take(&mut locked(&SUMMARY))
}
