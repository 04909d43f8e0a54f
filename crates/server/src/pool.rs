//! Work that takes its time, off the threads that serve connections.
//!
//! A pool has so many jobs at work and a queue with an end: who comes when it is full is turned away
//! at once. The threads are the runtime's for work that blocks, so a panic costs the one job, and
//! nothing of what it leaves behind is used again, since every job makes the engine that it needs.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::Error;

/// A pool.
pub struct Pool {
    /// What its threads are for.
    work: &'static str,
    /// After how many seconds a full queue may have places again.
    patience: u64,
    /// How many jobs may be at work, and one permit for each that may begin now.
    threads: usize,
    free: Arc<Semaphore>,
    /// How many jobs may be at work or wait, and one permit for each that may still come.
    places: usize,
    slots: Arc<Semaphore>,
}

/// A slot in the queue.
pub struct Slot(OwnedSemaphorePermit);

impl Pool {
    /// A pool for this work, so many jobs at a time of about this length, and a queue.
    pub fn new(work: &'static str, threads: usize, queue: usize, time: Duration) -> Pool {
        let threads = threads.clamp(1, Semaphore::MAX_PERMITS);
        let places = threads.saturating_add(queue).min(Semaphore::MAX_PERMITS);
        let [free, slots] = [threads, places].map(|permits| Arc::new(Semaphore::new(permits)));
        let patience = time.as_secs_f64().ceil().max(1.0) as u64;
        Pool { work, patience, threads, free, places, slots }
    }

    /// What is said to who comes when the queue is full.
    fn full(&self) -> Error {
        let Pool { work, patience, threads, places, .. } = self;
        let (waiting, threads) = (places - threads, counted(*threads, "thread"));
        let sentence = format!(
            "busy: {threads} for {work} at work, {} waiting; try again in {}",
            counted(waiting, "question"),
            counted(*patience as usize, "second"),
        );
        Error::Busy(sentence, *patience)
    }

    /// A slot, if there is one now.
    pub fn slot(&self) -> Result<Slot, Error> {
        Arc::clone(&self.slots).try_acquire_owned().map(Slot).map_err(|_| self.full())
    }

    /// A slot, as soon as there is one: for work that has begun already.
    pub async fn next_slot(&self) -> Result<Slot, Error> {
        Arc::clone(&self.slots).acquire_owned().await.map(Slot).map_err(|_| self.full())
    }

    /// Has the work done when its turn comes, and waits for it. Work that has begun goes on even if
    /// nobody waits any more.
    pub async fn run<T: Send + 'static>(
        &self,
        Slot(slot): Slot,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let free = Arc::clone(&self.free).acquire_owned().await.map_err(|_| self.full())?;
        let job = tokio::task::spawn_blocking(move || {
            let done = work();
            drop((free, slot));
            done
        });
        job.await.map_err(|_| Error::Internal("a worker failed".to_string()))
    }

    /// How many jobs wait.
    pub fn waiting(&self) -> usize {
        (self.places - self.slots.available_permits()).saturating_sub(self.busy())
    }

    /// How many jobs are at work.
    pub fn busy(&self) -> usize {
        self.threads - self.free.available_permits()
    }
}

/// `1 thread`, `2 threads`.
fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::block_on;

    fn pool(threads: usize, queue: usize) -> Pool {
        Pool::new("tests", threads, queue, Duration::from_millis(1500))
    }

    #[test]
    fn work_is_done_and_a_panic_costs_one_job() {
        let pool = pool(1, 4);
        block_on(async {
            let seven = pool.run(pool.slot().unwrap(), || 7).await;
            assert!(matches!(seven, Ok(7)));
            let failed: Result<u8, _> = pool.run(pool.slot().unwrap(), || panic!("asked")).await;
            assert!(matches!(failed, Err(Error::Internal(_))));
            let eight = pool.run(pool.slot().unwrap(), || 8).await;
            assert!(matches!(eight, Ok(8)));
        });
    }

    #[test]
    fn a_full_queue_refuses() {
        let pool = pool(1, 1);
        let (go, wait) = std::sync::mpsc::channel::<()>();
        block_on(async {
            let first = pool.run(pool.slot().unwrap(), move || wait.recv().is_ok());
            let second = pool.run(pool.slot().unwrap(), || true);
            let third = async {
                let Err(Error::Busy(sentence, 2)) = pool.slot() else { panic!() };
                let told =
                    "busy: 1 thread for tests at work, 1 question waiting; try again in 2 seconds";
                assert_eq!(sentence, told);
                assert_eq!((pool.busy(), pool.waiting()), (1, 1));
                go.send(()).unwrap();
            };
            let (first, second, ()) = tokio::join!(first, second, third);
            assert!(first.unwrap() && second.unwrap());
            assert!(pool.next_slot().await.is_ok());
        });
    }
}
