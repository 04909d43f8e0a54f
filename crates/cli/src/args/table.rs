//! `zermelo table`.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
pub use zermelo_answers::table::folder_of_tables;
use zermelo_tables::{Measure, Rules};

use super::{JsonOrWords, natural, positive, read_size, threads};

/// `zermelo table`.
#[derive(Subcommand, Debug)]
pub enum TableCommand {
    /// Build tables, and those they lead to; finished ones are kept
    Build(BuildArgs),
    /// Look up a position: its value, every move, the main line
    Probe(ProbeArgs),
    /// Count wins, draws and losses, how long they take, and show the longest
    Stats(StatsArgs),
    /// Have the kernel check every entry: a table that passes is a proof
    Verify(VerifyArgs),
    /// List the positions in which whoever is to move loses
    Zugzwangs(ZugzwangsArgs),
}

impl TableCommand {
    /// What all of them have in common.
    pub fn options(&self) -> &TableOptions {
        match self {
            TableCommand::Build(args) => &args.options,
            TableCommand::Probe(args) => &args.options,
            TableCommand::Stats(args) => &args.options,
            TableCommand::Verify(args) => &args.options,
            TableCommand::Zugzwangs(args) => &args.options,
        }
    }
}

/// Which tables, and where they are.
#[derive(Args, Debug)]
#[command(next_help_heading = "Tables")]
pub struct TableOptions {
    /// The rules of play
    #[arg(long, value_name = "RULES", default_value = "chess", value_parser = rules())]
    pub rules: Rules,
    /// What distances count: nothing, plies to the next capture or promotion, or plies to the end
    /// of the game [default: end for chess, conversion for losing chess]
    #[arg(long, value_name = "METRIC", value_parser = metric())]
    pub metric: Option<Measure>,
    /// The folder of the tables [default: what ZERMELO_TABLES says, or else tables]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Threads to work with [default: one a core]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub output: JsonOrWords,
}

impl TableOptions {
    /// Where the tables are.
    pub fn folder(&self) -> PathBuf {
        folder_of_tables(self.folder.as_deref())
    }

    /// What the tables tell.
    pub fn measure(&self) -> Measure {
        let usual = if self.rules == Rules::Chess { Measure::End } else { Measure::Conversion };
        self.metric.unwrap_or(usual)
    }
}

pub fn rules() -> impl TypedValueParser<Value = Rules> {
    let losing = PossibleValue::new("losing").alias("antichess");
    PossibleValuesParser::new(["chess".into(), losing, "losing-fics".into(), "losing-joint".into()])
        .try_map(|name| name.replace("antichess", "losing").parse::<Rules>())
}

fn metric() -> impl TypedValueParser<Value = Measure> {
    PossibleValuesParser::new(["outcome", "conversion", "end"]).map(|name| match name.as_str() {
        "outcome" => Measure::Outcome,
        "conversion" => Measure::Conversion,
        _ => Measure::End,
    })
}

/// `zermelo table build`.
#[derive(Args, Debug)]
pub struct BuildArgs {
    /// Materials such as KQvK, or a number from 2 to 6: everything with up to so many men
    #[arg(value_name = "MATERIAL", required = true, allow_negative_numbers = true)]
    pub which: Vec<String>,
    /// Memory to use at most, such as 512M or 16G
    #[arg(long, value_name = "SIZE", value_parser = read_size, default_value = "6G")]
    #[arg(allow_hyphen_values = true)]
    pub memory: u64,
    #[command(flatten)]
    pub options: TableOptions,
}

/// `zermelo table probe`.
#[derive(Args, Debug)]
pub struct ProbeArgs {
    /// The position in FEN, quoted or as separate words; underscores may stand for spaces
    #[arg(value_name = "FEN", required = true)]
    pub fen: Vec<String>,
    /// Also the main line: the winner's quickest moves, the loser's slowest
    #[arg(long)]
    pub line: bool,
    /// First build the tables that are missing
    #[arg(long)]
    pub build: bool,
    /// With --build: memory to use at most
    #[arg(long, value_name = "SIZE", value_parser = read_size, default_value = "6G")]
    #[arg(allow_hyphen_values = true)]
    #[arg(requires = "build")]
    pub memory: u64,
    /// Ask the Syzygy files in this folder instead, which the kernel has not checked; may be given
    /// several times
    #[arg(long, value_name = "DIR")]
    pub syzygy: Vec<PathBuf>,
    #[command(flatten)]
    pub options: TableOptions,
}

/// `zermelo table stats`.
#[derive(Args, Debug)]
pub struct StatsArgs {
    /// Materials such as KQvK, or a number: the tables in the folder with so many men, a line each
    #[arg(value_name = "MATERIAL", required = true, allow_negative_numbers = true)]
    pub which: Vec<String>,
    /// Draw the distances of a table into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Count mirror images once and tell all men apart, as other generators do
    #[arg(long)]
    pub up_to_symmetry: bool,
    /// Show the longest losses without how they go
    #[arg(long)]
    pub no_line: bool,
    #[command(flatten)]
    pub options: TableOptions,
}

/// `zermelo table verify`.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// Materials such as KQvK, or a number: the tables in the folder with so many men
    #[arg(value_name = "MATERIAL", required = true, allow_negative_numbers = true)]
    pub which: Vec<String>,
    /// Also everything they lead to, so that the proof is complete
    #[arg(long)]
    pub all: bool,
    /// Check so many entries of each table only, chosen at random
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub sample: Option<NonZeroU64>,
    /// With --sample: choose the same entries again [default: others each time]
    #[arg(long, value_name = "SEED", requires = "sample")]
    #[arg(value_parser = natural, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub options: TableOptions,
}

/// `zermelo table zugzwangs`.
#[derive(Args, Debug)]
pub struct ZugzwangsArgs {
    /// Materials such as KPvKP, or a number: the tables in the folder with so many men
    #[arg(value_name = "MATERIAL", required = true, allow_negative_numbers = true)]
    pub which: Vec<String>,
    /// List them, the slowest first; --list=N only the first N
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "18446744073709551615", value_parser = natural)]
    pub list: Option<u64>,
    #[command(flatten)]
    pub options: TableOptions,
}
