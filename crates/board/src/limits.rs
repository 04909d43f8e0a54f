//! What an answer may cost: one type for every engine, and the one rule for trying again.
//!
//! Many workers share a machine. Each works within its `memory`; a question that this leaves open
//! is tried once more with the `reserve`, while all others wait.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use crate::clock::Instant;

/// What a search may cost. When it is spent, the answer is open.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Positions that the search may visit.
    pub nodes: u64,
    /// Bytes that it may hold.
    pub memory: u64,
    /// Bytes for a second try, alone, of what `memory` leaves open; none unless it is larger.
    pub reserve: u64,
    /// From this moment on the search gives up. Whether an answer is open then depends on how fast
    /// the machine is; what it says otherwise does not.
    pub deadline: Option<Instant>,
    /// Set by somebody else, such as the handler of Ctrl-C: the search gives up.
    pub interrupt: Option<&'static AtomicBool>,
}

impl Default for Limits {
    /// As many positions as fit into 256 MiB.
    fn default() -> Limits {
        Limits::new(u64::MAX, 256 << 20)
    }
}

/// What came of a question that may be tried twice.
pub struct Attempt<T> {
    /// What was found.
    pub found: T,
    /// The time that the work took, without waiting for the reserve.
    pub time: Duration,
    /// Whether it needed the reserve.
    pub retried: bool,
    /// What was found may be large, and so may be checking it: to be held until that is done.
    pub turn: Turn,
}

impl Limits {
    /// Limits on positions and bytes alone.
    pub const fn new(nodes: u64, memory: u64) -> Limits {
        Limits { nodes, memory, reserve: 0, deadline: None, interrupt: None }
    }

    /// The same with a deadline so many seconds from now; none if that is beyond all clocks.
    #[must_use]
    pub fn within(self, seconds: f64) -> Limits {
        let time = Duration::try_from_secs_f64(seconds).ok();
        Limits { deadline: time.and_then(|time| Instant::now().checked_add(time)), ..self }
    }

    /// Whether somebody has asked for a stop.
    pub fn is_stopped(&self) -> bool {
        self.interrupt.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Whether the deadline has passed or somebody has asked for a stop.
    pub fn is_over(&self) -> bool {
        self.is_stopped() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Does the work within `memory`; if that leaves it open, once more with the reserve, while
    /// nobody else works. The work is given the bytes that it may hold.
    pub fn attempt<T>(
        &self,
        mut work: impl FnMut(u64) -> T,
        is_open: impl Fn(&T) -> bool,
    ) -> Attempt<T> {
        let turn = Turn::among_others();
        let start = Instant::now();
        let found = work(self.memory);
        let time = start.elapsed();
        if self.reserve <= self.memory || !is_open(&found) {
            return Attempt { found, time, retried: false, turn };
        }
        drop((turn, found));
        let turn = Turn::alone();
        let start = Instant::now();
        let found = work(self.reserve);
        Attempt { found, time: time + start.elapsed(), retried: true, turn }
    }
}

/// Held by all who work, and by one alone who needs the reserve.
static WORKING: RwLock<()> = RwLock::new(());

/// The right to use memory: a thread's share among others, or alone the reserve.
pub enum Turn {
    /// One of many.
    Among(RwLockReadGuard<'static, ()>),
    /// The only one.
    Alone(RwLockWriteGuard<'static, ()>),
}

impl Turn {
    /// A share; waits while somebody uses the reserve.
    pub fn among_others() -> Turn {
        Turn::Among(WORKING.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits until no other works; others wait until it is given back.
    pub fn alone() -> Turn {
        Turn::Alone(WORKING.write().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_try_is_made_only_with_a_larger_reserve() {
        for (reserve, tried) in [(0, vec![8]), (8, vec![8]), (9, vec![8, 9])] {
            let mut bytes = Vec::new();
            let limits = Limits { reserve, ..Limits::new(1, 8) };
            let attempt = limits.attempt(|memory| bytes.push(memory), |()| true);
            assert_eq!((attempt.retried, bytes), (tried.len() == 2, tried));
        }
        let settled =
            Limits { reserve: 9, ..Limits::new(1, 8) }.attempt(|memory| memory, |_| false);
        assert_eq!((settled.found, settled.retried), (8, false));
    }

    #[test]
    fn deadlines_and_interrupts_end_a_search() {
        static STOP: AtomicBool = AtomicBool::new(false);
        let limits = Limits { interrupt: Some(&STOP), ..Limits::default() };
        assert!(!limits.is_over());
        assert!(Limits { deadline: Some(Instant::now()), ..limits }.is_over());
        STOP.store(true, Ordering::Relaxed);
        assert!(limits.is_over());
    }
}
