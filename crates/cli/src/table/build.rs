//! `zermelo table build`: what is missing, in an order in which it can be solved.

use std::io::{self, IsTerminal};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use zermelo_answers::names::size;
use zermelo_answers::table::{BuildReport, Built, Tables};
use zermelo_tables::{Event, Limits, Material, Step, TableError};

use crate::args::table::BuildArgs;
use crate::exit::{Exit, Fault, bad_input, tell};
use crate::progress::Progress;
use crate::words::{counted, duration, print_json, print_line};

/// Builds.
pub fn run(args: &BuildArgs, tables: &Tables) -> Result<Exit, Fault> {
    let words = tables.words();
    let wanted = tables.up_to(&args.which)?;
    let plan = tables.library.plan(&wanted, tables.measure);
    within(&plan, args.memory)?;
    if !args.options.output.json {
        print_line(&tables.announce(&wanted, &plan, args.memory))?;
    }
    let start = Instant::now();
    let (built, interrupted) =
        make(tables, &plan, args.memory, &progress(), !io::stderr().is_terminal())?;
    if args.options.output.json {
        print_json(&BuildReport {
            rules: words.rules.to_string(),
            metric: words.measure.to_string(),
            folder: tables.library.folder().display().to_string(),
            wanted: wanted.iter().map(Material::to_string).collect(),
            places: plan.iter().map(|step| step.places).sum(),
            memory: plan.iter().map(|step| step.memory).max().unwrap_or(0),
            memory_limit: args.memory,
            left: plan.len() - built.len(),
            built,
            interrupted,
        })?;
    } else if interrupted {
        print_line(&format!(
            "Stopped: {} of {} built. They are kept; the same command goes on from there.",
            built.len(),
            counted(plan.len(), "table"),
        ))?;
    } else if !plan.is_empty() {
        let bytes = built.iter().map(|one| one.bytes).sum();
        let (number, time) = (counted(built.len(), "table"), duration(start.elapsed()));
        print_line(&format!("Built {number} in {time}: {}.", size(bytes)))?;
    }
    Ok(if interrupted { Exit::Interrupted } else { Exit::Answered })
}

/// Refuses what would take more memory than allowed.
pub fn within(plan: &[Step], memory: u64) -> Result<(), Fault> {
    match plan.iter().max_by_key(|step| step.memory).filter(|step| step.memory > memory) {
        None => Ok(()),
        Some(step) => bad_input(format!(
            "{} needs {} of memory, and --memory allows {}",
            step.material,
            size(step.memory),
            size(memory)
        )),
    }
}

/// The progress of building.
pub fn progress() -> Progress {
    Progress::new("places decided")
}

/// Builds the tables of a plan; gives those that were built, and whether Ctrl-C stopped it. With
/// `lines` each one that is done is told of.
pub fn make(
    tables: &Tables,
    plan: &[Step],
    memory: u64,
    progress: &Progress,
    lines: bool,
) -> Result<(Vec<Built>, bool), Fault> {
    let Some(last) = plan.last() else { return Ok((Vec::new(), false)) };
    let mut built: Vec<Built> = Vec::new();
    let mut begun = Instant::now();
    let mut report = |event: Event<'_>| {
        let number = built.len() + 1;
        let name = |step: &Step| {
            format!("table {number} of {}: {} ({})", plan.len(), step.material, step.measure)
        };
        match event {
            Event::Begin(step) => {
                begun = Instant::now();
                progress.begin(name(step));
            }
            Event::Ply(step, ply) => {
                progress.count().fetch_add(ply.found, Relaxed);
                progress.doing(format!("{}, {} plies from the end", name(step), ply.plies));
            }
            Event::Done(step, bytes) => {
                let time = begun.elapsed();
                if lines {
                    tell(format_args!("{}, {} in {}", name(step), size(bytes), duration(time)));
                }
                built.push(Built {
                    material: step.material.to_string(),
                    metric: step.measure.to_string(),
                    places: step.places,
                    bytes,
                    seconds: time.as_secs_f64(),
                });
            }
        }
        progress.flow()
    };
    let limits = Limits::new(u64::MAX, memory);
    let limits = Limits { interrupt: Some(progress.stop()), ..limits };
    match tables.library.build(plan, limits, &mut report) {
        Ok(()) => Ok((built, false)),
        // Ctrl-C after the last one came too late to stop anything.
        Err(TableError::Stopped) => {
            let stopped = built.len() < plan.len();
            Ok((built, stopped))
        }
        Err(error) => Err(tables.fault(&error, &last.material).into()),
    }
}
