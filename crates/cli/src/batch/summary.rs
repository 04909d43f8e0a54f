//! What a batch came to, on standard error.

use std::time::Duration;

use super::job::{Kind, Reply, SAMPLE};
use crate::args::CheckWhich;
use crate::exit::{Exit, PLEASE_REPORT, tell};
use crate::words::{counted, duration};

/// Counts and times.
#[derive(Default)]
pub struct Summary {
    winnable: u64,
    unwinnable: u64,
    open: u64,
    bad: u64,
    bugs: u64,
    engine: Duration,
    slowest: Duration,
    slowest_line: u64,
    checked: u64,
    check: Duration,
}

impl Summary {
    /// Counts one line.
    pub fn add(&mut self, reply: &Reply) {
        match reply.kind {
            Kind::Decided { winnable: true } => self.winnable += 1,
            Kind::Decided { winnable: false } => self.unwinnable += 1,
            Kind::Open => self.open += 1,
            Kind::Bad => self.bad += 1,
            Kind::Bug => self.bugs += 1,
        }
        self.engine += reply.engine;
        if reply.engine > self.slowest {
            (self.slowest, self.slowest_line) = (reply.engine, reply.number);
        }
        if let Some(check) = reply.check {
            self.checked += 1;
            self.check += check;
        }
    }

    /// The exit status: the worst of all lines.
    pub fn exit(&self) -> Exit {
        match self {
            Summary { bugs: 1.., .. } => Exit::Bug,
            Summary { bad: 1.., .. } => Exit::BadInput,
            Summary { open: 1.., .. } => Exit::Open,
            _ => Exit::Answered,
        }
    }

    /// Prints the summary.
    pub fn print(&self, check: CheckWhich) {
        let Summary { winnable, unwinnable, open, bad, bugs, .. } = self;
        let decided = winnable + unwinnable;
        let asked = decided + open;
        tell(format_args!(
            "{}: {winnable} winnable, {unwinnable} unwinnable, {open} open, \
             {bad} bad",
            counted((asked + bad + bugs) as usize, "line")
        ));
        if asked > 0 {
            tell(format_args!(
                "engine: mean {}, slowest {} (line {})",
                duration(mean(self.engine, asked)),
                duration(self.slowest),
                self.slowest_line
            ));
        }
        let checked = self.checked;
        let verdicts = counted(decided as usize, "verdict");
        let accepted = format!(
            "{checked} of {verdicts} checked and accepted, mean {}",
            duration(mean(self.check, checked))
        );
        match check {
            CheckWhich::All => tell(format_args!("kernel: {accepted}")),
            CheckWhich::Sample => {
                tell(format_args!("kernel: {accepted} (a sample, 1 line in {SAMPLE})"))
            }
            CheckWhich::None => tell(format_args!("kernel: no verdict was checked (--check none)")),
        }
        if *bugs > 0 {
            tell(format_args!("{} failed; {PLEASE_REPORT}", counted(*bugs as usize, "line")));
        }
    }
}

/// The time a line.
pub fn mean(total: Duration, count: u64) -> Duration {
    total / u32::try_from(count.max(1)).unwrap_or(u32::MAX)
}
