//! Answers for programs. The keys are documented in docs/guide/winnable.md and do not change lightly.

use serde::Serialize;
use zermelo_kernel::{Castling, Color, Evidence};

use crate::claim::Checked;
use crate::query::Query;
use crate::reason::Reason;
use crate::region_view::RegionView;
use crate::ruling::{GameResult, Standing};
use crate::shortest::ShortestReport;
use crate::{names, san};

/// One position with all its answers.
#[derive(Serialize)]
pub struct PositionReport {
    /// The position, four fields.
    pub fen: String,
    /// The side to move.
    pub turn: &'static str,
    /// Whether castling is that of Chess960.
    pub chess960: bool,
    /// Why the position cannot occur in play, if that is plain to see.
    pub notes: Vec<String>,
    /// The answer for White, if asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<AnswerReport>,
    /// The answer for Black, if asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<AnswerReport>,
    /// `checkmate`, `stalemate`, `dead`, `alive` or `undetermined`.
    pub standing: &'static str,
    /// Who ran out of time, if asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flag: Option<&'static str>,
    /// The result then: `1-0`, `0-1`, `1/2-1/2`, or null when open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Option<&'static str>>,
}

impl PositionReport {
    /// A report without answers yet.
    pub fn new(query: &Query, standing: Standing, flag: Option<(Color, GameResult)>) -> Self {
        PositionReport {
            fen: query.position.to_fen(),
            turn: names::side(query.position.turn()),
            chess960: query.position.castling() == Castling::Chess960,
            notes: query.position.oddities(),
            white: None,
            black: None,
            standing: match standing {
                Standing::Mated(_) => "checkmate",
                Standing::Stalemate => "stalemate",
                Standing::Dead => "dead",
                Standing::Alive => "alive",
                Standing::Unknown => "undetermined",
            },
            flag: flag.map(|(fallen, _)| names::side(fallen)),
            result: flag.map(|(_, result)| result.pgn()),
        }
    }
}

/// The answer for one side.
#[derive(Serialize)]
pub struct AnswerReport {
    /// `winnable`, `unwinnable` or `undetermined`.
    pub verdict: &'static str,
    /// The helpmate, if there is one.
    #[serde(flatten)]
    pub helpmate: Option<HelpmateReport>,
    /// What is known of the shortest helpmate, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest: Option<ShortestReport>,
    /// Why not, if there is none.
    #[serde(flatten)]
    pub reason: Option<ReasonReport>,
    /// What found it.
    pub method: &'static str,
    /// Positions visited.
    pub nodes: u64,
    /// The engine's time in microseconds.
    pub engine_us: f64,
    /// The kernel's time in microseconds.
    pub check_us: f64,
    /// Where the proof was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
}

/// A helpmate.
#[derive(Serialize)]
pub struct HelpmateReport {
    /// How many single moves it has.
    pub plies: usize,
    /// The moves as engines write them.
    pub helpmate_uci: Vec<String>,
    /// The moves as players write them.
    pub helpmate_san: Vec<String>,
}

/// Why a side cannot win.
#[derive(Serialize)]
pub struct ReasonReport {
    /// `material`, `forced`, `locked` or `searched`.
    pub reason: &'static str,
    /// The material lemma.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material_rule: Option<&'static str>,
    /// How many positions the proof lists.
    pub covered_positions: usize,
    /// How many regions the proof has.
    pub regions: usize,
    /// The region of the position, or the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<RegionReport>,
}

/// A region as a person sees it: upper bounds, see `region_view.rs`.
#[derive(Serialize)]
pub struct RegionReport {
    /// Where it starts.
    pub anchor: String,
    /// Pawns that never move and are never taken.
    pub locked_pawns: Vec<String>,
    /// Squares that White's king can ever reach.
    pub white_king: Vec<String>,
    /// Squares that Black's king can ever reach.
    pub black_king: Vec<String>,
    /// Men (by their squares in the anchor) that could ever give check.
    pub checkers: Vec<String>,
    /// Squares where the king could be checked.
    pub checked_on: Vec<String>,
}

impl From<&RegionView> for RegionReport {
    fn from(view: &RegionView) -> RegionReport {
        let [white_king, black_king] = view.kings.map(names::squares);
        RegionReport {
            anchor: view.anchor.to_fen(),
            locked_pawns: names::squares(view.locked_pawns),
            white_king,
            black_king,
            checkers: view.checkers.iter().map(|checker| checker.home.to_string()).collect(),
            checked_on: names::squares(view.checked_on),
        }
    }
}

impl AnswerReport {
    /// The report of an answer.
    pub fn new(query: &Query, winner: Color, answer: &Checked, proof: Option<String>) -> Self {
        let root = &query.position;
        let (mut helpmate, mut reason) = (None, None);
        let verdict = match answer.certificate.as_ref().map(|certificate| &certificate.evidence) {
            None => "undetermined",
            Some(Evidence::Helpmate(moves)) => {
                helpmate = Some(HelpmateReport {
                    plies: moves.len(),
                    helpmate_uci: san::uci(root, moves),
                    helpmate_san: san::san(root, moves),
                });
                "winnable"
            }
            Some(Evidence::Cover(cover)) => {
                let why = Reason::new(root, winner, cover);
                reason = Some(ReasonReport {
                    reason: why.name(),
                    material_rule: match why {
                        Reason::Material(rule) => Some(names::material_rule(rule)),
                        _ => None,
                    },
                    covered_positions: cover.positions.len(),
                    regions: cover.regions.len(),
                    region: why.view().map(RegionReport::from),
                });
                "unwinnable"
            }
        };
        AnswerReport {
            verdict,
            helpmate,
            shortest: answer.shortest.as_ref().map(|found| ShortestReport::new(root, found)),
            reason,
            method: names::method(answer.method),
            nodes: answer.nodes,
            engine_us: names::microseconds(answer.engine),
            check_us: names::microseconds(answer.check),
            proof,
        }
    }
}
