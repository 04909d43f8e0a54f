//! `zermelo puzzle`.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::{Args, ValueEnum};
use zermelo_answers::puzzle::{Asked, Conventions, Effort};
use zermelo_kernel::Color;
use zermelo_winnable::Limits;

use super::{ColorWhen, read_size, side};

/// `zermelo puzzle`.
#[derive(Args, Debug)]
pub struct PuzzleArgs {
    /// The position in FEN (the men alone are enough; several are twins), then the stipulation:
    /// h#3, h#2.5, h=3 or h=2.5; PG 12.5 for all games of 12.5 moves to it. Or a query in quotes, such as
    /// "8/8/8/8/K7/8/b7/kB6 b >>= r >>= h=0.5 >>= legal"; see docs/guide/puzzle.md
    #[arg(value_name = "FEN... STIPULATION", required_unless_present = "file")]
    pub words: Vec<String>,
    /// Answer the queries in this file, one a line; // begins a comment, as does # at the beginning
    /// of a line; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "words")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub question: PuzzleQuestion,
    #[command(flatten)]
    pub effort: PuzzleEffort,
    #[command(flatten)]
    pub output: PuzzleOutput,
}

impl PuzzleArgs {
    /// What is searched for, and what that may cost.
    pub fn effort(&self, interrupt: &'static AtomicBool) -> Effort {
        let limits = Limits::new(self.effort.nodes.unwrap_or(u64::MAX), self.effort.memory);
        Effort {
            up_to: self.question.up_to,
            shorter: !self.question.no_shorter,
            solutions: self.effort.limit as usize,
            limits: Limits { interrupt: Some(interrupt), ..limits },
        }
    }
}

impl PuzzleQuestion {
    /// What is asked besides the stipulation.
    pub fn asked(&self) -> Asked {
        Asked {
            winner: self.winner,
            duplex: self.duplex,
            set_play: self.set_play,
            conventions: Conventions {
                castling_at_home: self.castling == CastlingRule::Convention,
                en_passant: self.en_passant == EnPassantRule::Fen,
            },
        }
    }
}

/// What is asked about the diagram.
#[derive(Args, Debug)]
#[command(next_help_heading = "Question")]
pub struct PuzzleQuestion {
    /// Who mates or stalemates; in h#3 the other side begins
    #[arg(long, value_name = "SIDE", default_value = "white")]
    #[arg(value_parser = side(), ignore_case = true)]
    pub winner: Color,
    /// Also with the colours exchanged: the other side mates
    #[arg(long)]
    pub duplex: bool,
    /// Also without the first move: the side that mates begins
    #[arg(long)]
    pub set_play: bool,
    /// Also all solutions with fewer moves
    #[arg(long)]
    pub up_to: bool,
    /// Do not look whether there is a solution with fewer moves
    #[arg(long, conflicts_with = "up_to")]
    pub no_shorter: bool,
    /// Who may castle: with king and rook at home everybody unless the FEN names other rights, or
    /// what the FEN says
    #[arg(long, value_name = "RULE", default_value = "convention")]
    pub castling: CastlingRule,
    /// Whether the en-passant square of the FEN counts
    #[arg(long, value_name = "RULE", default_value = "fen")]
    pub en_passant: EnPassantRule,
}

/// How hard to try.
#[derive(Args, Debug)]
#[command(next_help_heading = "Effort")]
pub struct PuzzleEffort {
    /// Keep at most so many solutions of each length
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub limit: u32,
    /// Give up a search after so many positions [default: never]
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Memory that a search may use, such as 256M or 8G
    #[arg(long, value_name = "SIZE", value_parser = read_size, default_value = "1G")]
    pub memory: u64,
}

/// How solutions look.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct PuzzleOutput {
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
    /// Print PGN, one game for each solution
    #[arg(long, conflicts_with = "json")]
    pub pgn: bool,
    /// Save the proof of each mate in this directory
    #[arg(long, value_name = "DIR")]
    pub proof: Option<PathBuf>,
    /// Colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: ColorWhen,
}

/// Who may castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum CastlingRule {
    Convention,
    Fen,
}

/// Whether the en-passant square of the FEN counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EnPassantRule {
    Fen,
    None,
}
