//! One JSON object a game, for programs. The keys are documented in docs/guide/judge.md.

use serde::Serialize;
use zermelo_kernel::{Concession, DrawClaim};
use zermelo_record::pgn::{Broken, Fault};
use zermelo_record::{Agreement, Ruling};

use super::answer::Judged;
use super::explain::{Explanation, helpmate, said};
use super::occasions::{self, LISTED};
use super::played::Played;
use super::timeline::Timeline;
use crate::names;

/// A judged game.
#[derive(Serialize)]
pub struct GameReport<'a> {
    /// The file it comes from, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<&'a str>,
    /// The number of the game, from 1.
    pub game: u64,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The player of the white men, by the tag.
    pub white: Option<&'a str>,
    /// The player of the black men, by the tag.
    pub black: Option<&'a str>,
    /// The moves of the record.
    pub plies: usize,
    /// `over`, `flag`, `resigned`, `drawn`, `unfounded`, `decided`, `unfinished` or `open`.
    pub ruling: &'static str,
    /// The article of the FIDE Laws; null where none applies or several may.
    pub article: Option<&'static str>,
    /// The rule that ended the game.
    pub ending: Option<&'static str>,
    /// After so many plies the ruling is made: at the end of the game, or of the record.
    pub ply: usize,
    /// The move that ended the game.
    pub move_san: Option<String>,
    /// Who ran out of time or resigned.
    pub loser: Option<&'static str>,
    /// Who won by the rules.
    pub winner: Option<&'static str>,
    /// By the rules; null where they leave it to the record, or it is open.
    pub result: Option<&'static str>,
    /// What the record says.
    pub claimed_result: &'static str,
    /// `agrees`, `contradicted`, `missing` or `left`.
    pub agreement: &'static str,
    /// Moves played after the game was over.
    pub plies_after_end: usize,
    /// The reason that the record gives, where that matters.
    pub said: Option<&'a str>,
    /// Draws that could be claimed, the first hundred.
    pub claims: Vec<ClaimReport>,
    /// How many there were in all.
    pub claims_total: usize,
    /// `position` or `history`.
    pub reading: &'static str,
    /// The position after `ply` plies.
    pub fen: String,
    /// Whether the kernel has checked the ruling.
    pub checked: bool,
    /// The same in words.
    pub explanation: Explanation,
    /// How the side with time left mates, for example, from `fen`: after a flag fall that it wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub helpmate_uci: Option<Vec<String>>,
    /// The same in SAN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub helpmate_san: Option<Vec<String>>,
    /// The certificate, where the ruling rests on a cover.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// The game ply by ply, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeline: Option<Timeline>,
}

/// A draw that could be claimed.
#[derive(Serialize)]
pub struct ClaimReport {
    /// After so many plies.
    pub ply: usize,
    /// By this article.
    pub article: &'static str,
    /// The move to announce.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_san: Option<String>,
}

/// What could not be judged.
#[derive(Serialize)]
pub struct ErrorReport<'a> {
    /// The file, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<&'a str>,
    /// The game, unless it is the file that cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// Where in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The variant, if that is all that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<&'a str>,
    /// One sentence.
    pub error: String,
}

impl<'a> ErrorReport<'a> {
    /// A game that cannot be read.
    pub fn broken(game: u64, broken: &'a Broken) -> ErrorReport<'a> {
        let variant = match &broken.fault {
            Fault::Variant(name) => Some(name.as_str()),
            _ => None,
        };
        let (game, line) = (Some(game), Some(broken.line));
        ErrorReport { file: None, game, line, variant, error: broken.fault.to_string() }
    }
}

impl<'a> GameReport<'a> {
    /// The report on a judged game.
    pub fn new(judged: &'a Judged) -> GameReport<'a> {
        let Judged { record, judgement, certificate, .. } = judged;
        let mut played = Played::new(record);
        let (ply, move_san) = match judgement.ruling {
            Ruling::Over { ply, .. } => (ply, played.san(ply)),
            Ruling::Open { ply } => (ply, None),
            _ => (judgement.plies, None),
        };
        let fen = played.at(ply).to_fen();
        let explanation = Explanation::new(judged, &mut played);
        let (ruling, article) = name(&judgement.ruling);
        let agreed = article.filter(|_| {
            !matches!(judgement.ruling, Ruling::Drawn)
                || occasions::at_the_end(judgement).next().is_none()
        });
        let listed = judgement.claims.iter().take(LISTED);
        let claims = listed.map(|&claimed| ClaimReport::new(claimed, &mut played)).collect();
        let (loser, winner) = match judgement.ruling {
            Ruling::Over { winner, .. } => (None, winner),
            Ruling::Conceded { loser, winner, .. } => (Some(loser), winner),
            _ => (None, None),
        };
        let helpmate = helpmate(judged).map(|(_, uci, san)| (uci, san));
        let (helpmate_uci, helpmate_san) = helpmate.unzip();
        GameReport {
            file: None,
            game: record.number,
            line: record.line,
            white: record.tag("White"),
            black: record.tag("Black"),
            plies: judgement.plies,
            ruling,
            article: agreed,
            ending: match judgement.ruling {
                Ruling::Over { ending, .. } => Some(names::ending(ending)),
                _ => None,
            },
            ply,
            move_san,
            loser: loser.map(names::side),
            winner: winner.map(names::side),
            result: judgement.ruling.result().map(|marker| marker.as_str()),
            claimed_result: judgement.claimed.as_str(),
            agreement: agreement(judgement.agreement()),
            plies_after_end: judgement.plies_after_the_end(),
            said: match &judgement.ruling {
                Ruling::Unfounded(reason) => Some(said(*reason)),
                Ruling::Decided(words) => Some(words),
                _ => None,
            },
            claims,
            claims_total: judgement.claims.len(),
            reading: names::reading(judgement.reading),
            fen,
            checked: judged.is_proved(),
            explanation,
            helpmate_uci,
            helpmate_san,
            certificate: certificate
                .as_ref()
                .filter(|_| judgement.rests_on_a_cover())
                .map(|certificate| certificate.to_text()),
            timeline: None,
        }
    }
}

impl ClaimReport {
    fn new((ply, claim): (usize, DrawClaim), played: &mut Played) -> ClaimReport {
        let move_san = match claim {
            DrawClaim::ThreefoldByMove(m) | DrawClaim::FiftyMovesByMove(m) => {
                Some(played.announced(ply, m))
            }
            DrawClaim::Threefold | DrawClaim::FiftyMoves => None,
        };
        ClaimReport { ply, article: claim.article(), move_san }
    }
}

fn agreement(agreement: Agreement) -> &'static str {
    match agreement {
        Agreement::Agrees => "agrees",
        Agreement::Contradicted => "contradicted",
        Agreement::Missing => "missing",
        Agreement::Left => "left",
    }
}

/// The kind of a ruling, and its article.
fn name(ruling: &Ruling) -> (&'static str, Option<&'static str>) {
    match ruling {
        Ruling::Over { ending, .. } => ("over", Some(ending.article())),
        Ruling::Conceded { how: Concession::FlagFell, .. } => ("flag", Some("6.9")),
        Ruling::Conceded { how: Concession::Resigned, .. } => ("resigned", Some("5.1.2")),
        Ruling::Drawn => ("drawn", Some("5.2.3")),
        Ruling::Unfounded(_) => ("unfounded", None),
        Ruling::Decided(_) => ("decided", None),
        Ruling::Unfinished => ("unfinished", None),
        Ruling::Open { .. } => ("open", None),
    }
}

/// One line of JSON.
pub fn to_line(report: &impl Serialize) -> Vec<u8> {
    // Strings and numbers always have a form in JSON.
    let mut line = serde_json::to_vec(report).unwrap_or_default();
    line.push(b'\n');
    line
}
