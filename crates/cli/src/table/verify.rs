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

use super::shelf::{Shelf, Unreadable};
use super::{print_json, which};
use crate::args::VerifyArgs;
use crate::exit::{Exit, Fault};
use crate::labour::Labour;
use crate::watch::clear_line;
use crate::words::{counted, duration, thousands, write_wrapped};
use zermelo_kernel::GamePosition;

/// Seeds that are not asked for stay below this, so that JSON numbers hold them exactly.
const MAX_SEED: u64 = (1 << 53) - 1;

/// Which entries the kernel looks at.
#[derive(Clone, Copy)]
struct Sample {
    entries: u64,
    seed: u64,
}

/// What became of one table.
struct Tried {
    material: Material,
    /// Whether only a sample was looked at.
    sampled: bool,
    /// What was checked, or the objection.
    verdict: Result<Verified, Objection>,
    time: Duration,
}

/// Why a table did not pass.
enum Objection {
    /// The kernel's sentence.
    Rejected(String),
    /// It, or one that it leads to, is damaged or missing.
    Unreadable(Unreadable),
}

/// Verifies.
pub fn run<P: GamePosition>(args: &VerifyArgs, shelf: &Shelf) -> Result<Exit, Fault> {
    let chosen = which::on_shelf(&args.which, shelf)?;
    if !shelf.words().has_distance() {
        return Err(Fault::BadInput(NotVerified::NoDistance.to_string()));
    }
    let materials = if args.all { with_exits(shelf, &chosen.materials)? } else { chosen.materials };
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seed = args.seed.unwrap_or(clock.as_nanos() as u64 & MAX_SEED);
    let sample = args.sample.map(|entries| Sample { entries: entries.get(), seed });
    let labour = Labour::new("entries");
    let mut tried: Vec<Tried> = Vec::new();
    let mut interrupted = false;
    for (index, material) in materials.iter().enumerate() {
        let sample = sample.filter(|sample| sample.entries < zermelo_tables::places(material));
        let of = sample.map(|sample| format!(" ({} entries)", thousands(sample.entries)));
        let (number, of) = (index + 1, of.unwrap_or_default());
        labour.doing(format!("verifying {material}{of}, table {number} of {}", materials.len()));
        let start = Instant::now();
        let verdict = match try_one::<P>(shelf, material, sample, &labour) {
            // The others are checked nevertheless.
            Err(fault) if materials.len() > 1 => {
                Err(Objection::Unreadable(Unreadable::new(fault)?))
            }
            verdict => match verdict? {
                Some(verdict) => verdict.map_err(Objection::Rejected),
                None => {
                    interrupted = true;
                    break;
                }
            },
        };
        let (material, time) = (material.clone(), start.elapsed());
        let one = Tried { material, sampled: sample.is_some(), verdict, time };
        if !args.options.json {
            say(shelf, &one, args.sample.is_some())?;
        }
        tried.push(one);
    }
    drop(labour);
    let open = not_verified(&tried);
    let objections = || tried.iter().filter_map(|one| one.verdict.as_ref().err());
    let rejected = objections().any(|one| matches!(one, Objection::Rejected(_)));
    let unreadable = objections().count() > 0 && !rejected;
    let sampled = sample.filter(|_| tried.iter().any(|one| one.sampled));
    let complete = !interrupted && objections().count() == 0 && open.is_empty();
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
        let text = match (interrupted, rejected, sampled) {
            (true, _, _) => format!("Stopped after {}.", counted(tried.len(), "table")),
            (_, true, _) => "A table was rejected: nothing that rests on it is proved.".to_string(),
            _ if unreadable => {
                "Not every table could be verified: nothing that rests on those is proved."
                    .to_string()
            }
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
    let exit = |objection: &Objection| match objection {
        Objection::Rejected(_) => Exit::Rejected,
        Objection::Unreadable(unreadable) => unreadable.exit,
    };
    let worst = objections().map(exit).max().unwrap_or(Exit::Answered);
    Ok(if interrupted { Exit::Interrupted } else { worst })
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

/// Verifies a table: gives what was checked, or the objection; nothing after Ctrl-C.
fn try_one<P: GamePosition>(
    shelf: &Shelf,
    material: &Material,
    sample: Option<Sample>,
    labour: &Labour,
) -> Result<Option<Result<Verified, String>>, Fault> {
    let library = &shelf.library;
    // What the next one leads to may be in memory already; the rest goes.
    let exits = material.exits(library.rules());
    library.forget(|other, _| exits.contains(other));
    let (done, stop) = (labour.count(), labour.stop());
    done.store(0, Relaxed);
    // Others may rest on the table of outcomes of the same men, which must then say the same.
    let alone = shelf.measure != Measure::Conversion || !library.has(material, Measure::Outcome);
    let checked = Claims::load(library, material, shelf.measure).and_then(|claims| match sample {
        None => Ok((claims.verify::<P>(done, stop)?, alone || claims.same_outcomes(library)?)),
        Some(Sample { entries, seed }) => {
            Ok((claims.verify_sample::<P>(entries, seed, done, stop)?, true))
        }
    });
    let verdict = match checked {
        Ok((verified, true)) => Ok(verified),
        Ok((_, false)) => Err("its table of outcomes says something else".to_string()),
        Err(fault @ (NotVerified::Rejected(_) | NotVerified::TwoPlaces { .. })) => {
            Err(fault.to_string())
        }
        Err(NotVerified::Table(TableError::Stopped)) => return Ok(None),
        Err(NotVerified::Table(error)) => return Err(shelf.fault(&error, material)),
        Err(error @ NotVerified::NoDistance) => return Err(Fault::BadInput(error.to_string())),
    };
    Ok(Some(verdict))
}

/// What was relied on, or looked at in part, but not verified.
fn not_verified(tried: &[Tried]) -> Vec<&Material> {
    let known = |material: &Material| {
        let verified = |one: &&Tried| one.verdict.is_ok() && !one.sampled;
        tried.iter().filter(verified).any(|one| one.material == *material)
    };
    let relied = tried.iter().flat_map(|one| one.verdict.iter().flat_map(|ok| &ok.rests_on));
    let looked_at = tried.iter().filter(|one| one.sampled).map(|one| &one.material);
    let open = relied.chain(looked_at).filter(|material| !known(material));
    let mut open: Vec<&Material> = open.collect();
    open.sort();
    open.dedup();
    open
}

/// One table in a sentence.
fn say(shelf: &Shelf, tried: &Tried, sample: bool) -> Result<(), Fault> {
    let name = shelf.words().name(&tried.material);
    let text = match &tried.verdict {
        Err(Objection::Rejected(why)) => format!("{name}: REJECTED: {why}"),
        Err(Objection::Unreadable(Unreadable { why, .. })) => {
            format!("{name}: not verified: {why}")
        }
        Ok(Verified { entries, rests_on }) => {
            let all = match (tried.sampled, sample) {
                (true, _) => "entries at random",
                (false, true) => "entries (all of them: it has no more than the sample)",
                (false, false) => "entries",
            };
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

/// What was verified, for programs. The keys are documented in docs/guide/tables.md.
#[derive(Serialize)]
struct VerifyReport {
    rules: String,
    metric: String,
    sample: Option<u64>,
    seed: Option<u64>,
    tables: Vec<TableReport>,
    /// Relied on or sampled, but not verified in the same run.
    not_verified: Vec<String>,
    /// Whether all of it is a proof that needs nothing else.
    complete: bool,
    interrupted: bool,
}

#[derive(Serialize)]
struct TableReport {
    material: String,
    status: &'static str,
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
            status: match &tried.verdict {
                Ok(_) if tried.sampled => "sampled",
                Ok(_) => "verified",
                Err(Objection::Rejected(_)) => "rejected",
                Err(Objection::Unreadable(_)) => "unreadable",
            },
            entries: ok.map(|ok| ok.entries),
            rests_on: ok.map(|ok| ok.rests_on.iter().map(Material::to_string).collect()),
            fault: tried.verdict.as_ref().err().map(|objection| match objection {
                Objection::Rejected(why) => why.clone(),
                Objection::Unreadable(unreadable) => unreadable.why.clone(),
            }),
            seconds: tried.time.as_secs_f64(),
        }
    }
}
