//! One block: its flag falls found, decided, checked, and written as rows.
//!
//! An unwinnable verdict, which is what a scan is about, is written only after the kernel has
//! accepted it; of the winnable ones a share is checked, chosen by where they stand, so that
//! another run checks the same.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use zermelo_answers::names;
use zermelo_answers::scan::{Format, Row, TagColumn, TagValues, Tally};
use zermelo_board::{Attempt, split_mix};
use zermelo_record::pgn::{Marker, RawGame};
use zermelo_winnable::{Limits, Sampled, Solver, Verdict};

use crate::blocks::{Block, Kind, Place};
use crate::falls::{FlagFall, NoFall, may_be_flag_fall};
use crate::starts::Pieces;

/// How to go about it.
#[derive(Clone, Debug)]
pub struct Options {
    /// What a query may cost, and one that needs more.
    pub limits: Limits,
    /// Whether there is a row for every flag fall, or only where the side with time left could
    /// not mate or it is open.
    pub all: bool,
    /// The share of the verdicts that the kernel checks; the unwinnable ones it checks always.
    pub check_sample: f64,
    /// Whether the fast test is asked as well, and timed.
    pub quick: bool,
    /// How rows are written.
    pub format: Format,
    /// Columns that repeat tags, after the others.
    pub columns: Vec<TagColumn>,
}

impl Default for Options {
    /// 64 MiB a query, 192 MiB for what needs more, one verdict in a hundred checked.
    fn default() -> Options {
        Options {
            limits: Limits { reserve: 192 << 20, ..Limits::new(u64::MAX, 64 << 20) },
            all: false,
            check_sample: 0.01,
            quick: false,
            format: Format::Csv,
            columns: Vec::new(),
        }
    }
}

/// What came of a block.
#[derive(Debug)]
pub struct Report {
    /// Where it began.
    pub place: Place,
    /// Where the next one begins.
    pub next: Place,
    /// Bytes of the file that it stands for.
    pub packed: u64,
    /// Its rows.
    pub rows: Vec<u8>,
    /// Its counts.
    pub tally: Tally,
    /// What could not be read or went wrong, a sentence each that names the byte.
    pub notes: Vec<String>,
}

/// Where a game or a line begins.
#[derive(Clone, Copy)]
struct Spot {
    /// The byte of the source.
    offset: u64,
    /// The line, where the source is one of lines.
    line: Option<u64>,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}", self.offset)?;
        self.line.map_or(Ok(()), |line| write!(f, " (line {line})"))
    }
}

/// One thread's engine.
pub struct Examiner {
    options: Options,
    solver: Solver,
    raw: RawGame,
}

impl Examiner {
    /// An examiner with an engine of its own.
    pub fn new(options: Options) -> Examiner {
        let raw = RawGame { number: 0, line: 1, text: Vec::new(), bytes: 0, fault: None };
        Examiner { solver: Solver::new(options.limits), options, raw }
    }

    /// Examines a block. Never panics: a bug costs one game and is counted.
    pub fn examine(&mut self, block: &Block) -> Report {
        let mut report = Report {
            place: block.place,
            next: block.next,
            packed: block.packed,
            rows: Vec::new(),
            tally: Tally::default(),
            notes: Vec::new(),
        };
        for damage in &block.damages {
            report.tally.damages += 1;
            let packed = damage.packed.map(|at| format!(" (byte {at} of the file)"));
            let packed = packed.unwrap_or_default();
            report.notes.push(format!("byte {}{packed}: {}", damage.offset, damage.what));
        }
        match block.kind {
            Kind::Games => {
                for piece in Pieces::new(&block.text) {
                    // What has no tags says nothing of a flag fall.
                    report.tally.games += u64::from(piece.is_tagged());
                    if piece.termination.is_some_and(may_be_flag_fall) {
                        self.raw.text.clear();
                        self.raw.text.extend_from_slice(piece.text);
                        let offset = block.place.offset + piece.start as u64;
                        self.one(Spot { offset, line: None }, &mut report, FlagFall::of_game);
                    }
                }
            }
            Kind::Positions => self.lines(block, &mut report, FlagFall::of_line),
            Kind::Table(columns) => {
                self.lines(block, &mut report, |line| FlagFall::of_cells(line, columns));
            }
        }
        report
    }

    /// All lines of a block.
    fn lines(
        &mut self,
        block: &Block,
        report: &mut Report,
        read: impl Fn(&[u8]) -> Result<FlagFall, NoFall>,
    ) {
        let mut start = 0;
        for (number, line) in (1..).zip(block.text.split_inclusive(|&byte| byte == b'\n')) {
            let trimmed = line.trim_ascii();
            let is_note = block.kind == Kind::Positions && trimmed.starts_with(b"#");
            if !trimmed.is_empty() && !is_note {
                report.tally.games += 1;
                let offset = block.place.offset + start as u64;
                let spot = Spot { offset, line: Some(block.place.line + number) };
                self.one(spot, report, |_| read(line));
            }
            start += line.len();
        }
    }

    /// One game or line.
    fn one(
        &mut self,
        spot: Spot,
        report: &mut Report,
        read: impl FnOnce(&RawGame) -> Result<FlagFall, NoFall>,
    ) {
        let read = catch_unwind(AssertUnwindSafe(|| read(&self.raw)));
        let fall = match read {
            Ok(Ok(fall)) => fall,
            Ok(Err(NoFall::Other)) => return,
            Ok(Err(NoFall::Variant)) => {
                report.tally.variants += 1;
                return;
            }
            Ok(Err(NoFall::Broken(why))) => {
                report.tally.broken += 1;
                report.notes.push(format!("{spot}: {why}"));
                return;
            }
            Err(_) => {
                report.tally.bugs += 1;
                report.notes.push(format!("{spot}: bug: the reader failed"));
                return;
            }
        };
        report.tally.flag_falls += 1;
        let sampled = is_sampled(report.place.source, spot.offset, self.options.check_sample);
        let decided = catch_unwind(AssertUnwindSafe(|| self.decide(&fall, sampled, report)));
        let bug = match decided {
            Ok(Ok(())) => return,
            Ok(Err(why)) => why,
            Err(_) => {
                // What the solver holds may be half done.
                self.solver = Solver::new(self.options.limits);
                "the engine failed".to_string()
            }
        };
        report.tally.bugs += 1;
        report.notes.push(format!("{spot}: bug: {bug}: {}", fall.fen()));
    }

    /// Asks the fast test, which must not contradict.
    fn ask_quickly(
        &mut self,
        fall: &FlagFall,
        verdict: &Sampled,
        tally: &mut Tally,
    ) -> Result<(), String> {
        let fast = self.solver.attempt(&fall.position, !fall.flagged, true);
        let found = matches!(fast.found.verdict, Verdict::Unwinnable(_));
        tally.quick.add(fast.time);
        tally.quickly_unwinnable += u64::from(found);
        match found && verdict.winnable() == Some(true) {
            true => Err("the fast test says unwinnable, the engine winnable".to_string()),
            false => Ok(()),
        }
    }

    /// Decides a flag fall. The error is a bug, in a few words.
    fn decide(
        &mut self,
        fall: &FlagFall,
        sampled: bool,
        report: &mut Report,
    ) -> Result<(), String> {
        let Attempt { found: answer, time, retried, turn } =
            self.solver.attempt(&fall.position, !fall.flagged, false);
        report.tally.retried += u64::from(retried);
        let verdict = answer.sampled(&fall.position, !fall.flagged, sampled)?;
        drop(turn);
        if self.options.quick {
            self.ask_quickly(fall, &verdict, &mut report.tally)?;
        }
        let tally = &mut report.tally;
        tally.verdict(&verdict, time);
        tally.nodes += answer.nodes;
        tally.methods[answer.method as usize] += 1;
        if verdict.winnable() == Some(false) {
            tally.drawn += u64::from(fall.result == Some(Marker::Draw));
            tally.unfair += u64::from(fall.result.and_then(Marker::winner) == Some(!fall.flagged));
        }
        if self.options.all || verdict.winnable() != Some(true) {
            tally.rows += 1;
            let row = Row {
                game: &fall.game,
                flagged: names::side(fall.flagged),
                ply: fall.ply,
                fen: fall.fen(),
                result: fall.result.map(Marker::as_str),
                verdict: verdict.name(),
                method: answer.method.name(),
                nodes: answer.nodes,
                time_us: names::microseconds(time),
                checked: verdict.is_proved(),
                tags: TagValues::of(&self.options.columns, &fall.tags),
            };
            self.options.format.write(&row, &mut report.rows).map_err(|e| e.to_string())?;
        }
        Ok(())
    }
}

/// Whether the verdict on what stands here is one of the share that is checked.
fn is_sampled(source: usize, offset: u64, share: f64) -> bool {
    let bits = split_mix(&mut offset.wrapping_add((source as u64) << 48));
    (bits >> 11) as f64 / ((1_u64 << 53) as f64) < share
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use zermelo_board::Turn;

    /// A position that takes a search of some hundred positions.
    const SEARCHED: &[u8] = b"k1b5/8/8/BpBpBpBp/1PbP1PpP/6P1/6P1/K1B5 w - -\n";

    /// What needs more than a thread may use waits for all others, and they for it.
    #[test]
    fn the_reserve_is_used_alone_and_that_is_counted() {
        let limits = Limits { reserve: 64 << 20, ..Limits::new(u64::MAX, 1) };
        let options = Options { limits, all: true, ..Options::default() };
        let place = Place::default();
        let block = move |text: &[u8]| Block {
            place,
            next: place,
            kind: Kind::Positions,
            text: text.to_vec(),
            damages: Vec::new(),
            packed: 0,
        };
        let alone = Examiner::new(Options { limits: Limits::new(1, 1), ..options.clone() })
            .examine(&block(SEARCHED));
        assert_eq!((alone.tally.open, alone.tally.retried), (1, 0));
        let other = Turn::among_others();
        let (done, inbox) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let report = Examiner::new(options).examine(&block(SEARCHED));
            // The other end hears of it below.
            let _ = done.send(());
            report
        });
        assert!(inbox.recv_timeout(Duration::from_millis(300)).is_err(), "it did not wait");
        drop(other);
        let report = thread.join().unwrap();
        assert_eq!((report.tally.retried, report.tally.open), (1, 0), "{report:?}");
        let alone = Turn::alone();
        let (done, inbox) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            drop(Turn::among_others());
            let _ = done.send(());
        });
        assert!(inbox.recv_timeout(Duration::from_millis(100)).is_err(), "others did not wait");
        drop(alone);
        thread.join().unwrap();
    }

    #[test]
    fn the_sample_is_as_large_as_it_should() {
        let count = |share| (0..100_000).filter(|&at| is_sampled(0, 1800 * at, share)).count();
        assert!((800..1200).contains(&count(0.01)), "{}", count(0.01));
        assert_eq!((count(0.0), count(1.0)), (0, 100_000));
    }
}
