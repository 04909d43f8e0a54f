//! `zermelo check FILE...`: saved proofs, checked with the kernel alone.

mod source;

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::Serialize;
use zermelo_answers::check::{CheckReport, Checked, Standing, look};
use zermelo_answers::judge::to_line;
use zermelo_kernel::Budget;
use zermelo_record::pgn::foreign;

pub use source::Source;

use crate::args::CheckArgs;
use crate::exit::{Exit, Fault};
use crate::progress::ends_at_once;
use crate::words::{folded, print_all};

/// What became of one file.
#[derive(Serialize)]
struct FileReport {
    file: String,
    #[serde(flatten)]
    report: CheckReport,
}

/// Checks every file; the worst one decides the exit status.
pub fn run(args: &CheckArgs) -> Result<Exit, Fault> {
    ends_at_once("nothing is proved by a check that is not complete");
    let mut worst = Exit::Answered;
    for file in &args.files {
        worst = worst.max(check(file, args)?);
    }
    Ok(worst)
}

/// What a file is that is no certificate, by its first bytes.
fn seen(file: &Path, args: &CheckArgs) -> Option<&'static str> {
    let mut start = Vec::new();
    // A pipe was read before, and is empty now.
    let opened = File::open(file).ok().filter(|_| file.is_file())?;
    opened.take(64).read_to_end(&mut start).ok()?;
    let tree = start.contains(&0) && args.tree.is_none();
    let tree = tree.then_some("if it is a proof tree without its head, give --tree");
    foreign(&start).or(tree)
}

fn check(file: &Path, args: &CheckArgs) -> Result<Exit, Fault> {
    let name = file.display().to_string();
    let budget = Budget::default().memory(args.memory).steps(args.steps, 5_000);
    let checked = Source::of(file, args.memory)
        .map_err(|error| format!("cannot be read: {error}"))
        .and_then(|source| look(&source, args.tree, &budget))
        .map_err(|fault| match seen(file, args) {
            Some(what) => format!("{fault}; {what}"),
            None => fault,
        });
    let Checked { words: claim, report, standing } = match checked {
        Ok(checked) => checked,
        Err(fault) if args.json => {
            let report = CheckReport { fault: Some(fault), ..CheckReport::default() };
            print_all(|out| out.write_all(&to_line(&FileReport { file: name, report })))?;
            return Ok(Exit::BadInput);
        }
        Err(fault) => return Ok(Fault::BadInput(format!("{name}: {fault}")).report()),
    };
    let exit = match standing {
        Standing::Accepted => Exit::Answered,
        Standing::Rejected => Exit::Rejected,
        Standing::NotProved => Exit::Open,
    };
    print_all(|out| {
        if args.json {
            return out.write_all(&to_line(&FileReport { file: name, report }));
        }
        let said = match (exit, &report.fault) {
            (Exit::Open, Some(fault)) => format!("NOT PROVED: {fault}; if so, {claim}"),
            (_, Some(fault)) => format!("REJECTED: {fault}; it is not proved that {claim}"),
            (_, None) => format!("accepted: {claim}"),
        };
        write!(out, "{}", folded(&format!("{name}: {said}\n")))
    })?;
    Ok(exit)
}
