//! Which leaf comes next: a walk down from the root that prefers what looks decisive.
//!
//! At a prover's node a child is taken with a weight of a power of its ratio, at a defender's node
//! of the inverse: like an opening book that varies its play (Watkins 2012, 2, takes the square). With the power 0 nothing
//! is left to chance: the walk goes to the most proving leaf (Allis 1994). Leaves that are being
//! searched are passed over, so several searches can be under way at once. Nodes that were expanded
//! without a search, by an import or an order, get theirs on the way.

use std::collections::HashSet;

use fastrand::Rng;

use super::upper::{Edge, Id, Upper};

impl Upper {
    /// The way from the root to a leaf to search below this node; `None` if all are taken.
    pub fn choose(&self, from: Id, dice: &mut Rng, busy: &HashSet<Id>) -> Option<Vec<Id>> {
        let mut closed = busy.clone();
        let mut path = self.way_to(from);
        let least = path.len();
        if self.node(from).solved() || closed.contains(&from) {
            return None;
        }
        loop {
            let id = *path.last().filter(|_| path.len() >= least)?;
            let node = self.node(id);
            if (node.leaf() || node.work == 0) && !closed.contains(&id) {
                return Some(path);
            }
            match self.pick(id, dice, &closed) {
                Some(child) => path.push(child),
                None => {
                    closed.insert(id);
                    path.pop();
                }
            }
        }
    }

    /// The moves that are followed and lead to what is not solved.
    fn open_edges(&self, id: Id) -> impl Iterator<Item = &Edge> {
        let only = self.followed(id);
        self.node(id).edges.iter().filter(move |edge| {
            only.is_none_or(|made| made == edge.made) && !self.node(edge.child).solved()
        })
    }

    /// A child to follow.
    fn pick(&self, id: Id, dice: &mut Rng, closed: &HashSet<Id>) -> Option<Id> {
        let proves = self.proves(id);
        let good = |edge: &Edge| {
            let ratio = f64::from(self.node(edge.child).ratio);
            if proves { ratio } else { 1.0 / ratio }
        };
        let open = self.open_edges(id).filter(|edge| !closed.contains(&edge.child));
        if self.power == 0 {
            let number = |edge: &&Edge| {
                let node = self.node(edge.child);
                if proves { (node.pn, node.dn) } else { (node.dn, node.pn) }
            };
            return open.min_by_key(number).map(|edge| edge.child);
        }
        let open: Vec<&Edge> = open.collect();
        let best = open.iter().map(|edge| good(edge)).fold(0.0, f64::max);
        let weight = |edge: &Edge| (good(edge) / best).powi(self.power as i32);
        let mut left = dice.f64() * open.iter().map(|edge| weight(edge)).sum::<f64>();
        for edge in &open {
            left -= weight(edge);
            if left < 0.0 {
                return Some(edge.child);
            }
        }
        open.last().map(|edge| edge.child)
    }

    /// The way that looks decisive: the best ratio for each side, down to a leaf. There is none
    /// when the root is solved.
    pub fn main_line(&self) -> Vec<Edge> {
        let mut line = Vec::new();
        if self.node(0).solved() {
            return line;
        }
        let mut id = 0;
        loop {
            let proves = self.proves(id);
            let order = |a: &&Edge, b: &&Edge| {
                let (a, b) = (self.node(a.child).ratio, self.node(b.child).ratio);
                if proves { b.total_cmp(&a) } else { a.total_cmp(&b) }
            };
            let Some(&edge) = self.open_edges(id).min_by(order) else { return line };
            line.push(edge);
            id = edge.child;
        }
    }
}
