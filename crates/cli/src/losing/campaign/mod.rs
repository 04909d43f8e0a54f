//! `zermelo losing campaign`: long work, kept on disk.
//!
//! `run.rs` works, `edit.rs` changes trees; here campaigns are begun, steered and told of.

mod edit;
mod run;

use std::path::Path;

use zermelo_answers::losing::{CampaignReport, Opening, begun, what_next};
use zermelo_losing::campaign::{Campaign, CampaignError, Order, Setup, Status};

use crate::args::campaign::{CampaignCommand, NewArgs, OrderArgs, StatusArgs, SteerArgs};
use crate::exit::{Exit, Fault};
use crate::words::{self, print_line};

/// Does what is asked.
pub fn run(command: &CampaignCommand) -> Result<Exit, Fault> {
    match command {
        CampaignCommand::New(args) => new(args),
        CampaignCommand::Run(args) => run::run(args),
        CampaignCommand::Status(args) => status(args),
        CampaignCommand::Steer(args) => steer(args),
        CampaignCommand::Cut(args) => edit::cut(args),
        CampaignCommand::Copy(args) => edit::copy(args),
        CampaignCommand::Splice(args) => edit::splice(args),
        CampaignCommand::Import(args) => edit::import(args),
        CampaignCommand::Book(args) => edit::book(args),
        CampaignCommand::Proof(args) => run::proof(args),
    }
}

/// Why something cannot be done with a campaign.
fn fault(folder: &Path, error: &CampaignError) -> Fault {
    zermelo_answers::losing::campaign_fault(folder, error).into()
}

/// Opens a campaign; returns the line to its root too.
fn open(folder: &Path) -> Result<(Campaign, Opening), Fault> {
    let campaign = Campaign::open(folder).map_err(|error| fault(folder, &error))?;
    let setup = campaign.setup();
    let opening = Opening::new(setup.start, setup.opening.clone());
    Ok((campaign, opening))
}

/// How the campaign in a folder stands, also while it runs, and the line to its root.
fn status_of(folder: &Path) -> Result<(Status, Opening), Fault> {
    let status = Status::of(folder).and_then(|status| {
        let opening = Opening::of_campaign(&status)?;
        Ok((status, opening))
    });
    status.map_err(|error| fault(folder, &error))
}

fn new(args: &NewArgs) -> Result<Exit, Fault> {
    let opening = Opening::read(args.question.fen.as_deref(), &args.question.moves)?;
    let setup = Setup {
        rules: args.question.rules,
        prover: args.question.side,
        nodes: args.nodes,
        power: args.power,
        seed: args.seed,
        ..Setup::new(opening.start, opening.line.clone())
    };
    let folder = &args.campaign;
    let campaign = Campaign::create(folder, setup).map_err(|error| fault(folder, &error))?;
    let (status, opening) = (campaign.status(), Opening { number: 1, ..opening });
    let report = CampaignReport::new(&status, &opening);
    words::answer(args.output, &report, |page| page.explain(&begun(&status, &opening, folder)))
}

fn status(args: &StatusArgs) -> Result<Exit, Fault> {
    let (status, opening) = status_of(&args.campaign)?;
    words::answer(args.output, &CampaignReport::new(&status, &opening), |page| {
        page.campaign(&status, &opening)?;
        what_next(&status, &args.campaign).map_or(Ok(()), |next| page.remark(&next))
    })
}

fn steer(args: &SteerArgs) -> Result<Exit, Fault> {
    let folder = &args.campaign;
    let (status, opening) = status_of(folder)?;
    let order = match &args.order {
        OrderArgs::Queue(line) => Order::Queue(opening.rest(&line.moves)?),
        OrderArgs::Along(line) => Order::Along(opening.rest(&line.moves)?),
        OrderArgs::Force { moves } => opening.force(moves, &status.prover)?,
        OrderArgs::Unforce(line) => Order::Unforce(opening.rest(&line.moves)?),
        OrderArgs::Nodes { nodes, line } => Order::Nodes(opening.rest(&line.moves)?, *nodes),
        OrderArgs::Pause => Order::Pause,
    };
    order.post(folder).map_err(|error| fault(folder, &error))?;
    print_line(&format!(
        "Ordered: {order}. A run at work follows within a second, or else the next one."
    ))
}
