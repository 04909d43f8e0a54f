//! What can be set.

use std::net::{Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::time::Duration;

use crate::hosts;

/// Where it listens if a port is all that is said, and the port if none is.
const THIS: &str = "127.0.0.1";
const USUAL_PORT: &str = "8080";

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
    /// How many of them one address may have; none said: an eighth, and at least 16.
    pub connections_per_address: Option<usize>,
    /// What the head of a request may take, and how long a connection may be idle.
    pub head_time: Duration,
    /// Names that the service answers to, besides `localhost` and addresses in figures; `*` for all.
    pub hosts: Vec<String>,
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
    /// Folders of Syzygy files.
    pub syzygy: Vec<PathBuf>,
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
            connections_per_address: None,
            head_time: Duration::from_secs(30),
            hosts: Vec::new(),
            games: 16 << 20,
            certificate: 64 << 20,
            cors: None,
            log: LogLevel::Warnings,
            tables: None,
            syzygy: Vec::new(),
            trees: Vec::new(),
            campaign: None,
        }
    }
}

impl Options {
    /// How many connections one address may have.
    pub(crate) fn connections_per_address(&self) -> usize {
        self.connections_per_address.unwrap_or((self.connections / 8).max(16)).max(1)
    }
}

/// Reads an address, or the name of one such as `localhost`, and a port. A port alone is one of this
/// machine's, and without one it is 8080.
///
/// # Errors
///
/// One sentence, if it is none.
pub fn read_address(text: &str) -> Result<SocketAddr, String> {
    // As `zermelo serve` itself prints it.
    let text = text.strip_prefix("http://").map_or(text, |rest| rest.trim_end_matches('/'));
    if text.starts_with("https://") {
        return Err("https is for a proxy before the service; give ADDRESS:PORT".to_string());
    }
    let bare = text.strip_prefix(':').unwrap_or(text);
    let (host, port) = match text.rsplit_once(':') {
        _ if !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit()) => (THIS, bare),
        Some((host, port)) if !text.ends_with(']') => (host, port),
        _ => (text, USUAL_PORT),
    };
    if host.is_empty() || port.is_empty() {
        let what = "an address or a name with a port is needed, such as localhost:8080";
        return Err(what.to_string());
    }
    if host.contains(':') && !host.starts_with('[') {
        return Err("an address of IPv6 stands in brackets, such as [::1]:8080".to_string());
    }
    if port.parse::<u16>().is_err() {
        return Err(format!(
            "\"{port}\" is no port: a number from 0 to 65535 is, as in {host}:8080"
        ));
    }
    let numbers = |host: &str| host.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if numbers(host) && host.parse::<Ipv4Addr>().is_err() {
        return Err(format!(
            "\"{host}\" is no address: four numbers up to 255 are, as in 127.0.0.1"
        ));
    }
    // A name may stand for several; whoever knows 127.0.0.1 expects the old kind.
    let found = format!("{host}:{port}").to_socket_addrs();
    let found = found.ok().and_then(|all| all.min_by_key(SocketAddr::is_ipv6));
    found.ok_or_else(|| format!("no address is known of \"{host}\""))
}

/// Reads a site as browsers name it, or `*` for all.
///
/// # Errors
///
/// One sentence, if it is none.
pub fn read_origin(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_good = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
    if text == "*" || host.is_some_and(|host| !host.is_empty() && host.chars().all(is_good)) {
        return Ok(text.to_string());
    }
    Err("a site is needed such as https://example.org, without a path, or *".to_string())
}

/// Reads the name of a host, or `*` for all.
///
/// # Errors
///
/// One sentence, if it is none.
pub fn read_host(text: &str) -> Result<String, String> {
    match hosts::is_name(text) {
        true => Ok(text.to_string()),
        false => Err("a name is needed such as example.org, without a port, or *".to_string()),
    }
}
