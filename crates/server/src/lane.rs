//! Threads for work that takes its time.
//!
//! A lane has its own threads and a queue with an end: who comes when it is full is turned away at
//! once. A panic costs the one job: it is caught and counted, and the thread goes on with nothing
//! of what the job left behind, since every job makes the engine that it needs.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::reply::Refusal;

type Job = Box<dyn FnOnce() + Send>;

/// A lane.
pub struct Lane {
    inner: Arc<Inner>,
    /// One for each job that is at work or waits.
    places: Arc<Semaphore>,
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

/// A place in the queue.
pub struct Place(OwnedSemaphorePermit);

impl Lane {
    /// A lane with so many threads, and a queue of this length.
    pub fn new(name: &str, threads: usize, queue: usize) -> std::io::Result<Lane> {
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
        let places = threads.max(1).saturating_add(queue).min(Semaphore::MAX_PERMITS);
        Ok(Lane { inner, places: Arc::new(Semaphore::new(places)) })
    }

    /// A place, if there is one now.
    pub fn place(&self) -> Result<Place, Refusal> {
        Arc::clone(&self.places).try_acquire_owned().map(Place).map_err(|_| Refusal::Busy)
    }

    /// A place, as soon as there is one: for work that has begun already.
    pub async fn next_place(&self) -> Result<Place, Refusal> {
        Arc::clone(&self.places).acquire_owned().await.map(Place).map_err(|_| Refusal::Busy)
    }

    /// Has the work done by a thread of the lane. If it panics, nothing is sent.
    pub fn send<T: Send + 'static>(
        &self,
        Place(place): Place,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let (sender, receiver) = oneshot::channel();
        let job: Job = Box::new(move || {
            // Nobody may wait any more.
            let _ = sender.send(work());
        });
        self.inner.jobs().push_back((job, place));
        self.inner.more.notify_one();
        receiver
    }

    /// Has the work done, and waits for it.
    pub async fn run<T: Send + 'static>(
        &self,
        place: Place,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let failed = |_| Refusal::Bug("a worker failed".to_string());
        self.send(place, work).await.map_err(failed)
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

impl Drop for Lane {
    fn drop(&mut self) {
        self.inner.closed.store(true, Ordering::Relaxed);
        self.inner.jobs().clear();
        self.inner.more.notify_all();
    }
}

/// A thread's life.
fn work(inner: &Inner) {
    loop {
        let (job, place) = {
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
        drop(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().build().unwrap()
    }

    #[test]
    fn work_is_done_and_a_panic_costs_one_job() {
        let lane = Lane::new("test", 1, 4).unwrap();
        runtime().block_on(async {
            let seven = lane.run(lane.place().unwrap(), || 7).await;
            assert!(matches!(seven, Ok(7)));
            let failed: Result<u8, _> = lane.run(lane.place().unwrap(), || panic!("asked")).await;
            assert!(matches!(failed, Err(Refusal::Bug(_))));
            let eight = lane.run(lane.place().unwrap(), || 8).await;
            assert!(matches!(eight, Ok(8)));
        });
    }

    #[test]
    fn a_full_queue_refuses() {
        let lane = Lane::new("test", 1, 1).unwrap();
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let first = lane.send(lane.place().unwrap(), move || wait.recv().is_ok());
        let second = lane.send(lane.place().unwrap(), || true);
        assert!(matches!(lane.place(), Err(Refusal::Busy)));
        go.send(()).unwrap();
        runtime().block_on(async {
            assert!(first.await.unwrap() && second.await.unwrap());
            assert!(lane.next_place().await.is_ok());
        });
    }
}
