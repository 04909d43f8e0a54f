//! The answer of `/winnable` for programs.

use serde::Serialize;
use zermelo_answers::claim::Checked;
use zermelo_answers::reason::Reason;
use zermelo_answers::ruling::{self, Standing};
use zermelo_answers::winnable::RegionReport;
use zermelo_answers::{names, san};
use zermelo_kernel::{Castling, Color, Evidence, Position};

use crate::params::encoded;
use crate::winnable::{Ask, Solved};

/// The answer for programs. The keys are documented in docs/guide/serve.md.
#[derive(Serialize)]
pub struct Report {
    fen: String,
    turn: &'static str,
    chess960: bool,
    notes: Vec<String>,
    standing: &'static str,
    flag: Option<&'static str>,
    result: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<SideReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<SideReport>,
}

/// The answer for one side.
#[derive(Serialize)]
struct SideReport {
    verdict: &'static str,
    plies: Option<usize>,
    helpmate_uci: Option<Vec<String>>,
    helpmate_san: Option<Vec<String>>,
    reason: Option<&'static str>,
    material_rule: Option<&'static str>,
    covered_positions: Option<usize>,
    regions: Option<usize>,
    region: Option<RegionReport>,
    method: &'static str,
    nodes: u64,
    engine_us: f64,
    check_us: f64,
    checked: bool,
    certificate: Option<String>,
}

/// Where the certificate of an answer is served.
pub fn certificate_link(position: &Position, winner: Color) -> String {
    let chess960 = match position.castling() {
        Castling::Standard => "",
        Castling::Chess960 => "&chess960=1",
    };
    let (fen, side) = (encoded(&position.to_fen()), names::side(winner));
    format!("/certificate/winnable?fen={fen}&for={side}{chess960}")
}

/// The word for where a game stands.
fn standing_name(standing: Standing) -> &'static str {
    match standing {
        Standing::Mated(_) => "checkmate",
        Standing::Stalemate => "stalemate",
        Standing::Dead => "dead",
        Standing::Alive => "alive",
        Standing::Unknown => "open",
    }
}

impl Report {
    /// The answer to this question.
    pub fn new(ask: &Ask, solved: &Solved, flag: Option<Color>) -> Report {
        let (position, answers) = (&ask.query.position, &solved.answers);
        let standing = ruling::standing(position, answers);
        let side = |color: Color| {
            let answer = answers[color.index()].as_ref()?;
            Some(SideReport::new(ask, color, answer))
        };
        let (white, black) = (side(Color::White), side(Color::Black));
        Report {
            fen: position.to_fen(),
            turn: names::side(position.turn()),
            chess960: position.castling() == Castling::Chess960,
            notes: position.oddities(),
            standing: standing_name(standing),
            flag: flag.map(names::side),
            result: flag.and_then(|fallen| ruling::flag_fall(standing, answers, fallen).pgn()),
            white,
            black,
        }
    }
}

impl SideReport {
    fn new(ask: &Ask, winner: Color, answer: &Checked) -> SideReport {
        let root = &ask.query.position;
        let mut report = SideReport {
            verdict: "open",
            plies: None,
            helpmate_uci: None,
            helpmate_san: None,
            reason: None,
            material_rule: None,
            covered_positions: None,
            regions: None,
            region: None,
            method: names::method(answer.method),
            nodes: answer.nodes,
            engine_us: names::microseconds(answer.engine),
            check_us: names::microseconds(answer.check),
            checked: answer.certificate.is_some(),
            certificate: answer.certificate.as_ref().map(|_| certificate_link(root, winner)),
        };
        match answer.certificate.as_ref().map(|certificate| &certificate.evidence) {
            None => {}
            Some(Evidence::Helpmate(moves)) => {
                report.verdict = "winnable";
                report.plies = Some(moves.len());
                report.helpmate_uci = Some(san::uci(root, moves));
                report.helpmate_san = Some(san::san(root, moves));
            }
            Some(Evidence::Cover(cover)) => {
                let why = Reason::new(root, winner, cover);
                report.verdict = "unwinnable";
                report.reason = Some(why.name());
                report.material_rule = match why {
                    Reason::Material(rule) => Some(names::material_rule(rule)),
                    _ => None,
                };
                report.covered_positions = Some(cover.positions.len());
                report.regions = Some(cover.regions.len());
                report.region = why.view().map(RegionReport::from);
            }
        }
        report
    }
}
