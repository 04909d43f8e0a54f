//! Working on a campaign, and its proof.

use std::path::Path;
use std::time::Duration;

use zermelo_answers::losing::{Opening, Proof, ProofReport, RunReport, complete, ended, running};
use zermelo_losing::campaign::{Campaign, CampaignError, End, Engine, Run, Status};
use zermelo_losing::search::Question;

use super::super::{files, progress, tables};
use super::{fault, open};
use crate::args::JsonOrWords;
use crate::args::campaign::{CampaignProofArgs, RunArgs};
use crate::args::losing::{LosingFiles, LosingWork};
use crate::exit::{Exit, Fault, bad_input};
use crate::progress::Progress;
use crate::proof::Saved;
use crate::words;

/// Bytes that one search needs.
const LEAST: u64 = 32 << 20;

/// How a run goes, as it has written it down itself.
fn so_far(folder: &Path) -> String {
    Status::of(folder).map_or("searching".to_string(), |status| running(&status))
}

/// Works.
pub fn run(args: &RunArgs) -> Result<Exit, Fault> {
    let LosingWork { effort, tables, files, output } = &args.work;
    let folder = &args.campaign;
    let (mut campaign, opening) = open(folder)?;
    files::can_be_written(files, &opening)?;
    let workers = effort.threads();
    let memory = effort.memory / workers as u64;
    if memory < LEAST {
        return bad_input(format!("--memory: each of {workers} searches needs 32M"));
    }
    let seen = folder.clone();
    let progress = progress::new(move || so_far(&seen));
    let setup = campaign.setup();
    let question = tables::question(tables, setup.rules, setup.prover, &progress)?;
    let engine = Engine::new(question, memory);
    let time = args.seconds.map(Duration::from_secs);
    progress.begin(progress::SEARCH);
    let limits = Run { workers, searches: args.searches, time };
    let end = campaign.run(&engine, &limits, progress.stop());
    complete(engine.question())?;
    let end = end.map_err(|error| fault(folder, &error))?;
    let worked = Worked { folder, files, campaign, opening };
    let proof = match end {
        End::Proved => Some(worked.prove(engine.question(), effort.quick, &progress)?),
        End::Refuted | End::Paused | End::Limit => None,
    };
    let interrupted = end == End::Paused && progress.interrupted();
    drop(progress);
    worked.report(*output, end, proof.as_ref())?.exit(match end {
        End::Proved => Exit::Answered,
        End::Paused if interrupted => Exit::Interrupted,
        End::Refuted | End::Paused | End::Limit => Exit::Open,
    })
}

/// The proof of a campaign that is proved.
pub fn proof(args: &CampaignProofArgs) -> Result<Exit, Fault> {
    let CampaignProofArgs { campaign: folder, files, quick, .. } = args;
    let (campaign, opening) = open(folder)?;
    files::can_be_written(files, &opening)?;
    let progress = progress::new(String::new);
    if campaign.status().result != "proved" {
        return Err(fault(folder, &CampaignError::Open));
    }
    let setup = campaign.setup();
    let question = tables::question(&args.tables, setup.rules, setup.prover, &progress)?;
    let worked = Worked { folder, files, campaign, opening };
    let proof = worked.prove(&question, *quick, &progress)?;
    drop(progress);
    worked.report(args.output, End::Proved, Some(&proof))?.exit(Exit::Answered)
}

/// A campaign, and where its proof goes.
struct Worked<'a> {
    folder: &'a Path,
    files: &'a LosingFiles,
    campaign: Campaign,
    opening: Opening,
}

impl Worked<'_> {
    /// Makes the proof, and has the kernel check it.
    fn prove(&self, question: &Question, quick: bool, progress: &Progress) -> Result<Proof, Fault> {
        let Worked { folder, campaign, opening, .. } = self;
        progress.begin("putting the proof together");
        let strategy = campaign.strategy().map_err(|error| fault(folder, &error))?;
        let doing = &mut |stage| progress.begin(stage);
        Ok(Proof::new(question, opening, &[strategy], quick, progress.stop(), doing)?)
    }

    /// Writes the proof where it is wanted, and tells what was found.
    fn report(&self, output: JsonOrWords, end: End, proof: Option<&Proof>) -> Result<Saved, Fault> {
        let Worked { files, campaign, opening, .. } = self;
        let (status, setup) = (campaign.status(), campaign.setup());
        let claimed = (setup.rules, setup.prover);
        let written = proof.map(|proof| files::write(files, opening, claimed, proof));
        let (written, saved) = written.unwrap_or_default();
        let report = RunReport {
            end: end.name(),
            status: &status,
            proof: proof.map(|proof| ProofReport::new(opening, proof, written)),
        };
        words::answer(output, &report, |page| {
            page.campaign(&status, opening)?;
            match proof {
                Some(proof) => page.explain(&proof.of_campaign(opening, setup.prover, written)),
                None => page.remark(ended(end)),
            }
        })?;
        Ok(saved)
    }
}
