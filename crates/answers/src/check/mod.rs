//! Is this saved proof right? The kernel alone says so.
//!
//! [`look`] reads a certificate of any kind and puts it to the kernel. Bytes that are no
//! certificate are a fault of the input; a certificate that the kernel does not accept is an
//! answer, with the reason.

mod explain;
mod report;
mod strategy;
mod tree;

use std::io;

pub use zermelo_kernel::Source;
use zermelo_kernel::{Budget, Proof, Rejection, Rules};

pub use report::{CheckReport, Claimed, RecordReport};
pub use tree::TreeReport;

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

impl Checked {
    /// A claim that is proved, or not for this reason.
    fn new(words: String, claimed: Claimed, fault: Option<String>) -> Checked {
        let accepted = fault.is_none();
        let standing = if accepted { Standing::Accepted } else { Standing::Rejected };
        let report = CheckReport { accepted, claimed, tree: None, fault };
        Checked { words, report, standing }
    }
}

/// Reads a certificate of any kind and puts it to the kernel, within a budget. With `tree` it is a
/// proof tree of losing chess by these rules, with nothing around it.
///
/// # Errors
///
/// A sentence: this is no certificate.
pub fn look(source: &dyn Source, tree: Option<Rules>, budget: &Budget) -> Result<Checked, String> {
    let cannot = |error: io::Error| format!("cannot be read: {error}");
    if let Some(rules) = tree {
        return tree::bare(source, rules, budget);
    }
    if let Some(certificate) = strategy::certificate(source)? {
        return strategy::certified(certificate, budget);
    }
    // Whether the file is there is not the certificate's fault.
    source.open().map_err(cannot)?;
    let proof = match Proof::read_within(source, budget) {
        Ok(Proof::LosingWin(tree)) => {
            let proved = tree.check(|_| true, budget);
            return tree::checked(&tree.head.claim, proved);
        }
        Ok(proof) => proof,
        Err(why) => match why.exhausted {
            None => return Err(why.to_string()),
            // Nobody knows what it claims: it was not read to its end.
            Some(why) => {
                let words = "what it claims".to_string();
                return Ok(Checked::new(words, Claimed::default(), Some(why.to_string())));
            }
        },
    };
    let (words, claimed) = (explain::proof(&proof), Claimed::of_proof(&proof));
    match proof.check_within(budget) {
        Ok(theorem) => {
            Ok(Checked::new(explain::theorem(&theorem), Claimed::of_theorem(&theorem), None))
        }
        Err(Rejection::Unreadable(why)) => Err(why.to_string()),
        Err(fault) => Ok(Checked::new(words, claimed, Some(fault.to_string()))),
    }
}

#[cfg(test)]
mod tests;
