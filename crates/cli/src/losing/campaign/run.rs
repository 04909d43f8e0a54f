//! Working on a campaign, and its proof.

use std::path::Path;
use std::time::Duration;

use zermelo_answers::losing::{Opening, Proof, ProofReport, RunReport, complete, ended};
use zermelo_losing::campaign::{Campaign, CampaignError, End, Engine, Run, Status};
use zermelo_losing::search::Question;

use super::super::{files, progress, tables};
use super::{fault, open};
use crate::args::{CampaignProofArgs, LosingFiles, LosingOutput, RunArgs};
use crate::exit::{Exit, Fault};
use crate::progress::Progress;
use crate::table::print_json;
use crate::words::{self, thousands};

/// Bytes that one search needs.
const LEAST: u64 = 32 << 20;

/// How a run goes, as it has written it down itself.
fn so_far(folder: &Path) -> String {
    match Status::of(folder) {
        Ok(status) => format!(
            "{} searches, {} positions of the upper tree, {} won, pn/dn {}/{}, about {:.1}% done",
            thousands(status.now.searches),
            thousands(status.nodes),
            thousands(status.won),
            status.now.pn,
            status.now.dn,
            100.0 * status.now.share,
        ),
        Err(_) => "searching".to_string(),
    }
}

/// Works.
pub fn run(args: &RunArgs) -> Result<Exit, Fault> {
    let folder = &args.campaign;
    let (mut campaign, opening) = open(folder)?;
    files::can_be_written(&args.files, &opening)?;
    let workers = args.effort.threads();
    let memory = args.effort.memory / workers as u64;
    if memory < LEAST {
        let why = format!("--memory: each of {workers} searches needs 32M");
        return Err(Fault::BadInput(why));
    }
    let seen = folder.clone();
    let progress = progress::new(move || so_far(&seen));
    let setup = campaign.setup();
    let question = tables::question(&args.tables, setup.rules, setup.prover, &progress)?;
    let engine = Engine { question, memory };
    let time = args.seconds.map(Duration::from_secs);
    progress.begin(progress::SEARCH);
    let limits = Run { workers, searches: args.searches, time };
    let end = campaign.run(&engine, &limits, progress.stop());
    complete(&engine.question)?;
    let end = end.map_err(|error| fault(folder, &error))?;
    let proof = match end {
        End::Proved => {
            let (quick, files) = (args.effort.quick, &args.files);
            Some(prove(folder, &campaign, &opening, &engine.question, quick, files, &progress)?)
        }
        End::Refuted | End::Paused | End::Limit => None,
    };
    let interrupted = end == End::Paused && progress.interrupted();
    drop(progress);
    report(&args.output, &args.files, &campaign, &opening, end, proof.as_ref())?;
    Ok(match end {
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
    let proof = prove(folder, &campaign, &opening, &question, *quick, files, &progress)?;
    drop(progress);
    report(&args.output, files, &campaign, &opening, End::Proved, Some(&proof))?;
    Ok(Exit::Answered)
}

/// Makes the proof, has the kernel check it, and writes it where it is wanted.
fn prove(
    folder: &Path,
    campaign: &Campaign,
    opening: &Opening,
    question: &Question,
    quick: bool,
    files: &LosingFiles,
    progress: &Progress,
) -> Result<Proof, Fault> {
    progress.begin("putting the proof together");
    let strategy = campaign.strategy().map_err(|error| fault(folder, &error))?;
    let doing = &mut |stage| progress.begin(stage);
    let proof = Proof::new(question, opening, &[strategy], quick, progress.stop(), doing)?;
    let setup = campaign.setup();
    files::write(files, opening, (setup.rules, setup.prover), &proof)?;
    Ok(proof)
}

fn report(
    output: &LosingOutput,
    files: &LosingFiles,
    campaign: &Campaign,
    opening: &Opening,
    end: End,
    proof: Option<&Proof>,
) -> Result<(), Fault> {
    let (status, setup, written) = (campaign.status(), campaign.setup(), files.written());
    if output.json {
        let proof = proof.map(|proof| ProofReport::new(opening, proof, written));
        let end = match end {
            End::Proved => "proved",
            End::Refuted => "refuted",
            End::Paused => "paused",
            End::Limit => "limit",
        };
        return print_json(&RunReport { end, status: &status, proof });
    }
    words::print(output.color, |page| {
        page.campaign(&status, opening)?;
        match proof {
            Some(proof) => page.proof(&proof.explain(opening, setup.prover, written, Vec::new())),
            None => page.remark(ended(end)),
        }
    })
}
