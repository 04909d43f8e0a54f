//! `zermelo losing campaign`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::losing::{LosingFiles, LosingQuestion, LosingTables, LosingWork};
use super::{JsonOrWords, natural};

/// `zermelo losing campaign`.
#[derive(Subcommand, Debug)]
pub enum CampaignCommand {
    /// Begin one
    New(NewArgs),
    /// Work on it until it is solved, stopped, or a limit is reached; when it is proved, check it
    Run(RunArgs),
    /// How it stands
    Status(StatusArgs),
    /// Give it an order, also while it runs
    Steer(SteerArgs),
    /// Take out what is below a line, which becomes a leaf again
    Cut(LineArgs),
    /// Write what is below a line as a campaign of its own
    Copy(CopyArgs),
    /// Take over the tree of another campaign, where the two meet
    Splice(SpliceArgs),
    /// Take over lines of moves, one a line of a file, or a proof, or books
    Import(ImportArgs),
    /// Write what is proved so far as books, also while the campaign is open
    Book(CampaignBookArgs),
    /// The proof of a campaign that is proved
    Proof(CampaignProofArgs),
}

/// `zermelo losing campaign new`.
#[derive(Args, Debug)]
pub struct NewArgs {
    /// The folder of the campaign, which is made
    #[arg(value_name = "DIR")]
    pub campaign: PathBuf,
    #[command(flatten)]
    pub question: LosingQuestion,
    /// Nodes of one search
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// The power to which ratios weigh when the next leaf is drawn; 0: always the most proving leaf
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=16))]
    pub power: u32,
    /// Another number draws other leaves
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub output: JsonOrWords,
}

/// `zermelo losing campaign run`.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// The folder of the campaign
    #[arg(value_name = "DIR")]
    pub campaign: PathBuf,
    /// At most so many searches
    #[arg(long, value_name = "N", value_parser = natural, allow_negative_numbers = true)]
    pub searches: Option<u64>,
    /// At most so many seconds; searches under way are given up then
    #[arg(long, value_name = "S", value_parser = natural, allow_negative_numbers = true)]
    pub seconds: Option<u64>,
    #[command(flatten)]
    pub work: LosingWork,
}

/// `zermelo losing campaign status`.
#[derive(Args, Debug)]
pub struct StatusArgs {
    /// The folder of the campaign
    #[arg(value_name = "DIR")]
    pub campaign: PathBuf,
    #[command(flatten)]
    pub output: JsonOrWords,
}

/// `zermelo losing campaign steer`.
#[derive(Args, Debug)]
pub struct SteerArgs {
    /// The folder of the campaign
    #[arg(value_name = "DIR")]
    pub campaign: PathBuf,
    /// The order.
    #[command(subcommand)]
    pub order: OrderArgs,
}

/// An order to a campaign. Lines begin at its root.
#[derive(Subcommand, Debug)]
pub enum OrderArgs {
    /// Search the position after this line next
    Queue(MovesArgs),
    /// Work along a line from its end: below its last position until that is solved, then below the
    /// one before, and so on up to the root; without moves no longer
    Along(MovesArgs),
    /// After a line follow the last of these moves alone, unless it is refuted
    Force {
        /// The moves from the campaign's root, and the prover's move
        #[arg(value_name = "MOVES", required = true)]
        moves: Vec<String>,
    },
    /// Follow all moves again after this line
    Unforce(MovesArgs),
    /// Searches from this line down have so many nodes
    Nodes {
        /// Nodes of one search; 0 for what is usual
        #[arg(value_name = "N")]
        nodes: u64,
        #[command(flatten)]
        line: MovesArgs,
    },
    /// Stop work; searches under way are given up
    Pause,
}

/// A line of a campaign.
#[derive(Args, Debug)]
pub struct MovesArgs {
    /// The moves from the campaign's root; none for the root
    #[arg(value_name = "MOVES")]
    pub moves: Vec<String>,
}

/// A place in the tree of a campaign: `zermelo losing campaign cut`.
#[derive(Args, Debug)]
pub struct LineArgs {
    /// The folder of the campaign
    #[arg(value_name = "DIR")]
    pub campaign: PathBuf,
    #[command(flatten)]
    pub line: MovesArgs,
}

/// `zermelo losing campaign copy`.
#[derive(Args, Debug)]
pub struct CopyArgs {
    #[command(flatten)]
    pub place: LineArgs,
    /// The folder of the new campaign, which is made
    #[arg(long, value_name = "DIR")]
    pub to: PathBuf,
}

/// `zermelo losing campaign splice`.
#[derive(Args, Debug)]
pub struct SpliceArgs {
    /// The folder of the campaign
    #[arg(value_name = "DIR")]
    pub campaign: PathBuf,
    /// The folder of the other one
    #[arg(value_name = "FROM")]
    pub from: PathBuf,
}

/// `zermelo losing campaign import`.
#[derive(Args, Debug)]
pub struct ImportArgs {
    /// The folder of the campaign
    #[arg(value_name = "DIR")]
    pub campaign: PathBuf,
    /// Lines of moves from the campaign's root, one a leaf; or with --proof a certificate or a bare
    /// tree; or with --book what `campaign book` wrote
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The file is a proof of a position in the campaign
    #[arg(long)]
    pub proof: bool,
    /// The file has books of positions in the campaign, which are rebuilt
    #[arg(long, conflicts_with = "proof")]
    pub book: bool,
    #[command(flatten)]
    pub tables: LosingTables,
}

/// `zermelo losing campaign book`.
#[derive(Args, Debug)]
pub struct CampaignBookArgs {
    /// The folder of the campaign
    #[arg(value_name = "DIR")]
    pub campaign: PathBuf,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub to: PathBuf,
    /// Only positions that take at least so many others to prove
    #[arg(long, value_name = "N", default_value_t = 500)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub least: u32,
}

/// `zermelo losing campaign proof`.
#[derive(Args, Debug)]
pub struct CampaignProofArgs {
    /// The folder of the campaign
    #[arg(value_name = "DIR")]
    pub campaign: PathBuf,
    /// Take the proof as it is, without making it smaller
    #[arg(long)]
    pub quick: bool,
    #[command(flatten)]
    pub tables: LosingTables,
    #[command(flatten)]
    pub files: LosingFiles,
    #[command(flatten)]
    pub output: JsonOrWords,
}
