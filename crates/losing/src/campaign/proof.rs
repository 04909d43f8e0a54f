//! The whole proof of a campaign: one move for the prover everywhere.
//!
//! Several moves of the prover's may be known to win. The smallest proof, counted as a tree, is
//! found as Dijkstra finds shortest ways (Knuth 1977, "A generalization of Dijkstra's algorithm"):
//! positions are settled in the order of the size of their proofs, each by a move, or by all
//! replies, that were settled before. So no choice can rest on itself, though wins are shared
//! between nodes with the same position.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use super::moves::unpack;
use super::store::Store;
use super::upper::{Evidence, Id, Upper};
use super::{Campaign, CampaignError, moves};
use crate::{Book, Choice, Key, Move, Position, Strategy, Tree};

/// One way to prove a position.
struct Way {
    /// The node whose moves it is.
    node: Id,
    /// The prover's move; 0 for all replies, or what needs no move.
    made: u16,
    /// How many positions must be settled before.
    left: u32,
    size: u64,
    plies: u32,
}

/// A position's proof.
#[derive(Clone, Copy)]
struct Settled {
    way: usize,
    plies: u32,
}

impl Campaign {
    /// The books of what is proved so far, one after the other: of every stored proof to which
    /// nothing but open positions leads, the moves of positions that take at least so many others
    /// to prove. So what has taken hours is a small text while the campaign is still open.
    ///
    /// # Errors
    ///
    /// If the store is damaged.
    pub fn books(&self, least: u32) -> Result<String, CampaignError> {
        let Campaign { upper, store, setup, .. } = self;
        let mut books = String::new();
        // Nodes with one position may have different ones below; what is written is written once.
        let (mut seen, mut written) = (HashSet::new(), HashSet::new());
        let mut waiting: Vec<Id> = vec![0];
        while let Some(id) = waiting.pop() {
            let id = upper.reason(id);
            if !seen.insert(id) {
                continue;
            }
            if !matches!(upper.node(id).evidence, Evidence::Stored { .. }) {
                waiting.extend(upper.node(id).edges.iter().rev().map(|edge| edge.child));
                continue;
            }
            if !written.insert(upper.node(id).key) {
                continue;
            }
            let strategy = unpack(upper.game, &upper.position(id), &store.proof(id)?)?.0;
            let opening: Vec<Move> = setup.opening.iter().copied().chain(upper.line(id)).collect();
            // Where the strategy ends, the tables go on.
            let ends = |position: &Position| {
                upper.game.proves(position) && strategy.get(&position.key()).is_none()
            };
            let prover = upper.game.prover;
            let tree = Tree::of(&strategy, &setup.start, &opening, prover, ends)?;
            books += &Book::of(&tree, &setup.start, (upper.game.rules, prover), least)?;
        }
        Ok(books)
    }
}

impl Upper {
    /// The moves of the smallest proof of the root.
    pub(super) fn whole_proof(&self, store: &Store) -> Result<Strategy, CampaignError> {
        if self.node(0).pn != 0 {
            return Err(CampaignError::Open);
        }
        let (ways, settled) = self.settle();
        let lost = |id: Id| CampaignError::Damaged(format!("node {id} has lost its proof"));
        let mut strategy = Strategy::default();
        let mut seen = HashSet::new();
        let mut waiting: Vec<Id> = vec![0];
        while let Some(id) = waiting.pop() {
            let key = self.node(id).key;
            if !seen.insert(key) {
                continue;
            }
            let Settled { way, plies } = *settled.get(&key).ok_or_else(|| lost(id))?;
            let Way { node: id, made, .. } = ways[way];
            let node = self.node(id);
            match node.evidence {
                Evidence::Known => {}
                Evidence::Stored { .. } => {
                    let bytes = store.proof(id)?;
                    strategy.join(&unpack(self.game, &self.position(id), &bytes)?.0);
                }
                _ if made != 0 => {
                    strategy.add(key, Choice { made, plies });
                    waiting.extend(self.after(id, Move::unpacked(made)));
                }
                _ => waiting.extend(node.edges.iter().map(|edge| edge.child)),
            }
        }
        // Walked once more: nothing but what is needed, and exact bounds.
        let root = self.position(0);
        let whole = moves::walk(self.game, &root, |position| {
            Ok(strategy.get(&position.key()).map(Choice::made))
        })?;
        Ok(whole.0)
    }

    /// Settles all positions that are won.
    fn settle(&self) -> (Vec<Way>, HashMap<Key, Settled>) {
        let mut ways: Vec<Way> = Vec::new();
        // The ways that wait for a position.
        let mut waiting: HashMap<Key, Vec<usize>> = HashMap::new();
        let mut heap = BinaryHeap::new();
        let won = |id: Id| self.node(id).pn == 0;
        for id in (0..self.nodes.len() as Id).filter(|&id| !self.node(id).dead && won(id)) {
            let node = self.node(id);
            let known = match node.evidence {
                Evidence::Known => Some((1, 0)),
                Evidence::Stored { moves, plies } => Some((2 * u64::from(moves) + 1, plies)),
                _ => None,
            };
            if let Some((size, plies)) = known {
                heap.push(Reverse((size, ways.len())));
                ways.push(Way { node: id, made: 0, left: 0, size, plies });
            } else if self.proves(id) {
                for edge in node.edges.iter().filter(|edge| won(edge.child)) {
                    waiting.entry(self.node(edge.child).key).or_default().push(ways.len());
                    ways.push(Way { node: id, made: edge.made, left: 1, size: 1, plies: 0 });
                }
            } else if !node.leaf() && node.edges.iter().all(|edge| won(edge.child)) {
                for edge in &node.edges {
                    waiting.entry(self.node(edge.child).key).or_default().push(ways.len());
                }
                let left = node.edges.len() as u32;
                ways.push(Way { node: id, made: 0, left, size: 1, plies: 0 });
            }
        }
        let mut settled: HashMap<Key, Settled> = HashMap::new();
        while let Some(Reverse((size, way))) = heap.pop() {
            let key = self.node(ways[way].node).key;
            if settled.contains_key(&key) {
                continue;
            }
            let plies = ways[way].plies;
            settled.insert(key, Settled { way, plies });
            for next in waiting.remove(&key).unwrap_or_default() {
                let above = &mut ways[next];
                above.left -= 1;
                above.size = above.size.saturating_add(size);
                above.plies = above.plies.max(plies + 1);
                if above.left == 0 {
                    heap.push(Reverse((above.size, next)));
                }
            }
        }
        (ways, settled)
    }
}
