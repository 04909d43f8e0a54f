//! One JSON object a game, for programs. The keys are documented in docs/judge.md.

use serde::Serialize;
use zermelo_kernel::{Claim, Concession};
use zermelo_record::{Agreement, Ruling};

use super::job::Judged;
use super::occasions::{self, LISTED};
use super::played::Played;
use super::sentence;
use crate::names;

/// A judged game.
#[derive(Serialize)]
pub struct GameReport<'a> {
    file: &'a str,
    game: u64,
    line: u64,
    white: Option<&'a str>,
    black: Option<&'a str>,
    /// The moves of the record.
    plies: usize,
    /// `over`, `flag`, `resigned`, `drawn`, `unfounded`, `decided`, `unfinished` or `open`.
    ruling: &'static str,
    /// The article of the FIDE Laws; null where none applies or several may.
    article: Option<&'static str>,
    /// The rule that ended the game.
    ending: Option<&'static str>,
    /// After so many plies the ruling is made: at the end of the game, or of the record.
    ply: usize,
    /// The move that ended the game.
    move_san: Option<String>,
    /// Who ran out of time or resigned.
    loser: Option<&'static str>,
    winner: Option<&'static str>,
    /// By the rules; null where they leave it to the record, or it is open.
    result: Option<&'static str>,
    claimed_result: &'static str,
    /// `agrees`, `contradicted`, `missing` or `left`.
    agreement: &'static str,
    plies_after_end: usize,
    /// The reason that the record gives, where that matters.
    said: Option<&'a str>,
    claims: Vec<ClaimReport>,
    claims_total: usize,
    /// `position` or `history`.
    reading: &'static str,
    /// The position after `ply` plies.
    fen: String,
    /// Whether the kernel has checked the ruling.
    checked: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<String>,
}

/// A draw that could be claimed.
#[derive(Serialize)]
struct ClaimReport {
    ply: usize,
    article: &'static str,
    /// The move to announce.
    #[serde(skip_serializing_if = "Option::is_none")]
    move_san: Option<String>,
}

/// What could not be judged.
#[derive(Serialize)]
pub struct ErrorReport<'a> {
    /// The file.
    pub file: &'a str,
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
    pub error: &'a str,
}

impl<'a> GameReport<'a> {
    /// The report on a judged game.
    pub fn new(judged: &Judged<'a>) -> GameReport<'a> {
        let Judged { file, record, judgement, certificate, checked } = *judged;
        let mut played = Played::new(record);
        let (ply, move_san) = match judgement.ruling {
            Ruling::Over { ply, .. } => (ply, played.san(ply)),
            Ruling::Open { ply } => (ply, None),
            _ => (judgement.plies, None),
        };
        let fen = played.at(ply).to_fen();
        let (ruling, article) = name(&judgement.ruling);
        let agreed = article.filter(|_| {
            !matches!(judgement.ruling, Ruling::Drawn)
                || occasions::at_the_end(judgement).next().is_none()
        });
        let listed = judgement.claims.iter().take(LISTED).map(|&(ply, claim)| ClaimReport {
            ply,
            article: claim.article(),
            move_san: match claim {
                Claim::ThreefoldByMove(m) | Claim::FiftyMovesByMove(m) => {
                    Some(played.announced(ply, m))
                }
                Claim::Threefold | Claim::FiftyMoves => None,
            },
        });
        let claims = listed.collect();
        let (loser, winner) = match judgement.ruling {
            Ruling::Over { winner, .. } => (None, winner),
            Ruling::Conceded { loser, winner, .. } => (Some(loser), winner),
            _ => (None, None),
        };
        GameReport {
            file: &file.name,
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
            agreement: match judgement.agreement() {
                Agreement::Agrees => "agrees",
                Agreement::Contradicted => "contradicted",
                Agreement::Missing => "missing",
                Agreement::Left => "left",
            },
            plies_after_end: judgement.plies_after_the_end(),
            said: match &judgement.ruling {
                Ruling::Unfounded(reason) => Some(sentence::said(*reason)),
                Ruling::Decided(words) => Some(words),
                _ => None,
            },
            claims,
            claims_total: judgement.claims.len(),
            reading: names::reading(judgement.reading),
            fen,
            checked,
            certificate: certificate
                .filter(|_| judgement.rests_on_a_cover())
                .map(|certificate| certificate.to_text()),
        }
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
