//! Proof trees as certificates: a few lines of text, the bytes of the nodes, a last line.
//!
//! A tree is too large to be held, so what is read here is the text before it; then the reader
//! stands at the nodes.

use std::io::{BufRead, Read};

use crate::budget::Budget;
use crate::claims::losing_win::nodes::TREE_NODE_BYTES;
use crate::claims::proof::{Source, open};
use crate::claims::text::{MAGIC, Reader, Unreadable, color_name};
use crate::proved::Proved;
use crate::{LosingPosition, Rules, TreeClaim, TreeFault, TreeProof, TreeReason};

/// No line before the nodes is longer, so that a file without lines is not read far.
const LONGEST_LINE: u64 = 1000;

/// What stands before the nodes of a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeHead {
    /// The claim.
    pub claim: TreeClaim,
    /// How many nodes follow, the header among them.
    pub nodes: u32,
}

impl<R: BufRead> Reader<'_, R> {
    /// What stands between the rules and the nodes.
    pub(crate) fn losing_win(&mut self, rules: Rules) -> Result<TreeHead, Unreadable> {
        let claim = self.expect("claim")?;
        let Some(prover) = claim.strip_prefix("losing-win ") else {
            return self.fault("a claim by these rules is `losing-win` and a colour");
        };
        let prover = self.color(prover)?;
        let fen = self.expect("position")?;
        let position =
            LosingPosition::from_fen(&fen).or_else(|error| self.fault(error.to_string()))?;
        let nodes = self.expect("tree")?;
        let nodes = self.number(&nodes)?;
        Ok(TreeHead { claim: TreeClaim { rules, position, prover }, nodes })
    }
}

impl TreeHead {
    /// Reads what stands before the nodes, and leaves the reader there. `None` if this is no
    /// certificate by rules of losing chess; it may still be another one.
    ///
    /// # Errors
    ///
    /// [`Unreadable`] if it is such a certificate, but not written as it must be.
    pub fn read(reader: &mut impl BufRead) -> Result<Option<TreeHead>, Unreadable> {
        let budget = Budget::default();
        let meter = &budget.meter();
        let mut text = Reader::new(reader, meter).with_longest(LONGEST_LINE);
        if text.next().is_ok_and(|line| line != MAGIC) {
            return Ok(None);
        }
        match text.expect("rules").map(|rules| rules.parse()) {
            Ok(Ok(rules)) if rules != Rules::Chess => text.losing_win(rules).map(Some),
            _ => Ok(None),
        }
    }

    /// What stands before the nodes; behind them belongs [`TreeHead::TAIL`].
    pub fn to_text(&self) -> String {
        let TreeHead { claim: TreeClaim { rules, position, prover }, nodes } = self;
        let prover = color_name(*prover);
        format!(
            "{MAGIC}\nrules {rules}\nclaim losing-win {prover}\nposition {position}\ntree {nodes}\n"
        )
    }

    /// What stands behind the nodes.
    pub const TAIL: &'static str = "\nend\n";

    /// Checks the tree: both readers stand at the nodes, where [`TreeHead::read`] has left them.
    /// See [`TreeClaim::check`].
    ///
    /// # Errors
    ///
    /// A [`TreeFault`] if the tree does not prove the claim.
    pub fn check(
        &self,
        first: impl Read,
        mut second: impl Read,
        table: impl FnMut(&LosingPosition) -> bool,
        budget: &Budget,
    ) -> Result<Proved<TreeProof>, TreeFault> {
        let bytes = u64::from(self.nodes) * TREE_NODE_BYTES as u64;
        let (first, nodes) = (first.take(bytes), second.by_ref().take(bytes));
        let proved = self.claim.check(first, nodes, table, budget)?;
        let mut tail = Vec::new();
        let read = second.take(TreeHead::TAIL.len() as u64).read_to_end(&mut tail);
        match (read, &tail[..]) {
            (Ok(_), b"\nend" | b"\nend\n" | b"\nend\r") => Ok(proved),
            _ => Err(TreeFault { node: self.nodes, line: Vec::new(), reason: TreeReason::Tail }),
        }
    }
}

/// A tree with its certificate around it, which is too large to be held.
#[derive(Clone)]
pub struct SavedTree<'s> {
    /// What stands before the nodes.
    pub head: TreeHead,
    /// Where the bytes are, those before the nodes among them.
    pub(crate) source: &'s dyn Source,
}

impl PartialEq for SavedTree<'_> {
    /// As far as what stands before the nodes tells.
    fn eq(&self, other: &SavedTree<'_>) -> bool {
        self.head == other.head
    }
}

impl Eq for SavedTree<'_> {}

impl std::fmt::Debug for SavedTree<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.head.fmt(f)
    }
}

impl<'s> SavedTree<'s> {
    /// Checks the tree. See [`TreeClaim::check`].
    ///
    /// # Errors
    ///
    /// A [`TreeFault`] if the tree does not prove the claim.
    pub fn check(
        &self,
        table: impl FnMut(&LosingPosition) -> bool,
        budget: &Budget,
    ) -> Result<Proved<TreeProof>, TreeFault> {
        let (first, second) = (self.nodes()?, self.nodes()?);
        self.head.check(first, second, table, budget)
    }

    /// The bytes from the first node on.
    fn nodes(&self) -> Result<Box<dyn BufRead + 's>, TreeFault> {
        let fault = |reason| TreeFault { node: 0, line: Vec::new(), reason };
        let head =
            open(self.source).and_then(|mut reader| Ok((TreeHead::read(&mut reader)?, reader)));
        match head {
            Ok((head, reader)) if head.as_ref() == Some(&self.head) => Ok(reader),
            Ok(_) => Err(fault(TreeReason::Unreadable("the file has changed".to_string()))),
            Err(why) => Err(fault(TreeReason::Unreadable(why.to_string()))),
        }
    }
}
