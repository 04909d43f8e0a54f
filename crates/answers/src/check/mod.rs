//! Is this saved proof right? The kernel alone says so.
//!
//! [`look`] reads a certificate of any kind and puts it to the kernel. Bytes that are no
//! certificate are a fault of the input; a certificate that the kernel does not accept is an
//! answer, with the reason.

mod strategy;
mod tree;

use std::io::{self, BufRead};

use serde::Serialize;
use zermelo_kernel::{
    Census, Certificate, Concession, Evidence, LegalityCertificate, LegalityEvidence, Proof,
    Reading, RecordCertificate, RecordClaim, Rules, TreeHead,
};

pub use tree::TreeReport;

use crate::names::{self, counted};

/// Where the bytes of a certificate come from, again and again.
pub trait Source {
    /// The bytes from the first one on, unpacked.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    fn open(&self) -> io::Result<Box<dyn BufRead + '_>>;
}

impl Source for &[u8] {
    fn open(&self) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(Box::new(*self))
    }
}

impl Source for Vec<u8> {
    fn open(&self) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(Box::new(&self[..]))
    }
}

/// What became of a certificate, for programs.
#[derive(Serialize, Default)]
pub struct CheckReport {
    /// Whether the claim is proved.
    pub accepted: bool,
    /// What is claimed: `winnable`, `unwinnable`, `record`, `legal`, `illegal`, `census`,
    /// `losing-win` or `strategy`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<&'static str>,
    /// The side that it is about, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<&'static str>,
    /// The position that it is about, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The claim in words, where a position does not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
    /// What a proof tree holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<TreeReport>,
    /// Why it was not accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// How a certificate stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// The claim is proved.
    Accepted,
    /// The kernel rejects it.
    Rejected,
    /// It rests on tables that nobody has asked.
    NotProved,
}

/// A claim that was put to the kernel, and what became of it.
pub struct Checked {
    /// What is claimed, for people.
    pub words: String,
    /// For programs.
    pub report: CheckReport,
    /// How it stands.
    pub standing: Standing,
}

/// Reads a certificate of any kind and puts it to the kernel. With `tree` it is a proof tree of
/// losing chess by these rules, with nothing around it.
///
/// # Errors
///
/// A sentence: this is no certificate.
pub fn look(source: &dyn Source, tree: Option<Rules>) -> Result<Checked, String> {
    let cannot = |error: io::Error| format!("cannot be read: {error}");
    if let Some(rules) = tree {
        return tree::bare(source, rules);
    }
    let head = TreeHead::read(&mut source.open().map_err(cannot)?);
    if let Some(head) = head.map_err(|error| error.to_string())? {
        return tree::certified(source, &head);
    }
    if let Some(claim) = strategy::claim(source)? {
        return strategy::certified(source, claim);
    }
    let proof = Proof::read(source.open().map_err(cannot)?).map_err(|error| error.to_string())?;
    let fault = proof.check().err().map(|rejection| rejection.to_string());
    let accepted = fault.is_none();
    let blank = CheckReport { accepted, fault, ..CheckReport::default() };
    let (words, report) = match &proof {
        Proof::Chances(certificate) => {
            let report = CheckReport {
                claim: Some(certificate.claim()),
                side: Some(names::side(certificate.winner)),
                fen: Some(certificate.position.to_fen()),
                ..blank
            };
            (chances_in_words(certificate), report)
        }
        Proof::Record(record) => {
            let ruling = record_in_words(record);
            let report = CheckReport {
                claim: Some("record"),
                fen: Some(record.game.start.to_fen()),
                ruling: Some(ruling.clone()),
                ..blank
            };
            (ruling, report)
        }
        Proof::Legality(legality) => {
            let report = CheckReport {
                claim: Some(legality.claim()),
                fen: Some(legality.position.to_fen()),
                ..blank
            };
            (legality_in_words(legality), report)
        }
        Proof::Census(census) => {
            let ruling = census_in_words(census);
            let report =
                CheckReport { claim: Some("census"), ruling: Some(ruling.clone()), ..blank };
            (ruling, report)
        }
    };
    let standing = if accepted { Standing::Accepted } else { Standing::Rejected };
    Ok(Checked { words, report, standing })
}

fn chances_in_words(certificate: &Certificate) -> String {
    let Certificate { position, winner, evidence, .. } = certificate;
    match evidence {
        Evidence::Helpmate(moves) => {
            let moves = counted(moves.len(), "single move");
            format!("{winner} can still win from {position} (a helpmate of {moves})")
        }
        Evidence::Cover(cover) => {
            let positions = counted(cover.positions.len(), "position");
            let regions = counted(cover.regions.len(), "region");
            format!("{winner} cannot win from {position} (a cover of {positions} and {regions})")
        }
    }
}

fn legality_in_words(certificate: &LegalityCertificate) -> String {
    let LegalityCertificate { position, passed, evidence } = certificate;
    let passed = passed.map(|square| format!(" after a pawn's step over {square}"));
    let passed = passed.unwrap_or_default();
    match evidence {
        LegalityEvidence::Game(moves) => {
            let moves = counted(moves.len(), "single move");
            format!("{position} can arise{passed} (a game of {moves})")
        }
        LegalityEvidence::Closed(closed) => {
            let members = counted(closed.members.len(), "position");
            let excluded = counted(closed.excluded.len(), "position");
            format!(
                "{position} cannot arise{passed} (last moves of {members}, {excluded} excluded by \
                 rules)"
            )
        }
    }
}

fn record_in_words(record: &RecordCertificate) -> String {
    let plies = counted(record.game.moves.len(), "single move");
    let ruling = match record.claim {
        RecordClaim::Over { ply, ending } => {
            format!("was over after {ply} by article {}", ending.article())
        }
        RecordClaim::Unfinished => "was not over after the last one".to_string(),
        RecordClaim::Conceded { loser, how, winner } => {
            let how = match how {
                Concession::FlagFell => "lost on time (article 6.9)",
                Concession::Resigned => "resigned (article 5.1.2)",
            };
            let outcome = match winner {
                Some(winner) => format!("{winner} won"),
                None => format!("it is a draw, since {} could not mate", !loser),
            };
            format!("was not over when {loser} {how}, and {outcome}")
        }
    };
    let reading = match record.reading {
        Reading::Position => "",
        Reading::History => " (mates after a 75-move or five-fold end not counted)",
    };
    format!("the game of {plies} from {} {ruling}{reading}", record.game.start)
}

fn census_in_words(census: &Census) -> String {
    let lines = counted(census.lines.len(), "line");
    format!(
        "which positions of {} can arise is as the census says ({lines} of moves)",
        census.population
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepted_rejected_and_no_certificate() {
        let text = "8/8/4k3/8/8/3NK3/8/8 w - -";
        let query = crate::query::Query::read(text, zermelo_kernel::Castling::Standard).unwrap();
        let mut solver = zermelo_winnable::Solver::new(zermelo_winnable::Limits::default());
        let side = zermelo_kernel::Color::White;
        let claim = crate::claim::Claim::ask(&mut solver, &query.position, side, false);
        let proof = claim.check(&query.position, side).unwrap().certificate.unwrap().to_text();
        let checked = look(&proof.as_bytes(), None).unwrap();
        assert_eq!(checked.standing, Standing::Accepted);
        assert_eq!(checked.report.claim, Some("unwinnable"));
        let damaged = proof.replacen("8/8/4k3/8/8/3NK3/8/8", "8/8/4k3/8/8/3RK3/8/8", 1);
        let checked = look(&damaged.as_bytes(), None).unwrap();
        assert_eq!(checked.standing, Standing::Rejected);
        assert!(!checked.report.accepted && checked.report.fault.is_some());
        assert!(look(&&b"hello"[..], None).is_err());
    }
}
