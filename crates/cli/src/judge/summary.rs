//! What all the games came to, on standard error.

use std::time::Duration;

use zermelo_kernel::{Concession, Ending, Reading};
use zermelo_record::{Agreement, Ruling};

use zermelo_answers::judge::ending_in_words;

use super::job::{Account, Entry, Reply, SAMPLE};
use crate::args::CheckWhich;
use crate::args::judge::JudgeArgs;
use crate::batch::mean;
use crate::exit::{Exit, PLEASE_REPORT, tell};
use crate::words::{counted, duration};

/// Counts and times.
#[derive(Default)]
pub struct Summary {
    judged: u64,
    broken: u64,
    refused: u64,
    unread: u64,
    bugs: u64,
    /// Games that were over by each rule, and those of them that were played on.
    over: [(u64, u64); Ending::ALL.len()],
    /// Won by a flag fall, and drawn.
    flag_fell: (u64, u64),
    resigned: (u64, u64),
    agreed: u64,
    claimable: u64,
    decided: u64,
    unfinished: u64,
    unfounded: u64,
    open: u64,
    agrees: u64,
    contradicted: u64,
    missing: u64,
    left: u64,
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
            Entry::Judged(account) => return self.judged(account).or(reply.complaint),
        }
        reply.complaint
    }

    fn judged(&mut self, account: Account) -> Option<String> {
        self.judged += 1;
        match account.ruling {
            Ruling::Over { ending, .. } => {
                let index = Ending::ALL.iter().position(|&other| other == ending).unwrap_or(0);
                self.over[index].0 += 1;
                self.over[index].1 += u64::from(account.after_the_end > 0);
            }
            Ruling::Conceded { how, winner, .. } => {
                let (won, drawn) = match how {
                    Concession::FlagFell => &mut self.flag_fell,
                    Concession::Resigned => &mut self.resigned,
                };
                *if winner.is_some() { won } else { drawn } += 1;
            }
            Ruling::Drawn if account.claimable => self.claimable += 1,
            Ruling::Drawn => self.agreed += 1,
            Ruling::Unfounded(_) => self.unfounded += 1,
            Ruling::Decided(_) => self.decided += 1,
            Ruling::Unfinished => self.unfinished += 1,
            Ruling::Open { .. } => self.open += 1,
        }
        match account.agreement {
            Agreement::Agrees => self.agrees += 1,
            Agreement::Contradicted => self.contradicted += 1,
            Agreement::Missing => self.missing += 1,
            Agreement::Left => self.left += 1,
        }
        self.retried += account.retried;
        if let Some(check) = account.check {
            self.checked += 1;
            self.checking += check;
        }
        // A full disk is told once, not for every game.
        self.unwritten += u64::from(account.unwritten.is_some());
        account.unwritten.filter(|_| self.unwritten == 1).map(|why| format!("error: {why}"))
    }

    /// The exit status: the worst of all games.
    pub fn exit(&self) -> Exit {
        match (self.bugs, self.broken + self.unread + self.unwritten, self.open) {
            (1.., _, _) => Exit::Bug,
            (_, 1.., _) => Exit::BadInput,
            (_, _, 1..) => Exit::Open,
            _ => Exit::Answered,
        }
    }

    /// Prints the summary, of one game in one line.
    pub fn print(&self, args: &JudgeArgs, elapsed: Duration) {
        let all = self.judged + self.broken + self.refused + self.bugs;
        if args.output.quiet {
            // Only what went wrong.
        } else if (self.judged, all + self.unread) == (1, 1) {
            let [reading, kernel, retried] = self.notes(args);
            let told = [(args.question.with_history, reading), (true, kernel)];
            let told = told.into_iter().chain([(self.retried > 0, retried)]);
            let told = told.filter_map(|(told, note)| told.then_some(format!("; {note}")));
            tell(format_args!("1 game in {}{}", duration(elapsed), told.collect::<String>()));
        } else {
            self.print_table(all, elapsed);
            self.notes(args).iter().for_each(|note| tell(format_args!("{note}")));
        }
        if all + self.unread == 0 {
            tell(format_args!("there is no game in the input"));
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
        for (ending, (games, played_on)) in Ending::ALL.into_iter().zip(self.over) {
            let name = match ending {
                Ending::SeventyFiveMoves => "75 moves",
                _ => ending_in_words(ending),
            };
            let name = format!("over by {} {name}", ending.article());
            let note = match played_on {
                0 => String::new(),
                more => format!("{more} with moves played after the end"),
            };
            some(&name, games, &note);
        }
        some("lost on time (6.9)", self.flag_fell.0, "");
        some("drawn on time, no mate possible", self.flag_fell.1, "");
        some("lost by resignation (5.1.2)", self.resigned.0, "");
        some("drawn on resigning, no mate", self.resigned.1, "");
        some("drawn by agreement (5.2.3)", self.agreed, "");
        some("drawn by agreement or claim (9)", self.claimable, "");
        some("decided otherwise", self.decided, "");
        some("unfinished", self.unfinished, "");
        some("unfounded", self.unfounded, "the reason given does not show on the board");
        some("open", self.open, "the search reached its limit");
        some("results left to the record", self.left, "");
        some("results missing", self.missing, "");
        row("results that agree", self.agrees, "");
        row("results CONTRADICTED", self.contradicted, "");
    }

    /// By which reading, and what the kernel checked.
    fn notes(&self, args: &JudgeArgs) -> [String; 3] {
        let reading = match args.reading() {
            Reading::Position => "the position alone counts (FIDE's)",
            Reading::History => {
                "a mate must come before the 75-move or five-fold end (--with-history)"
            }
        };
        let rulings = counted((self.judged - self.open) as usize, "ruling");
        let time = duration(mean(self.checking, self.checked));
        let accepted = format!("{} of {rulings} checked and accepted, mean {time}", self.checked);
        let checked = match args.effort.check {
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
