//! Working on a campaign, and its proof.

use std::path::Path;
use std::time::Duration;

use serde::Serialize;
use zermelo_losing::campaign::{Campaign, End, Engine, Run, Status};

use super::super::solve::{self, Proof, ProofReport};
use super::super::work::Work;
use super::super::{files, tables};
use super::{Standing, fault, open, print};
use crate::args::{CampaignProofArgs, LosingFiles, LosingOutput, RunArgs, Side};
use crate::exit::{Exit, Fault};
use crate::table::print_json;
use crate::words::{Page, thousands};
use zermelo_answers::losing::Opening;

/// Bytes that one search needs.
const LEAST: u64 = 32 << 20;

/// What a run did, for programs. The keys are documented in docs/guide/losing.md.
#[derive(Serialize)]
struct RunReport<'a> {
    end: &'static str,
    status: &'a Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofReport>,
}

/// The prover, as arguments name it.
pub fn side(campaign: &Campaign) -> Side {
    match campaign.setup().prover {
        zermelo_kernel::Color::White => Side::White,
        zermelo_kernel::Color::Black => Side::Black,
    }
}

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
    let work = Work::new(move || so_far(&seen));
    let rules = campaign.setup().rules;
    let question = tables::question(&args.tables, rules, side(&campaign), &work)?;
    let engine = Engine { question, memory };
    let time = args.seconds.map(Duration::from_secs);
    work.search();
    let end = campaign.run(&engine, &Run { workers, searches: args.searches, time }, work.stop());
    tables::complete(&engine.question)?;
    let end = end.map_err(|error| fault(folder, &error))?;
    let proof = match end {
        End::Proved => {
            let quick = args.effort.quick;
            Some(prove(folder, &campaign, &opening, &engine.question, quick, &args.files, &work)?)
        }
        End::Refuted | End::Paused | End::Limit => None,
    };
    let interrupted = end == End::Paused && work.interrupted();
    drop(work);
    let standing = Standing::new(folder, campaign.status())?;
    report(&args.output, &args.files, &standing, end, proof.as_ref())?;
    Ok(match end {
        End::Proved => Exit::Answered,
        End::Paused if interrupted => Exit::Interrupted,
        End::Refuted | End::Paused | End::Limit => Exit::Open,
    })
}

/// The proof of a campaign that is proved.
pub fn proof(args: &CampaignProofArgs) -> Result<Exit, Fault> {
    let folder = &args.campaign;
    let (campaign, opening) = open(folder)?;
    files::can_be_written(&args.files, &opening)?;
    let work = Work::without_search();
    if campaign.status().result == "proved" {
        let rules = campaign.setup().rules;
        let question = tables::question(&args.tables, rules, side(&campaign), &work)?;
        let proof = prove(folder, &campaign, &opening, &question, args.quick, &args.files, &work)?;
        drop(work);
        let standing = Standing::new(folder, campaign.status())?;
        report(&args.output, &args.files, &standing, End::Proved, Some(&proof))?;
        return Ok(Exit::Answered);
    }
    Err(fault(folder, &zermelo_losing::campaign::CampaignError::Open))
}

/// Makes the proof, has the kernel check it, and writes it where it is wanted.
fn prove(
    folder: &Path,
    campaign: &Campaign,
    opening: &Opening,
    question: &zermelo_losing::search::Question,
    quick: bool,
    files: &LosingFiles,
    work: &Work,
) -> Result<Proof, Fault> {
    work.doing("putting the proof together".to_string());
    let strategy = campaign.strategy().map_err(|error| fault(folder, &error))?;
    let proof = solve::proof(question, opening, &[strategy], quick, work)?;
    let setup = campaign.setup();
    solve::write(files, opening, (setup.rules, setup.prover), &proof)?;
    Ok(proof)
}

fn report(
    output: &LosingOutput,
    files: &LosingFiles,
    standing: &Standing,
    end: End,
    proof: Option<&Proof>,
) -> Result<(), Fault> {
    let Standing { status, opening } = standing;
    if output.json {
        let rules = status.rules.parse().map_err(|_| Fault::Bug("unknown rules".to_string()))?;
        let proof = proof.map(|proof| ProofReport::new(opening, rules, proof, files));
        let end = match end {
            End::Proved => "proved",
            End::Refuted => "refuted",
            End::Paused => "paused",
            End::Limit => "limit",
        };
        return print_json(&RunReport { end, status, proof });
    }
    print(output, |page: &mut Page<'_>| {
        page.campaign(standing)?;
        match proof {
            Some(proof) => page.campaign_proof(opening, proof, &status.prover, files),
            None => page.ended(end),
        }
    })
}
