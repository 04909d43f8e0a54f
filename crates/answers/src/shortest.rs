//! What is known of the shortest helpmate.

use std::time::Duration;

use serde::Serialize;
use zermelo_kernel::{Move, Position};

use crate::san;

/// What became of the search for the shortest helpmate. Its lines are checked by the kernel; that
/// nothing is shorter is the search's word.
pub struct Shortest {
    /// The length of the lines.
    pub plies: usize,
    /// Whether nothing is shorter.
    pub proved: bool,
    /// Lines of that length, all accepted by the kernel.
    pub lines: Vec<Vec<Move>>,
    /// Whether these are all of them.
    pub complete: bool,
    /// Whether there are more than are kept.
    pub cut: bool,
    /// Whether all were asked for.
    pub all: bool,
    /// What is known if it is not proved: no line has fewer plies than this.
    pub at_least: u32,
    /// The engine's time.
    pub engine: Duration,
}

impl Shortest {
    /// Whether something that was asked is open.
    pub fn is_open(&self) -> bool {
        !self.proved || self.all && !self.complete && !self.cut
    }
}

/// For programs.
#[derive(Serialize)]
pub struct ShortestReport {
    plies: usize,
    proved: bool,
    lines_uci: Vec<Vec<String>>,
    lines_san: Vec<Vec<String>>,
    complete: bool,
}

impl ShortestReport {
    /// The report of a search.
    pub fn new(root: &Position, shortest: &Shortest) -> ShortestReport {
        ShortestReport {
            plies: shortest.plies,
            proved: shortest.proved,
            lines_uci: shortest.lines.iter().map(|line| san::uci(root, line)).collect(),
            lines_san: shortest.lines.iter().map(|line| san::san(root, line)).collect(),
            complete: shortest.complete,
        }
    }
}
