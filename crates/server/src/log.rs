//! Lines on standard error, one JSON object each: warnings always, requests if asked.
//!
//! Of a request only the method, the path and the position are told, nothing of who asked.

use std::io::{self, Write};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Serialize;

use crate::options::LogLevel;

/// Where lines go.
pub struct Log {
    which: LogLevel,
}

#[derive(Serialize)]
struct RequestLine<'a> {
    time: f64,
    level: &'static str,
    method: &'a str,
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<&'a str>,
    status: u16,
    us: u64,
}

#[derive(Serialize)]
struct WarningLine<'a> {
    time: f64,
    level: &'static str,
    message: &'a str,
}

fn now() -> f64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (since.as_secs_f64() * 1e3).round() / 1e3
}

fn write(line: &impl Serialize) {
    if let Ok(mut bytes) = serde_json::to_vec(line) {
        bytes.push(b'\n');
        // Nobody to read it is no fault.
        let _ = io::stderr().write_all(&bytes);
    }
}

impl Log {
    /// A log of these lines.
    pub fn new(which: LogLevel) -> Log {
        Log { which }
    }

    /// Whether requests are logged.
    pub fn has_requests(&self) -> bool {
        self.which == LogLevel::Requests
    }

    /// A line for a request.
    pub fn request(
        &self,
        (method, path, fen): (&str, &str, Option<&str>),
        status: u16,
        took: Duration,
    ) {
        let us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let (time, level) = (now(), "info");
        let clip = |text| clipped(text, 200);
        let (path, fen) = (clip(path), fen.map(clip));
        write(&RequestLine { time, level, method: clipped(method, 20), path, fen, status, us });
    }

    /// What should not happen.
    pub fn warn(&self, message: &str) {
        write(&WarningLine { time: now(), level: "warning", message });
    }
}

/// Not more than so many bytes of a text.
fn clipped(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}
