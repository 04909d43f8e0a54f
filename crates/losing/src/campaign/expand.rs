//! How the upper tree grows: a leaf gets its children after a search.
//!
//! All moves become nodes. Their first numbers are what the search knew of them, so that the
//! leaf's own numbers stay as they were; moves it tells nothing of get numbers from mobility, in
//! proportion. A child with a large share of the search is expanded at once, and so on down.
//! Where one move after a new node is known to win (or all are, if the defender moves), the node
//! is proved at once (enhanced transposition cutoffs).

use super::CampaignError;
use super::moves::{Packed, pack};
use super::solver::{Child, Found, INFINITE, Solver};
use super::upper::{Edge, Evidence, Id, Upper};
use crate::{Move, Position, Strategy, TreeError};

/// Strategies for the store, by node.
pub type Proofs = Vec<(Id, Packed)>;

/// What growth needs to know from outside the tree.
pub struct Expander<'a> {
    /// Asked about positions that need no search.
    pub solver: &'a dyn Solver,
    /// The share of the nodes from which a child is taken over.
    pub share: f64,
}

impl Upper {
    /// Takes in what a search at a node has found; fails if it claims a win that its strategy does
    /// not prove.
    pub fn take_in(
        &mut self,
        id: Id,
        found: &Found,
        expander: &Expander<'_>,
    ) -> Result<Proofs, CampaignError> {
        let mut proofs = Proofs::new();
        self.nodes[id as usize].work += found.nodes;
        self.changed.push(id);
        if found.pn == 0 {
            let none = || TreeError::NoMove(Box::new(self.position(id)));
            let strategy = found.strategy.as_ref().ok_or_else(none)?;
            self.prove(id, strategy, expander, &mut proofs)?;
        } else if found.dn == 0 {
            self.nodes[id as usize].evidence = Evidence::Refuted;
        } else if self.node(id).leaf() {
            self.give(id, found.pn, found.dn);
            self.open(id, &found.children, found.nodes, expander, &mut proofs)?;
        } else {
            self.hear(id, &found.children, expander, &mut proofs)?;
        }
        self.update(&[id]);
        Ok(proofs)
    }

    /// Stores a strategy as the proof of a node; fails if it is none.
    pub fn prove(
        &mut self,
        id: Id,
        strategy: &Strategy,
        expander: &Expander<'_>,
        proofs: &mut Proofs,
    ) -> Result<(), CampaignError> {
        let known = |position: &Position| expander.solver.known(position) == Some(true);
        let packed = pack(self.game, &self.position(id), strategy, &known)?;
        let node = &mut self.nodes[id as usize];
        node.evidence = Evidence::Stored { moves: packed.moves, plies: packed.plies };
        self.changed.push(id);
        proofs.push((id, packed));
        Ok(())
    }

    /// Expands a leaf; `told` is what a search of so many nodes knows of the moves. Fails if a win
    /// that it tells of is none.
    pub fn open(
        &mut self,
        id: Id,
        told: &[Child],
        nodes: u64,
        expander: &Expander<'_>,
        proofs: &mut Proofs,
    ) -> Result<(), CampaignError> {
        let first = self.nodes.len() as Id;
        let moves = self.position(id).legal_moves();
        let edges = self.attach_all(id, &moves, &|position| expander.solver.known(position));
        self.scale(id, &edges);
        self.nodes[id as usize].edges = edges.clone();
        self.changed.push(id);
        for child in told {
            let Some(edge) = edges.iter().find(|edge| edge.made == child.made.packed()) else {
                continue;
            };
            // Only new nodes: what was there knows more than a part of a search.
            if edge.child < first || self.node(edge.child).own_solved() {
                continue;
            }
            if let (0, Some(strategy)) = (child.pn, &child.strategy) {
                self.prove(edge.child, strategy, expander, proofs)?;
                continue;
            }
            self.give(edge.child, child.pn, child.dn);
            let large = child.nodes as f64 >= expander.share * nodes as f64;
            if large && child.pn != 0 && child.dn != 0 && !child.children.is_empty() {
                self.nodes[edge.child as usize].work = child.nodes;
                self.open(edge.child, &child.children, child.nodes, expander, proofs)?;
            }
        }
        let mut fresh: Vec<Id> = edges.iter().map(|edge| edge.child).collect();
        fresh.retain(|&child| child >= first);
        self.update(&fresh);
        for child in fresh {
            self.cut_off(child, expander);
        }
        self.update(&[id]);
        Ok(())
    }

    /// Takes over what a search knows of the moves of an expanded node, where nothing is known yet.
    fn hear(
        &mut self,
        id: Id,
        told: &[Child],
        expander: &Expander<'_>,
        proofs: &mut Proofs,
    ) -> Result<(), CampaignError> {
        for child in told {
            let Some(below) = self.after(id, child.made) else { continue };
            let node = self.node(below);
            if !node.leaf() || node.solved() || node.work != 0 {
                continue;
            }
            match (child.pn, &child.strategy) {
                (0, Some(strategy)) => self.prove(below, strategy, expander, proofs)?,
                _ => self.give(below, child.pn, child.dn),
            }
            self.update(&[below]);
        }
        Ok(())
    }

    /// Numbers from mobility say little; those of the leaf say more. So the children's are brought
    /// into proportion: together they give what the leaf had.
    fn scale(&mut self, id: Id, edges: &[Edge]) {
        let node = self.node(id);
        let proves = self.proves(id);
        let (least, sum) = if proves { node.own } else { (node.own.1, node.own.0) };
        if node.work == 0 || least == 0 || sum == 0 {
            return;
        }
        let parts = |own: (u32, u32)| if proves { own } else { (own.1, own.0) };
        let fresh: Vec<(Id, (u32, u32))> = edges
            .iter()
            .filter(|edge| self.node(edge.child).parent == id && self.node(edge.child).leaf())
            .map(|edge| (edge.child, parts(self.node(edge.child).own)))
            .filter(|(_, own)| own.0 != 0 && own.1 != 0)
            .collect();
        let min = fresh.iter().map(|(_, own)| own.0).min().unwrap_or(1);
        let all: u64 = fresh.iter().map(|(_, own)| u64::from(own.1)).sum();
        for (child, own) in fresh {
            let a = u64::from(own.0) * u64::from(least) / u64::from(min);
            let b = u64::from(own.1) * u64::from(sum) / all;
            let fit = |n: u64| n.clamp(1, u64::from(INFINITE) - 1) as u32;
            let (pn, dn) = parts((fit(a), fit(b)));
            self.give(child, pn, dn);
        }
    }

    /// Proves a new leaf whose moves are known to win.
    fn cut_off(&mut self, id: Id, expander: &Expander<'_>) {
        if !self.node(id).leaf() || self.node(id).solved() {
            return;
        }
        let position = self.position(id);
        let moves = position.legal_moves();
        let wins = |&made: &Move| self.is_won(&position.play(made).key());
        let moves: Vec<Move> = if self.proves(id) {
            moves.into_iter().find(wins).into_iter().collect()
        } else if moves.iter().all(wins) {
            moves
        } else {
            return;
        };
        let edges = self.attach_all(id, &moves, &|position| expander.solver.known(position));
        let children: Vec<Id> = edges.iter().map(|edge| edge.child).collect();
        self.nodes[id as usize].edges = edges;
        self.changed.push(id);
        self.update(&children);
        self.update(&[id]);
    }
}
