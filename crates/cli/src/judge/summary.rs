//! What all the games came to, on standard error.

use std::time::Duration;

use zermelo_answers::judge::Tally;
use zermelo_kernel::Reading;

use super::job::{Counted, Entry, Reply, SAMPLE};
use crate::args::CheckWhich;
use crate::args::judge::JudgeArgs;
use crate::batch::mean;
use crate::exit::{Exit, PLEASE_REPORT, tell};
use crate::pipeline::Outcome;
use crate::words::{counted, duration};

/// Counts and times.
#[derive(Default)]
pub struct Summary {
    tally: Tally,
    broken: u64,
    refused: u64,
    unread: u64,
    bugs: u64,
    checked: u64,
    checking: Duration,
    retried: u64,
    unwritten: u64,
}

impl Summary {
    /// Counts a reply; a line for standard error may follow from it.
    pub fn add(&mut self, reply: Reply) -> Option<String> {
        match reply.entry {
            Entry::Broken => self.broken += 1,
            Entry::Refused => self.refused += 1,
            Entry::Unread => self.unread += 1,
            Entry::Bug => self.bugs += 1,
            Entry::Judged(counted) => return self.judged(counted).or(reply.complaint),
        }
        reply.complaint
    }

    fn judged(&mut self, counted: Counted) -> Option<String> {
        self.tally.add(&counted.account);
        self.retried += counted.retried;
        if let Some(check) = counted.check {
            self.checked += 1;
            self.checking += check;
        }
        // A full disk is told once, not for every game.
        self.unwritten += u64::from(counted.unwritten.is_some());
        counted.unwritten.filter(|_| self.unwritten == 1).map(|why| format!("error: {why}"))
    }

    /// The exit status: the worst of all games.
    pub fn exit(&self) -> Exit {
        match (self.bugs, self.broken + self.unread + self.unwritten, self.tally.open) {
            (1.., _, _) => Exit::Bug,
            _ if self.tally.judged + self.broken + self.refused + self.unread == 0 => {
                Exit::BadInput
            }
            (_, 1.., _) => Exit::BadInput,
            (_, _, 1..) => Exit::Open,
            _ => Exit::Answered,
        }
    }

    /// Prints the summary, of one game in one line.
    pub fn print(&self, args: &JudgeArgs, elapsed: Duration, outcome: &Outcome) {
        let all = self.tally.judged + self.broken + self.refused + self.bugs;
        if args.output.quiet || all == 0 {
            // Only what went wrong; of no games there is no table.
        } else if (self.tally.judged, all + self.unread) == (1, 1) {
            let [reading, kernel, retried] = self.notes(args);
            let notes = [
                (args.question.with_history, reading),
                (true, kernel),
                (self.retried > 0, retried),
            ];
            let told = notes.into_iter().filter(|(told, _)| *told);
            let told: String = told.map(|(_, note)| format!("; {note}")).collect();
            tell(format_args!("1 game in {}{told}", duration(elapsed)));
        } else {
            self.print_table(all, elapsed);
            for note in self.notes(args) {
                tell(format_args!("{note}"));
            }
        }
        let none = self.tally.judged > 0 && self.tally.contradicted == 0;
        if args.output.contradicted && none && !args.output.quiet {
            tell(format_args!("no result is contradicted"));
        }
        if all + self.unread == 0 && matches!(outcome, Outcome::Finished) {
            tell(format_args!("error: there is no game in the input"));
        }
        if self.unwritten > 0 {
            tell(format_args!("{} could not be saved", counted(self.unwritten as usize, "proof")));
        }
        if self.bugs > 0 {
            tell(format_args!("{} failed; {PLEASE_REPORT}", counted(self.bugs as usize, "game")));
        }
    }

    fn print_table(&self, all: u64, elapsed: Duration) {
        let per_second = all as f64 / elapsed.as_secs_f64().max(1e-9);
        row("games", all, &format!("in {}, {per_second:.0} a second", duration(elapsed)));
        row("  broken", self.broken, "");
        some("  variants, refused", self.refused, "");
        some("files that could not be read", self.unread, "");
        for (name, count, note) in self.tally.rows() {
            row(&name, count, &note);
        }
    }

    /// By which reading, and what the kernel checked.
    fn notes(&self, args: &JudgeArgs) -> [String; 3] {
        let reading = match args.reading() {
            Reading::Position => "the position alone counts (FIDE's)",
            Reading::History => {
                "a mate must come before the 75-move or five-fold end (--with-history)"
            }
        };
        let rulings = counted((self.tally.judged - self.tally.open) as usize, "ruling");
        let time = duration(mean(self.checking, self.checked));
        let accepted = format!("{} of {rulings} checked and accepted, mean {time}", self.checked);
        let checked = match args.effort.check {
            _ if self.tally.judged == self.tally.open => "there is no ruling to check".to_string(),
            CheckWhich::None if self.checked == 0 => {
                "no ruling was checked (--check none)".to_string()
            }
            CheckWhich::Sample => format!(
                "{accepted} (a sample, 1 game in {SAMPLE}, and all that rest on a proof that \
                 somebody cannot mate)"
            ),
            CheckWhich::All | CheckWhich::None => accepted,
        };
        let retried = counted(self.retried as usize, "position");
        [
            format!("reading: {reading}"),
            format!("kernel: {checked}"),
            format!("retried alone with more memory: {retried}"),
        ]
    }
}

fn row(name: &str, count: u64, note: &str) {
    let gap = if note.is_empty() { "" } else { "  " };
    tell(format_args!("{name:<34} {count:>9}{gap}{note}"));
}

/// A row, if there is something to count.
fn some(name: &str, count: u64, note: &str) {
    if count > 0 {
        row(name, count, note);
    }
}
