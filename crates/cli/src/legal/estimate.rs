//! `zermelo legal --estimate`: how many positions can arise, by lot.

use std::collections::HashMap;
use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use zermelo_answers::judge::to_line;
use zermelo_answers::legal::Question;
use zermelo_answers::legal::estimate::{EstimateReport, Kept, Looked, Tally, first_looks};
use zermelo_retro::superset::Superset;
use zermelo_winnable::Limits;

use crate::args::legal::{LegalArgs, LegalEstimate};
use crate::exit::{Exit, Fault, tell};
use crate::pipeline;
use crate::progress::Progress;
use crate::words::{self, counted, print_json, thousands};

/// Samples that a thread looks at in one go.
const PART: u64 = 1000;
/// The seconds of a candidate, unless another limit is given.
const SECONDS: f64 = 60.0;

/// The first line of the file that keeps what is decided.
#[derive(Serialize, Deserialize, PartialEq)]
struct Head {
    size: String,
    seed: u64,
}

/// Estimates.
pub fn run(args: &LegalArgs) -> Result<Exit, Fault> {
    pipeline::use_threads(args.effort.threads)?;
    let (set, asked) = (Superset::new(), &args.estimate);
    let head = Head { size: set.size().to_string(), seed: asked.seed };
    let mut keeper = asked.to.as_deref().map(|path| Keeper::open(path, &head)).transpose()?;
    let progress = Progress::saying(|doing, count| format!("{} {doing}", thousands(count)));
    let Some((mut tally, mut candidates)) = look_at_all(&set, asked, &progress)? else {
        return Ok(Exit::Interrupted);
    };
    candidates.truncate(asked.candidates.unwrap_or(u64::MAX) as usize);
    if let Some(keeper) = &mut keeper {
        candidates = keeper.take_known(candidates, &mut tally)?;
    }
    let tally = decide_all(candidates, tally, keeper, args, &progress)?;
    let interrupted = progress.interrupted();
    drop(progress);
    print(args, &EstimateReport::new(&set, asked.seed, &tally))?;
    Ok(match tally.open {
        _ if interrupted => Exit::Interrupted,
        0 if tally.tried() > 0 => Exit::Answered,
        _ => Exit::Open,
    })
}

/// The first look at all samples: what was counted, and the candidates in order.
fn look_at_all(
    set: &Superset,
    asked: &LegalEstimate,
    progress: &Progress,
) -> Result<Option<Looked>, Fault> {
    progress.begin(format!("of {} samples looked at", thousands(asked.samples)));
    let parts: Vec<u64> = (0..asked.samples.div_ceil(PART)).collect();
    let looks = parts.into_par_iter().map(|part| {
        let numbers = part * PART..((part + 1) * PART).min(asked.samples);
        let count = numbers.end - numbers.start;
        let found = first_looks(set, asked.seed, numbers, progress.stop())?;
        progress.count().fetch_add(count, Relaxed);
        Ok(found)
    });
    let looks = looks.collect::<Result<Option<Vec<_>>, Fault>>()?;
    Ok(looks.map(|looks| {
        looks.into_iter().fold((Tally::default(), Vec::new()), |(tally, mut all), (part, found)| {
            all.extend(found);
            (tally.with(part), all)
        })
    }))
}

/// Decides the candidates; what is decided when somebody asks to stop is counted and kept.
fn decide_all(
    candidates: Vec<(u64, Question)>,
    tally: Tally,
    keeper: Option<Keeper>,
    args: &LegalArgs,
    progress: &Progress,
) -> Result<Tally, Fault> {
    progress.begin(format!("of {} candidates decided", thousands(candidates.len() as u64)));
    let shared = Mutex::new((tally, keeper));
    let decide = |(number, question)| -> Result<(), Fault> {
        if progress.interrupted() {
            return Ok(());
        }
        let mut options = args.effort.options();
        if args.effort.seconds.is_none() && args.effort.nodes.is_none() {
            options.limits = Limits { nodes: u64::MAX, ..options.limits }.within(SECONDS);
        }
        options.limits.interrupt = Some(progress.stop());
        let done = Kept::decide(number, question, &options)?;
        if progress.interrupted() && done.verdict == "open" {
            return Ok(());
        }
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(keeper) = &mut shared.1 {
            keeper.keep(&done)?;
        }
        shared.0.decided(&done);
        progress.count().fetch_add(1, Relaxed);
        Ok(())
    };
    // One by one: some take a minute, most a moment.
    candidates.into_par_iter().with_max_len(1).try_for_each(decide)?;
    Ok(shared.into_inner().unwrap_or_else(PoisonError::into_inner).0)
}

fn print(args: &LegalArgs, report: &EstimateReport) -> Result<(), Fault> {
    if args.output.json {
        print_json(report)?;
        return Ok(());
    }
    words::print(args.output.color, |page| {
        let said = report.explain();
        let (first, others) = said.split_first().expect("there is an estimate, or none");
        page.headline(first)?;
        others.iter().try_for_each(|sentence| page.say(2, sentence))
    })?;
    Ok(())
}

/// The file that keeps what is decided, a line each, with its certificate.
struct Keeper {
    path: PathBuf,
    file: File,
    known: HashMap<u64, Kept>,
}

impl Keeper {
    /// Opens it, or begins it; what another estimate has begun is left alone.
    fn open(path: &Path, head: &Head) -> Result<Keeper, Fault> {
        let path = path.to_path_buf();
        let opened = OpenOptions::new().read(true).append(true).create(true).open(&path);
        let mut file = opened.map_err(|error| bad(&path, error))?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|error| bad(&path, error))?;
        // The last line may have been cut off by whatever ended the program.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        match lines.next().map(serde_json::from_str::<Head>) {
            Some(Ok(found)) if found == *head => {}
            Some(Ok(Head { seed, .. })) => {
                return Err(bad(
                    &path,
                    format!("begun with --seed {seed}; give that, or another file"),
                ));
            }
            None if text.is_empty() => {
                file.write_all(&to_line(head)).map_err(|error| bad(&path, error))?;
                return Ok(Keeper { path, file, known: HashMap::new() });
            }
            _ => return Err(bad(&path, "this is no file of an estimate; give another name")),
        }
        let mut known = HashMap::new();
        for (number, line) in (2..).zip(lines) {
            let kept: Kept = serde_json::from_str(line)
                .map_err(|error| bad(&path, format!("line {number} is damaged: {error}")))?;
            known.insert(kept.number, kept);
        }
        file.set_len(whole as u64).map_err(|error| bad(&path, error))?;
        Ok(Keeper { path, file, known })
    }

    /// Takes what was decided before, each certificate checked once more, and returns the others.
    fn take_known(
        &mut self,
        candidates: Vec<(u64, Question)>,
        tally: &mut Tally,
    ) -> Result<Vec<(u64, Question)>, Fault> {
        let mut others = Vec::new();
        for (number, question) in candidates {
            match self.known.remove(&number) {
                Some(kept) if kept.is_proved(&question) => tally.decided(&kept),
                Some(_) => {
                    let why = format!("what is kept of sample {number} does not prove its verdict");
                    return Err(bad(&self.path, why));
                }
                None => others.push((number, question)),
            }
        }
        if tally.tried() > 0 {
            let before = counted(tally.tried() as usize, "candidate");
            tell(format_args!("{before} decided before, and checked again"));
        }
        Ok(others)
    }

    fn keep(&mut self, done: &Kept) -> Result<(), Fault> {
        self.file.write_all(&to_line(done)).map_err(|error| bad(&self.path, error))
    }
}

fn bad(path: &Path, why: impl Display) -> Fault {
    Fault::BadInput(format!("--to {}: {why}", path.display()))
}
