//! What can be set.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Which lines are logged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogLevel {
    /// Only what should not happen.
    Warnings,
    /// A line for each request, too.
    Requests,
}

/// What can be set.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen, unless a socket is handed over by systemd.
    pub bind: SocketAddr,
    /// Threads for searches that a first look did not settle, as many again for those that take
    /// long, and for questions of legality.
    pub search_threads: usize,
    /// Threads for whole games, certificates, tables and the like.
    pub work_threads: usize,
    /// Questions that may wait for one of these threads; more are refused.
    pub queue: usize,
    /// What a request may take.
    pub time: Duration,
    /// Positions that one search may visit.
    pub nodes: u64,
    /// Bytes that one search may hold.
    pub memory: u64,
    /// Bytes of answers that are kept; 0 keeps none.
    pub cache: u64,
    /// Connections at a time.
    pub connections: usize,
    /// The largest game file, in bytes.
    pub games: usize,
    /// The largest certificate, in bytes, also when unpacked.
    pub certificate: usize,
    /// The one other site whose pages may ask.
    pub cors: Option<String>,
    /// What is logged.
    pub log: LogLevel,
    /// The folder of endgame tables.
    pub tables: Option<PathBuf>,
    /// Proof trees of losing chess.
    pub trees: Vec<PathBuf>,
    /// The folder of a campaign.
    pub campaign: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Options {
            bind: SocketAddr::from(([127, 0, 0, 1], 8080)),
            search_threads: (cores / 2).max(1),
            work_threads: (cores / 2).max(1),
            queue: 64,
            time: Duration::from_secs(5),
            nodes: u64::MAX,
            memory: 256 << 20,
            cache: 64 << 20,
            connections: 1024,
            games: 16 << 20,
            certificate: 64 << 20,
            cors: None,
            log: LogLevel::Warnings,
            tables: None,
            trees: Vec::new(),
            campaign: None,
        }
    }
}
