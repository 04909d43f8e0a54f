//! `zermelo strategy`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use zermelo_kernel_strategy::{Board, Choice, Condition};

use super::{CheckWhich, JsonOrWords, natural, read_size, threads};

const EXAMPLES: &str = "\
Examples:
  zermelo strategy krk show
      The strategy in words.
  zermelo strategy krk show --position \"8/8/8/3k4/8/8/8/KR6 w - -\"
  zermelo strategy krk show --board 5x4 --position \"Ka1 Rb1 kd3\"
      What it plays in a position, and why.
  zermelo strategy krk play --board 6
      You have the black king. How long can you last?
  zermelo strategy krk verify
  zermelo strategy krk verify --board 12x5 --longest
      Does it mate in every position of a board? How long is the longest game?
  zermelo strategy krk verify --without divides
      What goes wrong without a condition: a position and a line.
  zermelo strategy krk prove
      The theorem for every board at once: the kernel checks the kept proof.
  zermelo strategy krk prove --bound
      The same, and that no game is longer than 6 (files + ranks) - 13 plies.
  zermelo strategy krk prove --regenerate
      The same, with the proof found anew.
  zermelo strategy krk prove --board 8
      On one board, by a SAT solver whose proofs the kernel checks.";

/// `zermelo strategy`: the endings that there are strategies for.
#[derive(Subcommand, Debug)]
pub enum Ending {
    /// King and rook against king, on a board of any size
    #[command(subcommand, after_help = EXAMPLES)]
    Krk(KrkCommand),
    /// King and queen against king, on a board of any size
    #[command(subcommand)]
    Kqk(OtherCommand),
    /// King and two rooks against king, on a board of any size
    #[command(subcommand)]
    Krr(OtherCommand),
}

/// `zermelo strategy kqk` and `krr`.
#[derive(Subcommand, Debug)]
pub enum OtherCommand {
    /// The strategy in words, or what it plays in a position
    Show(ShowArgs),
    /// Play the black king against it
    Play(PlayArgs),
    /// Play every game on one board: does it always mate, and how soon?
    Verify(GamesArgs),
    /// Prove that it always mates: on one board, or on all boards at once
    Prove(ProveArgs),
}

/// `zermelo strategy krk`.
#[derive(Subcommand, Debug)]
pub enum KrkCommand {
    /// The strategy in words, or what it plays in a position and why
    Show(ShowArgs),
    /// Play the black king against it
    Play(PlayArgs),
    /// Walk all positions of one board: does it always mate, and how soon?
    Verify(KrkVerifyArgs),
    /// Prove that it always mates: on one board, or on all boards at once
    Prove(KrkProveArgs),
}

/// One board, or every board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardSize(pub Option<Board<i32>>);

impl FromStr for BoardSize {
    type Err = String;

    fn from_str(text: &str) -> Result<BoardSize, String> {
        if text.eq_ignore_ascii_case("all") {
            return Ok(BoardSize(None));
        }
        let side = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let side = digits.then(|| text.parse().ok()).flatten();
            side.filter(|side| (1..=MOST_SIDE).contains(side))
        };
        let (width, height) = match text.split_once(['x', 'X']) {
            Some((width, height)) => (side(width), side(height)),
            None => (side(text), side(text)),
        };
        let board = width.zip(height).map(|(width, height)| Board::new(width, height));
        board.map(|board| BoardSize(Some(board))).ok_or_else(|| {
            format!("a board is N, NxM (files x ranks) or all, with sides from 1 to {MOST_SIDE}")
        })
    }
}

/// No side is longer: a slip of the finger.
const MOST_SIDE: i32 = 9999;

/// Which board.
#[derive(Args, Debug)]
pub struct BoardArgs {
    /// The board: N, or NxM for N files and M ranks, or all
    #[arg(long, value_name = "N|NxM|all", default_value = "8", allow_hyphen_values = true)]
    pub board: BoardSize,
}

/// Which board, where it can only be one.
#[derive(Args, Debug)]
pub struct OneBoardArgs {
    /// The board: N, or NxM for N files and M ranks
    #[arg(long, value_name = "N|NxM", default_value = "8", allow_hyphen_values = true)]
    pub board: BoardSize,
}

/// `zermelo strategy krk show`.
#[derive(Args, Debug)]
pub struct ShowArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    /// A position with White to move: the squares of the men, such as "Kc3 Ra1 kd5" (with a queen "Kc3
    /// Qb1 kd5", with two rooks "Kc3 Ra1 Rh2 kd5"), or on 8x8 a FEN
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,
    #[command(flatten)]
    pub output: JsonOrWords,
}

/// `zermelo strategy krk play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    #[command(flatten)]
    pub board: OneBoardArgs,
    /// Where to start: random, or a position as for show
    #[arg(long, value_name = "random|POSITION", default_value = "random")]
    pub start: String,
    /// Draw the same random position again [default: another each time]
    #[arg(long, value_name = "SEED", value_parser = natural, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Watch: Black defends as long as he can
    #[arg(long)]
    pub auto: bool,
    #[command(flatten)]
    pub output: JsonOrWords,
}

/// `zermelo strategy krk verify`.
#[derive(Args, Debug)]
pub struct KrkVerifyArgs {
    #[command(flatten)]
    pub board: OneBoardArgs,
    /// White may play any move that fits, not only the one that is played
    #[arg(long)]
    pub relation: bool,
    /// Leave a condition of the strategy out, to see what it is good for; may be given several times
    #[arg(long, value_name = "CONDITION", value_delimiter = ',', value_parser = conditions())]
    pub without: Vec<NamedCondition>,
    /// Also print the longest game
    #[arg(long)]
    pub longest: bool,
    /// How many positions the kernel checks by the definition alone [default: all on boards of up
    /// to 100 squares, otherwise one in a hundred]
    #[arg(long, value_name = "WHICH")]
    pub check: Option<CheckWhich>,
    /// Threads to work with [default: one a core]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<NonZeroUsize>,
    /// Memory to use at most, such as 512M or 16G
    #[arg(long, value_name = "SIZE", value_parser = read_size, default_value = "6G")]
    #[arg(allow_hyphen_values = true)]
    pub memory: u64,
    #[command(flatten)]
    pub output: JsonOrWords,
}

impl KrkVerifyArgs {
    /// Which of its moves White plays.
    pub fn choice(&self) -> Choice {
        if self.relation { Choice::Relation } else { Choice::Function }
    }
}

/// `zermelo strategy kqk verify` and `krr verify`.
#[derive(Args, Debug)]
pub struct GamesArgs {
    #[command(flatten)]
    pub board: OneBoardArgs,
    /// Also print the longest game
    #[arg(long)]
    pub longest: bool,
    /// Threads for the kernel to check with [default: one a core]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub output: JsonOrWords,
}

/// `zermelo strategy krk prove`.
#[derive(Args, Debug)]
pub struct KrkProveArgs {
    #[command(flatten)]
    pub prove: ProveArgs,
    /// Prove also how many plies a game has at most; on all boards
    #[arg(long, conflicts_with = "without")]
    pub bound: bool,
    /// Leave a condition of the strategy out and see which lemmas fail, and where
    #[arg(long, value_name = "CONDITION", value_delimiter = ',', value_parser = conditions())]
    #[arg(conflicts_with_all = ["proof", "rocq"])]
    pub without: Vec<NamedCondition>,
}

/// What every strategy is proved by.
#[derive(Args, Debug)]
pub struct ProveArgs {
    /// The boards: all, or N, or NxM for N files and M ranks
    #[cfg_attr(not(feature = "prove"), doc = "(one of 8x8 takes long without --features prove)")]
    #[arg(long, value_name = "N|NxM|all", default_value = "all", allow_hyphen_values = true)]
    pub board: BoardSize,
    /// Find the proof for all boards anew instead of checking the one that is kept
    #[arg(long)]
    pub regenerate: bool,
    /// Write the proof to FILE, zstd-compressed if the name ends in .zst; check it with 'zermelo check'
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// Write the denial of every lemma to FOLDER as SMT-LIB 2, for another solver: each must be unsat
    #[arg(long, value_name = "FOLDER")]
    pub smt_lib: Option<PathBuf>,
    /// Write the definition and the statement of every lemma to FILE for Rocq (Coq), as in proofs/
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    pub rocq: Option<PathBuf>,
    /// Threads to work with [default: one a core]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub output: JsonOrWords,
}

/// A condition of the strategy that can be left out, as it is typed, and what it asks for.
pub type NamedCondition = (Condition, &'static str, &'static str);

const CONDITIONS: [NamedCondition; 8] = {
    use Condition::*;
    [
        (NotExposed, "not-exposed", "The black king must not reach the rook first"),
        (Divides, "divides", "The rook must stand between the kings"),
        (
            NotTowardsEdge,
            "not-towards-edge",
            "In a small room a king beside its rook must not go towards the black king's edge",
        ),
        (NotOneEdge, "not-one-edge", "In a small room the kings must not stand on one edge"),
        (NoStalemate, "no-stalemate", "Black must not be stalemated"),
        (FarFromBlack, "far-from-black", "The rook that flees must flee far"),
        (Guarded, "guarded", "The rook that comes home beside the black king must be guarded"),
        (KingsLine, "kings-line", "On small boards the rook flees to its king's file or rank"),
    ]
};

fn conditions() -> impl TypedValueParser<Value = NamedCondition> {
    let named = CONDITIONS.map(|(_, name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(named).try_map(|typed| {
        CONDITIONS.into_iter().find(|(_, name, _)| *name == typed).ok_or("no condition")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards() {
        for (text, board) in [
            ("8", Some(Board::new(8, 8))),
            ("4x7", Some(Board::new(4, 7))),
            ("12X5", Some(Board::new(12, 5))),
            ("All", None),
        ] {
            assert_eq!(text.parse(), Ok(BoardSize(board)));
        }
        for bad in ["", "x", "0", "8x", "x8", "-4", "+4", "4x0", "4x4x4", "1.5", "99999999999", "é"]
        {
            assert!(bad.parse::<BoardSize>().is_err(), "{bad}");
        }
    }
}
