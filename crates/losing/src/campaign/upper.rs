//! The upper tree in memory: nodes, and which of them are one.
//!
//! Nodes with the same position are one node only where no circle can come of it: it was reached
//! by an irreversible move, or its side to move must capture (Watkins 2012, 2.1, goes by the first
//! alone). Such a node is an *anchor*. Below an anchor the reversible moves make a plain tree, so
//! the positions since the last irreversible move can be read off the parents, and a position that
//! comes again is a failure of the prover's.
//!
//! A position that is won is won whatever came before. So a win holds for every node with its
//! position, anchor or not. All numbers follow from what the leaves say: they are not stored, and
//! after anything was taken out of a tree they are made anew.
//!
//! About 300 bytes a node, edges and index included.

use std::collections::{HashMap, HashSet};

use super::solver::INFINITE;
use crate::{Game, Key, Move, Position};

/// The number of a node; the root is 0.
pub type Id = u32;
/// No node.
pub const NONE: Id = u32::MAX;

/// What is known of a node apart from its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// Nothing.
    None,
    /// The game is over and won, or a table says so.
    Known,
    /// A strategy is in the store: so many moves, so many plies.
    Stored { moves: u32, plies: u32 },
    /// A search has refuted it, with the positions before it.
    Refuted,
}

/// A move and where it leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The move, packed.
    pub made: u16,
    /// The node after it.
    pub child: Id,
}

/// A node of the upper tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position.
    pub key: Key,
    /// The node from which it was made first.
    pub parent: Id,
    /// Other nodes that lead to it; only an anchor has some.
    pub others: Vec<Id>,
    /// The moves, none in a leaf. All legal ones, or one that wins.
    pub edges: Box<[Edge]>,
    /// What it was given: by a search, or from mobility.
    pub own: (u32, u32),
    /// The proof number.
    pub pn: u32,
    /// The disproof number.
    pub dn: u32,
    /// Disproof by proof number of the leaf that decides, infinite when proved, 0 when refuted.
    pub ratio: f32,
    /// Nodes of all searches made here, or of a part of one that was taken over.
    pub work: u64,
    /// What is known.
    pub evidence: Evidence,
    /// Whether it is one node for all ways that lead here.
    pub anchor: bool,
    /// The next node with the same position.
    pub twin: Id,
    /// Whether it was taken out of the tree.
    pub dead: bool,
}

impl Node {
    /// Whether nothing is left to do.
    pub fn solved(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }
    /// Whether nothing is left to do, whatever its children say.
    pub fn own_solved(&self) -> bool {
        self.own.0 == 0 || self.own.1 == 0 || self.evidence != Evidence::None
    }
    /// Whether it was not expanded.
    pub fn leaf(&self) -> bool {
        self.edges.is_empty()
    }
}

/// The upper tree.
pub struct Upper {
    /// Who plays for what.
    pub game: Game,
    /// All nodes, by number.
    pub nodes: Vec<Node>,
    /// The only move that is followed at a node.
    pub forced: HashMap<Id, u16>,
    /// To what power ratios are weights.
    pub power: u32,
    /// A node of each position; the rest by `twin`.
    places: HashMap<Key, Id>,
    /// The positions that are won.
    pub(super) won: HashSet<Key>,
    /// Nodes whose stored record is out of date.
    pub changed: Vec<Id>,
}

impl Upper {
    /// A tree with nothing but its root.
    pub fn new(game: Game, power: u32, root: &Position) -> Upper {
        let mut upper = Upper {
            game,
            nodes: Vec::new(),
            forced: HashMap::new(),
            power,
            places: HashMap::new(),
            won: HashSet::new(),
            changed: Vec::new(),
        };
        upper.add(root, NONE, true);
        upper
    }

    /// Adds a node, with numbers from mobility.
    pub fn add(&mut self, position: &Position, parent: Id, anchor: bool) -> Id {
        let id = self.nodes.len() as Id;
        let key = position.key();
        let own = self.first_numbers(position);
        let evidence = if own.0 == 0 { Evidence::Known } else { Evidence::None };
        let twin = self.places.insert(key, id).unwrap_or(NONE);
        self.nodes.push(Node {
            key,
            parent,
            others: Vec::new(),
            edges: Box::default(),
            own,
            pn: own.0,
            dn: own.1,
            ratio: 1.0,
            work: 0,
            evidence,
            anchor,
            twin,
            dead: false,
        });
        self.changed.push(id);
        id
    }

    /// Numbers without any search: from mobility, or how a game that is over ended.
    pub fn first_numbers(&self, position: &Position) -> (u32, u32) {
        let (moves, _) = position.mobility();
        match (moves, self.game.proves(position)) {
            (0, _) if self.game.won(position) => (0, INFINITE),
            (0, _) => (INFINITE, 0),
            (_, true) => (1, moves),
            (_, false) => (moves, 1),
        }
    }

    /// Takes all nodes out.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.places.clear();
        self.won.clear();
        self.changed.clear();
    }

    /// Puts a node in its place: a number that was kept for it.
    pub fn place(&mut self, id: Id, position: &Position, parent: Id, anchor: bool) {
        let key = position.key();
        let twin = self.places.insert(key, id).unwrap_or(NONE);
        let node = &mut self.nodes[id as usize];
        *node = Node { key, parent, anchor, twin, dead: false, ..node.clone() };
    }

    /// A node.
    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    /// The position of a node.
    pub fn position(&self, id: Id) -> Position {
        self.node(id).key.position()
    }

    /// Whether the prover moves at a node.
    pub fn proves(&self, id: Id) -> bool {
        self.game.proves(&self.position(id))
    }

    /// All nodes with a position.
    pub fn places(&self, key: &Key) -> impl Iterator<Item = Id> + '_ {
        let first = self.places.get(key).copied();
        std::iter::successors(first, |&id| {
            let twin = self.node(id).twin;
            (twin != NONE).then_some(twin)
        })
    }

    /// Whether a position is won.
    pub fn is_won(&self, key: &Key) -> bool {
        self.won.contains(key)
    }

    /// The nodes on the way to a node since the last irreversible move, the node first.
    pub fn since_anchor(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(Some(id), |&id| {
            let node = self.node(id);
            (!node.anchor && node.parent != NONE).then_some(node.parent)
        })
    }

    /// The positions before a node that must not come again, oldest first.
    pub fn history(&self, id: Id) -> Vec<Position> {
        let mut before: Vec<_> =
            self.since_anchor(id).skip(1).map(|id| self.position(id)).collect();
        before.reverse();
        before
    }

    /// The node after a move from a node: one that is there, or a new leaf.
    pub fn attach(
        &mut self,
        parent: Id,
        made: Move,
        known: &dyn Fn(&Position) -> Option<bool>,
    ) -> Id {
        let before = self.position(parent);
        let position = before.play(made);
        let key = position.key();
        let anchor = is_anchor(&before, made, &position);
        let there = self.places(&key).find(|&id| anchor && self.node(id).anchor);
        if let Some(id) = there {
            self.nodes[id as usize].others.push(parent);
            return id;
        }
        let again = !anchor && self.since_anchor(parent).any(|id| self.node(id).key == key);
        let id = self.add(&position, parent, anchor);
        let node = &mut self.nodes[id as usize];
        if again {
            node.own = (INFINITE, 0);
        } else if node.own.0 != 0 && node.own.1 != 0 {
            match known(&position) {
                Some(true) => {
                    node.own = (0, INFINITE);
                    node.evidence = Evidence::Known;
                }
                Some(false) => node.own = (INFINITE, 0),
                None => {}
            }
        }
        id
    }

    /// The moves from a node, each with the node after it.
    pub fn attach_all(
        &mut self,
        parent: Id,
        moves: &[Move],
        known: &dyn Fn(&Position) -> Option<bool>,
    ) -> Box<[Edge]> {
        let edge =
            |&made: &Move| Edge { made: made.packed(), child: self.attach(parent, made, known) };
        moves.iter().map(edge).collect()
    }

    /// Sets a leaf's numbers. Without evidence a proof number of 0 is not believed.
    pub fn give(&mut self, id: Id, pn: u32, dn: u32) {
        let node = &mut self.nodes[id as usize];
        let own = match (pn, dn) {
            (_, 0) => (INFINITE, 0),
            (0, _) => (1, dn.min(1_000_000)),
            _ => (pn.min(INFINITE - 1), dn.min(INFINITE - 1)),
        };
        if node.own != own && node.own.0 != 0 && node.own.1 != 0 {
            node.own = own;
            self.changed.push(id);
        }
    }

    /// Whether a win is seen at a node itself, not only at another one with its position.
    fn stands(&self, id: Id) -> bool {
        let node = self.node(id);
        let won = |edge: &Edge| self.node(edge.child).pn == 0;
        match node.evidence {
            Evidence::Known | Evidence::Stored { .. } => true,
            _ if self.proves(id) => node.edges.iter().any(won),
            _ => !node.leaf() && node.edges.iter().all(won),
        }
    }

    /// The node itself; or, if it is won because another one is, that one.
    pub fn reason(&self, id: Id) -> Id {
        if self.node(id).pn != 0 || self.stands(id) {
            return id;
        }
        self.places(&self.node(id).key).find(|&twin| self.stands(twin)).unwrap_or(id)
    }

    /// All nodes, each after those that its moves lead to.
    pub fn in_order_up(&self) -> Vec<Id> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut entered = vec![false; self.nodes.len()];
        let mut path = vec![(0, 0)];
        entered[0] = true;
        while let Some((id, at)) = path.last_mut() {
            match self.nodes[*id as usize].edges.get(*at) {
                Some(edge) => {
                    *at += 1;
                    let child = edge.child;
                    if !std::mem::replace(&mut entered[child as usize], true) {
                        path.push((child, 0));
                    }
                }
                None => {
                    order.push(*id);
                    path.pop();
                }
            }
        }
        order
    }

    /// The nodes from the root to a node, both included.
    pub fn way_to(&self, id: Id) -> Vec<Id> {
        let up = |&id: &Id| Some(self.node(id).parent).filter(|&parent| parent != NONE);
        let mut way: Vec<Id> = std::iter::successors(Some(id), up).collect();
        way.reverse();
        way
    }

    /// The moves from the root to a node.
    pub fn line(&self, id: Id) -> Vec<Move> {
        let made = |pair: &[Id]| {
            let edge = self.node(pair[0]).edges.iter().find(|edge| edge.child == pair[1])?;
            Some(Move::unpacked(edge.made))
        };
        self.way_to(id).windows(2).filter_map(made).collect()
    }

    /// The node after a move from a node.
    pub fn after(&self, id: Id, made: Move) -> Option<Id> {
        let edge = self.node(id).edges.iter().find(|edge| edge.made == made.packed())?;
        Some(edge.child)
    }
}

/// Whether a node reached by this move is one for all ways that lead to it.
pub fn is_anchor(before: &Position, made: Move, after: &Position) -> bool {
    before.is_irreversible(made) || {
        let (moves, captures) = after.mobility();
        captures || moves == 0
    }
}
