//! From question to answer: the engine claims, the kernel checks.

use std::time::Duration;

use zermelo_board::clock::Instant;
use zermelo_kernel::{Budget, Closed, LegalityCertificate, LegalityEvidence, Move, Proved};
use zermelo_retro::legal::{Options, Verdict, decide};

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
        let verdict = decide(&question.position, question.passed, options);
        let engine = start.elapsed();
        let evidence = match verdict {
            Verdict::Legal(moves) => LegalityEvidence::Game(moves),
            Verdict::Illegal(closed) => LegalityEvidence::Closed(closed),
            Verdict::Open => {
                let check = Duration::ZERO;
                return Ok(Answer { question, certificate: None, engine, check });
            }
        };
        let (position, passed) = (question.position.clone(), question.passed);
        let certificate = LegalityCertificate { position, passed, evidence };
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

    /// The proof game, if the position is legal.
    pub fn game(&self) -> Option<&[Move]> {
        match &self.certificate.as_ref()?.evidence {
            LegalityEvidence::Game(moves) => Some(moves),
            LegalityEvidence::Closed(_) => None,
        }
    }
}
