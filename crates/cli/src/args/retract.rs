//! `zermelo retract`.

use clap::Args;

use super::{CastlingArgs, JsonOrWords};

/// `zermelo retract`.
#[derive(Args, Debug)]
pub struct RetractArgs {
    /// The position in FEN, quoted or as separate words; underscores may stand for spaces. Its
    /// castling rights are as given: - means none; an en-passant square names the last move. A
    /// field that is ? or left out is unknown, and all that it can mean is looked at
    #[arg(value_name = "FEN", required = true)]
    pub fen: Vec<String>,
    /// List every position before, in FEN, with its move (--json always does)
    #[arg(long)]
    pub all: bool,
    /// Exclude last moves made from dead positions (FIDE Laws, Article 5.2.2), and such as lead
    /// back to a position without a last move
    #[arg(long)]
    pub dead_reckoning: bool,
    #[command(flatten)]
    pub castling: CastlingArgs,
    #[command(flatten)]
    pub output: JsonOrWords,
}
