//! What tables say, for programs. The keys are documented in docs/guide/tables.md.

use serde::Serialize;
use zermelo_kernel::{Color, GamePosition, Move, Outcome, Value};
use zermelo_tables::{Choice, Counts, Material, Measure, Sample, SyzygyValue, Wdl, Zugzwang};

use super::answer::{
    Answer, Checked, Ended, Figures, Known, Longest, SyzygyAnswer, ZugzwangCount, Zugzwangs,
    not_verified,
};
use super::explain::{Explanation, Words};
use super::question::{Chosen, Question, Tables};
use crate::{Fault, names, san};

/// The answer about a position, from our tables (`V` is [`ValueReport`]) or from Syzygy files.
#[derive(Serialize)]
pub struct ProbeReport<V> {
    fen: String,
    #[serde(flatten)]
    words: Words,
    /// Whose tables: `zermelo` or `syzygy`.
    source: &'static str,
    turn: &'static str,
    material: Option<String>,
    notes: Vec<String>,
    /// `checkmate`, `stalemate` or `no_men`, where the game is over.
    over: Option<&'static str>,
    #[serde(flatten)]
    value: V,
    winner: Option<&'static str>,
    /// Whether the kernel found that the entry follows from those one move later; of what Syzygy
    /// files say, only that a game is over.
    kernel_checked: bool,
    explanation: Explanation,
    moves: Vec<MoveReport<V>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_uci: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_san: Option<Vec<String>>,
    /// Whether the line ends for want of a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    line_cut: Option<bool>,
}

/// A value for the side to move.
#[derive(Serialize)]
pub struct ValueReport {
    /// `win`, `draw` or `loss`.
    value: &'static str,
    /// The distance.
    plies: Option<u16>,
}

/// A value for the side to move by Syzygy files; `null` if there is no file.
#[derive(Serialize)]
pub struct SyzygyValueReport {
    value: Option<&'static str>,
    dtz: Option<u32>,
    /// Whether it may be one more.
    dtz_rounded: bool,
}

/// A move, its value being that for the side that makes it, its distance from before the move.
#[derive(Serialize)]
struct MoveReport<V> {
    uci: String,
    san: String,
    #[serde(flatten)]
    value: V,
    converts: bool,
    fen: String,
    /// What it leads to, where there is a distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
}

impl<V> MoveReport<V> {
    fn new<P: GamePosition>(position: &P, made: Move, value: V) -> MoveReport<V> {
        MoveReport {
            uci: made.to_string(),
            san: san::one(position, made),
            value,
            converts: position.converts(made),
            fen: position.play(made).to_string(),
            words: None,
        }
    }
}

impl ValueReport {
    fn new(value: Value, words: Words) -> ValueReport {
        let (value, plies) = match value {
            Value::Win(plies) => ("win", Some(plies)),
            Value::Draw => ("draw", None),
            Value::Loss(plies) => ("loss", Some(plies)),
        };
        ValueReport { value, plies: plies.filter(|_| words.has_distance()) }
    }
}

impl SyzygyValueReport {
    fn new(value: Option<SyzygyValue>) -> SyzygyValueReport {
        SyzygyValueReport {
            value: value.map(|value| match value.wdl {
                Wdl::Win => "win",
                Wdl::CursedWin => "cursed_win",
                Wdl::Draw => "draw",
                Wdl::BlessedLoss => "blessed_loss",
                Wdl::Loss => "loss",
            }),
            dtz: value.and_then(|value| value.dtz),
            dtz_rounded: value.is_some_and(|value| value.rounded),
        }
    }
}

impl ProbeReport<ValueReport> {
    /// The report of an answer from our tables.
    pub fn new<P: GamePosition>(answer: &Answer<'_, P>) -> ProbeReport<ValueReport> {
        let Answer { question: Question { position, note, .. }, words, known, entry, line } =
            answer;
        let turn = position.turn();
        let (over, value, moves) = match known {
            Known::Over(ended, outcome) => {
                let value = match outcome {
                    Outcome::Drawn => Value::Draw,
                    Outcome::Won(winner) if *winner == turn => Value::Win(0),
                    Outcome::Won(_) => Value::Loss(0),
                };
                (Some(ended.name()), value, &[][..])
            }
            Known::Found(probe) => (None, probe.value, &probe.moves[..]),
        };
        let one = |choice: &Choice<P>| MoveReport {
            words: words.of_move(choice.value, choice.converts),
            ..MoveReport::new(position, choice.made, ValueReport::new(choice.value, *words))
        };
        let uci = |choice: &Choice<P>| choice.made.to_string();
        ProbeReport {
            fen: position.to_string(),
            words: *words,
            source: "zermelo",
            turn: names::side(turn),
            material: Material::of(position).ok().map(|material| material.to_string()),
            notes: position.oddities().into_iter().chain(note.clone()).collect(),
            over,
            value: ValueReport::new(value, *words),
            winner: match value {
                Value::Win(_) => Some(names::side(turn)),
                Value::Draw => None,
                Value::Loss(_) => Some(names::side(!turn)),
            },
            kernel_checked: over.is_some() || entry.is_some(),
            explanation: answer.explanation(),
            moves: moves.iter().map(one).collect(),
            line_uci: line.as_ref().map(|line| line.moves.iter().map(uci).collect()),
            line_san: line.as_ref().map(|line| line.san(position)),
            line_cut: line.as_ref().map(|line| line.missing.is_some()),
        }
    }
}

impl ProbeReport<SyzygyValueReport> {
    /// The report of what Syzygy files say.
    pub fn syzygy<P: GamePosition>(answer: &SyzygyAnswer<P>) -> ProbeReport<SyzygyValueReport> {
        let SyzygyAnswer { position, rules, material, known, .. } = answer;
        let turn = position.turn();
        let certain = |wdl, dtz| SyzygyValue { wdl, dtz, rounded: false };
        let (over, value, moves) = match known {
            Known::Over(ended, outcome) => {
                let value = match outcome {
                    Outcome::Drawn => certain(Wdl::Draw, None),
                    Outcome::Won(winner) if *winner == turn => certain(Wdl::Win, Some(0)),
                    Outcome::Won(_) => certain(Wdl::Loss, Some(0)),
                };
                (Some(ended.name()), value, &[][..])
            }
            Known::Found(probe) => (None, probe.value, &probe.moves[..]),
        };
        let one = |&(made, value): &(Move, Option<SyzygyValue>)| {
            MoveReport::new(position, made, SyzygyValueReport::new(value))
        };
        ProbeReport {
            fen: position.to_string(),
            words: Words { rules: *rules, measure: Measure::Zeroing },
            source: "syzygy",
            turn: names::side(turn),
            material: Some(material.to_string()),
            notes: position.oddities(),
            over,
            value: SyzygyValueReport::new(Some(value)),
            winner: match value.wdl {
                Wdl::Win => Some(names::side(turn)),
                Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => None,
                Wdl::Loss => Some(names::side(!turn)),
            },
            kernel_checked: over.is_some(),
            explanation: answer.explanation(),
            moves: moves.iter().map(one).collect(),
            line_uci: None,
            line_san: None,
            line_cut: None,
        }
    }
}

impl Ended {
    /// The word for programs.
    fn name(self) -> &'static str {
        match self {
            Ended::Checkmate => "checkmate",
            Ended::Stalemate => "stalemate",
            Ended::NoMen => "no_men",
        }
    }
}

/// What was built.
#[derive(Serialize)]
#[allow(missing_docs)]
pub struct BuildReport {
    pub rules: String,
    pub metric: String,
    pub folder: String,
    pub wanted: Vec<String>,
    /// Places of all tables that had to be built.
    pub places: u64,
    /// Bytes that the largest of them takes to build.
    pub memory: u64,
    pub memory_limit: u64,
    pub built: Vec<Built>,
    /// Tables that are still to be built, after Ctrl-C.
    pub left: usize,
    pub interrupted: bool,
}

/// A table that was built.
#[derive(Serialize)]
#[allow(missing_docs)]
pub struct Built {
    pub material: String,
    pub metric: String,
    pub places: u64,
    pub bytes: u64,
    pub seconds: f64,
}

/// What is in some tables.
#[derive(Serialize)]
pub struct StatsReport {
    #[serde(flatten)]
    words: Words,
    /// Figures are the tables' word: `false`.
    kernel_checked: bool,
    /// How many tables of as many men are not in the folder.
    absent: usize,
    tables: Vec<FiguresReport>,
    /// Those that are damaged, or cannot be read.
    unreadable: Vec<UnreadReport>,
}

#[derive(Serialize)]
struct UnreadReport {
    material: String,
    fault: String,
}

#[derive(Serialize)]
struct FiguresReport {
    material: String,
    /// Whether mirror images count once, and all men are told apart.
    up_to_symmetry: bool,
    zugzwangs: Option<usize>,
    /// White to move, Black to move.
    sides: [SideReport; 2],
}

#[derive(Serialize)]
struct SideReport {
    turn: &'static str,
    men: String,
    /// On the whole board or up to symmetry, as all that is counted here.
    positions: CountReport,
    /// How many wins and losses there are of each number of plies.
    wins_by_plies: Vec<(usize, u64)>,
    losses_by_plies: Vec<(usize, u64)>,
    longest_loss: Option<LongestReport>,
}

#[derive(Serialize)]
struct CountReport {
    wins: u64,
    draws: u64,
    losses: u64,
}

#[derive(Serialize)]
struct LongestReport {
    plies: u16,
    positions: u64,
    /// One for each up to symmetry, at most a hundred.
    fens: Vec<String>,
    line_san: Option<Vec<String>>,
}

impl StatsReport {
    /// The figures of each table, or why they cannot be told.
    pub fn new<P: GamePosition>(
        tables: &Tables,
        chosen: &Chosen,
        all: &[(Material, Result<Figures<P>, Fault>)],
    ) -> StatsReport {
        let unread = |(material, figures): &(Material, Result<Figures<P>, Fault>)| {
            let fault = figures.as_ref().err()?.to_string();
            Some(UnreadReport { material: material.to_string(), fault })
        };
        let readable = all.iter().filter_map(|(_, figures)| figures.as_ref().ok());
        StatsReport {
            words: tables.words(),
            kernel_checked: false,
            absent: chosen.absent,
            tables: readable.map(FiguresReport::new).collect(),
            unreadable: all.iter().filter_map(unread).collect(),
        }
    }
}

impl FiguresReport {
    fn new<P: GamePosition>(figures: &Figures<P>) -> FiguresReport {
        let side = |color: Color| {
            let side = color.index();
            let [wins, draws, losses] = figures.totals()[side];
            let Counts { wins: by_win, losses: by_loss, .. } = &figures.counts[side];
            let distances = figures.words.has_distance();
            let by_plies = |counts: &[u64]| {
                let pairs = counts.iter().copied().enumerate().filter(|&(_, count)| count > 0);
                if distances { pairs.collect() } else { Vec::new() }
            };
            SideReport {
                turn: names::side(color),
                men: figures.men(color),
                positions: CountReport { wins, draws, losses },
                wins_by_plies: by_plies(by_win),
                losses_by_plies: by_plies(by_loss),
                longest_loss: LongestReport::new(&figures.longest[side]),
            }
        };
        FiguresReport {
            material: figures.material.to_string(),
            up_to_symmetry: figures.up_to_symmetry,
            zugzwangs: figures.zugzwangs,
            sides: Color::ALL.map(side),
        }
    }
}

impl LongestReport {
    fn new<P: GamePosition>(longest: &Longest<P>) -> Option<LongestReport> {
        let first = longest.positions.first()?;
        Some(LongestReport {
            plies: longest.plies,
            positions: longest.count,
            fens: longest.positions.iter().map(P::to_string).collect(),
            line_san: longest.line.as_ref().map(|line| line.san(first)),
        })
    }
}

/// What was verified.
#[derive(Serialize)]
pub struct VerifyReport {
    #[serde(flatten)]
    words: Words,
    sample: Option<u64>,
    seed: Option<u64>,
    tables: Vec<CheckedReport>,
    /// Relied on or sampled, but not verified in the same run.
    not_verified: Vec<String>,
    /// Whether all of it is a proof that needs nothing else.
    complete: bool,
    interrupted: bool,
}

#[derive(Serialize)]
struct CheckedReport {
    material: String,
    status: &'static str,
    entries: Option<u64>,
    rests_on: Option<Vec<String>>,
    fault: Option<String>,
    seconds: f64,
}

impl VerifyReport {
    /// What became of each table.
    pub fn new(
        tables: &Tables,
        checked: &[Checked],
        sample: Option<Sample>,
        interrupted: bool,
    ) -> VerifyReport {
        let open = not_verified(checked);
        VerifyReport {
            words: tables.words(),
            sample: sample.map(|sample| sample.entries),
            seed: sample.map(|sample| sample.seed),
            tables: checked.iter().map(CheckedReport::new).collect(),
            not_verified: open.iter().map(|material| material.to_string()).collect(),
            complete: !interrupted
                && open.is_empty()
                && checked.iter().all(|one| one.result.is_ok()),
            interrupted,
        }
    }
}

impl CheckedReport {
    fn new(checked: &Checked) -> CheckedReport {
        let ok = checked.result.as_ref().ok();
        CheckedReport {
            material: checked.material.to_string(),
            status: match &checked.result {
                Ok(_) if checked.sampled => "sampled",
                Ok(_) => "verified",
                Err(Fault::Rejected(_)) => "rejected",
                Err(_) => "unreadable",
            },
            entries: ok.map(|ok| ok.entries),
            rests_on: ok.map(|ok| ok.rests_on.iter().map(Material::to_string).collect()),
            fault: checked.result.as_ref().err().map(Fault::to_string),
            seconds: checked.time.as_secs_f64(),
        }
    }
}

/// The zugzwangs of some tables.
#[derive(Serialize)]
pub struct ZugzwangsReport {
    #[serde(flatten)]
    words: Words,
    /// They are the tables' word: `false`.
    kernel_checked: bool,
    absent: usize,
    #[serde(flatten)]
    count: ZugzwangCount,
    without_knights_and_pawns: usize,
    tables: Vec<CountedZugzwangs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<Vec<ListedZugzwang>>,
}

#[derive(Serialize)]
struct CountedZugzwangs {
    material: String,
    #[serde(flatten)]
    count: ZugzwangCount,
}

/// One position, with White to move.
#[derive(Serialize)]
struct ListedZugzwang {
    material: String,
    fen: String,
    /// To the loss of White if White is to move, of Black if Black is.
    plies: [u16; 2],
}

impl ZugzwangsReport {
    /// Counts those of each table; with a list if there is one.
    pub fn new<P: GamePosition>(
        tables: &Tables,
        chosen: &Chosen,
        found: &[Zugzwangs<P>],
        list: Option<&[(&Material, &Zugzwang<P>)]>,
    ) -> ZugzwangsReport {
        let counted = |one: &Zugzwangs<P>| CountedZugzwangs {
            material: one.material.to_string(),
            count: ZugzwangCount::of([one]),
        };
        let listed = |(material, zugzwang): &(&Material, &Zugzwang<P>)| ListedZugzwang {
            material: material.to_string(),
            fen: zugzwang.position.to_string(),
            plies: zugzwang.plies,
        };
        let plain = ZugzwangCount::of(found.iter().filter(|one| one.is_plain()));
        ZugzwangsReport {
            words: tables.words(),
            kernel_checked: false,
            absent: chosen.absent,
            count: ZugzwangCount::of(found),
            without_knights_and_pawns: plain.all,
            tables: found.iter().map(counted).collect(),
            list: list.map(|list| list.iter().map(listed).collect()),
        }
    }
}
