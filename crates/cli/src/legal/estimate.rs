//! `zermelo legal --estimate`: how many positions can arise, by lot.

use zermelo_answers::legal::estimate::{EstimateReport, Keeper, decide_all, look_at};
use zermelo_retro::superset::Superset;
use zermelo_winnable::Limits;

use crate::args::legal::LegalArgs;
use crate::exit::{Exit, Fault, tell};
use crate::pipeline;
use crate::progress::Progress;
use crate::words::{self, counted, print_json, thousands};

/// The seconds of a candidate, unless another limit is given.
const SECONDS: f64 = 60.0;

/// Estimates.
pub fn run(args: &LegalArgs) -> Result<Exit, Fault> {
    pipeline::use_threads(args.effort.threads)?;
    let (set, asked) = (Superset::new(), &args.estimate);
    let keeper = args.to.as_deref().map(|path| Keeper::open(path, &set, asked.seed));
    let mut keeper = keeper.transpose()?;
    let progress = Progress::saying(|doing, count| format!("{} {doing}", thousands(count)));
    let work = (progress.count(), progress.stop());
    let samples = asked.samples.get();
    progress.begin(format!("of {} samples looked at", thousands(samples)));
    let Some((mut tally, mut candidates)) = look_at(&set, asked.seed, samples, work)? else {
        return Ok(Exit::Interrupted);
    };
    candidates.truncate(asked.candidates.unwrap_or(u64::MAX) as usize);
    if let Some(keeper) = &mut keeper {
        candidates = keeper.take_known(candidates, &mut tally)?;
        if tally.tried() > 0 {
            let before = counted(tally.tried() as usize, "candidate");
            tell(format_args!("{before} decided before, and checked again"));
        }
    }
    progress.begin(format!("of {} candidates decided", thousands(candidates.len() as u64)));
    let options = || {
        let mut options = args.effort.options();
        if args.effort.seconds.is_none() && args.effort.nodes.is_none() {
            options.limits = Limits { nodes: u64::MAX, ..options.limits }.within(SECONDS);
        }
        options
    };
    let tally = decide_all((tally, candidates), keeper, options, work)?;
    let interrupted = progress.interrupted();
    drop(progress);
    print(args, &EstimateReport::new(&set, asked.seed, &tally))?;
    Ok(match tally.open {
        _ if interrupted => Exit::Interrupted,
        0 if tally.tried() > 0 => Exit::Answered,
        _ => Exit::Open,
    })
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
