//! From question to answer: the engine claims, the kernel checks.

use std::time::{Duration, Instant};

use zermelo_kernel::{
    Castling, Closed, FenError, LegalityCertificate, LegalityEvidence, Move, Position, Proved,
    Square,
};
use zermelo_retro::legal::{Options, Verdict, decide};
use zermelo_retro::sketch::{Sketch, Standing};

use crate::{Fault, query};

/// A position, and what its FEN says of the last move.
pub struct Question {
    /// The position.
    pub position: Position,
    /// The square over which a pawn has just passed, also where nobody can capture.
    pub passed: Option<Square>,
    /// The position with that square.
    pub fen: String,
}

impl Question {
    /// Reads a FEN; underscores stand for spaces. Unknown fields give a question for each reading.
    pub fn readings(text: &str) -> Result<Vec<Question>, String> {
        query::refuse_long(text)?;
        let sketch: Sketch =
            text.replace('_', " ").parse().map_err(|error: FenError| error.to_string())?;
        let readings = sketch.readings(Castling::Standard).map_err(refusal)?;
        Ok(readings.into_iter().map(Question::of).collect())
    }

    /// Reads a FEN that has one reading.
    pub fn read(text: &str) -> Result<Question, String> {
        let mut readings = Question::readings(text)?;
        match (readings.pop(), readings.len()) {
            (Some(question), 0) => Ok(question),
            (_, others) => Err(format!(
                "the FEN has {} readings, for some field is unknown; give one of them",
                others + 1
            )),
        }
    }

    fn of(Standing { position, passed, .. }: Standing) -> Question {
        let mut fen = position.to_fen();
        if let (Some(square), None) = (passed, position.en_passant()) {
            fen.truncate(fen.len() - 1);
            fen.push_str(&square.to_string());
        }
        Question { position, passed, fen }
    }
}

/// What is wrong with a FEN that names no position; if it is the men, that is an answer, too.
fn refusal(error: FenError) -> String {
    use FenError::*;
    match error {
        KingCount(..)
        | PawnOnLastRank(_)
        | OpponentInCheck(_)
        | ImpossibleRight(..)
        | EnPassantRank(_)
        | EnPassantPawn(..)
        | EnPassantOccupied(..) => {
            format!("{error}, so no game leads here")
        }
        _ => error.to_string(),
    }
}

/// What the kernel has accepted; nothing if the answer is open.
pub struct Answer {
    /// What was asked.
    pub question: Question,
    /// The certificate.
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
        let certificate = certificate.check().map_err(|fault| {
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
