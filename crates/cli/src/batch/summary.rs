//! What a batch came to, on standard error.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{Kind, Reply};
use crate::exit::{Exit, PLEASE_REPORT, tell};
use crate::words::{counted, duration};

/// Counts and times.
#[derive(Default)]
pub struct Summary {
    verdicts: BTreeMap<&'static str, u64>,
    /// Lines that are no question.
    pub bad: u64,
    /// Lines on which the engine or the kernel failed.
    pub bugs: u64,
    /// Lines that expect a verdict.
    pub expected: u64,
    /// Lines with another verdict than they expect.
    pub contradicted: u64,
    /// The engine's time in all.
    pub engine: Duration,
    slowest: Duration,
    slowest_line: u64,
    /// Verdicts that the kernel was asked about.
    pub checked: u64,
    /// The kernel's time in all.
    pub check: Duration,
}

impl Summary {
    /// Counts one line; a contradiction is said at once.
    pub fn add(&mut self, line: u64, reply: &Reply) {
        match reply.kind {
            Kind::Answered(verdict) => {
                *self.verdicts.entry(verdict).or_default() += 1;
                if let Some(expected) = &reply.expected {
                    self.expected += 1;
                    if verdict != "open" && verdict != expected {
                        self.contradicted += 1;
                        tell(format_args!("line {line}: {verdict}, but {expected} was expected"));
                    }
                }
            }
            Kind::Bad => self.bad += 1,
            Kind::Bug => self.bugs += 1,
        }
        self.engine += reply.engine;
        if reply.engine > self.slowest {
            (self.slowest, self.slowest_line) = (reply.engine, line);
        }
        if let Some(check) = reply.check {
            self.checked += 1;
            self.check += check;
        }
    }

    /// How many lines have this verdict.
    pub fn count(&self, verdict: &str) -> u64 {
        self.verdicts.get(verdict).copied().unwrap_or(0)
    }

    /// The line that took the engine longest.
    pub fn slowest(&self) -> String {
        format!("slowest {} (line {})", duration(self.slowest), self.slowest_line)
    }

    /// Says how many lines failed, if any did.
    pub fn tell_bugs(&self) {
        if self.bugs > 0 {
            tell(format_args!("{} failed; {PLEASE_REPORT}", counted(self.bugs as usize, "line")));
        }
    }

    /// The exit status: the worst of all lines. Expectations do not count.
    pub fn exit(&self) -> Exit {
        match self {
            Summary { bugs: 1.., .. } => Exit::Bug,
            Summary { bad: 1.., .. } => Exit::BadInput,
            _ if self.count("open") > 0 => Exit::Open,
            _ => Exit::Answered,
        }
    }
}

/// The time a line.
pub fn mean(total: Duration, count: u64) -> Duration {
    total / u32::try_from(count.max(1)).unwrap_or(u32::MAX)
}
