//! From record to ruling: the judge claims, the kernel checks.

use std::time::Duration;

use zermelo_board::clock::Instant;
use zermelo_kernel::{Budget, Proved, RecordCertificate};
use zermelo_record::pgn::{self, Broken, RawGame, Record};
use zermelo_record::{Judge, Judgement, Ruling};

use super::occasions;
use crate::Fault;

/// A game with its ruling.
pub struct Judged {
    /// The game.
    pub record: Record,
    /// The ruling.
    pub judgement: Judgement,
    /// What the kernel has proved of it; `None` when the ruling is open, or of a sample that this
    /// game is not part of.
    pub certificate: Option<Proved<RecordCertificate>>,
    /// The kernel's time.
    pub check: Duration,
}

impl Judged {
    /// Whether the kernel has accepted the ruling.
    pub fn is_proved(&self) -> bool {
        self.certificate.is_some()
    }
}

/// Puts a certificate to the kernel: the one place where records are believed.
///
/// # Errors
///
/// A sentence: the kernel rejected it, which is a bug.
pub fn check(certificate: RecordCertificate) -> Result<Proved<RecordCertificate>, String> {
    Proved::new(certificate, &Budget::unbounded()).map_err(|fault| rejected(&fault.to_string()))
}

fn rejected(why: &str) -> String {
    format!("the kernel rejected the ruling: {why}")
}

/// Has the kernel check a ruling and what could be claimed; returns its time, too.
///
/// # Errors
///
/// A sentence: the kernel rejected it, which is a bug.
pub fn accept(
    judgement: &Judgement,
    certificate: RecordCertificate,
) -> Result<(Proved<RecordCertificate>, Duration), String> {
    let start = Instant::now();
    let certificate = check(certificate)?;
    occasions::check(judgement, &certificate).map_err(|why| rejected(&why))?;
    Ok((certificate, start.elapsed()))
}

/// Reads a game, judges it, and has the kernel check the ruling. The inner error is a game that
/// cannot be read.
///
/// # Errors
///
/// A bug: the kernel rejected the ruling, or there is no proof of it.
pub fn rule(judge: &mut Judge, raw: &RawGame) -> Result<Result<Judged, Broken>, Fault> {
    rule_sampled(judge, raw, |_, _| true)
}

/// The same for many games, of which the kernel checks a sample.
///
/// # Errors
///
/// A bug: the kernel rejected a ruling of the sample, or there is no proof of it.
pub fn rule_sampled(
    judge: &mut Judge,
    raw: &RawGame,
    in_sample: impl FnOnce(&Record, &Judgement) -> bool,
) -> Result<Result<Judged, Broken>, Fault> {
    let record = match pgn::read(raw) {
        Ok(record) => record,
        Err(broken) => return Ok(Err(broken)),
    };
    let judgement = judge.judge(&record);
    let bug = |why: &str| Fault::Bug(format!("game {}: {why}", record.number));
    let open = matches!(judgement.ruling, Ruling::Open { .. });
    let (certificate, check) = if open || !in_sample(&record, &judgement) {
        (None, Duration::ZERO)
    } else {
        let claimed = judgement.certificate(&record).ok_or_else(|| bug("there is no proof"))?;
        let (proved, check) = accept(&judgement, claimed).map_err(|why| bug(&why))?;
        (Some(proved), check)
    };
    Ok(Ok(Judged { record, judgement, certificate, check }))
}

#[cfg(test)]
mod tests {
    use zermelo_kernel::{DrawClaim, Ending};
    use zermelo_record::Options;
    use zermelo_record::pgn::Splitter;

    use super::*;

    fn raw() -> RawGame {
        Splitter::new("1. e4 e5 2. Ke2 *".as_bytes()).next_game().unwrap().unwrap()
    }

    /// A judge that lies must not get its ruling out.
    #[test]
    fn false_rulings_are_bugs() {
        let record = pgn::read(&raw()).unwrap();
        let accepted = |change: fn(&mut Judgement)| {
            let mut judgement = Judge::new(Options::default()).judge(&record);
            change(&mut judgement);
            accept(&judgement, judgement.certificate(&record).unwrap())
        };
        assert!(accepted(|_| {}).is_ok());
        for ending in Ending::ALL {
            let mut lie = Judge::new(Options::default()).judge(&record);
            lie.ruling = Ruling::Over { ply: 3, ending, winner: None };
            assert!(accept(&lie, lie.certificate(&record).unwrap()).is_err(), "{ending:?}");
        }
        assert!(accepted(|judgement| judgement.claims.push((3, DrawClaim::Threefold))).is_err());
    }

    #[test]
    fn rulings_are_accepted_and_broken_games_told() {
        let mut judge = Judge::new(Options::default());
        let Ok(Ok(judged)) = rule(&mut judge, &raw()) else { panic!("a plain game") };
        assert!(judged.is_proved());
        let unasked = rule_sampled(&mut judge, &raw(), |_, _| false);
        assert!(matches!(unasked, Ok(Ok(judged)) if !judged.is_proved()));
        let broken = Splitter::new("1. e4 Ke4 *".as_bytes()).next_game().unwrap().unwrap();
        assert!(matches!(rule(&mut judge, &broken), Ok(Err(_))));
    }
}
