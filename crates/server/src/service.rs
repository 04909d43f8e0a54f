//! What all requests share.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use bytes::Bytes;

use crate::cache::Cache;
use crate::flight::Flights;
use crate::lane::Lane;
use crate::listen::StartFault;
use crate::log::Log;
use crate::longest::Made;
use crate::losing::Planted;
use crate::metrics::{Metrics, count};
use crate::options::Options;
use crate::reply::{self, Kind, Refusal, Reply};
use crate::table::Shelf;
use crate::winnable::Solved;

/// What all requests share.
pub struct Service {
    /// What was set.
    pub options: Options,
    /// Searches of moderate size.
    pub search: Lane,
    /// Searches that take long.
    pub deep: Lane,
    /// Whether positions can arise.
    pub legal: Lane,
    /// Games, certificates, tables.
    pub work: Lane,
    /// Searches in flight.
    pub searches: Flights<Result<Solved, Refusal>>,
    /// Other questions in flight.
    pub flights: Flights<Result<Found, Refusal>>,
    /// Answers that are kept.
    pub cache: Cache,
    /// Counts.
    pub metrics: Metrics,
    /// Lines for standard error.
    pub log: Log,
    /// Bytes of bodies that are being read or worked on.
    pub uploads: AtomicUsize,
    /// The longest game.
    pub longest: Made,
    /// Endgame tables.
    pub shelf: Shelf,
    /// Proofs of losing chess.
    pub trees: Vec<Planted>,
}

impl Service {
    /// Sets everything up.
    pub fn new(options: Options) -> Result<Service, StartFault> {
        let lane =
            |name, threads| Lane::new(name, threads, options.queue).map_err(StartFault::Threads);
        for (name, folder) in [("tables", &options.tables), ("campaign", &options.campaign)] {
            if let Some(folder) = folder.as_deref().filter(|folder| !folder.is_dir()) {
                let sentence = format!("--{name} {}: there is no such folder", folder.display());
                return Err(StartFault::Unserved(sentence));
            }
        }
        let trees = options.trees.iter().map(|file| Planted::read(file));
        Ok(Service {
            search: lane("search", options.search_threads)?,
            deep: lane("deep", options.search_threads)?,
            legal: lane("legal", options.search_threads)?,
            work: lane("work", options.work_threads)?,
            searches: Flights::default(),
            flights: Flights::default(),
            cache: Cache::new(options.cache),
            metrics: Metrics::new(),
            log: Log::new(options.log),
            uploads: AtomicUsize::new(0),
            longest: Made::default(),
            shelf: Shelf::new(options.tables.as_deref()),
            trees: trees.collect::<Result<_, _>>().map_err(StartFault::Unserved)?,
            options,
        })
    }

    /// Tells of a bug.
    pub fn bug(&self, sentence: &str) {
        count(&self.metrics.bugs);
        self.log.warn(&format!("bug: {sentence}"));
    }

    /// The answer to a question: kept from before, on its way already, or found by this work. Who
    /// has waited for so long is told so; the work goes on, and what it finds is kept for whoever
    /// asks next.
    pub async fn once<W>(
        self: &Arc<Service>,
        question: String,
        patience: Duration,
        work: W,
    ) -> Result<Found, Refusal>
    where
        W: Future<Output = Result<Found, Refusal>> + Send + 'static,
    {
        if let Some(kept) = self.cache.get(&question) {
            count(&self.metrics.hits);
            return Ok(Found { bytes: kept, worth: Worth::Settled });
        }
        let (shared, key) = (Arc::clone(self), question.clone());
        let found = self.flights.ask(question, async move {
            let found = work.await?;
            if found.worth == Worth::Settled {
                shared.cache.put(key, found.bytes.clone());
            }
            Ok(found)
        });
        (*in_time(patience, found).await?).clone()
    }
}

/// What was found, for programs.
#[derive(Clone, Debug)]
pub struct Found {
    /// The answer.
    pub bytes: Bytes,
    /// What it is worth.
    pub worth: Worth,
}

/// What an answer is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// It is kept.
    Settled,
    /// It is open.
    Open,
    /// It is open, and more time might have helped.
    Late,
}

impl Found {
    /// An answer that does not change.
    pub fn settled(bytes: Bytes) -> Found {
        Found { bytes, worth: Worth::Settled }
    }

    /// The answer as it is sent.
    pub fn reply(self) -> Reply {
        reply::whole(Kind::Json, self.bytes)
    }
}

/// What comes of it, if it comes in time.
pub async fn in_time<T>(
    patience: Duration,
    work: impl Future<Output = Result<T, Refusal>>,
) -> Result<T, Refusal> {
    tokio::time::timeout(patience, work).await.unwrap_or(Err(Refusal::Late))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_too_long_is_told_and_the_answer_is_kept() {
        let service = Arc::new(Service::new(Options::default()).unwrap());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let (go, wait) = tokio::sync::oneshot::channel::<()>();
            let ask = |work| service.once("question".to_string(), Duration::from_millis(20), work);
            let late = ask(Box::pin(async {
                let _ = wait.await;
                Ok(Found::settled(Bytes::from_static(b"{}")))
            }) as std::pin::Pin<Box<dyn Future<Output = _> + Send>>);
            assert!(matches!(late.await, Err(Refusal::Late)));
            go.send(()).unwrap();
            while service.flights.len() > 0 {
                tokio::task::yield_now().await;
            }
            let work = Box::pin(async { Err(Refusal::Bug("asked twice".to_string())) });
            assert!(ask(work).await.is_ok());
        });
    }
}
