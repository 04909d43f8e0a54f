//! Proofs of strategies, put to the kernel lemma by lemma.

use zermelo_kernel::strategy::{Boards, StrategyClaim, StrategyEnding, StrategyFault};

use super::{Checked, FileReport, Source};
use crate::exit::Exit;
use crate::words::counted;

/// What the file proves, if it is the proof of a strategy.
pub fn claim(source: &Source) -> Result<Option<StrategyClaim>, String> {
    let mut reader = source.open().map_err(|error| format!("cannot be read: {error}"))?;
    StrategyClaim::read(&mut reader).map_err(|error| error.to_string())
}

/// Checks the proof.
pub fn certified(
    source: &Source,
    claim: StrategyClaim,
    blank: FileReport,
) -> Result<Checked, String> {
    let mut reader = source.open().map_err(|error| format!("cannot be read: {error}"))?;
    if StrategyClaim::read(&mut reader).map_err(|error| error.to_string())? != Some(claim) {
        return Err("cannot be read: the file has changed".to_string());
    }
    let blank = FileReport { claim: Some("strategy"), ..blank };
    match claim.check(&mut reader, |_| {}) {
        Ok(lemmas) => {
            let lemmas = counted(lemmas.len(), "lemma");
            let claim = format!("{} ({lemmas})", in_words(claim));
            let report = FileReport { accepted: true, ruling: Some(claim.clone()), ..blank };
            Ok(Checked { claim, report, exit: Exit::Answered })
        }
        Err(StrategyFault::Unreadable(error)) => Err(format!("cannot be read: {error}")),
        Err(fault) => {
            let claim = in_words(claim);
            let fault = Some(fault.to_string());
            let report = FileReport { fault, ruling: Some(claim.clone()), ..blank };
            Ok(Checked { claim, report, exit: Exit::Rejected })
        }
    }
}

fn in_words(claim: StrategyClaim) -> String {
    let men = match claim.ending {
        StrategyEnding::Krk => "king and rook",
        StrategyEnding::Kqk => "king and queen",
    };
    let boards = match claim.boards {
        Boards::All => "every board with at least four files and four ranks".to_string(),
        Boards::One(width, height) => format!("{width}x{height}"),
    };
    format!("the strategy of {men} against king always mates on {boards}")
}
