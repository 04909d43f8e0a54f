//! `zermelo strategy krk prove`: the lemmas, and the theorem that they make.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use zermelo_answers::strategy::{FailedReport, ProveReport, not_proved, proved};
use zermelo_kernel_strategy::{Board, Boards, StrategyClaim, StrategyEnding};
use zermelo_strategy::proving::{Outcome, ProvingFault, Task};
use zermelo_strategy::{rocq, smtlib};

use super::print;
use crate::args::strategy::{BoardSize, NamedCondition, ProveArgs};
use crate::exit::{Exit, Fault, bad_input, tell};
use crate::pipeline;
use crate::progress::{Progress, ends_at_once};
use crate::proof::{self, Saved};

/// Said when it is stopped.
const NOTHING: &str = "nothing is kept of a proof that is not complete";

/// The longest side for which lemmas are put on bits.
const MOST_SIDE: i32 = 64;

/// Proves, perhaps with a bound for the length of games, or without some conditions.
pub fn run(
    args: &ProveArgs,
    ending: StrategyEnding,
    bounded: bool,
    without: &[NamedCondition],
) -> Result<Exit, Fault> {
    let boards = boards(args.board)?;
    for (file, option) in [(&args.proof, "--proof"), (&args.rocq, "--rocq")] {
        file.iter().try_for_each(|file| proof::can_be_written(file, option))?;
    }
    pipeline::use_threads(args.threads)?;
    if bounded && boards != Boards::All {
        return bad_input("--bound is for all boards");
    }
    let names: Vec<String> = without.iter().map(|named| named.1.to_string()).collect();
    let without = without.iter().map(|named| named.0).collect();
    let claim = StrategyClaim { ending, boards, bounded };
    let task = Task { claim, without, anew: args.regenerate };
    let lemmas = task.lemmas().map_err(|fault| Fault::Bug(fault.to_string()))?;
    let mut saved = Saved::default();
    let smt_lib = |to: &'_ Path| {
        ends_at_once("not all lemmas are written");
        let written = smtlib::write_lemmas(claim, &lemmas, to);
        written.or_else(|error| bad_input(format!("--smt-lib {}: {error}", to.display())))
    };
    let rocq = |to: &'_ Path| proof::write(rocq::text(ending), to, "--rocq");
    let written = [
        args.smt_lib.as_deref().map(|to| (to, smt_lib(to))),
        args.rocq.as_deref().map(|to| (to, rocq(to))),
    ];
    for (to, written) in written.into_iter().flatten() {
        if let Some(file) = saved.note(written, to) {
            tell(format_args!("{} lemmas written to {}", lemmas.len(), file.display()));
        }
    }
    match prove(&task, lemmas.len())? {
        Outcome::Proved(theorem) => {
            if let Some(file) = &args.proof {
                saved.note(proof::write(theorem.proved.bytes(), file, "--proof"), file);
            }
            let parts = || proved(&theorem, &names);
            let exit = if names.is_empty() {
                print(args.output, &ProveReport::new(&theorem), parts)
            } else {
                let all = theorem.proved.lemmas().len();
                print(args.output, &FailedReport::new(claim, &names, &[], all), parts)
            };
            saved.exit(exit?)
        }
        Outcome::Fails(failed, all) => {
            let report = FailedReport::new(claim, &names, &failed, all);
            print(args.output, &report, || not_proved(claim, &names, &failed, all))?;
            saved.exit(Exit::Open)
        }
    }
}

/// Proves, with a line that says how far it is if the proof must be found.
fn prove(task: &Task, lemmas: usize) -> Result<Outcome, Fault> {
    if task.is_kept() {
        ends_at_once(NOTHING);
        let proved = task.prove(&AtomicU64::new(0), || false);
        return proved.map_err(|fault| Fault::Bug(fault.to_string()));
    }
    let all = lemmas;
    let progress = Progress::keeping_nothing(NOTHING, move |doing, done| {
        format!("{doing}: {done} of {all} lemmas")
    });
    progress.doing("proving".to_string());
    let stop = progress.stop();
    task.prove(progress.count(), || stop.load(Relaxed)).map_err(|fault| match fault {
        ProvingFault::Bug(what) => Fault::Bug(what),
        ProvingFault::Stopped => Fault::Stopped(NOTHING.to_string()),
    })
}

fn boards(size: BoardSize) -> Result<Boards, Fault> {
    let Some(Board { width, height, .. }) = size.0 else { return Ok(Boards::All) };
    if width.min(height) < 4 {
        return bad_input(
            "the theorem is about boards with at least four files and four ranks; verify walks \
             smaller ones",
        );
    }
    if width.max(height) > MOST_SIDE {
        return bad_input(format!(
            "one board is proved on bits up to {MOST_SIDE}x{MOST_SIDE}; --board all proves them all"
        ));
    }
    let side = |side: i32| u8::try_from(side).expect("checked above");
    Ok(Boards::One(side(width), side(height)))
}
