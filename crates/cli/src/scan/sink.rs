//! Rows to the file, counts, what is told on the way, and the point to go on from.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use zermelo_answers::scan::{Run, Tally};
use zermelo_scan::{Place, Report, ResumePoint};

use super::rows::{Rows, look_for_others};
use super::sources::Source;
use crate::args::scan::{Output, ScanArgs};
use crate::exit::{Exit, Fault, bad_input, tell};
use crate::progress::clear_line;
use crate::words::thousands;

/// How often the resume point is written.
const INTERVAL: Duration = Duration::from_secs(10);
/// Faults that are told one by one; the others are only counted.
const TOLD: u64 = 50;

/// How far the run is, for the thread that says so.
#[derive(Default)]
pub struct Progress {
    games: AtomicU64,
    found: AtomicU64,
    /// Bytes of the files done, in this run and before.
    done: AtomicU64,
    before: u64,
    size: Option<u64>,
}

impl Progress {
    /// A line for a person.
    pub fn words(&self, elapsed: Duration) -> String {
        let (games, done) = (self.games.load(Relaxed), self.done.load(Relaxed));
        let seconds = elapsed.as_secs_f64().max(0.001);
        let rate = thousands((games as f64 / seconds) as u64);
        let found = thousands(self.found.load(Relaxed));
        let mut text = format!("{} games, {rate} games/s, {found} found", thousands(games));
        if let Some(size) = self.size
            && done > 0
        {
            let left = seconds * size.saturating_sub(self.before + done) as f64 / done as f64;
            let percent = 100.0 * (self.before + done) as f64 / size.max(1) as f64;
            text.push_str(&format!(", {percent:.1}%, {left:.0} s left"));
        }
        text
    }
}

/// Where everything goes.
pub struct Sink {
    /// `None` for standard output, which others hold.
    out: Option<Rows>,
    resume: PathBuf,
    /// Where a later run would go on, and the counts so far.
    pub point: ResumePoint,
    start: Instant,
    /// Seconds of the runs before.
    before: f64,
    saved: Instant,
    /// How far the run is.
    pub progress: Arc<Progress>,
    told: u64,
    untold: u64,
}

impl Sink {
    /// Opens the output, new or where it was left.
    pub fn open(args: &ScanArgs, to: &Output, sources: &[Source]) -> Result<Sink, Fault> {
        let resume = to.resume();
        let fresh = ResumePoint {
            version: ResumePoint::VERSION,
            sources: sources.iter().map(|source| (source.name.clone(), source.size)).collect(),
            format: to.format,
            columns: args.columns(),
            all: args.all,
            check_sample: args.search.check_sample,
            quick: args.quick,
            place: Place::default(),
            written: 0,
            tally: Tally::default(),
            elapsed: 0.0,
        };
        let (name, kept) = (to.path.display(), resume.display());
        let head = to.format.head(&args.columns());
        let (file, point) = if to.is_stdout() {
            if args.resume {
                return bad_input("--resume: rows on standard output cannot be taken up again");
            }
            io::stdout().write_all(head.as_bytes())?;
            (Ok(None), fresh)
        } else if let Err(error) = look_for_others(&to.rows()) {
            (Err(error), fresh)
        } else if args.resume && resume.exists() {
            let point = ResumePoint::load(&resume)
                .or_else(|error| bad_input(format!("--resume: {kept}: {error}")))?;
            if !point.is_of_same_run(&fresh) {
                let why = "that run had other sources or other options";
                return bad_input(format!("--resume: {kept}: {why}"));
            }
            match point.written {
                // It had not written its head yet.
                0 => (Rows::open(&to.rows(), head.clone()).map(Some), begun(point, &head)),
                written => (Rows::reopen(&to.rows(), written).map(Some), point),
            }
        } else if resume.exists() {
            return bad_input(format!(
                "--to {name}: an earlier run was stopped; go on with --resume, or remove {kept}"
            ));
        } else {
            let fresh = begun(fresh, &head);
            (Rows::open(&to.rows(), head).map(Some), fresh)
        };
        let file = file.or_else(|error| bad_input(format!("--to {name}: {error}")))?;
        let sizes: Option<Vec<u64>> = sources.iter().map(|source| source.size).collect();
        let place = point.place;
        let progress = Progress {
            before: sizes.iter().flatten().take(place.source).sum::<u64>() + place.frame,
            size: sizes.map(|sizes| sizes.iter().sum()),
            ..Progress::default()
        };
        Ok(Sink {
            out: file,
            start: Instant::now(),
            before: point.elapsed,
            point,
            saved: Instant::now(),
            progress: Arc::new(progress),
            told: 0,
            untold: 0,
            resume,
        })
    }

    /// What the run was told, and how it went.
    pub fn run(&self, args: &ScanArgs, to: &Output, (threads, finished): (usize, bool)) -> Run {
        let seconds = self.start.elapsed().as_secs_f64();
        let name =
            if to.is_stdout() { "standard output".into() } else { to.path.to_string_lossy() };
        Run {
            quick: args.quick,
            check_sample: args.search.check_sample,
            threads,
            games: self.progress.games.load(Relaxed),
            seconds,
            seconds_of_all_runs: self.before + seconds,
            to: name.into_owned(),
            finished,
        }
    }

    /// Takes the report of the next block; its rows go to the file, or else to `out`.
    pub fn add(&mut self, out: &mut impl Write, report: Report) -> io::Result<()> {
        let says_something = report.tally.games > report.tally.broken;
        if says_something && self.begin()? {
            // From now on somebody who ends it at once can go on.
            self.save()?;
        }
        match &mut self.out {
            Some(rows) => rows.write_all(&report.rows)?,
            None => out.write_all(&report.rows)?,
        }
        self.point.written += report.rows.len() as u64;
        self.point.tally.merge(&report.tally);
        self.point.place = report.next;
        self.progress.games.fetch_add(report.tally.games, Relaxed);
        self.progress.found.store(self.point.tally.unwinnable, Relaxed);
        self.progress.done.fetch_add(report.packed, Relaxed);
        for note in &report.notes {
            if self.told == TOLD {
                self.untold += 1;
                continue;
            }
            self.told += 1;
            let name = &self.point.sources[report.place.source].0;
            clear_line();
            tell(format_args!("{name}: {note}"));
        }
        if self.saved.elapsed() >= INTERVAL {
            self.save()?;
        }
        Ok(())
    }

    /// Makes room for rows, if that is still to be done. From the first byte on a resume point must tell that
    /// they are not all: rows without one are those of a finished run.
    fn begin(&mut self) -> io::Result<bool> {
        let Some(rows) = self.out.as_mut().filter(|rows| !rows.has_begun()) else {
            return Ok(false);
        };
        ResumePoint { written: 0, ..self.point.clone() }.save(&self.resume)?;
        rows.begin()
    }

    /// Whether what was there before has made room for this run.
    pub fn has_begun(&self) -> bool {
        self.out.as_ref().is_none_or(Rows::has_begun)
    }

    /// Writes the resume point, after what lies before it.
    fn save(&mut self) -> io::Result<()> {
        let Some(out) = self.out.as_mut().filter(|rows| rows.has_begun()) else { return Ok(()) };
        out.flush()?;
        self.point.elapsed = self.before + self.start.elapsed().as_secs_f64();
        self.saved = Instant::now();
        self.point.save(&self.resume)
    }

    /// Ends the output.
    pub fn close(&mut self) -> io::Result<()> {
        if self.untold > 0 {
            tell(format_args!("and {} faults more", thousands(self.untold)));
        }
        self.save()?;
        self.out.as_mut().map_or(Ok(()), Rows::close)
    }

    /// A run that is finished needs no resume point.
    pub fn forget(&self) -> io::Result<()> {
        if self.out.is_some() { fs::remove_file(&self.resume) } else { Ok(()) }
    }

    /// How a finished run ends.
    pub fn exit(&self) -> Result<Exit, Fault> {
        match &self.point.tally {
            Tally { bugs: 1.., .. } => Ok(Exit::Bug),
            Tally { games: 0, damages: 0, .. } => {
                bad_input("there is no game with tags and no position in the sources")
            }
            Tally { broken: 1.., .. } | Tally { damages: 1.., .. } => Ok(Exit::BadInput),
            Tally { open: 1.., .. } => Ok(Exit::Open),
            _ => Ok(Exit::Answered),
        }
    }
}

/// Where rows begin after their head.
fn begun(point: ResumePoint, head: &str) -> ResumePoint {
    ResumePoint { written: head.len() as u64, ..point }
}

/// Whether an earlier run has written its rows to their end.
pub fn is_finished(to: &Output) -> bool {
    let holds_rows = |about: fs::Metadata| about.is_file() && about.len() > 0;
    !to.resume().exists() && fs::metadata(&to.path).is_ok_and(holds_rows)
}
