//! Proofs of strategies, put to the kernel lemma by lemma.

use zermelo_kernel::Source;
use zermelo_kernel_strategy::{StrategyClaim, StrategyFault};

use super::{Checked, Claimed};
use crate::names::counted;
use crate::strategy::{boards_words, ending_words};

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
    let (words, fault) = match claim.check(&mut reader, |_| {}) {
        Ok(lemmas) => (format!("{} ({})", in_words(claim), counted(lemmas.len(), "lemma")), None),
        Err(StrategyFault::Unreadable(error)) => return Err(format!("cannot be read: {error}")),
        Err(fault) => (in_words(claim), Some(fault.to_string())),
    };
    let claimed = Claimed {
        claim: Some("strategy".to_string()),
        ending: Some(claim.ending.name().to_string()),
        boards: Some(claim.boards.to_string()),
        ruling: Some(words.clone()),
        ..Claimed::default()
    };
    Ok(Checked::new(words, claimed, fault))
}

fn in_words(claim: StrategyClaim) -> String {
    let (men, boards) = (ending_words(claim.ending), boards_words(claim.boards));
    format!("the strategy of {men} against king always mates on {boards}")
}
