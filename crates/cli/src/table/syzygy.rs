//! `zermelo table probe --syzygy`: what files of others say of one position.
//!
//! Nobody here has checked them, and that is said.

use std::io::{self, Write};

use serde::Serialize;
use zermelo_board::Role;
use zermelo_kernel::{Castling, Move, Outcome, Position};
use zermelo_tables::{Fifty, Material, Measure, Rules, Syzygy, SyzygyError, SyzygyProbe, Told};

use super::print_json;
use crate::args::ProbeArgs;
use crate::exit::{Exit, Fault};
use crate::names;
use crate::query::{self, Query};
use crate::style::Style;
use crate::words::Page;
use zermelo_answers::san;
use zermelo_answers::table::{Ended, over, read};

/// There are no Syzygy tables with more men.
const MAX_MEN: usize = 7;

/// What Syzygy files say of a position.
pub struct Hearsay {
    /// The position.
    pub position: Position,
    /// Plies without capture and pawn move, by the FEN; the files do not look at them.
    pub clock: u32,
    material: Material,
    /// What is known.
    pub known: Rumour,
}

/// What is known of a position.
pub enum Rumour {
    /// The game is over, by the kernel's rules of play.
    Over(Ended, Outcome),
    /// This is in the files.
    Told(SyzygyProbe),
}

/// Looks up a position.
pub fn run(args: &ProbeArgs) -> Result<Exit, Fault> {
    refuse(args).map_err(Fault::BadInput)?;
    let fen = args.fen.join(" ").replace('_', " ");
    query::refuse_long(&fen).map_err(Fault::BadInput)?;
    let position = read::<Position>(&fen, Rules::Chess).map_err(Fault::BadInput)?;
    let clock = Query::read(&fen, Castling::Standard).map_err(Fault::BadInput)?.clock;
    let men = position.pieces().count();
    if men > MAX_MEN {
        let why = format!("Syzygy tables go to {MAX_MEN} men, and here are {men}");
        return Err(Fault::BadInput(why));
    }
    let material = material(&position);
    let fault = |error: SyzygyError| Fault::BadInput(error.to_string());
    let files = Syzygy::open(&args.syzygy).map_err(fault)?;
    let known = match over(&position, Rules::Chess) {
        Some((ended, outcome)) => Rumour::Over(ended, outcome),
        None => {
            let told = files.probe(&position).map_err(fault)?;
            Rumour::Told(told.ok_or_else(|| missing(args, &files, &material))?)
        }
    };
    let answer = Hearsay { position, clock, material, known };
    if args.options.json {
        print_json(&SyzygyReport::new(&answer))?;
    } else {
        let mut out = io::BufWriter::new(io::stdout().lock());
        Page::new(&mut out, Style::new(args.options.color)).syzygy(&answer)?;
        out.flush()?;
    }
    Ok(Exit::Answered)
}

/// Refuses what Syzygy files cannot do.
fn refuse(args: &ProbeArgs) -> Result<(), String> {
    let rules = args.options.rules;
    if rules != Rules::Chess {
        return Err(format!("--syzygy with --rules {rules}: Syzygy files are read for chess only"));
    }
    let why = if args.line {
        "--line: Syzygy files are asked for one position, not for a line"
    } else if args.build {
        "--build: Syzygy files are read, never built"
    } else if args.options.metric.is_some() {
        "--metric: Syzygy files tell the plies to the next capture or pawn move, nothing else"
    } else {
        return Ok(());
    };
    Err(format!("--syzygy with {why}"))
}

/// What is not there.
fn missing(args: &ProbeArgs, files: &Syzygy, material: &Material) -> Fault {
    let folders: Vec<_> = args.syzygy.iter().map(|at| at.display().to_string()).collect();
    let folders = folders.join(", ");
    Fault::Open(match files.men() {
        0 => format!("there are no Syzygy tables in {folders}"),
        men if men < material.size() => format!(
            "there is no Syzygy table of {material} in {folders}; those there have at most {men} \
             men"
        ),
        _ => format!(
            "there is no Syzygy table of {material}, or of what captures make of it, in {folders}"
        ),
    })
}

/// The men of a position, of which there may be one more than our tables have.
fn material(position: &Position) -> Material {
    let mut sides = [Vec::new(), Vec::new()];
    for (_, man) in position.pieces() {
        sides[man.color.index()].extend(Role::from_char(man.role.letter()));
    }
    Material::new(&sides[0], &sides[1]).0
}

/// Whether a move is a capture or a promotion.
pub fn converts(position: &Position, made: Move) -> bool {
    let after = position.play(made);
    made.promotion.is_some() || after.pieces().count() < position.pieces().count()
}

/// The answer for programs, as much like that of our own tables as can be. The keys are documented
/// in docs/guide/tables.md.
#[derive(Serialize)]
struct SyzygyReport {
    fen: String,
    rules: String,
    metric: String,
    source: &'static str,
    turn: &'static str,
    material: String,
    notes: Vec<String>,
    over: Option<&'static str>,
    #[serde(flatten)]
    value: ToldReport,
    winner: Option<&'static str>,
    /// Not what files say; that a game is over, the kernel knows.
    kernel_checked: bool,
    moves: Vec<MoveReport>,
}

/// A value for the side to move; nothing if there is no file.
#[derive(Serialize)]
struct ToldReport {
    value: Option<&'static str>,
    dtz: Option<u32>,
    /// Whether it may be one more.
    dtz_rounded: bool,
}

/// A move, its value being that for the side that makes it, its distance from before the move.
#[derive(Serialize)]
struct MoveReport {
    uci: String,
    san: String,
    #[serde(flatten)]
    value: ToldReport,
    converts: bool,
    fen: String,
}

impl ToldReport {
    fn new(told: Option<Told>) -> ToldReport {
        let value = told.map(|told| match told.value {
            Fifty::Win => "win",
            Fifty::CursedWin => "cursed_win",
            Fifty::Draw => "draw",
            Fifty::BlessedLoss => "blessed_loss",
            Fifty::Loss => "loss",
        });
        let rounded = told.is_some_and(|told| told.rounded);
        ToldReport { value, dtz: told.and_then(|told| told.plies), dtz_rounded: rounded }
    }
}

impl SyzygyReport {
    fn new(answer: &Hearsay) -> SyzygyReport {
        let Hearsay { position, material, known, .. } = answer;
        let turn = position.turn();
        let certain = |value, plies| Told { value, plies, rounded: false };
        let (over, told, moves) = match known {
            Rumour::Over(ended, outcome) => {
                let told = match outcome {
                    Outcome::Drawn => certain(Fifty::Draw, None),
                    Outcome::Won(winner) if *winner == turn => certain(Fifty::Win, Some(0)),
                    Outcome::Won(_) => certain(Fifty::Loss, Some(0)),
                };
                (Some(ended.name()), told, &[][..])
            }
            Rumour::Told(probe) => (None, probe.told, &probe.moves[..]),
        };
        let one = |&(made, told): &(Move, Option<Told>)| MoveReport {
            uci: made.to_string(),
            san: san::one(position, made),
            value: ToldReport::new(told),
            converts: converts(position, made),
            fen: position.play(made).to_string(),
        };
        SyzygyReport {
            fen: position.to_string(),
            rules: Rules::Chess.to_string(),
            metric: Measure::Zeroing.to_string(),
            source: "syzygy",
            turn: names::side(turn),
            material: material.to_string(),
            notes: position.oddities(),
            over,
            value: ToldReport::new(Some(told)),
            winner: match told.value {
                Fifty::Win => Some(names::side(turn)),
                Fifty::CursedWin | Fifty::Draw | Fifty::BlessedLoss => None,
                Fifty::Loss => Some(names::side(!turn)),
            },
            kernel_checked: over.is_some(),
            moves: moves.iter().map(one).collect(),
        }
    }
}
