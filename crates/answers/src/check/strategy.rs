//! Proofs of strategies, put to the kernel lemma by lemma.

use zermelo_kernel::{Budget, Proved, Source};
use zermelo_kernel_strategy::{StrategyCertificate, StrategyClaim, StrategyFault};

use super::{Checked, Claimed};
use crate::names::counted;
use crate::strategy::{boards_words, ending_words};

/// The certificate in the file, if it is one of a strategy.
pub fn certificate(source: &dyn Source) -> Result<Option<StrategyCertificate<'_>>, String> {
    StrategyCertificate::saved(source).map_err(|fault| match fault {
        StrategyFault::Unreadable(error) => format!("cannot be read: {error}"),
        fault => fault.to_string(),
    })
}

/// Checks the proof.
pub fn certified(certificate: StrategyCertificate, budget: &Budget) -> Result<Checked, String> {
    let claim = certificate.claim;
    let (words, fault) = match Proved::new(certificate, budget) {
        Ok(proved) => {
            let lemmas = counted(proved.lemmas().len(), "lemma");
            (format!("{} ({lemmas})", in_words(claim)), None)
        }
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
