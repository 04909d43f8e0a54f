//! `zermelo table verify`: the kernel checks tables, entry by entry.
//!
//! A table follows from those it leads to. It is proved when these are verified too, which `--all`
//! does. Tables of distances to conversion rest on tables of outcomes; those have no distances to
//! check, so each is compared with the verified table of the same men.

use std::io::{self, Write};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::Serialize;
use zermelo_tables::{Claims, Material, Measure, NotVerified, TableError, Verified};

use super::game::Game;
use super::labour::Labour;
use super::shelf::Shelf;
use super::{print_json, which};
use crate::args::VerifyArgs;
use crate::exit::{Exit, Fault};
use crate::watch::clear_line;
use crate::words::{counted, duration, thousands, write_wrapped};

/// Which entries the kernel looks at.
#[derive(Clone, Copy)]
struct Sample {
    entries: u64,
    seed: u64,
}

/// What became of one table.
struct Tried {
    material: Material,
    /// What was checked, or the objection.
    verdict: Result<Verified, String>,
    time: Duration,
}

/// Verifies.
pub fn run<P: Game>(args: &VerifyArgs, shelf: &Shelf) -> Result<Exit, Fault> {
    let chosen = which::on_shelf(&args.which, shelf)?;
    if !shelf.words().has_distance() {
        return Err(Fault::BadInput(NotVerified::NoDistance.to_string()));
    }
    let materials = if args.all { with_exits(shelf, &chosen.materials)? } else { chosen.materials };
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seed = args.seed.unwrap_or(clock.as_nanos() as u64);
    let sample = args.sample.map(|entries| Sample { entries: entries.get(), seed });
    let labour = Labour::new("entries");
    let mut tried: Vec<Tried> = Vec::new();
    let mut interrupted = false;
    for (index, material) in materials.iter().enumerate() {
        let of = sample.map(|sample| format!(" ({} entries)", thousands(sample.entries)));
        let (number, of) = (index + 1, of.unwrap_or_default());
        labour.doing(format!("verifying {material}{of}, table {number} of {}", materials.len()));
        match try_one::<P>(shelf, material, sample, &labour)? {
            Some(one) => {
                if !args.options.json {
                    say(shelf, &one, sample)?;
                }
                tried.push(one);
            }
            None => {
                interrupted = true;
                break;
            }
        }
    }
    drop(labour);
    let open = not_verified(&tried);
    let rejected = tried.iter().any(|one| one.verdict.is_err());
    let complete = !interrupted && !rejected && sample.is_none() && open.is_empty();
    if args.options.json {
        print_json(&VerifyReport {
            rules: shelf.library.rules().to_string(),
            metric: shelf.measure.to_string(),
            sample: sample.map(|sample| sample.entries),
            seed: sample.map(|sample| sample.seed),
            tables: tried.iter().map(TableReport::new).collect(),
            not_verified: open.iter().map(|material| material.to_string()).collect(),
            complete,
            interrupted,
        })?;
    } else {
        let text = match (interrupted, rejected, sample) {
            (true, _, _) => format!("Stopped after {}.", counted(tried.len(), "table")),
            (_, true, _) => "A table was rejected: nothing that rests on it is proved.".to_string(),
            (_, _, Some(Sample { seed, .. })) => {
                format!("Samples prove nothing; they were chosen with --seed {seed}.")
            }
            _ if complete => {
                let are = if tried.len() == 1 { "the table is" } else { "the tables are" };
                format!("Everything that was relied on was verified in this run: {are} proved.")
            }
            _ => {
                let names: Vec<String> = open.iter().map(|one| one.to_string()).collect();
                let names = names.join(", ");
                format!("Relied on, but not verified in this run: {names}; --all does that too.")
            }
        };
        let mut out = io::stdout().lock();
        write_wrapped(&mut out, 0, &text)?;
        if let Some(count) = Some(chosen.absent).filter(|&count| count > 0 && !args.all) {
            writeln!(out, "{} not in the folder.", counted(count, "table"))?;
        }
    }
    Ok(match (interrupted, rejected) {
        (true, _) => Exit::Interrupted,
        (_, true) => Exit::Rejected,
        _ => Exit::Answered,
    })
}

/// These materials and all they lead to, the smallest first. All must be there.
fn with_exits(shelf: &Shelf, wanted: &[Material]) -> Result<Vec<Material>, Fault> {
    let all = Material::closure(wanted, shelf.library.rules());
    let missing: Vec<String> =
        all.iter().filter(|material| !shelf.has(material)).map(Material::to_string).collect();
    if missing.is_empty() {
        return Ok(all);
    }
    Err(Fault::Open(format!(
        "there is no table ({}) of {} in {}; build what is missing with: {}",
        shelf.measure,
        missing.join(", "),
        shelf.library.folder().display(),
        shelf.build_command(&missing.join(" "))
    )))
}

/// Verifies a table; nothing after Ctrl-C.
fn try_one<P: Game>(
    shelf: &Shelf,
    material: &Material,
    sample: Option<Sample>,
    labour: &Labour,
) -> Result<Option<Tried>, Fault> {
    let library = &shelf.library;
    let start = Instant::now();
    // What the next one leads to may be in memory already; the rest goes.
    let exits = material.exits(library.rules());
    library.forget(|other, _| exits.contains(other));
    let (done, stop) = (labour.count(), labour.stop());
    done.store(0, Relaxed);
    let checked = Claims::load(library, material, shelf.measure).and_then(|claims| match sample {
        None => claims.verify::<P>(done, stop),
        Some(Sample { entries, seed }) => claims.verify_sample::<P>(entries, seed, done, stop),
    });
    let verdict = match checked {
        Ok(verified) if sample.is_some() || same_outcomes(shelf, material)? => Ok(verified),
        Ok(_) => Err("its table of outcomes says something else".to_string()),
        Err(fault @ (NotVerified::Rejected(_) | NotVerified::TwoPlaces { .. })) => {
            Err(fault.to_string())
        }
        Err(NotVerified::Table(TableError::Stopped)) => return Ok(None),
        Err(NotVerified::Table(error)) => return Err(shelf.fault(&error, material)),
        Err(error @ NotVerified::NoDistance) => return Err(Fault::BadInput(error.to_string())),
    };
    Ok(Some(Tried { material: material.clone(), verdict, time: start.elapsed() }))
}

/// Whether the table of outcomes, on which others rest, agrees with the one of conversions.
fn same_outcomes(shelf: &Shelf, material: &Material) -> Result<bool, Fault> {
    let library = &shelf.library;
    if shelf.measure != Measure::Conversion || !library.has(material, Measure::Outcome) {
        return Ok(true);
    }
    let same = library.same_outcomes(material, shelf.measure);
    same.map_err(|error| shelf.fault(&error, material))
}

/// What was relied on but not verified.
fn not_verified(tried: &[Tried]) -> Vec<&Material> {
    let known = |material: &Material| {
        tried.iter().any(|one| one.verdict.is_ok() && one.material == *material)
    };
    let relied = tried.iter().flat_map(|one| one.verdict.iter().flat_map(|ok| &ok.rests_on));
    let mut open: Vec<&Material> = relied.filter(|material| !known(material)).collect();
    open.sort();
    open.dedup();
    open
}

/// One table in a sentence.
fn say(shelf: &Shelf, tried: &Tried, sample: Option<Sample>) -> Result<(), Fault> {
    let name = shelf.words().name(&tried.material);
    let text = match &tried.verdict {
        Err(why) => format!("{name}: REJECTED: {why}"),
        Ok(Verified { entries, rests_on }) => {
            let all = if sample.is_some() { "entries at random" } else { "entries" };
            let rests = match &rests_on.iter().map(Material::to_string).collect::<Vec<_>>()[..] {
                [] => "rests on nothing else".to_string(),
                some => format!("rests on {}", some.join(", ")),
            };
            let time = duration(tried.time);
            let count = thousands(*entries);
            format!("{name}: {count} {all} checked in {time}, all follow; {rests}")
        }
    };
    clear_line();
    let mut out = io::stdout().lock();
    write_wrapped(&mut out, 4, &text)?;
    Ok(out.flush()?)
}

/// What was verified, for programs. The keys are documented in docs/tables.md.
#[derive(Serialize)]
struct VerifyReport {
    rules: String,
    metric: String,
    sample: Option<u64>,
    seed: Option<u64>,
    tables: Vec<TableReport>,
    /// Relied on, but not verified in the same run.
    not_verified: Vec<String>,
    /// Whether all of it is a proof that needs nothing else.
    complete: bool,
    interrupted: bool,
}

#[derive(Serialize)]
struct TableReport {
    material: String,
    verified: bool,
    entries: Option<u64>,
    rests_on: Option<Vec<String>>,
    fault: Option<String>,
    seconds: f64,
}

impl TableReport {
    fn new(tried: &Tried) -> TableReport {
        let ok = tried.verdict.as_ref().ok();
        TableReport {
            material: tried.material.to_string(),
            verified: ok.is_some(),
            entries: ok.map(|ok| ok.entries),
            rests_on: ok.map(|ok| ok.rests_on.iter().map(Material::to_string).collect()),
            fault: tried.verdict.as_ref().err().cloned(),
            seconds: tried.time.as_secs_f64(),
        }
    }
}
