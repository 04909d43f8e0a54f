//! `zermelo table verify`: the kernel checks tables, entry by entry.
//!
//! A table follows from those it leads to. It is proved when these are verified too, which `--all`
//! does. Tables of distances to conversion rest on tables of outcomes; those have no distances to
//! check, so each is compared with the verified table of the same men.

use std::io::{self, Write};

use zermelo_answers::Fault as NoAnswer;
use zermelo_answers::table::{Checked, Tables, VerifyReport, conclusion};
use zermelo_kernel::GamePosition;
use zermelo_tables::{NotVerified, Sample, places};

use crate::args::table::VerifyArgs;
use crate::exit::{Exit, Fault};
use crate::progress::{Progress, clear_line, clock_seed};
use crate::words::{counted, print_json, thousands, write_wrapped};

/// Seeds that are not asked for stay below this, so that JSON numbers hold them exactly.
const MAX_SEED: u64 = (1 << 53) - 1;

/// Verifies.
pub fn run<P: GamePosition>(args: &VerifyArgs, tables: &Tables) -> Result<Exit, Fault> {
    let chosen = tables.chosen(&args.which)?;
    if !tables.words().has_distance() {
        return Err(Fault::BadInput(NotVerified::NoDistance.to_string()));
    }
    let materials = match args.all {
        true => tables.closure(&chosen.materials)?,
        false => chosen.materials,
    };
    let seed = args.seed.unwrap_or_else(|| clock_seed() & MAX_SEED);
    let sample = args.sample.map(|entries| Sample { entries: entries.get(), seed });
    let progress = Progress::new("entries");
    let mut checked: Vec<Checked> = Vec::new();
    let mut interrupted = false;
    for (index, material) in materials.iter().enumerate() {
        let sample = sample.filter(|sample| sample.entries < places(material));
        let of = sample.map(|sample| format!(" ({} entries)", thousands(sample.entries)));
        let (number, of) = (index + 1, of.unwrap_or_default());
        progress.doing(format!("verifying {material}{of}, table {number} of {}", materials.len()));
        let one = tables.verify::<P>(material, sample, progress.count(), progress.stop());
        let Some(one) = one else {
            interrupted = true;
            break;
        };
        // Of several tables the others are checked nevertheless.
        let one = match one.result {
            Err(fault) if materials.len() == 1 && !matches!(fault, NoAnswer::Rejected(_)) => {
                return Err(fault.into());
            }
            result => Checked { result, ..one },
        };
        if !args.options.output.json {
            clear_line();
            let mut out = io::stdout().lock();
            write_wrapped(&mut out, 4, &one.explain(tables, args.sample.is_some()))?;
            out.flush()?;
        }
        checked.push(one);
    }
    drop(progress);
    if args.options.output.json {
        print_json(&VerifyReport::new(tables, &checked, sample, interrupted))?;
    } else {
        let seed = sample.map(|sample| sample.seed);
        let mut out = io::stdout().lock();
        write_wrapped(&mut out, 0, &conclusion(&checked, seed, interrupted))?;
        if let Some(count) = Some(chosen.absent).filter(|&count| count > 0 && !args.all) {
            writeln!(out, "{} not in the folder.", counted(count, "table"))?;
        }
    }
    let faults = checked.iter().filter_map(|one| one.result.as_ref().err());
    let worst = faults.map(Exit::of).max().unwrap_or(Exit::Answered);
    Ok(if interrupted { Exit::Interrupted } else { worst })
}
