//! What a certificate claims and what became of it, for programs. Nothing that the claim rests on
//! is left out: whoever reads a report can state the claim again.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use zermelo_kernel::{
    Arising, Castling, Concession, Position, Proved, Reading, RecordCertificate, RecordClaim,
    TreeProof,
};

use super::explain::Stated;
use crate::{names, san};

/// What became of a certificate.
#[derive(Serialize, Deserialize, Default, Clone, PartialEq, Debug)]
pub struct CheckReport {
    /// Whether the claim is proved.
    pub accepted: bool,
    /// What is claimed.
    #[serde(flatten)]
    pub claimed: Claimed,
    /// What a proof tree holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<TreeReport>,
    /// Why it was not accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// The same with words for people, what kind of question it answers, and the kernel's time.
#[derive(Serialize)]
pub struct FullReport {
    kind: Option<&'static str>,
    words: String,
    #[serde(flatten)]
    report: CheckReport,
    check_us: f64,
}

impl FullReport {
    pub(super) fn new(words: String, report: CheckReport, time: Duration) -> FullReport {
        let kind = report.claimed.claim.as_deref().map(|claim| match claim {
            "winnable" | "unwinnable" => "chances",
            "legal" | "illegal" => "legality",
            "record" => "record",
            "census" => "census",
            "longest" => "longest",
            "losing-win" => "tree",
            _ => "strategy",
        });
        FullReport { kind, words, report, check_us: names::microseconds(time) }
    }
}

/// A claim with all its premises. What does not belong to its kind is absent.
#[derive(Serialize, Deserialize, Default, Clone, PartialEq, Debug)]
#[serde(default)]
pub struct Claimed {
    /// `winnable`, `unwinnable`, `record`, `legal`, `illegal`, `census`, `longest`, `losing-win`,
    /// `strategy`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// The rules: `chess`, `chess960`, or those of losing chess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The side that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// The position that it is about, or from which its game starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Legality: the square over which a pawn has just passed, if that is claimed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passed: Option<String>,
    /// A record: plies without capture and pawn move before its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<u32>,
    /// A record: its moves. Losing chess: the opening line before the position that is won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// A record: `position`, or `history` if a mate must come before the 75-move or five-fold end.
    /// Legality: `dead-reckoning` if no move is made from a dead position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
    /// A record: what is claimed of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordReport>,
    /// A census: the men, such as KRvK.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
    /// A census that was checked: how many positions can arise and how many cannot, White to move
    /// and Black to move, without and with a capture en passant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<CountsReport>,
    /// Losing chess: how many positions with few men are left to tables; the claim rests on the
    /// side's winning each of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table_leaves: Option<u64>,
    /// The longest game: what limits it, `75`, `50` or `claims`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// The longest game: no game has more plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u64>,
    /// A strategy: the ending.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
    /// A strategy: the boards, `all` or files and ranks such as `8x8`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards: Option<String>,
    /// The claim in words, where a position does not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
}

/// What is claimed of a game.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct RecordReport {
    /// `over`, `unfinished`, `flag` or `resigned`.
    pub ruling: String,
    /// When it was over, in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
    /// By which article it was over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
    /// Who lost on time or resigned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loser: Option<String>,
    /// Who won then: a side, or `draw`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
}

/// How many positions there are, White to move and Black to move.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
pub struct CountsReport {
    /// Legal ones without a capture en passant.
    pub legal: [u64; 2],
    /// Illegal ones.
    pub illegal: [u64; 2],
    /// Legal ones with a capture en passant.
    pub legal_en_passant: [u64; 2],
    /// Illegal ones with a capture en passant.
    pub illegal_en_passant: [u64; 2],
}

impl CountsReport {
    fn new(arising: &Arising) -> CountsReport {
        let Arising { legal, illegal, legal_en_passant, illegal_en_passant } = *arising;
        CountsReport { legal, illegal, legal_en_passant, illegal_en_passant }
    }
}

/// What a tree holds.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct TreeReport {
    rules: String,
    opening: Vec<String>,
    nodes: u64,
    internal: u64,
    terminal: u64,
    without_men: u64,
    table_leaves: u64,
    transpositions: u64,
    forced: u64,
    longest_plies: u32,
}

impl TreeReport {
    /// The report of a tree that the kernel has walked through.
    pub fn new(tree: &Proved<TreeProof>) -> TreeReport {
        TreeReport {
            rules: tree.claim.rules.to_string(),
            opening: tree.opening.iter().map(ToString::to_string).collect(),
            nodes: tree.nodes,
            internal: tree.internal,
            terminal: tree.terminal,
            without_men: tree.without_men,
            table_leaves: tree.table_leaves,
            transpositions: tree.transpositions,
            forced: tree.forced,
            longest_plies: tree.longest,
        }
    }
}

impl Claimed {
    /// What is claimed.
    pub(super) fn new(stated: &Stated) -> Claimed {
        match stated {
            Stated::Winnable(certificate) => Claimed {
                side: Some(names::side(certificate.winner).to_string()),
                ..Claimed::of_position(certificate.claim(), &certificate.position)
            },
            Stated::Record(certificate) => {
                Claimed { ruling: Some(stated.words()), ..Claimed::record(certificate) }
            }
            Stated::Legality(certificate) => Claimed {
                passed: certificate.passed.map(|square| square.to_string()),
                reading: certificate.dead_reckoning.then(|| "dead-reckoning".to_string()),
                ..Claimed::of_position(certificate.claim(), &certificate.position)
            },
            Stated::Census(census, arising) => Claimed {
                rules: Some("chess".to_string()),
                material: Some(census.material.to_string()),
                counts: arising.map(CountsReport::new),
                ruling: Some(stated.words()),
                ..Claimed::of("census")
            },
            Stated::Longest(certificate) => Claimed {
                rules: Some("chess".to_string()),
                limit: Some(certificate.limit.name().to_string()),
                plies: Some(certificate.plies),
                ruling: Some(stated.words()),
                ..Claimed::of("longest")
            },
            Stated::LosingChances(chances) => Claimed {
                rules: Some(chances.rules.to_string()),
                side: Some(names::side(chances.winner).to_string()),
                fen: Some(chances.position.to_fen()),
                ..Claimed::of(chances.claim())
            },
            Stated::LosingWin(claim, summary) => Claimed {
                rules: Some(claim.rules.to_string()),
                side: Some(names::side(claim.prover).to_string()),
                fen: Some(claim.position.to_fen()),
                moves: summary.map(|tree| tree.opening.iter().map(ToString::to_string).collect()),
                table_leaves: summary.map(|tree| tree.table_leaves),
                ..Claimed::of("losing-win")
            },
            Stated::Strategy(claim, _) => Claimed {
                ending: Some(claim.ending.name().to_string()),
                boards: Some(claim.boards.to_string()),
                ruling: Some(stated.words()),
                ..Claimed::of("strategy")
            },
        }
    }

    fn of(claim: &str) -> Claimed {
        Claimed { claim: Some(claim.to_string()), ..Claimed::default() }
    }

    fn of_position(claim: &str, position: &Position) -> Claimed {
        let rules = match position.castling() {
            Castling::Standard => "chess",
            Castling::Chess960 => "chess960",
        };
        Claimed {
            rules: Some(rules.to_string()),
            fen: Some(position.to_fen()),
            ..Claimed::of(claim)
        }
    }

    fn record(certificate: &RecordCertificate) -> Claimed {
        let game = &certificate.game;
        let plain = |ruling: &str| RecordReport {
            ruling: ruling.to_string(),
            ply: None,
            article: None,
            loser: None,
            winner: None,
        };
        let record = match certificate.claim {
            RecordClaim::Unfinished => plain("unfinished"),
            RecordClaim::Over { ply, ending } => RecordReport {
                ply: Some(ply),
                article: Some(ending.article().to_string()),
                ..plain("over")
            },
            RecordClaim::Conceded { loser, how, winner } => RecordReport {
                loser: Some(names::side(loser).to_string()),
                winner: Some(winner.map_or("draw", names::side).to_string()),
                ..plain(match how {
                    Concession::FlagFell => "flag",
                    Concession::Resigned => "resigned",
                })
            },
        };
        let reading = match certificate.reading {
            Reading::Position => "position",
            Reading::History => "history",
        };
        Claimed {
            clock: Some(game.clock),
            moves: Some(san::uci(&game.start, &game.moves)),
            reading: Some(reading.to_string()),
            record: Some(record),
            ..Claimed::of_position("record", &game.start)
        }
    }

    /// The claim as a certificate states it, before its evidence; of a census and of a tree also
    /// what the check has found. `None` if something is missing.
    pub fn statement(&self) -> Option<String> {
        let claim = self.claim.as_deref()?;
        if claim == "strategy" {
            let (ending, boards) = (self.ending.as_ref()?, self.boards.as_ref()?);
            return Some(format!("rules strategy {ending}\nclaim mates on {boards}\n"));
        }
        let mut text = format!("rules {}\nclaim {claim}", self.rules.as_ref()?);
        let mut word = |word: &str| text.push_str(&format!(" {word}"));
        match claim {
            "winnable" | "unwinnable" | "losing-win" => word(self.side.as_ref()?),
            "census" => word(self.material.as_ref()?),
            "longest" => {
                word(self.limit.as_ref()?);
                word(&self.plies?.to_string());
            }
            "record" => {
                let record = self.record.as_ref()?;
                word(&record.ruling);
                match record.ruling.as_str() {
                    "over" => {
                        word(&record.ply?.to_string());
                        word(record.article.as_ref()?);
                    }
                    "unfinished" => {}
                    _ => {
                        word(record.loser.as_ref()?);
                        word(record.winner.as_ref()?);
                    }
                }
            }
            _ => {}
        }
        text.push('\n');
        if let Some(fen) = &self.fen {
            text.push_str(&format!("position {fen}\n"));
        }
        if let Some(square) = &self.passed {
            text.push_str(&format!("passed {square}\n"));
        }
        if matches!(claim, "legal" | "illegal")
            && let Some(reading) = &self.reading
        {
            text.push_str(&format!("reading {reading}\n"));
        }
        if claim == "record" {
            let moves = self.moves.as_ref()?;
            let moves: String = moves.iter().map(|uci| format!(" {uci}")).collect();
            let (clock, reading) = (self.clock?, self.reading.as_ref()?);
            text.push_str(&format!("clock {clock}\nmoves{moves}\nreading {reading}\n"));
        }
        if claim == "losing-win"
            && let Some(moves) = &self.moves
        {
            let moves: String = moves.iter().map(|uci| format!(" {uci}")).collect();
            text.push_str(&format!("opening{moves}\n"));
        }
        if let Some(CountsReport { legal, illegal, legal_en_passant, illegal_en_passant }) =
            self.counts
        {
            let counts = [legal, illegal, legal_en_passant, illegal_en_passant];
            text.push_str("counts");
            counts.as_flattened().iter().for_each(|n| text.push_str(&format!(" {n}")));
            text.push('\n');
        }
        if let Some(leaves) = self.table_leaves.filter(|&leaves| leaves > 0) {
            text.push_str(&format!("if {leaves} leaves are won\n"));
        }
        Some(text)
    }
}
