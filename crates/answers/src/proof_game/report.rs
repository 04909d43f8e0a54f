//! The answer for programs. The keys are documented in docs/guide/puzzle.md.

use serde::Serialize;

use super::answer::{Answer, Searched, Shorter, Solution};
use super::explain;
use crate::names::microseconds;

/// All that is known.
#[derive(Serialize)]
pub struct ProofGameReport<'a> {
    men: String,
    verdict: &'static str,
    headline: String,
    interrupted: bool,
    plies: Option<u32>,
    known_plies: Option<u32>,
    games: Vec<GameReport<'a>>,
    complete: bool,
    cut: bool,
    shorter: Option<ShorterReport<'a>>,
    nodes: u64,
    engine_us: f64,
    check_us: f64,
}

#[derive(Serialize)]
struct GameReport<'a> {
    fen: String,
    uci: &'a [String],
    san: &'a [String],
}

#[derive(Serialize)]
struct ShorterReport<'a> {
    verdict: &'static str,
    plies: Option<u32>,
    uci: Option<&'a [String]>,
    san: Option<&'a [String]>,
}

impl<'a> ProofGameReport<'a> {
    /// The report of an answer.
    pub fn new(answer: &'a Answer<'_>) -> ProofGameReport<'a> {
        let searched = answer.searched.as_ref();
        ProofGameReport {
            men: answer.question.men(),
            verdict: answer.verdict().name(),
            headline: match searched {
                Some(found) => explain::headline(answer, found),
                None => explain::nothing(answer),
            },
            interrupted: answer.interrupted,
            plies: searched.map(|found| found.plies),
            known_plies: answer.question.known,
            games: searched.iter().flat_map(|found| &found.games).map(GameReport::new).collect(),
            complete: searched.is_none_or(|found| found.complete),
            cut: searched.is_some_and(|found| found.cut),
            shorter: answer.shorter.as_ref().map(ShorterReport::new),
            nodes: searched.map_or(0, |found| found.nodes),
            engine_us: searched.map_or(0.0, |found| microseconds(found.engine)),
            check_us: searched.map_or(0.0, |found| microseconds(found.check)),
        }
    }
}

impl<'a> GameReport<'a> {
    fn new(game: &'a Solution) -> GameReport<'a> {
        GameReport { fen: game.certificate.position.to_fen(), uci: &game.uci, san: &game.san }
    }
}

impl<'a> ShorterReport<'a> {
    fn new(shorter: &'a Shorter) -> ShorterReport<'a> {
        let (verdict, found): (_, Option<&Searched>) = match shorter {
            Shorter::None => ("none", None),
            Shorter::Exists(found) => ("exists", Some(&**found)),
            Shorter::Open(_) => ("open", None),
        };
        let game = found.and_then(|found| found.games.first());
        ShorterReport {
            verdict,
            plies: found.map(|found| found.plies),
            uci: game.map(|game| &game.uci[..]),
            san: game.map(|game| &game.san[..]),
        }
    }
}
