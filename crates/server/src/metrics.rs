//! Counts and times, for those who watch the service.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::pool::Pool;
use crate::route::{ENDPOINTS, Endpoint};
use crate::service::Service;

/// Upper ends of the classes of times, in microseconds.
const CLASSES: [u64; 12] =
    [50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 250_000, 1_000_000, 5_000_000];

/// Statuses that are counted apart; others count as the last one.
const STATUSES: [u16; 13] = [200, 204, 304, 400, 403, 404, 405, 408, 413, 421, 503, 500, 0];

/// What is counted.
#[derive(Default)]
pub struct Metrics {
    replies: [[AtomicU64; STATUSES.len()]; ENDPOINTS.len()],
    times: [AtomicU64; CLASSES.len() + 1],
    time: AtomicU64,
    /// Verdicts that the kernel has accepted.
    pub checked: AtomicU64,
    /// Answers that are open.
    pub open: AtomicU64,
    /// Questions settled where they came in.
    pub quick: AtomicU64,
    /// Questions that took a search.
    pub searched: AtomicU64,
    /// Answers from the cache.
    pub hits: AtomicU64,
    /// Bugs: rejected claims and panics.
    pub bugs: AtomicU64,
    /// Connections now.
    pub connections: AtomicU64,
}

/// Adds one.
pub fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

fn get(counter: &AtomicU64) -> u64 {
    counter.load(Ordering::Relaxed)
}

impl Metrics {
    /// Counts an answer that the kernel has accepted, or that is open.
    pub fn answer(&self, checked: bool) {
        count(if checked { &self.checked } else { &self.open });
    }

    /// Counts a reply.
    pub fn reply(&self, endpoint: Endpoint, status: u16, time: Duration) {
        let known = STATUSES.iter().position(|&known| known == status);
        count(&self.replies[endpoint as usize][known.unwrap_or(STATUSES.len() - 1)]);
        let time = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let class = CLASSES.iter().position(|&end| time <= end).unwrap_or(CLASSES.len());
        count(&self.times[class]);
        self.time.fetch_add(time, Ordering::Relaxed);
    }

    fn requests(&self) -> u64 {
        self.times.iter().map(get).sum()
    }

    fn with_status(&self, status: u16) -> u64 {
        let index = STATUSES.iter().position(|&known| known == status);
        index.map_or(0, |index| self.replies.iter().map(|counts| get(&counts[index])).sum())
    }
}

/// One line for InfluxDB, as Lichess's services have it.
pub fn monitor(service: &Service) -> String {
    let metrics = &service.metrics;
    let fields = [
        ("requests", metrics.requests()),
        ("bad", metrics.with_status(400)),
        ("busy", metrics.with_status(503)),
        ("failed", metrics.with_status(500)),
        ("checked", get(&metrics.checked)),
        ("open", get(&metrics.open)),
        ("quick", get(&metrics.quick)),
        ("searched", get(&metrics.searched)),
        ("cache_hits", get(&metrics.hits)),
        ("cache_entries", service.cache.len() as u64),
    ];
    let last = [
        ("connections", get(&metrics.connections)),
        ("bugs", get(&metrics.bugs)),
        ("uptime_s", service.start.elapsed().as_secs()),
    ];
    let field = |(name, value): (&str, u64)| format!("{name}={value}u");
    let mut all: Vec<String> = fields.into_iter().map(field).collect();
    for (name, _, pool) in pools(service) {
        all.push(format!("{name}_waiting={}u,{name}_busy={}u", pool.waiting(), pool.busy()));
    }
    all.extend(last.into_iter().map(field));
    format!("zermelo {}\n", all.join(","))
}

/// The same for Prometheus, with more of it.
pub fn prometheus(service: &Service) -> String {
    let metrics = &service.metrics;
    let mut out = String::with_capacity(4096);
    // Writing to a string does not fail.
    let mut line = |text: String| {
        let _ = writeln!(out, "{text}");
    };
    line("# HELP zermelo_requests_total Replies by endpoint and status.".to_string());
    line("# TYPE zermelo_requests_total counter".to_string());
    for ((_, _, name), counters) in ENDPOINTS.iter().zip(&metrics.replies) {
        for (status, counter) in STATUSES.iter().zip(counters) {
            let value = get(counter);
            if value > 0 {
                let status = if *status == 0 { "other".to_string() } else { status.to_string() };
                line(format!(
                    "zermelo_requests_total{{endpoint=\"{name}\",status=\"{status}\"}} {value}"
                ));
            }
        }
    }
    line("# HELP zermelo_request_seconds Time from request to reply.".to_string());
    line("# TYPE zermelo_request_seconds histogram".to_string());
    let mut sum = 0;
    for (class, counter) in metrics.times.iter().enumerate() {
        sum += get(counter);
        let end = CLASSES.get(class).map_or("+Inf".to_string(), |&end| seconds(end));
        line(format!("zermelo_request_seconds_bucket{{le=\"{end}\"}} {sum}"));
    }
    line(format!("zermelo_request_seconds_sum {}", seconds(get(&metrics.time))));
    line(format!("zermelo_request_seconds_count {sum}"));
    let counters = [
        ("checked_total", "Verdicts that the kernel has accepted.", get(&metrics.checked)),
        ("open_total", "Answers that are open.", get(&metrics.open)),
        ("quick_total", "Questions settled where they came in.", get(&metrics.quick)),
        ("searched_total", "Questions that took a search.", get(&metrics.searched)),
        ("cache_hits_total", "Answers from the cache.", get(&metrics.hits)),
        ("bugs_total", "Rejected claims and panics.", get(&metrics.bugs)),
    ];
    for (name, help, value) in counters {
        line(format!("# HELP zermelo_{name} {help}\n# TYPE zermelo_{name} counter"));
        line(format!("zermelo_{name} {value}"));
    }
    let mut gauge = |name: &str, help: &str, value: u64| {
        line(format!("# HELP zermelo_{name} {help}\n# TYPE zermelo_{name} gauge"));
        line(format!("zermelo_{name} {value}"));
    };
    gauge("cache_entries", "Answers kept.", service.cache.len() as u64);
    for (name, jobs, pool) in pools(service) {
        let (waiting, busy) = (pool.waiting() as u64, pool.busy() as u64);
        gauge(&format!("{name}_waiting"), &format!("{jobs} that wait."), waiting);
        gauge(&format!("{name}_busy"), &format!("{jobs} at work."), busy);
    }
    let in_flight = (service.searches.len() + service.in_flight.len()) as u64;
    gauge("in_flight", "Questions in flight.", in_flight);
    gauge("connections", "Connections now.", get(&metrics.connections));
    gauge("uptime_seconds", "Time since the start.", service.start.elapsed().as_secs());
    out
}

/// The pools with their names, and what they work on.
fn pools(service: &Service) -> [(&'static str, &'static str, &Pool); 4] {
    [
        ("search", "Searches", &service.search),
        ("deep", "Long searches", &service.deep),
        ("legal", "Questions of legality", &service.legal),
        ("work", "Other jobs", &service.work),
    ]
}

/// Microseconds as seconds.
fn seconds(microseconds: u64) -> String {
    format!("{}", microseconds as f64 / 1e6)
}
