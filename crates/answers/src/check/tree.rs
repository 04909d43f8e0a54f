//! Proof trees of losing chess, streamed past the kernel.
//!
//! A tree that ends in positions with few men proves nothing by itself: whether these are won is
//! for tables to say, and no table is asked here. So the claim is not accepted then, nor is it
//! rejected; it stays open, and the number of such positions is told.

use serde::{Deserialize, Serialize};
use zermelo_kernel::{
    Budget, Proved, Rules, Source, TreeClaim, TreeFault, TreeProof, TreeReason, TreeSummary,
};

use super::{Checked, Claimed, Standing};
use crate::names::counted;

/// What a tree holds.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
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
    pub fn new(tree: &Proved<TreeProof>) -> TreeReport {
        TreeReport {
            rules: tree.claim.rules.to_string(),
            opening: tree.opening.iter().map(ToString::to_string).collect(),
            nodes: tree.nodes,
            internal: tree.internal,
            terminal: tree.terminal,
            without_men: tree.without_men,
            table_leaves: tree.table_leaves,
            transpositions: tree.transpositions,
            forced: tree.forced,
            longest_plies: tree.longest,
        }
    }
}

/// A tree with nothing around it.
pub fn bare(source: &dyn Source, rules: Rules, budget: &Budget) -> Result<Checked, String> {
    let open = || source.open().map_err(|error| format!("cannot be read: {error}"));
    let claim = TreeClaim::of_initial_array(rules);
    // Every position with few men is let pass, and counted by the kernel.
    let proved = claim.check(open()?, open()?, |_| true, budget);
    checked(&claim, proved)
}

/// What became of a tree's claim.
pub fn checked(
    claim: &TreeClaim,
    proved: Result<Proved<TreeProof>, TreeFault>,
) -> Result<Checked, String> {
    let TreeClaim { rules, position, prover } = claim;
    let wins = |opening: &[String]| {
        let after = if opening.is_empty() { "" } else { " after " };
        format!("{prover} wins from {position}{after}{} by the rules {rules}", opening.join(" "))
    };
    let claimed = Claimed::losing_win(claim);
    let tree = match proved {
        Ok(tree) => tree,
        Err(TreeFault { reason: TreeReason::Unreadable(error), .. }) => {
            return Err(format!("cannot be read: {error}"));
        }
        Err(fault) => return Ok(Checked::new(wins(&[]), claimed, Some(fault.to_string()))),
    };
    let opening: Vec<String> = tree.opening.iter().map(ToString::to_string).collect();
    let words = format!("{} ({})", wins(&opening), in_words(&tree));
    let fault = (tree.table_leaves > 0).then(|| {
        let leaves = counted(tree.table_leaves as usize, "position");
        format!("{leaves} with few men, which only tables know, must be won by {prover}")
    });
    let rests_on_tables = fault.is_some();
    let table_leaves = Some(tree.table_leaves);
    let claimed = Claimed { moves: Some(opening), table_leaves, ..claimed };
    let mut checked = Checked::new(words, claimed, fault);
    checked.report.tree = Some(TreeReport::new(&tree));
    if rests_on_tables {
        checked.standing = Standing::NotProved;
    }
    Ok(checked)
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
