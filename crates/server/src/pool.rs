//! Threads for work that takes its time.
//!
//! A pool has its own threads and a queue with an end: who comes when it is full is turned away at
//! once. A panic costs the one job: it is caught and counted, and the thread goes on with nothing
//! of what the job left behind, since every job makes the engine that it needs.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::error::Error;

type Job = Box<dyn FnOnce() + Send>;

/// A pool.
pub struct Pool {
    inner: Arc<Inner>,
    /// One for each job that is at work or waits.
    slots: Arc<Semaphore>,
}

struct Inner {
    jobs: Mutex<VecDeque<(Job, OwnedSemaphorePermit)>>,
    more: Condvar,
    closed: AtomicBool,
    busy: AtomicUsize,
}

impl Inner {
    fn jobs(&self) -> MutexGuard<'_, VecDeque<(Job, OwnedSemaphorePermit)>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A slot in the queue.
pub struct Slot(OwnedSemaphorePermit);

impl Pool {
    /// A pool with so many threads, and a queue of this length.
    pub fn new(name: &str, threads: usize, queue: usize) -> std::io::Result<Pool> {
        let inner = Arc::new(Inner {
            jobs: Mutex::default(),
            more: Condvar::new(),
            closed: AtomicBool::new(false),
            busy: AtomicUsize::new(0),
        });
        for number in 0..threads.max(1) {
            let inner = Arc::clone(&inner);
            let name = format!("{name}-{number}");
            thread::Builder::new().name(name).spawn(move || work(&inner))?;
        }
        let slots = threads.max(1).saturating_add(queue).min(Semaphore::MAX_PERMITS);
        Ok(Pool { inner, slots: Arc::new(Semaphore::new(slots)) })
    }

    /// A slot, if there is one now.
    pub fn slot(&self) -> Result<Slot, Error> {
        Arc::clone(&self.slots).try_acquire_owned().map(Slot).map_err(|_| Error::Busy)
    }

    /// A slot, as soon as there is one: for work that has begun already.
    pub async fn next_slot(&self) -> Result<Slot, Error> {
        Arc::clone(&self.slots).acquire_owned().await.map(Slot).map_err(|_| Error::Busy)
    }

    /// Has the work done by a thread of the pool. If it panics, nothing is sent.
    pub fn send<T: Send + 'static>(
        &self,
        Slot(slot): Slot,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let (sender, receiver) = oneshot::channel();
        let job: Job = Box::new(move || {
            // Nobody may wait any more.
            let _ = sender.send(work());
        });
        self.inner.jobs().push_back((job, slot));
        self.inner.more.notify_one();
        receiver
    }

    /// Has the work done, and waits for it.
    pub async fn run<T: Send + 'static>(
        &self,
        slot: Slot,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let failed = |_| Error::Internal("a worker failed".to_string());
        self.send(slot, work).await.map_err(failed)
    }

    /// How many jobs wait.
    pub fn waiting(&self) -> usize {
        self.inner.jobs().len()
    }

    /// How many jobs are at work.
    pub fn busy(&self) -> usize {
        self.inner.busy.load(Ordering::Relaxed)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.inner.closed.store(true, Ordering::Relaxed);
        self.inner.jobs().clear();
        self.inner.more.notify_all();
    }
}

/// A thread's life.
fn work(inner: &Inner) {
    loop {
        let (job, slot) = {
            let mut jobs = inner.jobs();
            loop {
                if inner.closed.load(Ordering::Relaxed) {
                    return;
                }
                if let Some(job) = jobs.pop_front() {
                    break job;
                }
                jobs = inner.more.wait(jobs).unwrap_or_else(PoisonError::into_inner);
            }
        };
        inner.busy.fetch_add(1, Ordering::Relaxed);
        // The panic hook has told of it; whoever waits learns that nothing comes.
        let _ = catch_unwind(AssertUnwindSafe(job));
        inner.busy.fetch_sub(1, Ordering::Relaxed);
        drop(slot);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::block_on;

    #[test]
    fn work_is_done_and_a_panic_costs_one_job() {
        let pool = Pool::new("test", 1, 4).unwrap();
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
        let pool = Pool::new("test", 1, 1).unwrap();
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let first = pool.send(pool.slot().unwrap(), move || wait.recv().is_ok());
        let second = pool.send(pool.slot().unwrap(), || true);
        assert!(matches!(pool.slot(), Err(Error::Busy)));
        go.send(()).unwrap();
        block_on(async {
            assert!(first.await.unwrap() && second.await.unwrap());
            assert!(pool.next_slot().await.is_ok());
        });
    }
}
