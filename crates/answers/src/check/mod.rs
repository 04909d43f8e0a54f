//! Is this saved proof right? The kernel alone says so.
//!
//! [`look`] reads a certificate of any kind and puts it to the kernel. Bytes that are no
//! certificate are a fault of the input; a certificate that the kernel does not accept is an
//! answer, with the reason. Proofs about strategies have a crate of their own: a program that must
//! be small puts them ([`look_at_strategy`]) and all the others ([`look_in_kernel`]) into two parts.

mod explain;
mod report;

use std::io::{self, BufRead};
use std::time::Duration;

pub use zermelo_kernel::Source;
use zermelo_kernel::{self as kernel, Budget, Proved, Rules, TreeClaim, Unreadable};
use zermelo_kernel_strategy::{Rejection, StrategyCertificate};

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
    fn proved(theorem: &kernel::Theorem) -> Checked {
        let mut checked = Checked::accepted(&Stated::from(theorem));
        let kernel::Theorem::LosingWin(proved) = theorem else { return checked };
        checked.report.tree = Some(TreeReport::new(proved));
        if proved.table_leaves > 0 {
            let leaves = counted(proved.table_leaves as usize, "position");
            let prover = proved.claim.prover;
            let must = format!("which only tables know, must be won by {prover}");
            checked.standing = Standing::NotProved;
            checked.report.accepted = false;
            checked.report.fault = Some(format!("{leaves} with few men, {must}"));
        }
        checked
    }

    /// A claim that is proved.
    fn accepted(stated: &Stated) -> Checked {
        let claimed = Claimed::new(stated);
        let report = CheckReport { accepted: true, claimed, tree: None, fault: None };
        Checked { words: stated.words(), report, standing: Standing::Accepted }
    }

    /// What was not read to its end: no certificate, or one of which nobody knows what it claims.
    fn unread(why: &Unreadable) -> Result<Checked, String> {
        let (words, why_not) = ("what it claims".to_string(), why.to_string());
        match why.exhausted {
            Some(_) => Ok(Checked::rejected(words, Claimed::default(), why_not)),
            None => Err(why_not),
        }
    }

    /// What the kernel does not accept, or finds at last to be no certificate.
    fn refused(
        (words, claimed): (String, Claimed),
        why: kernel::Rejection,
    ) -> Result<Checked, String> {
        match why {
            kernel::Rejection::Unreadable(why) => Err(why.to_string()),
            fault => Ok(Checked::rejected(words, claimed, fault.to_string())),
        }
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
    if let Some(rules) = tree {
        return look_at_tree(source, rules, budget);
    }
    match look_at_strategy(source, budget)? {
        Some(checked) => Ok(checked),
        None => look_in_kernel(source, budget),
    }
}

/// The same of all kinds but proofs about strategies.
///
/// # Errors
///
/// A sentence: this is no certificate, or one about a strategy.
pub fn look_in_kernel(source: &dyn Source, budget: &Budget) -> Result<Checked, String> {
    match kernel::Proof::read_within(&Unmarked(source), budget) {
        Ok(proof) => checked(proof, budget),
        Err(why) => Checked::unread(&why),
    }
}

/// The same of proofs about strategies alone; `None` if it is none.
///
/// # Errors
///
/// A sentence: this cannot be read.
pub fn look_at_strategy(source: &dyn Source, budget: &Budget) -> Result<Option<Checked>, String> {
    let unmarked = Unmarked(source);
    let read = StrategyCertificate::saved(&unmarked);
    let Some(certificate) = read.map_err(|fault| Rejection::from(fault).to_string())? else {
        return Ok(None);
    };
    let claim = certificate.claim;
    let stated = Stated::Strategy(claim, None);
    let stated = (stated.words(), Claimed::new(&stated));
    let checked = match Proved::new(certificate, budget).map_err(Rejection::from) {
        Ok(proved) => {
            let lemmas = Some(proved.lemmas().len());
            Ok(Checked::accepted(&Stated::Strategy(claim, lemmas)))
        }
        Err(Rejection::Kernel(why)) => Checked::refused(stated, why),
        Err(fault) => Ok(Checked::rejected(stated.0, stated.1, fault.to_string())),
    };
    checked.map(Some)
}

fn checked(proof: kernel::Proof<'_>, budget: &Budget) -> Result<Checked, String> {
    let stated = Stated::from(&proof);
    let stated = (stated.words(), Claimed::new(&stated));
    match proof.check_within(budget) {
        Ok(theorem) => Ok(Checked::proved(&theorem)),
        Err(why) => Checked::refused(stated, why),
    }
}

fn look_at_tree(source: &dyn Source, rules: Rules, budget: &Budget) -> Result<Checked, String> {
    let claim = TreeClaim::of_initial_array(rules);
    let stated = Stated::LosingWin(&claim, None);
    let stated = (stated.words(), Claimed::new(&stated));
    let open = || source.open().map_err(|error| Unreadable::bytes(error).to_string());
    // Every position with few men is let pass, and counted by the kernel.
    match claim.check(open()?, open()?, |_| true, budget) {
        Ok(tree) => Ok(Checked::proved(&kernel::Theorem::LosingWin(tree))),
        Err(fault) => Checked::refused(stated, fault.into()),
    }
}

#[cfg(test)]
mod tests;
