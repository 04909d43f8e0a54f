//! Trees cut and joined, and trees that were made elsewhere.
//!
//! A tree that has grown too large is cut into campaigns of their own, which are spliced in again
//! when they are done (Watkins 2012, 2.2). Lines start at the root of the tree.

use std::collections::HashSet;
use std::path::Path;

use super::expand::{Expander, Proofs};
use super::moves::Packed;
use super::setup::read_line;
use super::solver::Solver;
use super::upper::{Evidence, Id, Upper};
use super::{Campaign, CampaignError, to_text};
use crate::{Move, Strategy};

impl Campaign {
    /// The node after a line.
    fn node_at(&self, line: &[Move]) -> Result<Id, CampaignError> {
        let missing = || CampaignError::NotInTree(to_text(line));
        line.iter().try_fold(0, |id, &made| self.upper.after(id, made).ok_or_else(missing))
    }

    /// Takes out what is below a line, which becomes a leaf again. What stands elsewhere in the
    /// tree stays, unless it rested on a win that is gone.
    ///
    /// # Errors
    ///
    /// If the line is not in the tree, or the store fails.
    pub fn cut(&mut self, line: &[Move]) -> Result<(), CampaignError> {
        let id = self.node_at(line)?;
        if self.upper.node(id).leaf() && self.upper.node(id).evidence == Evidence::None {
            return Ok(());
        }
        let own = self.upper.first_numbers(&self.upper.position(id));
        let node = &mut self.upper.nodes[id as usize];
        node.edges = Box::default();
        if node.evidence != Evidence::Known {
            node.evidence = Evidence::None;
            node.own = own;
        }
        self.upper.changed.push(id);
        self.store.save(&mut self.upper, &Proofs::new(), &self.state, None)?;
        self.reload()
    }

    /// Writes the tree below a line as a new campaign.
    ///
    /// # Errors
    ///
    /// If the line is not in the tree, or the new campaign cannot be made.
    pub fn copy_out(&self, line: &[Move], folder: &Path) -> Result<Campaign, CampaignError> {
        let id = self.node_at(line)?;
        let mut setup = self.setup.clone();
        setup.opening.extend(line);
        let mut copy = Campaign::create(folder, setup)?;
        copy.graft(0, self, id)?;
        Ok(copy)
    }

    /// Takes over another campaign's tree, where its root is in this one; or else the part of it
    /// that starts at this one's root.
    ///
    /// # Errors
    ///
    /// If they do not meet, or are about different things, or the store fails.
    pub fn splice(&mut self, other: &Campaign) -> Result<(), CampaignError> {
        if self.setup.game() != other.setup.game() {
            let what = "the campaigns have other rules or another prover";
            return Err(CampaignError::Strangers(what.to_string()));
        }
        let first = |upper: &Upper, key| upper.places(&key).min();
        if let Some(here) = first(&self.upper, other.upper.node(0).key) {
            return self.graft(here, other, 0);
        }
        match first(&other.upper, self.upper.node(0).key) {
            Some(there) => self.graft(0, other, there),
            None => {
                let what = "neither campaign's root is in the other's tree";
                Err(CampaignError::Strangers(what.to_string()))
            }
        }
    }

    /// Merges the other's tree at a node into this one's at a node with the same position.
    fn graft(&mut self, here: Id, other: &Campaign, there: Id) -> Result<(), CampaignError> {
        let mut proofs = Proofs::new();
        let mut seen = HashSet::new();
        // Refutations hold with the positions before them; at a root there are none.
        let clean = there == 0 || other.upper.node(there).anchor;
        let mut waiting = vec![(here, there, clean)];
        let mut touched = Vec::new();
        while let Some((here, there, clean)) = waiting.pop() {
            if self.upper.node(here).solved() || !seen.insert((here, there)) {
                continue;
            }
            touched.push(here);
            let there = other.upper.reason(there);
            let from = other.upper.node(there);
            self.upper.changed.push(here);
            let work = self.upper.node(here).work;
            match from.evidence {
                Evidence::Stored { moves, plies } => {
                    proofs.push((here, Packed { bytes: other.store.proof(there)?, moves, plies }));
                    self.upper.nodes[here as usize].evidence = from.evidence;
                    self.upper.update(&[here]);
                    continue;
                }
                Evidence::Refuted if !clean => {}
                Evidence::Known | Evidence::Refuted => {
                    self.upper.nodes[here as usize].evidence = from.evidence;
                    self.upper.update(&[here]);
                    continue;
                }
                Evidence::None => {}
            }
            if from.leaf() {
                if self.upper.node(here).leaf() && from.work >= work && (from.own.1 != 0 || clean) {
                    self.upper.give(here, from.own.0, from.own.1);
                }
                continue;
            }
            if self.upper.node(here).leaf() {
                let moves: Vec<Move> =
                    from.edges.iter().map(|edge| Move::unpacked(edge.made)).collect();
                let edges = self.upper.attach_all(here, &moves, &|_| None);
                let fresh: Vec<Id> = edges.iter().map(|edge| edge.child).collect();
                let node = &mut self.upper.nodes[here as usize];
                (node.edges, node.own) = (edges, from.own);
                self.upper.update(&fresh);
            }
            self.upper.nodes[here as usize].work = work.max(from.work);
            for edge in from.edges.iter().rev() {
                if let Some(child) = self.upper.after(here, Move::unpacked(edge.made)) {
                    waiting.push((child, edge.child, clean || other.upper.node(edge.child).anchor));
                }
            }
        }
        touched.reverse();
        self.upper.update(&touched);
        self.store.save(&mut self.upper, &proofs, &self.state, None)?;
        self.reload()
    }

    /// Takes over a tree made elsewhere as lines of moves in UCI notation, one a leaf. All other
    /// moves on the way become leaves too. A run searches the nodes on the way before what is below
    /// them, for many may be solved at once (Watkins 2012, 3.5). Empty lines and those that start with `#` mean nothing.
    ///
    /// # Errors
    ///
    /// If a move is not legal (nothing is taken over then), or the store fails.
    pub fn import_lines(&mut self, text: &str, solver: &dyn Solver) -> Result<(), CampaignError> {
        let root = self.upper.position(0);
        let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
        let lines = lines.map(|line| read_line(&root, line)).collect::<Result<Vec<_>, _>>()?;
        let expander = Expander { solver, share: self.setup.share };
        let mut proofs = Proofs::new();
        for line in lines {
            self.upper.extend_to(&line, &expander, &mut proofs)?;
        }
        self.store.save(&mut self.upper, &proofs, &self.state, None)
    }

    /// Takes over a strategy as the proof of the position after a line.
    ///
    /// # Errors
    ///
    /// If it does not prove it, or the store fails.
    pub fn import_strategy(
        &mut self,
        line: &[Move],
        strategy: &Strategy,
        solver: &dyn Solver,
    ) -> Result<(), CampaignError> {
        read_line(&self.upper.position(0), &to_text(line))?;
        let expander = Expander { solver, share: self.setup.share };
        let mut proofs = Proofs::new();
        let id = self.upper.extend_to(line, &expander, &mut proofs)?;
        let proved = self.upper.prove(id, strategy, &expander, &mut proofs);
        if proved.is_ok() {
            self.upper.update(&[id]);
        }
        self.store.save(&mut self.upper, &proofs, &self.state, None)?;
        proved
    }
}
