//! `zermelo longest`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use zermelo_record::longest::MoveRule;

/// `zermelo longest`.
#[derive(Args, Debug)]
pub struct LongestArgs {
    /// The rule that ends a game without captures and pawn moves: after 75 moves, or after 50
    #[arg(long, value_name = "MOVES", default_value = "75")]
    #[arg(conflicts_with_all = ["claims", "audit"], value_parser = move_rule())]
    pub move_rule: MoveRule,
    /// Another number gives another game [default: 1, and 3 with --claims]
    #[arg(long, value_name = "N", conflicts_with_all = ["bound", "audit"])]
    pub seed: Option<u64>,
    /// Every draw that can be claimed is claimed at once, with an announced move too
    #[arg(long)]
    pub claims: bool,
    /// With --claims, the placings of the men that are tried before some segments are taken back
    #[arg(long, value_name = "N", default_value_t = 30, requires = "claims")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub effort: u32,
    /// Print the proof that no game is longer, as far as it is counting; generate nothing
    #[arg(long, conflicts_with = "audit")]
    pub bound: bool,
    /// Audit the games of a PGN file (- is standard input) instead of generating one
    #[arg(long, value_name = "FILE")]
    pub audit: Option<PathBuf>,
    /// Write the game to this file; compressed if the name ends in .zst [default: print it]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["bound", "audit"])]
    pub output: Option<PathBuf>,
    /// Save the proof that no rule ended the game before its last move; with --bound, the counting
    #[arg(long, value_name = "FILE", conflicts_with = "audit")]
    pub proof: Option<PathBuf>,
    /// Print the audit, or with --bound the proof, as JSON; the game then only goes to --output
    #[arg(long)]
    pub json: bool,
}

fn move_rule() -> impl TypedValueParser<Value = MoveRule> {
    PossibleValuesParser::new(["75", "50"])
        .map(|moves| if moves == "75" { MoveRule::SeventyFive } else { MoveRule::Fifty })
}
