//! Proofs of strategies, put to the kernel lemma by lemma.

use zermelo_kernel_strategy::{Boards, StrategyClaim, StrategyEnding, StrategyFault};

use super::{CheckReport, Checked, Source, Standing};
use crate::names::counted;

/// What the file proves, if it is the proof of a strategy.
pub fn claim(source: &dyn Source) -> Result<Option<StrategyClaim>, String> {
    let mut reader = source.open().map_err(|error| format!("cannot be read: {error}"))?;
    StrategyClaim::read(&mut reader).map_err(|error| error.to_string())
}

/// Checks the proof.
pub fn certified(source: &dyn Source, claim: StrategyClaim) -> Result<Checked, String> {
    let mut reader = source.open().map_err(|error| format!("cannot be read: {error}"))?;
    if StrategyClaim::read(&mut reader).map_err(|error| error.to_string())? != Some(claim) {
        return Err("cannot be read: the file has changed".to_string());
    }
    let blank = CheckReport { claim: Some("strategy"), ..CheckReport::default() };
    match claim.check(&mut reader, |_| {}) {
        Ok(lemmas) => {
            let lemmas = counted(lemmas.len(), "lemma");
            let claim = format!("{} ({lemmas})", in_words(claim));
            let report = CheckReport { accepted: true, ruling: Some(claim.clone()), ..blank };
            Ok(Checked { words: claim, report, standing: Standing::Accepted })
        }
        Err(StrategyFault::Unreadable(error)) => Err(format!("cannot be read: {error}")),
        Err(fault) => {
            let claim = in_words(claim);
            let fault = Some(fault.to_string());
            let report = CheckReport { fault, ruling: Some(claim.clone()), ..blank };
            Ok(Checked { words: claim, report, standing: Standing::Rejected })
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
