//! Proof trees as certificates: a few lines of text, the bytes of the nodes, a last line.
//!
//! A tree is too large to be held, so what is read here is the text before it; then the reader
//! stands at the nodes. Reading never goes further than the line it needs, nor far into a file
//! that has no lines.

use std::io::{self, BufRead, Read};

use crate::claims::losing_win::nodes::TREE_NODE_BYTES;
use crate::claims::text::{MAGIC, Reader, Unreadable, color_name};
use crate::{LosingPosition, Rules, TreeClaim, TreeFault, TreeReason, TreeSummary};

/// No line before the nodes is longer.
const LONGEST_LINE: u64 = 1000;

/// What stands before the nodes of a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeHead {
    /// The claim.
    pub claim: TreeClaim,
    /// How many nodes follow, the header among them.
    pub nodes: u32,
}

/// One line, without its end; none at the end of the file.
fn line(reader: &mut impl BufRead) -> Option<io::Result<String>> {
    let mut bytes = Vec::new();
    if let Err(error) = reader.take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
        return Some(Err(error));
    }
    let ended = bytes.pop_if(|byte| *byte == b'\n').is_some();
    if ended {
        bytes.pop_if(|byte| *byte == b'\r');
    } else if bytes.is_empty() {
        return None;
    } else if bytes.len() as u64 == LONGEST_LINE {
        return Some(Err(io::Error::new(io::ErrorKind::InvalidData, "the line is too long")));
    }
    Some(String::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData.into()))
}

impl TreeHead {
    /// Reads what stands before the nodes. None if this is no certificate by rules of losing
    /// chess; then it may still be another one, and [`Proof::read`](crate::Proof::read) says what
    /// is wrong if it is not.
    ///
    /// # Errors
    ///
    /// [`Unreadable`] if it is such a certificate, but not written as it must be.
    pub fn read(reader: &mut impl BufRead) -> Result<Option<TreeHead>, Unreadable> {
        let mut text = Reader::new(std::iter::from_fn(|| line(reader)));
        if text.next().is_ok_and(|line| line != MAGIC) {
            return Ok(None);
        }
        let rules = match text.expect("rules").map(|rules| rules.parse()) {
            Ok(Ok(rules)) if rules != Rules::Chess => rules,
            _ => return Ok(None),
        };
        let claim = text.expect("claim")?;
        let Some(prover) = claim.strip_prefix("losing-win ") else {
            return text.fault("a claim by these rules is `losing-win` and a colour");
        };
        let prover = text.color(prover)?;
        let fen = text.expect("position")?;
        let position =
            LosingPosition::from_fen(&fen).or_else(|error| text.fault(error.to_string()))?;
        let nodes = text.expect("tree")?;
        let nodes = text.number(&nodes)?;
        Ok(Some(TreeHead { claim: TreeClaim { rules, position, prover }, nodes }))
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
    ) -> Result<TreeSummary, TreeFault> {
        let bytes = u64::from(self.nodes) * TREE_NODE_BYTES as u64;
        let summary = self.claim.check(first.take(bytes), second.by_ref().take(bytes), table)?;
        let mut tail = Vec::new();
        let read = second.take(TreeHead::TAIL.len() as u64).read_to_end(&mut tail);
        match (read, &tail[..]) {
            (Ok(_), b"\nend" | b"\nend\n" | b"\nend\r") => Ok(summary),
            _ => Err(TreeFault { node: self.nodes, line: Vec::new(), reason: TreeReason::Tail }),
        }
    }
}
