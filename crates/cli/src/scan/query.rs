//! `zermelo scan --sql`, Parquet, and clusters: what DataFusion does for us.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use zermelo_answers::scan::{Format, TagColumn};
use zermelo_query::{
    Budget, Failure, FaultSummary, Form, Job, Outcome, RecordBatch, Shown, Sink, take_faults,
};

use crate::args::scan::{Output, ScanArgs, SearchArgs};
use crate::exit::{Exit, Fault, bad_input, tell};
use crate::input::Opened;
use crate::pipeline;
use crate::progress::Progress;
use crate::words::thousands;

/// Rows that are shown on standard output; more are counted.
const SHOWN: usize = 1000;

/// Opens Parquet, or an address, at a byte.
pub fn open(path: &Path, at: u64) -> io::Result<Opened> {
    zermelo_query::open(path, at).map(|(source, size)| Opened { source, size })
}

/// Makes Parquet of the rows, if that is wanted; they are kept while the run can be taken up again.
pub fn to_parquet(to: &Output, columns: &[TagColumn], finished: bool) -> io::Result<()> {
    if !to.parquet {
        return Ok(());
    }
    zermelo_query::from_csv(&to.rows(), columns, &to.path)?;
    if finished { fs::remove_file(to.rows()) } else { Ok(()) }
}

/// Where the rows go.
enum Rows {
    File(Box<Sink>),
    Lines(Box<Sink>),
    Table(Shown),
}

impl Rows {
    fn open(args: &ScanArgs) -> io::Result<Rows> {
        Ok(match &args.to {
            Some(to) if to.is_stdout() && !args.json => {
                Rows::Lines(Box::new(Sink::new(Box::new(io::stdout()), Form::Csv)))
            }
            Some(to) if !to.is_stdout() => {
                let form = match to.format {
                    _ if to.parquet => Form::Parquet,
                    Format::Csv => Form::Csv,
                    Format::JsonLines => Form::JsonLines,
                };
                Rows::File(Box::new(Sink::create(&to.path, form)?))
            }
            _ if args.json => {
                Rows::Lines(Box::new(Sink::new(Box::new(io::stdout()), Form::JsonLines)))
            }
            _ => Rows::Table(Shown::new(SHOWN)),
        })
    }

    fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
        match self {
            Rows::File(sink) => sink.write(batch),
            Rows::Lines(sink) => sink.write(batch),
            Rows::Table(shown) => {
                shown.add(batch);
                Ok(())
            }
        }
    }

    fn close(self, args: &ScanArgs, told: &FaultSummary) -> io::Result<()> {
        let mut out = io::stdout().lock();
        match self {
            Rows::File(sink) => {
                let rows = thousands(sink.close()?);
                let name = args.to.as_ref().map(|to| to.path.display().to_string());
                writeln!(out, "rows written {rows:>16}  {}", name.unwrap_or_default())?;
                let faults = [("cannot be read", told.unread), ("not decided", told.open)];
                faults.iter().filter(|(_, number)| *number > 0).try_for_each(|(name, number)| {
                    writeln!(out, "{name:<14} {:>14}", thousands(*number))
                })
            }
            Rows::Lines(sink) => {
                drop(out);
                sink.close().map(drop)
            }
            Rows::Table(shown) => {
                writeln!(out, "{}", shown.table().map_err(io::Error::other)?)?;
                match shown.rows {
                    rows if rows > SHOWN as u64 => writeln!(
                        out,
                        "{} rows, of which the first {SHOWN} are shown; --to FILE writes them all",
                        thousands(rows)
                    ),
                    1 => writeln!(out, "1 row"),
                    rows => writeln!(out, "{} rows", thousands(rows)),
                }
            }
        }
    }
}

/// Asks in SQL, or a cluster.
pub fn run(args: &ScanArgs) -> Result<Exit, Fault> {
    if args.json && args.to.as_ref().is_some_and(|to| !to.is_stdout()) {
        return bad_input("--json: the rows go to the file, in the form that its name says");
    }
    let job = Job {
        sources: args.sources.clone(),
        sql: args.sql.clone(),
        all: args.all,
        budget: budget(args.search),
        threads: pipeline::threads(args.threads),
        cluster: args.cluster.clone(),
    };
    let to = |error: io::Error| match &args.to {
        Some(to) => Fault::BadInput(format!("--to {}: {error}", to.path.display())),
        None => Fault::Output(error),
    };
    // Nothing is written before the query is known to be good.
    let mut rows: Option<Rows> = None;
    let mut failed: Option<Fault> = None;
    let progress = Progress::new("rows");
    progress.doing("asking".to_string());
    let outcome = zermelo_query::run(&job, progress.stop(), &mut |batch| {
        let mut put = || -> io::Result<()> {
            let open = match &mut rows {
                Some(open) => open,
                None => rows.insert(Rows::open(args)?),
            };
            progress.count().fetch_add(batch.num_rows() as u64, Relaxed);
            open.write(batch)
        };
        put().map_err(|error| {
            let words = error.to_string();
            failed = Some(to(error));
            io::Error::other(words)
        })
    });
    drop(progress);
    let outcome = match (outcome, failed) {
        (_, Some(fault)) => Err(fault),
        (outcome, None) => outcome.map_err(Fault::from),
    };
    let told = take_faults();
    // What was written is whole, however it ended.
    let closed = match rows {
        Some(rows) if outcome.is_ok() || args.to.is_some() => rows.close(args, &told),
        _ => Ok(()),
    };
    let outcome = outcome?;
    closed.map_err(to)?;
    ended(outcome, &told)
}

/// Tells what went wrong in some rows, and how the command ends by it.
fn ended(outcome: Outcome, told: &FaultSummary) -> Result<Exit, Fault> {
    for words in &told.first {
        tell(format_args!("{words}"));
    }
    if told.unread + told.open > told.first.len() as u64 {
        let (unread, open) = (thousands(told.unread), thousands(told.open));
        tell(format_args!("in all {unread} that cannot be read, and {open} not decided"));
    }
    match outcome {
        Outcome::Stopped => {
            Err(Fault::Stopped("the rows so far are written; there are more".to_string()))
        }
        Outcome::Finished if told.unread > 0 => Ok(Exit::BadInput),
        Outcome::Finished if told.open > 0 => Ok(Exit::Open),
        Outcome::Finished => Ok(Exit::Answered),
    }
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Fault {
        match failure {
            Failure::Bad(sentence) => Fault::BadInput(sentence),
            Failure::Bug(sentence) => Fault::Bug(sentence),
        }
    }
}

/// What the verdict on a position may cost.
pub fn budget(search: SearchArgs) -> Budget {
    Budget::new(search.memory, search.reserve, search.check_sample)
}
