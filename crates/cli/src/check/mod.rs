//! `zermelo check FILE...`: saved proofs, checked with the kernel alone.

mod source;
mod strategy;
mod tree;

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use zermelo_kernel::{
    Census, Certificate, Concession, Evidence, LegalityCertificate, LegalityEvidence, Proof,
    Reading, RecordCertificate, RecordClaim, TreeHead,
};

pub use source::Source;
pub use tree::TreeReport;

use crate::args::CheckArgs;
use crate::exit::{Exit, Fault};
use crate::names;
use crate::words::counted;

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
    tree: Option<TreeReport>,
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
            tree: None,
            fault: None,
        }
    }
}

/// Checks every file; the worst one decides the exit status.
pub fn run(args: &CheckArgs) -> Result<Exit, Fault> {
    let mut out = io::stdout().lock();
    let mut worst = Exit::Answered;
    for file in &args.files {
        let exit = check(&mut out, file, args)?;
        worst = worst.max(exit);
    }
    Ok(worst)
}

/// A claim that was put to the kernel, and what became of it.
struct Checked {
    /// What is claimed, for people.
    claim: String,
    report: FileReport,
    exit: Exit,
}

fn check(out: &mut dyn Write, file: &Path, args: &CheckArgs) -> Result<Exit, Fault> {
    let name = file.display().to_string();
    let checked = Source::of(file)
        .map_err(|error| format!("cannot be read: {error}"))
        .and_then(|source| look(&source, args, FileReport::of(name.clone())));
    let Checked { claim, report, exit } = match checked {
        Ok(checked) => checked,
        Err(fault) if args.json => {
            let report = FileReport { fault: Some(fault), ..FileReport::of(name) };
            print_json(out, &report)?;
            return Ok(Exit::BadInput);
        }
        Err(fault) => return Ok(Fault::BadInput(format!("{name}: {fault}")).report()),
    };
    if args.json {
        print_json(out, &report)?;
    } else {
        match (exit, &report.fault) {
            (Exit::Open, Some(fault)) => {
                writeln!(out, "{name}: NOT PROVED: {fault}; if so, {claim}")?;
            }
            (_, Some(fault)) => {
                writeln!(out, "{name}: REJECTED: {fault}; it is not proved that {claim}")?;
            }
            (_, None) => writeln!(out, "{name}: accepted: {claim}")?,
        }
    }
    Ok(exit)
}

/// Reads a file of any kind and puts it to the kernel; an error if it cannot be read.
fn look(source: &Source, args: &CheckArgs, blank: FileReport) -> Result<Checked, String> {
    let cannot = |error: io::Error| format!("cannot be read: {error}");
    if let Some(rules) = args.tree {
        return tree::bare(source, rules, blank);
    }
    let head = TreeHead::read(&mut source.open().map_err(cannot)?);
    if let Some(head) = head.map_err(|error| error.to_string())? {
        return tree::certified(source, &head, blank);
    }
    if let Some(claim) = strategy::claim(source)? {
        return strategy::certified(source, claim, blank);
    }
    let proof = Proof::read(source.open().map_err(cannot)?).map_err(|error| error.to_string())?;
    let fault = proof.check().err().map(|rejection| rejection.to_string());
    let accepted = fault.is_none();
    let blank = FileReport { accepted, fault, ..blank };
    let (claim, report) = match &proof {
        Proof::Chances(certificate) => {
            let report = FileReport {
                claim: Some(certificate.claim()),
                side: Some(names::side(certificate.winner)),
                fen: Some(certificate.position.to_fen()),
                ..blank
            };
            (chances_in_words(certificate), report)
        }
        Proof::Record(record) => {
            let ruling = record_in_words(record);
            let report = FileReport {
                claim: Some("record"),
                fen: Some(record.game.start.to_fen()),
                ruling: Some(ruling.clone()),
                ..blank
            };
            (ruling, report)
        }
        Proof::Legality(legality) => {
            let report = FileReport {
                claim: Some(legality.claim()),
                fen: Some(legality.position.to_fen()),
                ..blank
            };
            (legality_in_words(legality), report)
        }
        Proof::Census(census) => {
            let ruling = census_in_words(census);
            let report =
                FileReport { claim: Some("census"), ruling: Some(ruling.clone()), ..blank };
            (ruling, report)
        }
    };
    let exit = if accepted { Exit::Answered } else { Exit::Rejected };
    Ok(Checked { claim, report, exit })
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
