//! How numbers go up the tree.
//!
//! Numbers are a function of what the leaves say and of which positions are won; which positions
//! are won is the least set that follows from the evidence. So it does not matter in which order
//! they are made, and a tree that is read from the store has the numbers that it had.

use std::collections::{HashSet, VecDeque};

use super::solver::INFINITE;
use super::upper::{Evidence, Id, NONE, Upper};

/// Proof number, disproof number, ratio.
type Numbers = (u32, u32, f32);

impl Upper {
    /// Makes the numbers of a node and of all above it anew, and those of all other nodes with a
    /// position that has turned out to be won.
    pub fn update(&mut self, ids: &[Id]) {
        let mut waiting: VecDeque<Id> = ids.iter().copied().collect();
        let mut there: HashSet<Id> = ids.iter().copied().collect();
        while let Some(id) = waiting.pop_front() {
            there.remove(&id);
            let (before, now) = self.reckon(id);
            let mut next = Vec::new();
            let key = self.node(id).key;
            if now.0 == 0 && self.won.insert(key) {
                next.extend(self.places(&key).filter(|&twin| twin != id));
            }
            let node = self.node(id);
            if before != now {
                next.extend((node.parent != NONE).then_some(node.parent));
                next.extend(&node.others);
            }
            waiting.extend(next.into_iter().filter(|&id| there.insert(id)));
        }
    }

    /// Makes the numbers of one node anew; returns them as they were and as they are.
    fn reckon(&mut self, id: Id) -> (Numbers, Numbers) {
        let node = self.node(id);
        let before = (node.pn, node.dn, node.ratio);
        let won = matches!(node.evidence, Evidence::Known | Evidence::Stored { .. })
            || self.won.contains(&node.key);
        let now = if won {
            (0, INFINITE, f32::INFINITY)
        } else if node.evidence == Evidence::Refuted {
            (INFINITE, 0, 0.0)
        } else if node.leaf() {
            (node.own.0, node.own.1, ratio(node.own))
        } else {
            self.combine(id)
        };
        let node = &mut self.nodes[id as usize];
        (node.pn, node.dn, node.ratio) = now;
        (before, now)
    }

    /// The numbers of an expanded node: where the prover moves, the least proof number and the sum
    /// of the disproof numbers; the other way round for the defender.
    fn combine(&self, id: Id) -> Numbers {
        let node = self.node(id);
        let proves = self.proves(id);
        let any_won = proves && node.edges.iter().any(|edge| self.node(edge.child).pn == 0);
        let only = self.followed(id).filter(|_| !any_won);
        let (mut least, mut sum) = (INFINITE, 0u32);
        let mut best = if proves { 0.0f32 } else { f32::INFINITY };
        for edge in node.edges.iter().filter(|edge| only.is_none_or(|made| edge.made == made)) {
            let child = self.node(edge.child);
            let (min, add) = if proves { (child.pn, child.dn) } else { (child.dn, child.pn) };
            least = least.min(min);
            sum = sum.saturating_add(add);
            best = if proves { best.max(child.ratio) } else { best.min(child.ratio) };
        }
        // Unsolved sums stay below what means that it is solved.
        match (least, proves) {
            (0, true) => (0, INFINITE, f32::INFINITY),
            (0, false) => (INFINITE, 0, 0.0),
            (INFINITE, true) => (INFINITE, 0, 0.0),
            (INFINITE, false) => (0, INFINITE, f32::INFINITY),
            (_, true) => (least, sum.min(INFINITE - 1), best),
            (_, false) => (sum.min(INFINITE - 1), least, best),
        }
    }

    /// The move that alone is followed here, unless it fails.
    pub fn followed(&self, id: Id) -> Option<u16> {
        let made = *self.forced.get(&id)?;
        let edge = self.node(id).edges.iter().find(|edge| edge.made == made)?;
        (self.node(edge.child).dn != 0).then_some(made)
    }

    /// Makes all numbers anew.
    pub fn update_all(&mut self) {
        self.won.clear();
        let mut again = Vec::new();
        for id in self.in_order_up() {
            let (_, now) = self.reckon(id);
            if now.0 == 0 && self.won.insert(self.node(id).key) {
                again.extend(self.places(&self.node(id).key).filter(|&twin| twin != id));
            }
        }
        self.update(&again);
    }
}

fn ratio((pn, dn): (u32, u32)) -> f32 {
    match (pn, dn) {
        (0, _) => f32::INFINITY,
        (_, 0) => 0.0,
        _ => (f64::from(dn) / f64::from(pn)) as f32,
    }
}
