//! `zermelo losing campaign`: long work, kept on disk.
//!
//! `run.rs` works, `edit.rs` changes trees; here campaigns are begun, steered and told of.

mod edit;
mod run;

use std::io;
use std::path::Path;

use zermelo_kernel::LosingPosition;
use zermelo_losing::Position;
use zermelo_losing::campaign::{self, Campaign, CampaignError, Order, Setup, Status};

use crate::args::{CampaignCommand, LosingOutput, NewArgs, OrderArgs, StatusArgs, SteerArgs};
use crate::exit::{Exit, Fault};
use crate::style::Style;
use crate::table::print_json;
use crate::words::Page;
use zermelo_answers::losing::Opening;

/// How a campaign stands.
pub struct Standing {
    /// The figures.
    pub status: Status,
    /// The line to its root.
    pub opening: Opening,
}

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
        CampaignCommand::Proof(args) => run::proof(args),
    }
}

/// Why something cannot be done with a campaign.
fn fault(folder: &Path, error: &CampaignError) -> Fault {
    let folder = folder.display();
    match error {
        CampaignError::File(error) if error.kind() == io::ErrorKind::NotFound => {
            Fault::BadInput(format!("{folder}: there is no campaign here"))
        }
        CampaignError::Open => Fault::Open(format!("{folder}: {error}")),
        CampaignError::Flaw(_) => Fault::Bug(format!("{folder}: {error}")),
        _ => Fault::BadInput(format!("{folder}: {error}")),
    }
}

/// Opens a campaign; gives the line to its root too.
fn open(folder: &Path) -> Result<(Campaign, Opening), Fault> {
    let campaign = Campaign::open(folder).map_err(|error| fault(folder, &error))?;
    let setup = campaign.setup();
    let opening = Opening { start: setup.start, number: 1, line: setup.opening.clone() };
    Ok((campaign, opening))
}

/// How the campaign in a folder stands, also while it runs.
fn standing(folder: &Path) -> Result<Standing, Fault> {
    let status = Status::of(folder).map_err(|error| fault(folder, &error))?;
    Standing::new(folder, status)
}

impl Standing {
    fn new(folder: &Path, status: Status) -> Result<Standing, Fault> {
        let damaged = |what: String| fault(folder, &CampaignError::Damaged(what));
        let start = LosingPosition::from_fen(&status.start);
        let start = Position::from_kernel(&start.map_err(|error| damaged(error.to_string()))?);
        let line = campaign::read_line(&start, &status.opening);
        let line = line.map_err(|error| damaged(error.to_string()))?;
        Ok(Standing { status, opening: Opening { start, number: 1, line } })
    }
}

/// Prints for people.
fn print(
    output: &LosingOutput,
    write: impl FnOnce(&mut Page<'_>) -> io::Result<()>,
) -> Result<(), Fault> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    write(&mut Page::new(&mut out, Style::new(output.color)))?;
    Ok(io::Write::flush(&mut out)?)
}

fn new(args: &NewArgs) -> Result<Exit, Fault> {
    let opening = Opening::read(args.question.fen.as_deref(), &args.question.moves)?;
    let setup = Setup {
        rules: args.question.rules,
        prover: args.question.side.color(),
        nodes: args.nodes,
        power: args.power,
        seed: args.seed,
        ..Setup::new(opening.start, opening.line)
    };
    let folder = &args.campaign;
    let campaign = Campaign::create(folder, setup).map_err(|error| fault(folder, &error))?;
    let standing = Standing::new(folder, campaign.status())?;
    if args.output.json {
        print_json(&standing.status)?;
    } else {
        print(&args.output, |page| page.begun(&standing, folder))?;
    }
    Ok(Exit::Answered)
}

fn status(args: &StatusArgs) -> Result<Exit, Fault> {
    let standing = standing(&args.campaign)?;
    if args.output.json {
        print_json(&standing.status)?;
    } else {
        print(&args.output, |page| {
            page.campaign(&standing)?;
            page.what_next(&standing, &args.campaign)
        })?;
    }
    Ok(Exit::Answered)
}

fn steer(args: &SteerArgs) -> Result<Exit, Fault> {
    let folder = &args.campaign;
    let Standing { opening, .. } = standing(folder)?;
    let order = match &args.order {
        OrderArgs::Queue { moves } => Order::Queue(opening.rest(moves)?),
        OrderArgs::Force { moves } => {
            let mut line = opening.rest(moves)?;
            let none = || Fault::BadInput("force: the prover's move is missing".to_string());
            let made = line.pop().ok_or_else(none)?;
            Order::Force(line, made)
        }
        OrderArgs::Unforce { moves } => Order::Unforce(opening.rest(moves)?),
        OrderArgs::Nodes { nodes, moves } => Order::Nodes(opening.rest(moves)?, *nodes),
        OrderArgs::Pause => Order::Pause,
    };
    order.post(folder).map_err(|error| fault(folder, &error))?;
    say(&format!(
        "Ordered: {order}. A run at work follows within a second, or else the next one."
    ))?;
    Ok(Exit::Answered)
}

/// One line on standard output.
fn say(text: &str) -> Result<(), Fault> {
    let mut out = io::stdout().lock();
    io::Write::write_all(&mut out, format!("{text}\n").as_bytes())?;
    Ok(io::Write::flush(&mut out)?)
}
