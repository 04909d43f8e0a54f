//! Proofs as they are stored: certificates, and bare trees in the layout of the 2012 proofs.

use std::io::{BufRead, Read};

use zermelo_kernel::{
    Color, LosingPosition, Rules, TreeClaim, TreeFault, TreeHead, TreeReason, TreeSummary,
};
use zermelo_losing::{Position, Tree};

use super::opening::Opening;
use crate::check::Source;
use crate::{Fault, names};

/// A proof that nobody has looked at yet.
pub struct Stored {
    name: String,
    source: Box<dyn Source + Send + Sync>,
    head: Option<TreeHead>,
    /// What it claims.
    pub claim: TreeClaim,
}

/// What became of a proof.
pub struct Judged {
    /// What it holds, or why it is rejected.
    pub said: Result<TreeSummary, String>,
    /// The tree in strict order, if the file has it in another one.
    pub rewritten: Option<Tree>,
    /// Leaves that no table is there for.
    pub unknown: u64,
}

/// What tables say of leaves: whether the prover wins, if they know.
pub type Tables<'a> = &'a dyn Fn(&LosingPosition) -> Option<bool>;

/// A proof that the kernel accepted, if the tables say what it needs.
pub struct Loaded {
    /// What it proves.
    pub claim: TreeClaim,
    /// The tree, in strict order.
    pub tree: Tree,
    /// What it holds.
    pub summary: TreeSummary,
    /// The line to its root.
    pub opening: Opening,
}

impl Stored {
    /// Opens a proof and reads what it claims. A bare tree claims that `side` (White unless said)
    /// wins by `rules` from the initial array; of a certificate they must be true.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub fn open(
        name: String,
        source: Box<dyn Source + Send + Sync>,
        rules: Option<Rules>,
        side: Option<Color>,
    ) -> Result<Stored, Fault> {
        let bad = |what: String| Fault::BadInput(format!("{name}: {what}"));
        let cannot = |error: std::io::Error| bad(format!("cannot be read: {error}"));
        let head = TreeHead::read(&mut source.open().map_err(cannot)?);
        let head = head.map_err(|error| bad(error.to_string()))?;
        if head.is_none() {
            let mut first = Vec::new();
            source.open().map_err(cannot)?.take(8).read_to_end(&mut first).map_err(cannot)?;
            if first == b"zermelo-" {
                let what = "this is no proof of losing chess; try: zermelo check";
                return Err(bad(what.to_string()));
            }
        }
        let claim = match &head {
            Some(head) => head.claim.clone(),
            None => TreeClaim {
                prover: side.unwrap_or(Color::White),
                ..TreeClaim::of_initial_array(rules.unwrap_or(Rules::Losing))
            },
        };
        if rules.is_some_and(|rules| rules != claim.rules) {
            return Err(bad(format!(
                "--rules: the certificate is one by the rules {}",
                claim.rules
            )));
        }
        if side.is_some_and(|side| side != claim.prover) {
            let side = names::side(claim.prover);
            return Err(bad(format!("--for: the certificate claims a win of {side}'s")));
        }
        Ok(Stored { name, source, head, claim })
    }

    fn bad(&self, what: impl std::fmt::Display) -> Fault {
        Fault::BadInput(format!("{}: {what}", self.name))
    }

    /// The bytes from the nodes on.
    fn nodes(&self) -> Result<Box<dyn BufRead + '_>, Fault> {
        let cannot = |error| self.bad(format!("cannot be read: {error}"));
        let mut reader = self.source.open().map_err(cannot)?;
        if self.head.is_some() {
            let again = TreeHead::read(&mut reader).map_err(|error| self.bad(error))?;
            if again != self.head {
                return Err(self.bad("cannot be read: the file has changed"));
            }
        }
        Ok(reader)
    }

    /// Has the kernel walk through the file. A leaf that no table is there for is let pass, and
    /// counted. A tree in another order is brought into the strict one first.
    pub fn check(&self, tables: Tables<'_>) -> Result<Judged, Fault> {
        let mut unknown = 0;
        let mut table = |position: &LosingPosition| {
            let known = tables(position);
            unknown += u64::from(known.is_none());
            known.unwrap_or(true)
        };
        let said = match &self.head {
            Some(head) => head.check(self.nodes()?, self.nodes()?, &mut table),
            None => self.claim.check(self.nodes()?, self.nodes()?, &mut table),
        };
        let fault = match said {
            Ok(summary) => return Ok(Judged { said: Ok(summary), rewritten: None, unknown }),
            Err(TreeFault { reason: TreeReason::Unreadable(error), .. }) => {
                return Err(self.bad(format!("cannot be read: {error}")));
            }
            Err(fault) => fault,
        };
        let rejected = |error: String| Ok(Judged { said: Err(error), rewritten: None, unknown: 0 });
        use TreeReason::{PointsAhead, Sibling, TargetPoints};
        if !matches!(fault.reason, Sibling { .. } | PointsAhead(_) | TargetPoints) {
            return rejected(fault.to_string());
        }
        let Ok(tree) = self.tree() else { return rejected(fault.to_string()) };
        let start = Position::from_kernel(&self.claim.position);
        let tree = match tree.canonical(&start, self.claim.prover) {
            Ok(tree) => tree,
            Err(error) => return rejected(error.to_string()),
        };
        let mut bytes = Vec::new();
        tree.write(&mut bytes).map_err(|error| self.bad(error))?;
        unknown = 0;
        let said = self.claim.check(&bytes[..], &bytes[..], |position| {
            let known = tables(position);
            unknown += u64::from(known.is_none());
            known.unwrap_or(true)
        });
        let said = said.map_err(|fault| format!("in strict order, {fault}"));
        Ok(Judged { said, rewritten: Some(tree), unknown })
    }

    /// The whole tree, as it is.
    fn tree(&self) -> Result<Tree, Fault> {
        Tree::read(&mut self.nodes()?).map_err(|error| self.bad(error))
    }

    /// The whole tree in strict order. What is left to tables is not looked up.
    pub fn load(self) -> Result<Loaded, Fault> {
        let Judged { said, rewritten, .. } = self.check(&|_| None)?;
        let summary = said.map_err(|fault| Fault::Rejected(format!("{}: {fault}", self.name)))?;
        let tree = match rewritten {
            Some(tree) => tree,
            None => self.tree()?,
        };
        let start = Position::from_kernel(&self.claim.position);
        let opening = Opening { start, number: 1, line: tree.line().collect() };
        Ok(Loaded { claim: self.claim, tree, summary, opening })
    }
}
