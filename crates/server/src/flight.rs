//! Questions that are being worked on: the same one is worked on once.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::lane::Lane;
use crate::reply::Refusal;

type Landed<T> = Option<Arc<T>>;

/// Questions in flight, with what those who asked are waiting for.
pub struct Flights<T> {
    open: Arc<Mutex<HashMap<String, watch::Receiver<Landed<T>>>>>,
}

impl<T> Default for Flights<T> {
    fn default() -> Flights<T> {
        Flights { open: Arc::default() }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes the question off the list, also if the work panics.
struct Landing<T> {
    open: Arc<Mutex<HashMap<String, watch::Receiver<Landed<T>>>>>,
    question: String,
}

impl<T> Drop for Landing<T> {
    fn drop(&mut self) {
        locked(&self.open).remove(&self.question);
    }
}

impl<T: Send + Sync + 'static> Flights<T> {
    /// Joins those who wait for the same answer, or has the work done by the lane. Gives what the
    /// work came to.
    pub async fn ask(
        &self,
        lane: &Lane,
        question: String,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Arc<T>, Refusal> {
        let mut waiting = self.board(lane, question, work)?;
        let landed = waiting.wait_for(Option::is_some).await;
        match landed.as_deref() {
            Ok(Some(answer)) => Ok(Arc::clone(answer)),
            _ => Err(Refusal::Bug("a worker failed".to_string())),
        }
    }

    fn board(
        &self,
        lane: &Lane,
        question: String,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<watch::Receiver<Landed<T>>, Refusal> {
        let mut open = locked(&self.open);
        let entry = match open.entry(question) {
            Entry::Occupied(entry) => return Ok(entry.get().clone()),
            Entry::Vacant(entry) => entry,
        };
        let place = lane.place()?;
        let (sender, receiver) = watch::channel(None);
        let landing = Landing { open: Arc::clone(&self.open), question: entry.key().clone() };
        entry.insert(receiver.clone());
        drop(open);
        lane.send(place, move || {
            let landing = landing;
            let answer = Arc::new(work());
            // Off the list first: who comes later finds the answer in the cache.
            drop(landing);
            let _ = sender.send(Some(answer));
        });
        Ok(receiver)
    }

    /// How many are in flight.
    pub fn len(&self) -> usize {
        locked(&self.open).len()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn the_same_question_is_worked_on_once() {
        let lane = Lane::new("test", 2, 8).unwrap();
        let flights = Flights::default();
        let count = Arc::new(AtomicUsize::new(0));
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let ask = |question: &str| {
                let count = Arc::clone(&count);
                flights.ask(&lane, question.to_string(), move || {
                    std::thread::sleep(std::time::Duration::from_millis(50));
                    count.fetch_add(1, Ordering::Relaxed)
                })
            };
            let (a, b, c) = tokio::join!(ask("one"), ask("one"), ask("two"));
            assert!(Arc::ptr_eq(&a.unwrap(), &b.unwrap()));
            assert!(c.is_ok());
            assert_eq!(count.load(Ordering::Relaxed), 2);
            let failed: Result<_, _> =
                flights.ask(&lane, "bad".to_string(), || panic!("asked")).await;
            assert!(matches!(failed, Err(Refusal::Bug(_))));
            assert_eq!(flights.len(), 0);
        });
    }
}
