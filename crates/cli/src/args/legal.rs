//! `zermelo legal`.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::Args;

use zermelo_answers::legal::Reading;
use zermelo_kernel::Castling;
use zermelo_retro::legal;
use zermelo_winnable::Limits;

use super::{ColorWhen, positive, threads};

/// `zermelo legal`.
#[derive(Args, Debug)]
pub struct LegalArgs {
    /// The position in FEN, quoted or as separate words; underscores may stand for spaces. Its
    /// castling rights are as given: - means none; an en-passant square names the last move. A
    /// field that is ? or left out is unknown, and every reading is answered
    #[arg(value_name = "FEN", conflicts_with = "batch")]
    pub fen: Vec<String>,
    /// Find the shortest games to the position, and say whether there is only one
    #[arg(long, conflicts_with_all = ["batch", "count"])]
    pub shortest: bool,
    /// Read positions from a file, one a line, or from standard input if it is -
    #[arg(long, value_name = "FILE", conflicts_with_all = ["proof", "pgn"])]
    pub batch: Option<PathBuf>,
    /// Count the legal positions of endings with up to four men, such as KRvK; or 4 (or 3): of all
    /// endings with up to so many men
    #[arg(long, value_name = "MATERIAL", num_args = 1.., conflicts_with_all = ["fen", "batch", "pgn"])]
    pub count: Vec<String>,
    /// With --count: list the illegal positions, too
    #[arg(long, requires = "count", conflicts_with_all = ["fen", "batch", "estimate"])]
    pub list: bool,
    /// With --count: only by the two definitions of Lippold's, which take seconds; also of five men
    /// without pawns, which take a minute or two each, and then how much follows from known games
    #[arg(long, requires = "count")]
    #[arg(conflicts_with_all = ["list", "proof", "fen", "batch", "estimate"])]
    pub definitions: bool,
    /// With --count: keep the proof of every settled ending in this folder, and go on with what it
    /// has. With --estimate: the same for every decided candidate in this file
    #[arg(long, value_name = "PATH", conflicts_with_all = ["fen", "batch", "definitions"])]
    pub to: Option<PathBuf>,
    #[command(flatten)]
    pub reading: LegalReading,
    #[command(flatten)]
    pub estimate: LegalEstimate,
    #[command(flatten)]
    pub effort: LegalEffort,
    #[command(flatten)]
    pub output: LegalOutput,
}

/// Which games count.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Which games count")]
pub struct LegalReading {
    /// Games in which no move is made from a dead position (FIDE Laws, Article 5.2.2)
    #[arg(long, conflicts_with_all = ["count", "estimate", "shortest"])]
    pub dead_reckoning: bool,
    /// Games of Chess960, from any of the 960 arrays; rights are read as in X-FEN or Shredder-FEN
    #[arg(long, conflicts_with_all = ["count", "estimate", "shortest"])]
    chess960: bool,
}

impl LegalReading {
    /// What is asked of a position.
    pub fn asked(&self) -> Reading {
        let castling = if self.chess960 { Castling::Chess960 } else { Castling::Standard };
        Reading { castling, dead_reckoning: self.dead_reckoning }
    }
}

/// How many positions can arise?
#[derive(Args, Debug)]
#[command(next_help_heading = "Estimate")]
pub struct LegalEstimate {
    /// Estimate how many positions can arise, from positions by lot
    #[arg(long, conflicts_with_all = ["fen", "batch", "count", "pgn", "proof"])]
    pub estimate: bool,
    /// Draw so many positions
    #[arg(long, value_name = "N", default_value = "100000", requires = "estimate")]
    #[arg(value_parser = positive, allow_negative_numbers = true)]
    #[arg(conflicts_with_all = ["fen", "batch", "count"])]
    pub samples: NonZeroU64,
    /// Decide so many of those that no cheap rule excludes [default: all]
    #[arg(long, value_name = "N", requires = "estimate")]
    #[arg(conflicts_with_all = ["fen", "batch", "count"])]
    pub candidates: Option<u64>,
    /// Draw the series with this number
    #[arg(long, value_name = "S", default_value_t = 1, requires = "estimate")]
    #[arg(conflicts_with_all = ["fen", "batch", "count"])]
    pub seed: u64,
}

/// How hard to try.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Effort")]
pub struct LegalEffort {
    /// Search for a game through so many positions [default: 60000]
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Search for a game for so many seconds, through any number of positions unless --nodes says
    /// so
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub seconds: Option<f64>,
    /// Search backwards through so many positions that no rule excludes [default: 60]
    #[arg(long, value_name = "N")]
    pub retractions: Option<u64>,
    /// With --batch, --count or --estimate: threads to work with [default: one a core]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    #[arg(conflicts_with = "fen")]
    pub threads: Option<NonZeroUsize>,
}

/// How answers look.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct LegalOutput {
    /// Save the proof; compressed if the name ends in .zst
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// If a field of the FEN is unknown: the game or the reasons of every reading, too
    #[arg(long, conflicts_with_all = ["batch", "count", "json", "pgn"])]
    pub games: bool,
    /// Print the proof game alone, as PGN; nothing if there is none
    #[arg(long, conflicts_with = "json")]
    pub pgn: bool,
    /// Print JSON for programs; one object a line with --batch
    #[arg(long)]
    pub json: bool,
    /// Colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: ColorWhen,
}

impl LegalEffort {
    /// The options of one query, which begins now.
    pub fn options(&self) -> legal::Options {
        let mut options = legal::Options::default();
        if let Some(seconds) = self.seconds {
            options.limits = Limits { nodes: u64::MAX, ..options.limits }.within(seconds);
        }
        options.limits.nodes = self.nodes.unwrap_or(options.limits.nodes);
        options.retractions = self.retractions.unwrap_or(options.retractions);
        options
    }
}

/// A time that is one.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds > 0.0 => Ok(seconds),
        _ => Err("a number of seconds above 0 is needed".to_string()),
    }
}
