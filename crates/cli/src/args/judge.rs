//! `zermelo judge`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use zermelo_kernel::{Color, Reading};
use zermelo_record::Options;
use zermelo_winnable::Limits;

use super::{CheckWhich, ColorWhen, read_size, side, threads};

/// `zermelo judge`.
#[derive(Args, Debug)]
pub struct JudgeArgs {
    /// Games in PGN, plain or compressed (zstd, gzip, bzip2); - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub question: JudgeQuestion,
    #[command(flatten)]
    pub effort: JudgeEffort,
    #[command(flatten)]
    pub output: JudgeOutput,
}

/// What is asked about the games.
#[derive(Args, Debug)]
#[command(next_help_heading = "Question")]
pub struct JudgeQuestion {
    /// This player ran out of time after the last move, in every game (FIDE Laws, Article 6.9)
    #[arg(long, value_name = "SIDE", ignore_case = true, value_parser = side())]
    pub flag: Option<Color>,
    /// The stricter reading: a mate must come before the 75-move or five-fold end
    #[arg(long)]
    pub with_history: bool,
}

/// How hard to try.
#[derive(Args, Debug)]
#[command(next_help_heading = "Effort")]
pub struct JudgeEffort {
    /// Threads to work with [default: one a core]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<NonZeroUsize>,
    /// Memory that each thread's search may use, such as 64M
    #[arg(long, value_name = "SIZE", value_parser = read_size, default_value = "64M")]
    pub memory: u64,
    /// Memory for the rare position that needs more; one such at a time
    #[arg(long, value_name = "SIZE", value_parser = read_size, default_value = "1G")]
    pub reserve: u64,
    /// Which rulings the kernel checks: all, one in a hundred, or none. Unless none, those that
    /// rest on a proof that somebody cannot mate are always checked; so is what --proof saves
    #[arg(long, value_name = "WHICH", default_value = "all")]
    pub check: CheckWhich,
}

/// How rulings look.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct JudgeOutput {
    /// Print JSON for programs, one object a line
    #[arg(long)]
    pub json: bool,
    /// Print the games again, with rulings as comments and the result corrected
    #[arg(long, conflicts_with = "json")]
    pub pgn: bool,
    /// Print only the games whose result the rules contradict
    #[arg(long)]
    pub contradicted: bool,
    /// No summary at the end
    #[arg(long, short)]
    pub quiet: bool,
    /// Save the proof of each ruling as DIR/FILE-GAME.cert
    #[arg(long, value_name = "DIR")]
    pub proof: Option<PathBuf>,
    /// Colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: ColorWhen,
}

impl JudgeArgs {
    /// What the judge is told.
    pub fn options(&self) -> Options {
        let JudgeEffort { memory, reserve, .. } = self.effort;
        Options {
            reading: self.reading(),
            flag: self.question.flag,
            limits: Limits { reserve, ..Limits::new(u64::MAX, memory) },
        }
    }

    /// The reading of "any series of legal moves".
    pub fn reading(&self) -> Reading {
        if self.question.with_history { Reading::History } else { Reading::Position }
    }
}
