//! The answers for programs. The keys are documented in docs/guide/winnable.md and do not change lightly.

use serde::Serialize;
use zermelo_kernel::{Castling, Color, Position};
use zermelo_winnable::Verdict;

use super::answer::{Answer, Effort};
use super::explain::{self, Explanation, FlagFall, Outlook};
use super::line::Answered;
use super::question::Question;
use super::reason::Reason;
use super::region_view::{Man, RegionView};
use super::shortest::Shortest;
use super::standing::{Answers, Standing, flag_fall, standing};
use crate::query::Query;
use crate::{names, san};

/// One position with all its answers.
#[derive(Serialize)]
pub struct Report {
    /// The position, four fields.
    fen: String,
    /// The side to move.
    turn: &'static str,
    /// Whether castling is that of Chess960.
    chess960: bool,
    /// Plies without capture and pawn move, if they count.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<u32>,
    /// `history`, if they count.
    #[serde(skip_serializing_if = "Option::is_none")]
    reading: Option<&'static str>,
    /// Why the position cannot occur in play, if that is plain to see.
    notes: Vec<String>,
    /// The answer for White, if asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<SideReport>,
    /// The answer for Black, if asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<SideReport>,
    /// What the answers mean, where the clock does not count.
    #[serde(flatten)]
    standing: Option<StandingReport>,
    /// Who ran out of time, if asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    flag: Option<&'static str>,
    /// The result then: `1-0`, `0-1`, `1/2-1/2`, or null when open.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Option<&'static str>>,
}

/// What the answers mean for the game.
#[derive(Serialize)]
struct StandingReport {
    /// `checkmate`, `stalemate`, `dead`, `alive` or `open`.
    standing: &'static str,
    /// The same in words.
    explanation: Outlook,
    /// What would be if a flag fell now, if both sides were asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    flag_falls: Option<FlagFalls>,
}

#[derive(Serialize)]
struct FlagFalls {
    white: FlagFall,
    black: FlagFall,
}

impl Report {
    /// The report of these answers.
    pub fn new(question: &Question, answers: &Answers) -> Report {
        let Question { query, flag, .. } = question;
        let position = &query.position;
        let history = answers
            .iter()
            .any(|(_, answer)| answer.as_ref().is_some_and(|answer| answer.effort.is_none()));
        let stands = standing(position, answers);
        let fall = |fallen| FlagFall::new(fallen, stands, flag_fall(stands, answers, fallen));
        let both = answers.iter().all(|(_, answer)| answer.is_some());
        let side =
            |color: Color| answers[color].as_ref().map(|answer| SideReport::new(query, answer));
        Report {
            fen: position.to_fen(),
            turn: names::side(position.turn()),
            chess960: position.castling() == Castling::Chess960,
            clock: history.then_some(query.clock),
            reading: history.then_some("history"),
            notes: position.oddities(),
            white: side(Color::White),
            black: side(Color::Black),
            standing: (!history).then(|| StandingReport {
                standing: name(stands),
                explanation: Outlook::new(stands, answers),
                flag_falls: both
                    .then(|| FlagFalls { white: fall(Color::White), black: fall(Color::Black) }),
            }),
            flag: flag.map(names::side),
            result: flag.map(|fallen| fall(fallen).result),
        }
    }

    /// The answers that are there, each with its side.
    pub fn sides_mut(&mut self) -> impl Iterator<Item = (Color, &mut SideReport)> {
        let white = self.white.as_mut().map(|side| (Color::White, side));
        white.into_iter().chain(self.black.as_mut().map(|side| (Color::Black, side)))
    }
}

fn name(standing: Standing) -> &'static str {
    match standing {
        Standing::Mated(_) => "checkmate",
        Standing::Stalemate => "stalemate",
        Standing::Dead => "dead",
        Standing::Alive => "alive",
        Standing::Unknown => "open",
    }
}

/// The answer for one side.
#[derive(Serialize)]
pub struct SideReport {
    /// `winnable`, `unwinnable` or `open`.
    verdict: &'static str,
    /// The helpmate, if there is one.
    #[serde(flatten)]
    helpmate: Option<HelpmateReport>,
    /// What is known of the shortest helpmate, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<ShortestReport>,
    /// Why not, if there is none.
    #[serde(flatten)]
    reason: Option<ReasonReport>,
    /// The verdict and why, in words.
    explanation: Explanation,
    /// What it cost.
    #[serde(flatten)]
    effort: Option<Effort>,
    /// Whether the kernel has accepted it: always, unless it is open.
    checked: bool,
    /// Where the proof was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    /// Where the proof is served.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
}

/// A line of a batch, whose verdict the kernel may not have been asked about.
#[derive(Serialize)]
pub struct LineReport<'a> {
    /// The number of the line, from 1.
    line: u64,
    /// The position, four fields.
    #[serde(serialize_with = "crate::report::text")]
    fen: &'a Position,
    /// The side asked about.
    side: &'static str,
    /// `winnable`, `unwinnable` or `open`.
    pub verdict: &'static str,
    /// The moves as engines write them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub helpmate_uci: Option<Vec<String>>,
    method: &'static str,
    /// Positions visited.
    pub nodes: u64,
    /// The engine's time in microseconds.
    pub engine_us: f64,
    check_us: Option<f64>,
    /// Whether the kernel has accepted the verdict.
    checked: bool,
}

impl<'a> LineReport<'a> {
    /// The report of what a line came to.
    pub fn new(line: u64, position: &'a Position, answered: &Answered) -> LineReport<'a> {
        let Answered { claim, sampled, check } = answered;
        let helpmate_uci = match &claim.decision.verdict {
            Verdict::Winnable(helpmate) => {
                // How castling is spelled is the same in all positions of the line.
                let board = zermelo_board::Position::from_kernel(position);
                Some(helpmate.iter().map(|m| m.to_uci(&board)).collect())
            }
            _ => None,
        };
        LineReport {
            line,
            fen: position,
            side: names::side(claim.winner),
            verdict: sampled.name(),
            helpmate_uci,
            method: names::method(claim.method()),
            nodes: claim.decision.nodes,
            engine_us: names::microseconds(claim.engine),
            check_us: check.map(names::microseconds),
            checked: sampled.is_proved(),
        }
    }
}

/// A helpmate.
#[derive(Serialize)]
struct HelpmateReport {
    /// How many plies it has.
    plies: usize,
    /// The moves as engines write them.
    helpmate_uci: Vec<String>,
    /// The moves as players write them.
    helpmate_san: Vec<String>,
}

/// The shortest helpmate.
#[derive(Serialize)]
struct ShortestReport {
    plies: usize,
    proved: bool,
    lines_uci: Vec<Vec<String>>,
    lines_san: Vec<Vec<String>>,
    complete: bool,
}

/// Why a side cannot win.
#[derive(Serialize)]
struct ReasonReport {
    /// `material`, `forced`, `locked` or `searched`.
    reason: &'static str,
    /// The material lemma.
    #[serde(skip_serializing_if = "Option::is_none")]
    material_rule: Option<&'static str>,
    /// How many positions the proof lists.
    covered_positions: usize,
    /// How many regions the proof has.
    regions: usize,
    /// The region of the position, or the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<RegionReport>,
}

/// A region as a person sees it: upper bounds, see `region_view.rs`.
#[derive(Serialize)]
struct RegionReport {
    /// Where it starts.
    anchor: String,
    /// Pawns that never move and are never taken.
    locked_pawns: Vec<String>,
    /// Squares that White's king can ever reach.
    white_king: Vec<String>,
    /// Squares that Black's king can ever reach.
    black_king: Vec<String>,
    /// Men (by their squares in the anchor) that could ever give check.
    checkers: Vec<String>,
    /// Squares where the king could be checked.
    checked_on: Vec<String>,
    /// Every man, and where it may ever be.
    men: Vec<ManReport>,
}

/// A man of the anchor, and where it may ever be: upper bounds.
#[derive(Serialize)]
struct ManReport {
    /// Its square in the anchor.
    home: String,
    side: &'static str,
    role: &'static str,
    /// Where it may ever stand.
    squares: Vec<String>,
    may_be_taken: bool,
    may_promote: bool,
    /// The same in a sentence.
    sentence: String,
}

impl ManReport {
    fn new(man: &Man) -> ManReport {
        ManReport {
            home: man.home.to_string(),
            side: names::side(man.piece.color),
            role: names::role(man.piece.role),
            squares: names::squares(man.squares),
            may_be_taken: man.may_be_taken,
            may_promote: man.may_promote,
            sentence: explain::man(man),
        }
    }
}

impl SideReport {
    /// The report of one answer.
    pub fn new(query: &Query, answer: &Answer) -> SideReport {
        let root = &query.position;
        let explanation = Explanation::new(query, answer);
        let reason = answer.cover().zip(explanation.reason.as_ref());
        let reason = reason.map(|(cover, why)| ReasonReport {
            reason: why.name(),
            material_rule: match why {
                Reason::Material(rule) => Some(names::material_rule(*rule)),
                _ => None,
            },
            covered_positions: cover.positions.len(),
            regions: cover.regions.len(),
            region: why.view().map(RegionReport::new),
        });
        SideReport {
            verdict: answer.verdict(),
            helpmate: answer.helpmate().map(|moves| {
                let (helpmate_uci, helpmate_san) = san::both(root, moves);
                HelpmateReport { plies: moves.len(), helpmate_uci, helpmate_san }
            }),
            shortest: answer.shortest.as_ref().map(|found| ShortestReport::new(root, found)),
            reason,
            effort: answer.effort,
            explanation,
            checked: answer.certificate.is_some(),
            proof: None,
            certificate: None,
        }
    }
}

impl ShortestReport {
    fn new(root: &Position, shortest: &Shortest) -> ShortestReport {
        ShortestReport {
            plies: shortest.plies,
            proved: shortest.proved,
            lines_uci: shortest.lines.iter().map(|line| san::uci(root, line)).collect(),
            lines_san: shortest.lines.iter().map(|line| san::san(root, line)).collect(),
            complete: shortest.complete,
        }
    }
}

impl RegionReport {
    fn new(view: &RegionView) -> RegionReport {
        let [white_king, black_king] = view.kings.map(names::squares);
        RegionReport {
            anchor: view.anchor.to_fen(),
            locked_pawns: names::squares(view.locked_pawns),
            white_king,
            black_king,
            checkers: view.checkers.iter().map(|checker| checker.home.to_string()).collect(),
            checked_on: names::squares(view.checked_on),
            men: view.men.iter().map(ManReport::new).collect(),
        }
    }
}
