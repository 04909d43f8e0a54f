//! `zermelo check FILE...`: saved proofs, checked with the kernel alone.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use zermelo_kernel::{
    Census, Certificate, Concession, Evidence, LegalityCertificate, LegalityEvidence, Proof,
    Reading, RecordCertificate, RecordClaim,
};

use crate::args::CheckArgs;
use crate::exit::{Exit, Fault};
use crate::words::counted;
use crate::{names, proof};

/// What became of one file.
#[derive(Serialize)]
struct FileReport {
    file: String,
    accepted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ruling: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

impl FileReport {
    /// A report that says nothing yet.
    fn of(file: String) -> FileReport {
        FileReport {
            file,
            accepted: false,
            claim: None,
            side: None,
            fen: None,
            ruling: None,
            fault: None,
        }
    }
}

/// Checks every file; the worst one decides the exit status.
pub fn run(args: &CheckArgs) -> Result<Exit, Fault> {
    let mut out = io::stdout().lock();
    let mut worst = Exit::Answered;
    for file in &args.files {
        let exit = check(&mut out, file, args.json)?;
        worst = worst.max(exit);
    }
    Ok(worst)
}

fn check(out: &mut dyn Write, file: &Path, json: bool) -> Result<Exit, Fault> {
    let name = file.display().to_string();
    let read = proof::open(file)
        .map_err(|error| format!("cannot be read: {error}"))
        .and_then(|reader| Proof::read(reader).map_err(|error| error.to_string()));
    let proof = match read {
        Ok(proof) => proof,
        Err(fault) if json => {
            let report = FileReport { fault: Some(fault), ..FileReport::of(name) };
            print_json(out, &report)?;
            return Ok(Exit::BadInput);
        }
        Err(fault) => return Ok(Fault::BadInput(format!("{name}: {fault}")).report()),
    };
    let fault = proof.check().err().map(|rejection| rejection.to_string());
    let accepted = fault.is_none();
    if json {
        let blank = FileReport { accepted, fault, ..FileReport::of(name) };
        let report = match &proof {
            Proof::Chances(certificate) => FileReport {
                claim: Some(certificate.claim()),
                side: Some(names::side(certificate.winner)),
                fen: Some(certificate.position.to_fen()),
                ..blank
            },
            Proof::Record(record) => FileReport {
                claim: Some("record"),
                fen: Some(record.game.start.to_fen()),
                ruling: Some(record_in_words(record)),
                ..blank
            },
            Proof::Legality(legality) => FileReport {
                claim: Some(legality.claim()),
                fen: Some(legality.position.to_fen()),
                ..blank
            },
            Proof::Census(census) => {
                FileReport { claim: Some("census"), ruling: Some(census_in_words(census)), ..blank }
            }
        };
        print_json(out, &report)?;
    } else {
        let claim = match &proof {
            Proof::Chances(certificate) => chances_in_words(certificate),
            Proof::Record(record) => record_in_words(record),
            Proof::Legality(legality) => legality_in_words(legality),
            Proof::Census(census) => census_in_words(census),
        };
        match fault {
            None => writeln!(out, "{name}: accepted: {claim}")?,
            Some(fault) => {
                writeln!(out, "{name}: REJECTED: {fault}; it is not proved that {claim}")?;
            }
        }
    }
    Ok(if accepted { Exit::Answered } else { Exit::Rejected })
}

fn print_json(out: &mut dyn Write, report: &FileReport) -> Result<(), Fault> {
    serde_json::to_writer(&mut *out, report).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
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
