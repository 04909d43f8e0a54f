//! Is this saved proof right? The kernel alone says so.
//!
//! [`look`] reads a certificate of any kind and puts it to the kernel. Bytes that are no
//! certificate are a fault of the input; a certificate that the kernel does not accept is an
//! answer, with the reason.

mod explain;
mod report;

use std::io::{self, BufRead};
use std::time::Duration;

pub use zermelo_kernel::Source;
use zermelo_kernel::{self as kernel, Budget, Rules, TreeClaim, Unreadable};
use zermelo_kernel_strategy::{Proof, Rejection, Theorem};

use crate::names::counted;
use explain::Stated;
pub use report::{CheckReport, Claimed, CountsReport, FullReport, RecordReport, TreeReport};

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
    /// All of it in one report, with the time that it took.
    pub fn full(self, time: Duration) -> FullReport {
        FullReport::new(self.words, self.report, time)
    }

    /// A claim that is not proved for this reason.
    fn rejected(words: String, claimed: Claimed, fault: String) -> Checked {
        let report = CheckReport { accepted: false, claimed, tree: None, fault: Some(fault) };
        Checked { words, report, standing: Standing::Rejected }
    }

    /// What is proved. A tree that ends in positions with few men proves nothing by itself: whether
    /// these are won is for tables to say, and no table is asked here. So the claim is not accepted
    /// then, nor is it rejected; it stays open, and the number of such positions is told.
    fn proved(theorem: &Theorem) -> Checked {
        let stated = Stated::from(theorem);
        let (mut standing, mut fault, mut tree) = (Standing::Accepted, None, None);
        if let Theorem::Kernel(kernel::Theorem::LosingWin(proved)) = theorem {
            tree = Some(TreeReport::new(proved));
            if proved.table_leaves > 0 {
                let leaves = counted(proved.table_leaves as usize, "position");
                let prover = proved.claim.prover;
                let must = format!("which only tables know, must be won by {prover}");
                (standing, fault) =
                    (Standing::NotProved, Some(format!("{leaves} with few men, {must}")));
            }
        }
        let accepted = standing == Standing::Accepted;
        let report = CheckReport { accepted, claimed: Claimed::new(&stated), tree, fault };
        Checked { words: stated.words(), report, standing }
    }
}

/// The bytes of a source without the byte-order mark that an editor may have put before them.
struct Unmarked<'a>(&'a dyn Source);

impl Source for Unmarked<'_> {
    fn open(&self) -> io::Result<Box<dyn BufRead + '_>> {
        let mut bytes = self.0.open()?;
        if bytes.fill_buf()?.starts_with("\u{feff}".as_bytes()) {
            bytes.consume("\u{feff}".len());
        }
        Ok(bytes)
    }
}

/// Reads a certificate of any kind and puts it to the kernel, within a budget. With `tree` it is a
/// proof tree of losing chess by these rules, with nothing around it.
///
/// # Errors
///
/// A sentence: this is no certificate.
pub fn look(source: &dyn Source, tree: Option<Rules>, budget: &Budget) -> Result<Checked, String> {
    let unmarked = Unmarked(source);
    let (words, claimed, theorem) = if let Some(rules) = tree {
        let claim = TreeClaim::of_initial_array(rules);
        let stated = Stated::LosingWin(&claim, None);
        let open = || source.open().map_err(|error| Unreadable::bytes(error).to_string());
        // Every position with few men is let pass, and counted by the kernel.
        let proved = claim.check(open()?, open()?, |_| true, budget);
        let proved = proved.map(|tree| Theorem::Kernel(kernel::Theorem::LosingWin(tree)));
        let proved = proved.map_err(|fault| Rejection::Kernel(fault.into()));
        (stated.words(), Claimed::new(&stated), proved)
    } else {
        let proof = match Proof::read(&unmarked, budget) {
            Ok(proof) => proof,
            // Nobody knows what it claims: it was not read to its end.
            Err(why) if why.exhausted.is_some() => {
                let words = "what it claims".to_string();
                return Ok(Checked::rejected(words, Claimed::default(), why.to_string()));
            }
            Err(why) => return Err(why.to_string()),
        };
        let stated = Stated::from(&proof);
        (stated.words(), Claimed::new(&stated), proof.check(budget))
    };
    match theorem {
        Ok(theorem) => Ok(Checked::proved(&theorem)),
        Err(Rejection::Kernel(kernel::Rejection::Unreadable(why))) => Err(why.to_string()),
        Err(fault) => Ok(Checked::rejected(words, claimed, fault.to_string())),
    }
}

#[cfg(test)]
mod tests;
