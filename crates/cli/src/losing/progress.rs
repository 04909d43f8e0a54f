//! What is said while a search or a campaign goes on.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
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

/// A number of a search in few letters.
fn short(number: u32) -> String {
    if number == u32::MAX { "-".to_string() } else { thousands(u64::from(number)) }
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
        let sum =
            |figure: fn(&search::Progress) -> u64| self.progress.iter().map(figure).sum::<u64>();
        let seconds = self.begun.get_or_init(Instant::now).elapsed().as_secs_f64();
        let numbers = self.progress.iter().filter(|one| one.nodes.load(Relaxed) > 0).map(|one| {
            let root = one.root();
            format!("{}/{}", short(root.pn), short(root.dn))
        });
        let numbers: Vec<String> = numbers.collect();
        format!(
            "{} nodes, {} a second, pn/dn {}, {} sweeps",
            thousands(sum(|one| one.nodes.load(Relaxed))),
            thousands((sum(search::Progress::fresh_nodes) as f64 / seconds.max(0.001)) as u64),
            numbers.join(" and "),
            sum(|one| one.sweeps.load(Relaxed)),
        )
    }

    /// The search begins.
    pub fn begin(&self) {
        self.begun.get_or_init(Instant::now);
    }
}
