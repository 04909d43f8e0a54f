//! `zermelo check FILE...`: saved proofs, checked with the kernel alone.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use zermelo_kernel::{Certificate, Evidence};

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
    fault: Option<String>,
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
        .and_then(|reader| Certificate::read(reader).map_err(|error| error.to_string()));
    let certificate = match read {
        Ok(certificate) => certificate,
        Err(fault) if json => {
            let report = FileReport {
                file: name,
                accepted: false,
                claim: None,
                side: None,
                fen: None,
                fault: Some(fault),
            };
            print_json(out, &report)?;
            return Ok(Exit::BadInput);
        }
        Err(fault) => return Ok(Fault::BadInput(format!("{name}: {fault}")).report()),
    };
    let fault = certificate.check().err().map(|rejection| rejection.to_string());
    let accepted = fault.is_none();
    if json {
        let report = FileReport {
            file: name,
            accepted,
            claim: Some(certificate.claim()),
            side: Some(names::side(certificate.winner)),
            fen: Some(certificate.position.to_fen()),
            fault,
        };
        print_json(out, &report)?;
    } else {
        let claim = in_words(&certificate);
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

fn in_words(certificate: &Certificate) -> String {
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
