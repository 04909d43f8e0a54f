//! The answer for programs. The keys are documented in docs/guide/legality.md.

use serde::Serialize;
use zermelo_kernel::{Castling, LegalityCertificate, Proved};

use super::answer::Answer;
use super::explain::{self, Explanation};
use super::readings::{Field, fields};
use crate::{names, san};

/// All that is known.
#[derive(Serialize)]
pub struct LegalReport {
    fen: String,
    chess960: bool,
    dead_reckoning: bool,
    rules_left_out: Vec<&'static str>,
    verdict: &'static str,
    rule: Option<&'static str>,
    reasons: Vec<String>,
    explanation: Explanation,
    members: Option<usize>,
    excluded: Option<usize>,
    plies: Option<usize>,
    uci: Option<Vec<String>>,
    san: Option<Vec<String>>,
    start: Option<String>,
    mate: Option<Vec<String>>,
    proof: Option<String>,
    engine_us: f64,
    check_us: f64,
}

impl LegalReport {
    /// The report; the proof was written to this file.
    pub fn new(answer: &Answer, proof: Option<String>) -> LegalReport {
        LegalReport::with(answer, Explanation::new(answer), proof)
    }

    fn with(answer: &Answer, explanation: Explanation, proof: Option<String>) -> LegalReport {
        let (closed, game, question) = (answer.closed(), answer.proof_game(), &answer.question);
        let mate = game.filter(|_| question.dead_reckoning).map(|game| {
            let others = game.moves.split_last().map_or(&[][..], |(_, others)| others);
            let before = others.iter().fold(game.start.clone(), |at, &made| at.play(made));
            san::uci(&before, &game.mate)
        });
        LegalReport {
            fen: question.fen.clone(),
            chess960: question.position.castling() == Castling::Chess960,
            dead_reckoning: question.dead_reckoning,
            rules_left_out: explain::rules_left_out(&question.position),
            verdict: answer.verdict(),
            rule: closed.map(|closed| explain::rule_name(question, closed)),
            reasons: explanation.reasons.iter().map(|reason| reason.text.clone()).collect(),
            explanation,
            members: closed.map(|closed| closed.members.len()),
            excluded: closed.map(|closed| closed.excluded.len()),
            plies: game.map(|game| game.moves.len()),
            uci: game.map(|game| san::uci(&game.start, &game.moves)),
            san: game.map(|game| san::san(&game.start, &game.moves)),
            start: game.map(|game| game.start.to_fen()),
            mate,
            proof,
            engine_us: names::microseconds(answer.engine),
            check_us: names::microseconds(answer.check),
        }
    }
}

/// The same, whether the kernel has accepted it, and its certificate: the text, or where it is.
#[derive(Serialize)]
pub struct CertifiedReport {
    #[serde(flatten)]
    report: LegalReport,
    checked: bool,
    certificate: Option<String>,
}

impl CertifiedReport {
    /// The report; `certificate` is asked where there is one.
    pub fn new(
        answer: &Answer,
        certificate: impl FnOnce(&Proved<LegalityCertificate>) -> Option<String>,
    ) -> CertifiedReport {
        CertifiedReport {
            report: LegalReport::new(answer, None),
            checked: answer.certificate.is_some(),
            certificate: answer.certificate.as_ref().and_then(certificate),
        }
    }
}

/// The answer to one line of a batch.
#[derive(Serialize)]
pub struct LineReport {
    line: u64,
    #[serde(flatten)]
    report: LegalReport,
}

impl LineReport {
    /// The report; the line has this number.
    pub fn new(answer: &Answer, line: u64) -> LineReport {
        let explanation = Explanation::in_short(answer);
        LineReport { line, report: LegalReport::with(answer, explanation, None) }
    }
}

/// All readings of a FEN with unknown fields, each with a report, for programs.
#[derive(Serialize)]
pub struct ReadingsReport<R> {
    verdict: &'static str,
    headline: String,
    fields: Vec<Field>,
    notes: Vec<String>,
    readings: Vec<R>,
}

impl<R> ReadingsReport<R> {
    /// The report.
    pub fn new(answers: &[Answer], report: impl Fn(&Answer) -> R) -> ReadingsReport<R> {
        let readings = answers.iter().map(report).collect();
        let headline = explain::all_readings(answers);
        let fields = fields(answers);
        // The same games count for each reading.
        let notes = answers.first().map(|one| explain::notes(&one.question)).unwrap_or_default();
        ReadingsReport { verdict: verdict_of_all(answers), headline, fields, notes, readings }
    }
}

/// The answer for all readings together: legal if some reading is, illegal if all are.
pub fn verdict_of_all(answers: &[Answer]) -> &'static str {
    let verdicts = || answers.iter().map(Answer::verdict);
    ["legal", "open"]
        .into_iter()
        .find(|one| verdicts().any(|other| *one == other))
        .unwrap_or("illegal")
}
