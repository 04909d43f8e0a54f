//! From question to answer: the engine claims, the kernel checks.

use std::time::Duration;

use zermelo_board::clock::Instant;
use zermelo_kernel::{
    Budget, Closed, LegalityCertificate, LegalityEvidence, Move, ProofGame, Proved,
};
use zermelo_retro::legal::Options;
use zermelo_retro::readings;

use super::Question;
use crate::Fault;

/// What the kernel has accepted.
pub struct Answer {
    /// What was asked.
    pub question: Question,
    /// The certificate; `None` if the answer is open.
    pub certificate: Option<Proved<LegalityCertificate>>,
    /// The engine's time.
    pub engine: Duration,
    /// The kernel's time.
    pub check: Duration,
}

impl Answer {
    /// Asks the engine, and has the kernel check its claim. A rejected claim is a bug.
    pub fn ask(question: Question, options: &Options) -> Result<Answer, Fault> {
        let start = Instant::now();
        let Question { position, passed, dead_reckoning, .. } = &question;
        let (passed, dead_reckoning) = (*passed, *dead_reckoning);
        let found =
            readings::find(position, passed, dead_reckoning, options).map_err(Fault::Bug)?;
        let engine = start.elapsed();
        let Some(evidence) = found else {
            return Ok(Answer { question, certificate: None, engine, check: Duration::ZERO });
        };
        let position = position.clone();
        let certificate = LegalityCertificate { position, passed, dead_reckoning, evidence };
        let start = Instant::now();
        let certificate = Proved::new(certificate, &Budget::unbounded()).map_err(|fault| {
            let fen = &question.fen;
            Fault::Bug(format!("the kernel rejected the engine's claim on {fen}: {fault}"))
        })?;
        let check = start.elapsed();
        Ok(Answer { question, certificate: Some(certificate), engine, check })
    }

    /// `legal`, `illegal` or `open`.
    pub fn verdict(&self) -> &'static str {
        self.certificate.as_ref().map_or("open", |proved| proved.claim())
    }

    /// The set that no game enters, if the position is illegal.
    pub fn closed(&self) -> Option<&Closed> {
        match &self.certificate.as_ref()?.evidence {
            LegalityEvidence::Game(_) => None,
            LegalityEvidence::Closed(closed) => Some(closed),
        }
    }

    /// The proof game with its array, if the position is legal.
    pub fn proof_game(&self) -> Option<&ProofGame> {
        match &self.certificate.as_ref()?.evidence {
            LegalityEvidence::Game(game) => Some(game),
            LegalityEvidence::Closed(_) => None,
        }
    }

    /// The moves of the proof game, if the position is legal.
    pub fn game(&self) -> Option<&[Move]> {
        self.proof_game().map(|game| &game.moves[..])
    }
}
