//! What went wrong in some rows, counted for whoever ran the query.

use std::sync::{Mutex, PoisonError};

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
pub struct Told {
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

static TOLD: Mutex<Told> = Mutex::new(Told { unread: 0, open: 0, first: Vec::new() });

/// Counts a fault, and keeps the first ones.
pub(crate) fn tell(fault: Fault, words: impl FnOnce() -> String) {
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    match fault {
        Fault::Unread => told.unread += 1,
        Fault::Open => told.open += 1,
    }
    if told.first.len() < KEPT {
        // A cell may hold anything.
        let words: String = words().chars().filter(|c| !c.is_control()).take(LONGEST).collect();
        told.first.push(words);
    }
}

/// What was told in this process so far, and begins anew.
pub fn take() -> Told {
    std::mem::take(&mut TOLD.lock().unwrap_or_else(PoisonError::into_inner))
}
