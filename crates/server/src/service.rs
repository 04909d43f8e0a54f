//! What all requests share.

use std::io;
use std::sync::atomic::AtomicUsize;

use crate::cache::Cache;
use crate::flight::Flights;
use crate::lane::Lane;
use crate::log::Log;
use crate::metrics::{Metrics, count};
use crate::options::Options;
use crate::reply::Refusal;
use crate::winnable::Solved;

/// What all requests share.
pub struct Service {
    /// What was set.
    pub options: Options,
    /// Searches.
    pub search: Lane,
    /// Games, certificates, tables.
    pub work: Lane,
    /// Searches in flight.
    pub flights: Flights<Result<Solved, Refusal>>,
    /// Answers that are kept.
    pub cache: Cache,
    /// Counts.
    pub metrics: Metrics,
    /// Lines for standard error.
    pub log: Log,
    /// Bytes of bodies that are being read or worked on.
    pub uploads: AtomicUsize,
}

impl Service {
    /// Sets everything up.
    pub fn new(options: Options) -> io::Result<Service> {
        Ok(Service {
            search: Lane::new("search", options.search_threads, options.queue)?,
            work: Lane::new("work", options.work_threads, options.queue)?,
            flights: Flights::default(),
            cache: Cache::new(options.cache),
            metrics: Metrics::new(),
            log: Log::new(options.log),
            uploads: AtomicUsize::new(0),
            options,
        })
    }

    /// Tells of a bug.
    pub fn bug(&self, sentence: &str) {
        count(&self.metrics.bugs);
        self.log.warn(&format!("bug: {sentence}"));
    }
}
