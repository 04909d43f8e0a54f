//! What is said while a search or a campaign goes on, and Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use zermelo_losing::Stage;
use zermelo_losing::search::Progress;

use crate::labour::Labour;
use crate::words::thousands;

/// Work on a proof.
pub struct Work {
    labour: Labour,
    progress: Arc<[Progress; 2]>,
    /// When the search began.
    begun: Arc<OnceLock<Instant>>,
}

/// What is done while a search goes on; then the search itself says how far it is.
const SEARCH: &str = "searching";

impl Work {
    /// Begins.
    pub fn new() -> Work {
        let progress = Arc::new(<[Progress; 2]>::default());
        let begun = Arc::new(OnceLock::new());
        let (seen, since) = (Arc::clone(&progress), Arc::clone(&begun));
        let labour = Labour::saying(move |doing, count| match (doing, count) {
            (SEARCH, _) => so_far(&seen, *since.get_or_init(Instant::now)),
            (_, 0) => doing.to_string(),
            _ => format!("{doing}, {} places decided", thousands(count)),
        });
        Work { labour, progress, begun }
    }

    /// A search begins.
    pub fn search(&self) -> &[Progress; 2] {
        self.labour.doing(SEARCH.to_string());
        self.begun.get_or_init(Instant::now);
        &self.progress
    }

    /// Something else begins.
    pub fn doing(&self, what: String) {
        self.labour.count().store(0, Relaxed);
        self.labour.doing(what);
    }

    /// A part of a proof's making begins.
    pub fn stage(&self, stage: Stage) {
        self.doing(stage.to_string());
    }

    /// The work as tables are built.
    pub fn labour(&self) -> &Labour {
        &self.labour
    }

    /// Set by Ctrl-C.
    pub fn stop(&self) -> &AtomicBool {
        self.labour.stop()
    }

    /// Whether Ctrl-C was pressed.
    pub fn interrupted(&self) -> bool {
        self.labour.interrupted()
    }
}

/// A number of a search in few letters.
fn short(number: u32) -> String {
    if number == u32::MAX { "-".to_string() } else { thousands(u64::from(number)) }
}

fn so_far(progress: &[Progress; 2], begun: Instant) -> String {
    let sum = |figure: fn(&Progress) -> u64| progress.iter().map(figure).sum::<u64>();
    let nodes = sum(|one| one.nodes.load(Relaxed));
    let speed = nodes as f64 / begun.elapsed().as_secs_f64().max(0.001);
    let numbers = progress.iter().filter(|one| one.nodes.load(Relaxed) > 0).map(|one| {
        let root = one.root();
        format!("{}/{}", short(root.pn), short(root.dn))
    });
    let numbers: Vec<String> = numbers.collect();
    format!(
        "{} nodes, {} a second, pn/dn {}, {} sweeps",
        thousands(nodes),
        thousands(speed as u64),
        numbers.join(" and "),
        sum(|one| one.sweeps.load(Relaxed)),
    )
}
