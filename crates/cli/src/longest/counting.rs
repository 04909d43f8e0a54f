//! `zermelo longest --bound`: the counting, step by step.

use std::io::{self, Write};

use serde::Serialize;
use zermelo_record::bound::{self, Bound};
use zermelo_record::longest::MoveRule;

use crate::args::LongestArgs;
use crate::exit::{Exit, Fault};
use crate::words::thousands;

/// The bound for programs.
#[derive(Serialize)]
struct BoundReport<'a> {
    move_rule: u32,
    plies: u64,
    steps: Vec<StepReport<'a>>,
}

/// One step of it.
#[derive(Serialize)]
struct StepReport<'a> {
    says: &'a str,
    number: u64,
    checked: &'a str,
}

/// The rule that limits a segment. If every claim is made, 50 moves are never exceeded.
pub fn rule(args: &LongestArgs) -> MoveRule {
    if args.claims { MoveRule::Fifty } else { args.move_rule.rule() }
}

/// Counts. A step that does not come out is a bug.
pub fn bound(args: &LongestArgs) -> Result<Bound, Fault> {
    let bound = match args.claims {
        true => bound::bound_under_claims(),
        false => bound::bound(u64::from(rule(args).plies())),
    };
    bound.map_err(|unproved| Fault::Bug(unproved.to_string()))
}

/// Prints the counting.
pub fn run(args: &LongestArgs) -> Result<Exit, Fault> {
    let bound = bound(args)?;
    let move_rule = rule(args).plies() / 2;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if args.json {
        let steps = bound.steps.iter().map(|step| StepReport {
            says: &step.says,
            number: step.number,
            checked: &step.checked,
        });
        let report = BoundReport { move_rule, plies: bound.plies, steps: steps.collect() };
        serde_json::to_writer(&mut out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        let plies = thousands(bound.plies);
        let when = match args.claims {
            true => "every draw that can be claimed is claimed".to_string(),
            false => {
                format!("{move_rule} moves by each player without capture and pawn move end it")
            }
        };
        let text = format!(
            "No game is longer than {plies} plies if {when}. The counting, as in docs/theory/longest.md:"
        );
        crate::words::write_wrapped(&mut out, 0, &text)?;
        for (number, step) in bound.steps.iter().enumerate() {
            writeln!(out)?;
            let text = format!("{:>2}. {}", number + 1, step.says);
            crate::words::write_wrapped(&mut out, 4, &text)?;
            crate::words::write_wrapped(&mut out, 4, &format!("    Checked: {}.", step.checked))?;
        }
    }
    out.flush()?;
    Ok(Exit::Answered)
}
