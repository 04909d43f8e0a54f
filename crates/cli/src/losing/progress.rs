//! What is said while a search or a campaign goes on.

use std::sync::OnceLock;
use std::time::Instant;

use zermelo_losing::search;

use crate::progress::Progress;
use crate::words::thousands;

/// What is done while a search goes on; then the search itself says how far it is.
pub const SEARCH: &str = "searching";

/// Begins. While a search goes on `text` says how far it is.
pub fn new(text: impl Fn() -> String + Send + 'static) -> Progress {
    Progress::saying(move |doing, count| match (doing, count) {
        (SEARCH, _) => text(),
        (_, 0) => doing.to_string(),
        _ => format!("{doing}, {} places decided", thousands(count)),
    })
}

/// A search that others look at.
#[derive(Default)]
pub struct Searching {
    /// How far it is.
    pub progress: [search::Progress; 2],
    begun: OnceLock<Instant>,
}

impl Searching {
    /// How far it is, in words. The time counts from the first question on.
    pub fn so_far(&self) -> String {
        let seconds = self.begun.get_or_init(Instant::now).elapsed().as_secs_f64();
        zermelo_answers::losing::searching(&self.progress, seconds)
    }

    /// The search begins.
    pub fn begin(&self) {
        self.begun.get_or_init(Instant::now);
    }
}
