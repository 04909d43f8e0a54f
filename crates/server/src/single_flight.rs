//! Questions that are being worked on: the same one is worked on once.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::error::Error;

type Shared<T> = Option<Arc<T>>;

/// Questions in flight, with what those who asked are waiting for.
pub struct SingleFlight<T> {
    open: Arc<Mutex<HashMap<String, watch::Receiver<Shared<T>>>>>,
}

impl<T> Default for SingleFlight<T> {
    fn default() -> SingleFlight<T> {
        SingleFlight { open: Arc::default() }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes the question off the list, also if the work panics.
struct Removal<T> {
    open: Arc<Mutex<HashMap<String, watch::Receiver<Shared<T>>>>>,
    question: String,
}

impl<T> Drop for Removal<T> {
    fn drop(&mut self) {
        locked(&self.open).remove(&self.question);
    }
}

impl<T: Send + Sync + 'static> SingleFlight<T> {
    /// Joins those who wait for the same answer, or has the work done. It goes on even if nobody
    /// waits any more.
    pub async fn ask<W>(&self, question: String, work: W) -> Result<Arc<T>, Error>
    where
        W: Future<Output = T> + Send + 'static,
    {
        let mut waiting = self.join(question, work);
        let shared = waiting.wait_for(Option::is_some).await;
        match shared.as_deref() {
            Ok(Some(answer)) => Ok(Arc::clone(answer)),
            _ => Err(Error::Internal("the work on an answer failed".to_string())),
        }
    }

    fn join<W>(&self, question: String, work: W) -> watch::Receiver<Shared<T>>
    where
        W: Future<Output = T> + Send + 'static,
    {
        let mut open = locked(&self.open);
        let entry = match open.entry(question) {
            Entry::Occupied(entry) => return entry.get().clone(),
            Entry::Vacant(entry) => entry,
        };
        let (sender, receiver) = watch::channel(None);
        let removal = Removal { open: Arc::clone(&self.open), question: entry.key().clone() };
        entry.insert(receiver.clone());
        drop(open);
        tokio::spawn(async move {
            let removal = removal;
            let answer = Arc::new(work.await);
            // Off the list first: who comes later finds the answer in the cache.
            drop(removal);
            let _ = sender.send(Some(answer));
        });
        receiver
    }

    /// How many are in flight.
    pub fn len(&self) -> usize {
        locked(&self.open).len()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;
    use crate::service::block_on;

    #[test]
    fn the_same_question_is_worked_on_once() {
        let single_flight = SingleFlight::default();
        let count = Arc::new(AtomicUsize::new(0));
        block_on(async {
            let ask = |question: &str| {
                let count = Arc::clone(&count);
                single_flight.ask(question.to_string(), async move {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    count.fetch_add(1, Ordering::Relaxed)
                })
            };
            let (a, b, c) = tokio::join!(ask("one"), ask("one"), ask("two"));
            assert!(Arc::ptr_eq(&a.unwrap(), &b.unwrap()));
            assert!(c.is_ok());
            assert_eq!(count.load(Ordering::Relaxed), 2);
            let failed = single_flight.ask("bad".to_string(), async { panic!("asked") }).await;
            assert!(matches!(failed, Err(Error::Internal(_))));
            assert_eq!(single_flight.len(), 0);
        });
    }
}
