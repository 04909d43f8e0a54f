//! The command line: one option struct for each subsystem.

pub mod campaign;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod judge;
pub mod legal;
pub mod longest;
pub mod losing;
pub mod puzzle;
pub mod retract;
pub mod scan;
pub mod serve;
pub mod strategy;
pub mod table;

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use zermelo_answers::winnable::Sides;
use zermelo_kernel::{Castling, Color, Rules};
use zermelo_winnable::Limits;

use judge::JudgeArgs;
use legal::LegalArgs;
use longest::LongestArgs;
use losing::LosingCommand;
use puzzle::PuzzleArgs;
use retract::RetractArgs;
use scan::ScanArgs;
use serve::ServeArgs;
use strategy::Ending;
use table::TableCommand;

const EXAMPLES: &str = "\
Examples:
  zermelo winnable \"8/8/8/8/8/5k2/5p2/5K2 w - - 0 1\"
      Can White, can Black still give mate? Is the position dead?
  zermelo winnable \"5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - -\" --flag white
      White's flag fell: lost or drawn? (FIDE Laws, Article 6.9)
  zermelo winnable 8/8/4k3/8/8/3NK3/8/8 w - - --for white --proof knight.cert
  zermelo check knight.cert
      Save the proof of an answer; check it again, anywhere, with the kernel alone.
  zermelo winnable --batch positions.txt > answers.txt
      One position a line, on all cores.
  zermelo judge games.pgn.zst --contradicted
      When was each game over, by which rule? Which results are wrong?
  zermelo judge game.pgn --flag black
      Black's flag fell after the last move.
  zermelo judge games.pgn --pgn > ruled.pgn
      The games again, with rulings as comments and the result corrected.
  zermelo scan lichess_db_2022-01.pgn.zst --to unfair.csv
      All flag falls of a database whose winner could not have mated.
  zermelo puzzle 6K1/4rN2/2p5/2pRpp2/4k3/8/b1r5/8 h#3
      All solutions of a help problem, as composers print them.
  zermelo legal \"rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR b KQkq -\"
      Can this position arise? A game that leads to it, or why there is none.
  zermelo legal --count KRvK --list
      How many positions of an ending can arise, and which cannot?
  zermelo retract \"8/8/8/8/8/8/P1k5/K7 b - -\"
      What was the last move? Here there is none: the position cannot arise.
  zermelo longest --output longest.pgn
  zermelo longest --bound
      A longest possible game, and why none is longer.
  zermelo table build KQvK
  zermelo table probe 8/8/8/3k4/8/8/8/KQ6 w - - --line
      Build an endgame table; who wins a position, how soon, and with which moves?
  zermelo table verify KQvK --all
      Have the kernel check every entry: a table that passes is a proof.
  zermelo losing solve e3 d5
      Losing chess: does White win after 1. e3 d5? With the whole proof.
  zermelo strategy krk verify --board 8
      King and rook against king: does one simple strategy mate in every position?
  zermelo serve
      All this over HTTP on http://127.0.0.1:8080, and a page to ask it on.

Exit status: 0 answered, 1 the answer is open, 2 bad input, 3 certificate rejected, 70 a bug, 130 stopped
(Ctrl-C).";

/// Chess questions, answered with proofs.
#[derive(Parser, Debug)]
#[command(name = "zermelo", version, after_help = EXAMPLES, subcommand_required = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The questions.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Can this player still give mate? (flag fall, dead position)
    Winnable(WinnableArgs),
    /// Rule on whole files of games: when was each over, and who won? (FIDE Laws)
    Judge(JudgeArgs),
    /// Find all flag falls of whole databases that the side with time left could not have won
    Scan(ScanArgs),
    /// The scheduler and the executors of a cluster, for `zermelo scan --cluster`
    #[cfg(feature = "cluster")]
    #[command(subcommand)]
    Cluster(cluster::Role),
    /// Clusters are not in this build
    #[cfg(not(feature = "cluster"))]
    #[command(hide = true, disable_help_flag = true)]
    Cluster {
        /// What another build would understand
        #[arg(allow_hyphen_values = true, trailing_var_arg = true)]
        rest: Vec<String>,
    },
    /// Write and audit a longest possible game; say why none is longer
    Longest(LongestArgs),
    /// Solve help problems (h#3, h#2.5, h=4), all solutions; answer queries (FEN >>= r >>= legal)
    Puzzle(PuzzleArgs),
    /// Can this position arise? A game that leads to it, or why there is none
    Legal(LegalArgs),
    /// What was the last move? All positions before, or why there is none
    Retract(RetractArgs),
    /// Endgame tables of chess and losing chess: build, probe, verify, count
    #[command(subcommand)]
    Table(TableCommand),
    /// Losing chess: solve openings, keep the proofs, verify them, walk about in them
    #[command(subcommand, after_help = losing::EXAMPLES)]
    Losing(LosingCommand),
    /// Strategies that always win: shown, played, walked and proved, on boards of any size
    #[command(subcommand)]
    Strategy(Ending),
    /// Count sequences of legal moves, in all and by the first move, to compare move generators
    Perft(PerftArgs),
    /// Serve all this over HTTP, and a page to ask it on
    Serve(ServeArgs),
    /// Check saved proofs, with the kernel alone
    Check(CheckArgs),
    /// Print the completions of a shell
    Completions(CompletionsArgs),
    /// Write the manual pages into a folder
    #[command(hide = true)]
    Manual {
        /// The folder, which is there
        folder: PathBuf,
    },
}

/// `zermelo winnable`.
#[derive(Args, Debug)]
pub struct WinnableArgs {
    /// The position in FEN, quoted or as separate words; underscores may stand for spaces
    #[arg(value_name = "FEN", conflicts_with_all = ["batch", "threads", "check"])]
    pub fen: Vec<String>,
    #[command(flatten)]
    pub question: QuestionArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub batch: BatchArgs,
    #[command(flatten)]
    pub output: JsonOrWords,
}

/// What is asked about one position.
#[derive(Args, Debug)]
#[command(next_help_heading = "Question")]
pub struct QuestionArgs {
    /// The rules of play; by those of losing chess: can this side still get rid of all men, or be
    /// without a move?
    #[arg(long, value_name = "RULES", default_value = "chess", value_parser = table::rules())]
    #[arg(conflicts_with_all = ["batch", "chess960"])]
    pub rules: Rules,
    /// Whose chances to look at [default: both, or with --flag the other player]
    #[arg(long = "for", value_name = "SIDE", conflicts_with = "batch")]
    #[arg(value_parser = sides(), ignore_case = true)]
    pub side: Option<Sides>,
    /// This player ran out of time: what is the result? (FIDE Laws, Article 6.9)
    #[arg(long, value_name = "SIDE", conflicts_with = "batch")]
    #[arg(value_parser = side(), ignore_case = true)]
    pub flag: Option<Color>,
    /// Find the shortest helpmate instead of any, and show that none is shorter
    #[arg(long, conflicts_with_all = ["batch", "fast"])]
    pub shortest: bool,
    /// With --shortest: all lines of that length
    #[arg(long, requires = "shortest")]
    pub all: bool,
    /// With --shortest: look no further than so many plies
    #[arg(long, value_name = "N", default_value_t = 60, requires = "shortest")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub plies: u32,
    /// A mate must come before the 75-move end; the clock is the fifth field of the FEN
    #[arg(long, conflicts_with_all = ["batch", "fast", "shortest"])]
    pub with_history: bool,
    #[command(flatten)]
    pub castling: CastlingArgs,
    /// Save the proof; compressed if the name ends in .zst, one file a side if both are asked
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub proof: Option<PathBuf>,
}

impl QuestionArgs {
    /// The sides asked about.
    pub fn sides(&self) -> Sides {
        Sides::asked(self.side, self.flag)
    }
}

/// How castling rights are read.
#[derive(Args, Debug)]
pub struct CastlingArgs {
    /// Read castling rights as in Chess960 (X-FEN or Shredder-FEN)
    #[arg(long)]
    chess960: bool,
}

impl CastlingArgs {
    /// How castling rights are read.
    pub fn read(&self) -> Castling {
        if self.chess960 { Castling::Chess960 } else { Castling::Standard }
    }
}

/// How hard to try.
#[derive(Args, Debug)]
#[command(next_help_heading = "Effort")]
pub struct EngineArgs {
    /// Only the fast test: says unwinnable or nothing
    #[arg(long)]
    pub fast: bool,
    /// Give up after so many positions, of which some hundred are always looked at [default: as
    /// many as --memory holds]
    #[arg(long, value_name = "N", conflicts_with = "fast")]
    pub nodes: Option<u64>,
    /// Memory that one query may use, such as 256M or 8G [default: 256M]
    #[arg(long, value_name = "SIZE", value_parser = read_size, conflicts_with = "fast")]
    pub memory: Option<u64>,
}

impl EngineArgs {
    /// The limits of one query.
    pub fn limits(&self) -> Limits {
        let Limits { nodes, memory, .. } = Limits::default();
        Limits::new(self.nodes.unwrap_or(nodes), self.memory.unwrap_or(memory))
    }

    /// How to ask again when a query has spent what it may: with more of that.
    pub fn more(&self, spent: u64) -> String {
        match self.nodes {
            Some(nodes) if spent >= nodes => format!("--nodes {}", spent.saturating_mul(10)),
            _ => format!("--memory {}M", (self.limits().memory >> 16).max(1)),
        }
    }
}

/// Many positions.
#[derive(Args, Debug)]
#[command(next_help_heading = "Many positions")]
pub struct BatchArgs {
    /// Read lines `FEN [white|black]` from a file, or from standard input if it is -
    #[arg(long, value_name = "FILE")]
    pub batch: Option<PathBuf>,
    /// Threads to work with [default: one a core]. A position takes one of them, with --shortest as
    /// well, so without --batch there is nothing to share
    #[arg(long, value_name = "N", requires = "batch")]
    #[arg(value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<NonZeroUsize>,
    /// Which verdicts the kernel checks: all, one in a hundred, or none
    #[arg(long, value_name = "WHICH", default_value = "all", requires = "batch")]
    pub check: CheckWhich,
}

/// How answers look.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Output")]
pub struct JsonOrWords {
    /// Print JSON for programs; one object a line where there are many answers
    #[arg(long)]
    pub json: bool,
    /// Colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: ColorWhen,
}

/// `zermelo check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Certificates, plain or compressed (zstd, gzip, bzip2); - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The files are bare proof trees of losing chess by these rules: White's, from the initial
    /// array
    #[arg(long, value_name = "RULES", value_parser = losing_rules())]
    pub tree: Option<Rules>,
    /// Give up on a file whose check needs more memory
    #[arg(long, value_name = "SIZE", value_parser = read_size, default_value = "1G")]
    pub memory: u64,
    /// Give up on a file whose check takes more steps (of some nanoseconds), and 5,000 for each of
    /// its bytes
    #[arg(long, value_name = "N", default_value_t = 3_000_000_000)]
    pub steps: u64,
    /// Print one JSON object for each file
    #[arg(long)]
    pub json: bool,
}

/// One player; the option ignores the case.
fn side() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(players())
        .map(|name| if name.starts_with(['w', 'W']) { Color::White } else { Color::Black })
}

/// One player or both; the option ignores the case.
fn sides() -> impl TypedValueParser<Value = Sides> {
    let names = players().into_iter().chain([PossibleValue::new("both")]);
    PossibleValuesParser::new(names).map(|name| match name.to_ascii_lowercase().as_str() {
        "white" | "w" => Sides::One(Color::White),
        "black" | "b" => Sides::One(Color::Black),
        _ => Sides::Both,
    })
}

/// The players by name, or by the letter of a FEN.
fn players() -> [PossibleValue; 2] {
    [PossibleValue::new("white").alias("w"), PossibleValue::new("black").alias("b")]
}

fn losing_rules() -> impl TypedValueParser<Value = Rules> {
    let losing = PossibleValue::new("losing").alias("antichess");
    PossibleValuesParser::new([losing, "losing-fics".into(), "losing-joint".into()])
        .try_map(|name| name.replace("antichess", "losing").parse::<Rules>())
}

/// `zermelo perft`.
#[derive(Args, Debug)]
pub struct PerftArgs {
    /// The position in FEN [default: the initial array], then the length of the sequences
    #[arg(value_name = "[FEN] DEPTH", required = true)]
    pub words: Vec<String>,
    /// The rules of play; those of losing chess have the same moves
    #[arg(long, value_name = "RULES", default_value = "chess", value_parser = table::rules())]
    pub rules: Rules,
    #[command(flatten)]
    pub castling: CastlingArgs,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

/// `zermelo completions`.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// Which verdicts of a batch the kernel checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum CheckWhich {
    All,
    Sample,
    None,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ColorWhen {
    Auto,
    Always,
    Never,
}

/// More threads than this are a slip of the finger.
const MAX_THREADS: usize = 1024;

/// A number of threads.
fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MAX_THREADS);
    number.ok_or_else(|| format!("a whole number from 1 to {MAX_THREADS} is needed"))
}

fn positive(text: &str) -> Result<NonZeroU64, String> {
    text.parse().map_err(|_| "a whole number from 1 on is needed".to_string())
}

fn natural(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a whole number from 0 to {} is needed", u64::MAX))
}

/// Reads an amount of memory: digits, then perhaps K, M, G or T (powers of 1024).
fn read_size(text: &str) -> Result<u64, String> {
    let upper = text.to_ascii_uppercase();
    let short = upper.trim_end_matches("IB").trim_end_matches('B');
    let mut units = ["K", "M", "G", "T"].iter().zip(1_u32..);
    let (digits, power) = units
        .find_map(|(unit, power)| Some((short.strip_suffix(unit)?, power)))
        .unwrap_or((short, 0));
    let number: u64 = match digits.parse() {
        Ok(number) if digits.bytes().all(|digit| digit.is_ascii_digit()) => number,
        _ => return Err("a size is a whole number, then perhaps K, M, G or T".to_string()),
    };
    match number.checked_mul(1024_u64.pow(power)) {
        Some(0) => Err("nothing can be done without memory".to_string()),
        Some(bytes) => Ok(bytes),
        None => Err("no machine has that much memory".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        <Cli as clap::CommandFactory>::command().debug_assert();
    }

    #[test]
    fn sizes() {
        assert_eq!(read_size("4096"), Ok(4096));
        assert_eq!(read_size("256M"), Ok(256 << 20));
        assert_eq!(read_size("8g"), Ok(8 << 30));
        assert_eq!(read_size("1GiB"), Ok(1 << 30));
        for bad in ["", "M", "0", "-1", "+1M", "1.5G", "8X", "99999999999T", "é"] {
            assert!(read_size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sides_asked() {
        let asked = |words: &str| {
            let line = format!("zermelo winnable x {words}");
            match Cli::try_parse_from(line.split_whitespace()).map(|cli| cli.command) {
                Ok(Command::Winnable(args)) => args.question.sides().iter().collect::<Vec<_>>(),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(asked(""), Color::ALL);
        assert_eq!(asked("--for both"), Color::ALL);
        assert_eq!(asked("--for black"), [Color::Black]);
        assert_eq!(asked("--flag black"), [Color::White]);
        assert_eq!(asked("--flag black --for black"), Color::ALL);
    }
}
