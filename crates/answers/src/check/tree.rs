//! Proof trees of losing chess, streamed past the kernel.
//!
//! A tree that ends in positions with few men proves nothing by itself: whether these are won is
//! for tables to say, and no table is asked here. So the claim is not accepted then, nor is it
//! rejected; it stays open, and the number of such positions is told.

use serde::Serialize;
use zermelo_kernel::{
    LosingPosition, Rules, TreeClaim, TreeFault, TreeHead, TreeReason, TreeSummary,
};

use super::{CheckReport, Checked, Source, Standing};
use crate::names::{self, counted};

/// What a tree holds.
#[derive(Serialize)]
pub struct TreeReport {
    rules: String,
    opening: Vec<String>,
    nodes: u64,
    internal: u64,
    terminal: u64,
    without_men: u64,
    table_leaves: u64,
    transpositions: u64,
    forced: u64,
    longest_plies: u32,
}

impl TreeReport {
    /// The report of a tree that the kernel has walked through.
    pub fn new(rules: Rules, summary: &TreeSummary) -> TreeReport {
        TreeReport {
            rules: rules.to_string(),
            opening: summary.opening.iter().map(ToString::to_string).collect(),
            nodes: summary.nodes,
            internal: summary.internal,
            terminal: summary.terminal,
            without_men: summary.without_men,
            table_leaves: summary.table_leaves,
            transpositions: summary.transpositions,
            forced: summary.forced,
            longest_plies: summary.longest,
        }
    }
}

/// A tree with nothing around it.
pub fn bare(source: &dyn Source, rules: Rules) -> Result<Checked, String> {
    let open = || source.open().map_err(|error| format!("cannot be read: {error}"));
    let claim = TreeClaim::of_initial_array(rules);
    let said = claim.check(open()?, open()?, known);
    checked(&claim, said)
}

/// The tree of a certificate.
pub fn certified(source: &dyn Source, head: &TreeHead) -> Result<Checked, String> {
    let open = || {
        let mut reader = source.open().map_err(|error| format!("cannot be read: {error}"))?;
        let again = TreeHead::read(&mut reader).map_err(|error| error.to_string())?;
        if again.as_ref() != Some(head) {
            return Err("cannot be read: the file has changed".to_string());
        }
        Ok(reader)
    };
    let said = head.check(open()?, open()?, known);
    checked(&head.claim, said)
}

/// Every position with few men is let pass, and counted by the kernel.
fn known(_: &LosingPosition) -> bool {
    true
}

fn checked(claim: &TreeClaim, said: Result<TreeSummary, TreeFault>) -> Result<Checked, String> {
    let TreeClaim { rules, position, prover } = claim;
    let blank = CheckReport {
        claim: Some("losing-win"),
        side: Some(names::side(*prover)),
        fen: Some(position.to_fen()),
        ..CheckReport::default()
    };
    let wins = |opening: &[String]| {
        let after = if opening.is_empty() { "" } else { " after " };
        format!("{prover} wins from {position}{after}{} by the rules {rules}", opening.join(" "))
    };
    let summary = match said {
        Ok(summary) => summary,
        Err(TreeFault { reason: TreeReason::Unreadable(error), .. }) => {
            return Err(format!("cannot be read: {error}"));
        }
        Err(fault) => {
            let report = CheckReport { fault: Some(fault.to_string()), ..blank };
            return Ok(Checked { words: wins(&[]), report, standing: Standing::Rejected });
        }
    };
    let opening: Vec<String> = summary.opening.iter().map(ToString::to_string).collect();
    let claim = format!("{} ({})", wins(&opening), in_words(&summary));
    let leaves = summary.table_leaves;
    let accepted = leaves == 0;
    let fault = (!accepted).then(|| {
        let leaves = counted(leaves as usize, "position");
        format!("{leaves} with few men, which only tables know, must be won by {prover}")
    });
    let tree = TreeReport::new(*rules, &summary);
    let report = CheckReport { accepted, fault, tree: Some(tree), ..blank };
    let standing = if accepted { Standing::Accepted } else { Standing::NotProved };
    Ok(Checked { words: claim, report, standing })
}

fn in_words(summary: &TreeSummary) -> String {
    let count = |number: u64, what: &str| counted(number as usize, what);
    format!(
        "a tree of {}, {} internal, {} over, {} left to tables; {}, {}, longest line {}",
        count(summary.nodes, "position"),
        summary.internal,
        summary.terminal,
        summary.table_leaves,
        count(summary.transpositions, "transposition"),
        count(summary.forced, "forced move"),
        counted(summary.longest as usize, "single move"),
    )
}
