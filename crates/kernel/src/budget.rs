//! What a check may cost. A certificate may come from anybody, so no file may hold a thread or fill
//! the memory.
//!
//! A [`Budget`] is shared by all threads of one check. Steps are small and all of about one size:
//! one look at one piece or one square, a few nanoseconds. A certificate brings steps with it, so
//! many for each byte, so that the time a check takes is at worst proportional to what was sent.
//! Each thread counts on a [`Meter`] of its own and settles with the budget now and then; then it
//! also asks whether it has been interrupted.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

/// How much a check may cost, and whether it shall stop.
pub struct Budget<'a> {
    bytes: AtomicU64,
    memory: AtomicU64,
    steps: AtomicI64,
    limits: Limits,
    interrupted: Option<Box<dyn Fn() -> bool + Send + Sync + 'a>>,
}

/// The numbers that a budget began with, for its sentences.
#[derive(Clone, Copy)]
struct Limits {
    bytes: u64,
    memory: u64,
    steps: u64,
    steps_per_byte: u64,
}

/// Why a check was given up. That says nothing about the claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exhausted {
    /// The certificate has more than so many bytes.
    Bytes(u64),
    /// The check needs more than so many bytes of memory.
    Memory(u64),
    /// The check takes more than so many steps, and so many for each byte read.
    Steps(u64, u64),
    /// Somebody wants it to stop.
    Interrupted,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exhausted::Bytes(most) => write!(f, "it is longer than {most} bytes"),
            Exhausted::Memory(most) => {
                write!(f, "its check needs more than {most} bytes of memory")
            }
            Exhausted::Steps(most, more) => {
                write!(f, "its check takes more than {most} steps and {more} for each byte")
            }
            Exhausted::Interrupted => write!(f, "its check was interrupted"),
        }
    }
}

impl std::error::Error for Exhausted {}

impl Default for Budget<'_> {
    /// 8 GiB read, 1 GiB held, three thousand million steps (seconds) and 5,000 more for each byte.
    fn default() -> Self {
        let limits =
            Limits { bytes: 8 << 30, memory: 1 << 30, steps: 3_000_000_000, steps_per_byte: 5_000 };
        Budget::new(limits)
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget").finish_non_exhaustive()
    }
}

impl<'a> Budget<'a> {
    fn new(limits: Limits) -> Budget<'a> {
        Budget {
            bytes: AtomicU64::new(limits.bytes),
            memory: AtomicU64::new(limits.memory),
            steps: AtomicI64::new(i64::try_from(limits.steps).unwrap_or(i64::MAX)),
            limits,
            interrupted: None,
        }
    }

    /// Without bounds: for evidence that was found here, within limits of its own, and not brought by
    /// a stranger.
    pub fn unbounded() -> Budget<'a> {
        const MOST: u64 = u64::MAX;
        Budget::new(Limits { bytes: MOST, memory: MOST, steps: MOST, steps_per_byte: 0 })
    }

    fn with(self, limits: Limits) -> Budget<'a> {
        Budget { interrupted: self.interrupted, ..Budget::new(limits) }
    }

    /// At most so many bytes of certificates, unpacked.
    #[must_use]
    pub fn bytes(self, bytes: u64) -> Budget<'a> {
        let limits = Limits { bytes, ..self.limits };
        self.with(limits)
    }

    /// At most so many bytes held in memory.
    #[must_use]
    pub fn memory(self, memory: u64) -> Budget<'a> {
        let limits = Limits { memory, ..self.limits };
        self.with(limits)
    }

    /// At most so many steps, and so many more for each byte read.
    #[must_use]
    pub fn steps(self, steps: u64, steps_per_byte: u64) -> Budget<'a> {
        let limits = Limits { steps, steps_per_byte, ..self.limits };
        self.with(limits)
    }

    /// The same, for a check that stops soon after this function returns true.
    #[must_use]
    pub fn until(mut self, interrupted: impl Fn() -> bool + Send + Sync + 'a) -> Budget<'a> {
        self.interrupted = Some(Box::new(interrupted));
        self
    }

    /// How many steps were taken, once the meters are gone.
    #[cfg(test)]
    pub(crate) fn taken(&self) -> i64 {
        self.limits.steps as i64 - self.steps.load(Relaxed)
    }

    /// A counter for one thread.
    pub fn meter(&self) -> Meter<'_> {
        Meter { budget: self, ahead: Cell::new(0) }
    }
}

/// Counts for one thread what it takes of a [`Budget`].
#[derive(Debug)]
pub struct Meter<'a> {
    budget: &'a Budget<'a>,
    /// Steps taken that the budget does not know of.
    ahead: Cell<u64>,
}

/// A meter settles with its budget after so many steps: a fraction of a millisecond.
const SETTLE: u64 = 1 << 16;

impl Meter<'_> {
    /// Counts steps. Costs next to nothing; [`Meter::step`] says when they were too many.
    #[inline]
    pub fn count(&self, steps: u64) {
        self.ahead.set(self.ahead.get().saturating_add(steps));
    }

    /// Counts steps, and says whether the check may go on.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if there were too many, or if somebody wants the check to stop.
    #[inline]
    pub fn step(&self, steps: u64) -> Result<(), Exhausted> {
        self.count(steps);
        if self.ahead.get() < SETTLE { Ok(()) } else { self.settle() }
    }

    /// Tells the budget what was counted so far.
    fn settle(&self) -> Result<(), Exhausted> {
        let Budget { steps, limits, interrupted, .. } = self.budget;
        let taken = i64::try_from(self.ahead.take()).unwrap_or(i64::MAX);
        let left = steps.fetch_update(Relaxed, Relaxed, |left| Some(left.saturating_sub(taken)));
        if left.is_ok_and(|left| left < taken) {
            return Err(Exhausted::Steps(limits.steps, limits.steps_per_byte));
        }
        if interrupted.as_ref().is_some_and(|interrupted| interrupted()) {
            return Err(Exhausted::Interrupted);
        }
        Ok(())
    }

    /// The budget that it settles with, for other threads of the same check.
    #[must_use]
    pub fn budget(&self) -> &Budget<'_> {
        self.budget
    }

    /// Bytes of the certificate were read; they bring their steps along.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if these are too many.
    pub fn read(&self, bytes: u64) -> Result<(), Exhausted> {
        let Budget { bytes: left, steps, limits, .. } = self.budget;
        let taken = left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(bytes));
        taken.map_err(|_| Exhausted::Bytes(limits.bytes))?;
        let more = i64::try_from(bytes.saturating_mul(limits.steps_per_byte)).unwrap_or(i64::MAX);
        let _ = steps.fetch_update(Relaxed, Relaxed, |left| Some(left.saturating_add(more)));
        self.step(bytes)
    }

    /// Bytes are kept in memory until the check is over.
    ///
    /// # Errors
    ///
    /// [`Exhausted::Memory`] if these are too many.
    pub fn hold(&self, bytes: u64) -> Result<(), Exhausted> {
        let Budget { memory, limits, .. } = self.budget;
        let held = memory.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(bytes));
        held.map(|_| ()).map_err(|_| Exhausted::Memory(limits.memory))
    }
}

impl Drop for Meter<'_> {
    /// What this thread took is not there for others.
    fn drop(&mut self) {
        let _ = self.settle();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tight() -> Budget<'static> {
        Budget::default().bytes(100).memory(1000).steps(200_000, 1000)
    }

    #[test]
    fn steps_run_out_and_bytes_bring_more() {
        let budget = tight();
        let meter = budget.meter();
        let most = (0..).find(|_| meter.step(1).is_err()).unwrap();
        assert!((200_000 - SETTLE..200_000 + SETTLE).contains(&most), "{most}");
        let budget = tight();
        let meter = budget.meter();
        meter.read(100).unwrap();
        assert!((0..280_000).all(|_| meter.step(1).is_ok()));
        assert_eq!(meter.read(1), Err(Exhausted::Bytes(100)));
    }

    #[test]
    fn meters_share_a_budget() {
        let budget = tight();
        for _ in 0..3 {
            budget.meter().count(SETTLE);
        }
        assert!(budget.meter().step(SETTLE).is_err());
        assert_eq!(budget.meter().hold(1000), Ok(()));
        assert_eq!(budget.meter().hold(1), Err(Exhausted::Memory(1000)));
    }

    #[test]
    fn an_interrupt_is_heard() {
        let budget = Budget::default().until(|| true);
        assert_eq!(budget.meter().step(SETTLE), Err(Exhausted::Interrupted));
        // Absurd numbers do not wrap.
        let budget = tight().steps(u64::MAX, u64::MAX);
        let meter = budget.meter();
        meter.read(50).unwrap();
        meter.count(u64::MAX);
        meter.count(u64::MAX);
        assert!(meter.step(SETTLE).is_ok());
        assert!(meter.step(u64::MAX).is_err());
    }

    #[test]
    fn limits_are_set_one_by_one() {
        assert_eq!(format!("{:?}", Budget::default()), "Budget { .. }");
        // Whatever is set later, an interrupt is still heard.
        let stopped = Budget::default().until(|| true).bytes(9).memory(9).steps(1 << 30, 9);
        assert_eq!(stopped.meter().step(SETTLE), Err(Exhausted::Interrupted));
        // Steps for each byte, and no more than that.
        let few = Budget::default().steps(0, 10);
        let meter = few.meter();
        meter.read(60_000).unwrap();
        let most = (0..).find(|_| meter.step(1).is_err()).unwrap();
        assert!((540_000 - SETTLE..600_000 + SETTLE).contains(&most), "{most}");
        assert_eq!(meter.step(SETTLE), Err(Exhausted::Steps(0, 10)));
        let tight = tight();
        assert_eq!(tight.meter().budget().meter().hold(1001), Err(Exhausted::Memory(1000)));
        assert_eq!(tight.meter().hold(1001), Err(Exhausted::Memory(1000)));
    }

    #[test]
    fn without_bounds_nothing_runs_out() {
        let budget = Budget::unbounded();
        let meter = budget.meter();
        assert_eq!(meter.read(1 << 40), Ok(()));
        assert_eq!(meter.hold(1 << 40), Ok(()));
        assert_eq!(meter.step(1 << 40), Ok(()));
    }
}
