//! Queries (`FEN >>= r >>= h#1 >>= legal`): files of them, and their answers for programs.

use serde::Serialize;
use zermelo_retro::dead_reckoning::ReckoningError;
use zermelo_retro::query::{Line, Query, Tally};

/// What stands in a file: comments to be echoed, and queries.
pub enum Entry {
    /// A line that is a comment alone.
    Comment(String),
    /// A query, as it was written and as it was read.
    Query(String, Query),
}

/// One query a line; `//` begins a comment, as does `#` at the beginning of a line; lines that are comments alone are kept.
pub fn entries(text: &str) -> Result<Vec<Entry>, String> {
    let mut list = Vec::new();
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        // Nowhere else: #1 is a step.
        if line.starts_with("//") || line.starts_with('#') {
            list.push(Entry::Comment(line.trim_end().to_string()));
            continue;
        }
        let text = line.split("//").next().unwrap_or_default().trim_end();
        if !text.trim().is_empty() {
            let query = text.parse().map_err(|error| format!("line {number}, {error}"))?;
            list.push(Entry::Query(text.to_string(), query));
        }
    }
    if list.iter().any(|entry| matches!(entry, Entry::Query(..))) {
        return Ok(list);
    }
    Err("there is no query in it".to_string())
}

/// The answers for programs; the keys are documented in docs/guide/puzzle.md.
#[derive(Serialize)]
pub struct QueryReports {
    /// One for each query.
    pub queries: Vec<QueryReport>,
}

/// The answer to one query.
#[derive(Serialize)]
pub struct QueryReport {
    query: String,
    lines: Vec<LineReport>,
    sound: Option<u64>,
    solutions: Option<u64>,
    open: Option<String>,
}

#[derive(Serialize)]
struct LineReport {
    text: String,
    fen: Option<String>,
    flags: Vec<&'static str>,
}

impl QueryReport {
    /// The report of a query's lines and how it ended.
    pub fn new(
        query: &str,
        lines: &[Line],
        outcome: &Result<Tally, ReckoningError>,
    ) -> QueryReport {
        let report = |line: &Line| LineReport {
            text: line.text.clone(),
            fen: line.fen.clone(),
            flags: line.flags.iter().map(|flag| flag.name()).collect(),
        };
        let tally = outcome.as_ref().ok();
        QueryReport {
            query: query.to_string(),
            lines: lines.iter().map(report).collect(),
            sound: tally.map(|tally| tally.sound),
            solutions: tally.map(|tally| tally.solutions),
            open: outcome.as_ref().err().map(|error| error.to_string()),
        }
    }
}
