//! `zermelo losing`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use zermelo_kernel::{Color, Rules};

use super::campaign::CampaignCommand;
use super::table::folder_of_tables;
use super::{JsonOrWords, losing_rules, natural, read_size, side, threads};
use crate::pipeline;

pub(super) const EXAMPLES: &str = "\
Examples:
  zermelo losing solve e3 d5
      Does White win after 1. e3 d5? Searches, and has the kernel check the proof.
  zermelo losing solve e3 Nf6 --proof nf6.cert.zst
  zermelo check nf6.cert.zst
      Save the proof; check it again, anywhere, with the kernel alone.
  zermelo losing verify proof.bin --expand whole.cert
      Check a tree in the layout of the 2012 proofs, and write it without tables.
  zermelo losing tree nf6.cert.zst e3 Nf6
      What does White play there, and what may come then?
  zermelo losing campaign new c6 e3 c6
  zermelo losing campaign run c6 --seconds 3600
  zermelo losing campaign status c6
      What takes longer than one search: kept on disk, stopped and resumed at will.";

/// `zermelo losing`.
#[derive(Subcommand, Debug)]
pub enum LosingCommand {
    /// Who wins an opening or a position? Searches, proves, has the kernel check
    Solve(SolveArgs),
    /// Check a proof, with the tables it needs or without any
    Verify(LosingVerifyArgs),
    /// Walk about in a proof: the moves at a place, how much of the proof each is
    Tree(TreeArgs),
    /// Write a proof, or a part of it, in another form
    Export(ExportArgs),
    /// Long work on one opening, kept on disk: stopped, killed, resumed, steered
    #[command(subcommand)]
    Campaign(CampaignCommand),
}

/// Which position, by which rules, and for whom.
#[derive(Args, Debug)]
#[command(next_help_heading = "Question")]
pub struct LosingQuestion {
    /// Moves from the initial array, as players or as engines write them; numbers are not needed
    #[arg(value_name = "MOVES")]
    pub moves: Vec<String>,
    /// Where the moves begin, or what is asked about if there are none [default: the initial array]
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Who must win; a draw is a failure
    #[arg(long = "for", value_name = "SIDE", default_value = "white")]
    #[arg(value_parser = side(), ignore_case = true)]
    pub side: Color,
    /// The rules: International, FICS, or a win by both
    #[arg(long, value_name = "RULES", default_value = "losing", value_parser = losing_rules())]
    pub rules: Rules,
}

/// What is known of positions with few men.
#[derive(Args, Debug)]
#[command(next_help_heading = "Tables")]
pub struct LosingTables {
    /// Tables know positions with up to so many men; 0 for no tables
    #[arg(long, value_name = "N", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=4))]
    pub men: u8,
    /// The folder of the tables; what is missing is built there [default: what ZERMELO_TABLES
    /// says, or else tables]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl LosingTables {
    /// Where the tables are.
    pub fn folder(&self) -> PathBuf {
        folder_of_tables(self.folder.as_deref())
    }
}

/// How much a search may use.
#[derive(Args, Debug)]
#[command(next_help_heading = "Effort")]
pub struct LosingEffort {
    /// Memory for the search, such as 512M or 16G; tables take up to 1G more
    #[arg(long, value_name = "SIZE", value_parser = search_size, default_value = "4G")]
    #[arg(allow_hyphen_values = true)]
    pub memory: u64,
    /// Threads; 1 searches in the same way every time [default: one a core]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,
    /// Take the proof as it was found, without making it smaller
    #[arg(long)]
    pub quick: bool,
}

/// Memory for a search: enough for a few sweeps, and no more than its nodes can be numbered in.
fn search_size(text: &str) -> Result<u64, String> {
    match read_size(text)? {
        bytes @ 0x400_0000..=0x40_0000_0000 => Ok(bytes),
        _ => Err("a search takes from 64M to 256G".to_string()),
    }
}

impl LosingEffort {
    /// How many threads.
    pub fn threads(&self) -> usize {
        pipeline::threads(self.threads)
    }
}

/// Where proofs are written.
#[derive(Args, Debug)]
#[command(next_help_heading = "Proof")]
pub struct LosingFiles {
    /// Save the proof, which needs no tables, as a certificate; compressed if the name ends in .zst
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// Save the tree that ends in the tables, in the bare layout of the 2012 proofs
    #[arg(long, value_name = "FILE")]
    pub compact: Option<PathBuf>,
}

/// How a search works, and what becomes of it.
#[derive(Args, Debug)]
pub struct LosingWork {
    #[command(flatten)]
    pub effort: LosingEffort,
    #[command(flatten)]
    pub tables: LosingTables,
    #[command(flatten)]
    pub files: LosingFiles,
    #[command(flatten)]
    pub output: JsonOrWords,
}

/// `zermelo losing solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    #[command(flatten)]
    pub question: LosingQuestion,
    /// Give up after so many nodes [default: never]
    #[arg(long, value_name = "N", value_parser = natural, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Keep the search in this folder, so that the same command goes on with it after Ctrl-C or a
    /// kill; it is written whenever memory is full and when the search is stopped
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// A line after the moves that is thought to be well played by both: search along it from its end.
    /// What follows its last move is settled first, then what follows the one before, and so on
    #[arg(long, value_name = "MOVES", num_args = 1.., conflicts_with = "book")]
    pub along: Vec<String>,
    /// Rebuild the proof from this book (`export --book`), with small searches side by side; tables
    /// are asked if they are there
    #[arg(long, value_name = "FILE", conflicts_with = "keep")]
    pub book: Option<PathBuf>,
    #[command(flatten)]
    pub work: LosingWork,
}

/// A proof on disk.
#[derive(Args, Debug)]
pub struct ProofFile {
    /// A certificate, or a bare tree in the layout of the 2012 proofs; plain or compressed
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The rules of a bare tree; a certificate names its own [default: losing]
    #[arg(long, value_name = "RULES", value_parser = losing_rules())]
    pub rules: Option<Rules>,
    /// Who wins by a bare tree, whose line begins in the initial array [default: white]
    #[arg(long = "for", value_name = "SIDE", ignore_case = true, value_parser = side())]
    pub side: Option<Color>,
}

/// `zermelo losing verify`.
#[derive(Args, Debug)]
pub struct LosingVerifyArgs {
    #[command(flatten)]
    pub proof: ProofFile,
    /// Play out what the tables know, so that the proof needs none; check that, and write it to
    /// this file if one is named
    #[arg(long, value_name = "OUT", num_args = 0..=1)]
    pub expand: Option<Option<PathBuf>>,
    #[command(flatten)]
    pub tables: LosingTables,
    #[command(flatten)]
    pub output: JsonOrWords,
}

/// `zermelo losing tree`.
#[derive(Args, Debug)]
pub struct TreeArgs {
    #[command(flatten)]
    pub proof: ProofFile,
    /// The moves to the place: from the start of the proof's line, or from its end
    #[arg(value_name = "MOVES")]
    pub moves: Vec<String>,
    /// How many plies to show
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=12))]
    pub depth: u8,
    #[command(flatten)]
    pub output: JsonOrWords,
}

/// `zermelo losing export`.
#[derive(Args, Debug)]
pub struct ExportArgs {
    #[command(flatten)]
    pub proof: ProofFile,
    /// The file to write; compressed if the name ends in .zst
    #[arg(long, value_name = "OUT")]
    pub to: PathBuf,
    /// As a certificate; this is the default
    #[arg(long, conflicts_with_all = ["bare", "text", "book"])]
    pub certificate: bool,
    /// As a bare tree, in the layout of the 2012 proofs; its line must begin in the initial array
    #[arg(long, conflicts_with_all = ["text", "book"])]
    pub bare: bool,
    /// As text: every move on a line of its own, indented
    #[arg(long, conflicts_with = "book")]
    pub text: bool,
    /// As a book: the winning moves of large parts, from which `solve --book` rebuilds the proof
    #[arg(long)]
    pub book: bool,
    /// A book has the positions whose proof takes at least so many
    #[arg(long, value_name = "N", default_value_t = 500, requires = "book")]
    pub least: u32,
    /// Make it smaller first: for so many seconds, or less; what is written may be given again
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "600")]
    pub smaller: Option<u64>,
    /// Only the part after these moves
    #[arg(long, value_name = "MOVES", num_args = 1..)]
    pub at: Vec<String>,
    #[command(flatten)]
    pub tables: LosingTables,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}
