//! The answer for programs. The keys are documented in docs/legality.md.

use serde::Serialize;
use zermelo_kernel::Position;

use super::answer::Answer;
use super::reason;
use crate::{names, san};

/// All that is known.
#[derive(Serialize)]
pub struct Report {
    fen: String,
    verdict: &'static str,
    rule: Option<&'static str>,
    reasons: Vec<String>,
    members: Option<usize>,
    excluded: Option<usize>,
    plies: Option<usize>,
    uci: Option<Vec<String>>,
    san: Option<Vec<String>>,
    proof: Option<String>,
    engine_us: f64,
    check_us: f64,
}

impl Report {
    /// The report; the proof was written to this file.
    pub fn new(answer: &Answer, proof: Option<String>) -> Report {
        let (closed, game, start) = (answer.closed(), answer.game(), Position::initial());
        let question = &answer.question;
        Report {
            fen: question.fen.clone(),
            verdict: answer.verdict(),
            rule: closed.map(|closed| reason::rule_name(question, closed)),
            reasons: closed.map(|closed| reason::sentences(question, closed)).unwrap_or_default(),
            members: closed.map(|closed| closed.members.len()),
            excluded: closed.map(|closed| closed.excluded.len()),
            plies: game.map(<[_]>::len),
            uci: game.map(|game| san::uci(&start, game)),
            san: game.map(|game| san::san(&start, game)),
            proof,
            engine_us: names::microseconds(answer.engine),
            check_us: names::microseconds(answer.check),
        }
    }
}
