//! What all requests share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::time::{Duration, Instant};

use bytes::Bytes;

use crate::cache::Cache;
use crate::error::Error;
use crate::hosts::Hosts;
use crate::listen::StartFault;
use crate::log::Log;
use crate::longest::Made;
use crate::losing::ServedTree;
use crate::metrics::{Metrics, count};
use crate::options::Options;
use crate::pool::Pool;
use crate::reply::{self, Kind, Reply};
use crate::single_flight::SingleFlight;
use crate::table::Tables;
use crate::tablebase::Files;
use crate::winnable::Solved;

/// What all requests share.
pub struct Service {
    /// What was set.
    pub options: Options,
    /// The names that it answers to.
    pub hosts: Hosts,
    /// Searches of moderate size.
    pub search: Pool,
    /// Searches that take long.
    pub deep: Pool,
    /// Whether positions can arise.
    pub legal: Pool,
    /// Games, certificates, tables.
    pub work: Pool,
    /// Searches in flight.
    pub searches: SingleFlight<Result<Solved, Error>>,
    /// Other questions in flight.
    pub in_flight: SingleFlight<Result<Found, Error>>,
    /// Answers that are kept.
    pub cache: Cache,
    /// Counts.
    pub metrics: Metrics,
    /// When it began.
    pub start: Instant,
    /// Whether it is about to end: searches give up then, and their answers are open.
    pub stopping: &'static AtomicBool,
    /// Lines for standard error.
    pub log: Log,
    /// Bytes of bodies that are being read or worked on.
    pub uploads: AtomicUsize,
    /// The longest game.
    pub longest: Made,
    /// Endgame tables.
    pub tables: Tables,
    /// Syzygy files.
    pub files: Files,
    /// Proofs of losing chess.
    pub trees: Vec<ServedTree>,
}

impl Service {
    /// Sets everything up.
    pub fn new(options: Options) -> Result<Service, StartFault> {
        let pool = |work, threads| Pool::new(work, threads, options.queue, options.time);
        for (name, folder) in [("tables", &options.tables), ("campaign", &options.campaign)] {
            if let Some(folder) = folder.as_deref().filter(|folder| !folder.is_dir()) {
                let sentence = format!("--{name} {}: there is no such folder", folder.display());
                return Err(StartFault::Unserved(sentence));
            }
        }
        let trees = options.trees.iter().map(|file| ServedTree::read(file));
        Ok(Service {
            hosts: Hosts::new(&options.hosts),
            search: pool("searches", options.search_threads),
            deep: pool("long searches", options.search_threads),
            legal: pool("questions of legality", options.search_threads),
            work: pool("games, proofs and tables", options.work_threads),
            searches: SingleFlight::default(),
            in_flight: SingleFlight::default(),
            cache: Cache::new(options.cache),
            metrics: Metrics::default(),
            start: Instant::now(),
            // One for the life of the program, nearly always.
            stopping: Box::leak(Box::default()),
            log: Log::new(options.log),
            uploads: AtomicUsize::new(0),
            longest: Made::default(),
            tables: Tables::new(options.tables.as_deref()),
            files: Files::open(&options.syzygy)
                .map_err(|why| StartFault::Unserved(format!("--syzygy {why}")))?,
            trees: trees.collect::<Result<_, _>>().map_err(StartFault::Unserved)?,
            options,
        })
    }

    /// Tells of a bug.
    pub fn bug(&self, sentence: &str) {
        count(&self.metrics.bugs);
        self.log.warn(&format!("bug: {sentence}"));
    }

    /// Has a thread of the work pool do it, and waits for so long.
    pub async fn run<T: Send + 'static>(
        &self,
        timeout: Duration,
        work: impl FnOnce() -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let slot = self.work.slot()?;
        in_time(timeout, self.work.run(slot, work)).await?
    }

    /// The answer to a question that is always the same, found once by a thread of the work pool.
    pub async fn settled(
        self: &Arc<Service>,
        question: String,
        work: impl FnOnce(&Service) -> Result<Bytes, Error> + Send + 'static,
    ) -> Result<Reply, Error> {
        let shared = Arc::clone(self);
        let work = async move {
            let (slot, own) = (shared.work.slot()?, Arc::clone(&shared));
            shared.work.run(slot, move || work(&own)).await?.map(Found::settled)
        };
        Ok(self.once(question, self.options.time, work).await?.reply())
    }

    /// The answer to a question: kept from before, on its way already, or found by this work. Who
    /// has waited for so long is told so; the work goes on, and what it finds is kept for whoever
    /// asks next.
    pub async fn once<W>(
        self: &Arc<Service>,
        question: String,
        timeout: Duration,
        work: W,
    ) -> Result<Found, Error>
    where
        W: Future<Output = Result<Found, Error>> + Send + 'static,
    {
        if let Some(kept) = self.cache.get(&question) {
            count(&self.metrics.hits);
            return Ok(kept);
        }
        let (shared, key) = (Arc::clone(self), question.clone());
        let found = self.in_flight.ask(question, async move {
            let found = work.await?;
            if found.outcome == Outcome::Settled {
                shared.cache.put(key, found.clone());
            }
            Ok(found)
        });
        (*in_time(timeout, found).await?).clone()
    }
}

/// What was found, for programs.
#[derive(Clone, Debug)]
pub struct Found {
    /// The answer.
    pub bytes: Bytes,
    /// What it is worth.
    pub outcome: Outcome,
}

/// What an answer is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
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
        Found { bytes, outcome: Outcome::Settled }
    }

    /// The answer as it is sent.
    pub fn reply(self) -> Reply {
        let reply = reply::whole(Kind::Json, self.bytes);
        if self.outcome == Outcome::Settled { reply::kept(reply, reply::SETTLED) } else { reply }
    }
}

/// What comes of it, if it comes in time.
pub async fn in_time<T>(
    timeout: Duration,
    work: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    tokio::time::timeout(timeout, work).await.unwrap_or(Err(Error::DeadlineExceeded))
}

/// Waits for a test's work on the thread at hand.
#[cfg(test)]
pub fn block_on<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(work)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_too_long_is_told_and_the_answer_is_kept() {
        let service = Arc::new(Service::new(Options::default()).unwrap());
        block_on(async {
            let (go, wait) = tokio::sync::oneshot::channel::<()>();
            let ask = |work| service.once("question".to_string(), Duration::from_millis(20), work);
            let late = ask(Box::pin(async {
                let _ = wait.await;
                Ok(Found::settled(Bytes::from_static(b"{}")))
            }) as std::pin::Pin<Box<dyn Future<Output = _> + Send>>);
            assert!(matches!(late.await, Err(Error::DeadlineExceeded)));
            go.send(()).unwrap();
            while service.in_flight.len() > 0 {
                tokio::task::yield_now().await;
            }
            let work = Box::pin(async { Err(Error::Internal("asked twice".to_string())) });
            assert!(ask(work).await.is_ok());
        });
    }
}
