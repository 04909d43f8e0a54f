//! Walking about in a proof tree: what follows a line, how much of the proof that is.
//!
//! The sizes and heights of all subtrees are computed once, in one pass, eight bytes a node.

use zermelo_board::losing::{Move, Position};
use zermelo_kernel::{Color, TreeSummary};

use crate::tree::{Link, Tree, TreeError, after};

/// A tree in strict order with the sizes of its subtrees.
pub struct Walk<'a> {
    tree: &'a Tree,
    root: Position,
    below: Vec<Below>,
}

/// What is below a node.
#[derive(Clone, Copy, Default)]
struct Below {
    /// Positions of the subtree as it is written, with this one; none if it is written elsewhere.
    nodes: u32,
    /// Plies of the longest line, also through targets.
    plies: u32,
}

/// A place in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The node at which the children are written.
    pub node: usize,
    /// The position.
    pub position: Position,
}

/// A move in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The move.
    pub made: Move,
    /// How many positions follow, that after the move included: what the proof would lose without
    /// it. A position that was written before does not count.
    pub nodes: u32,
    /// Plies of the longest line that it begins, itself included.
    pub plies: u32,
    /// The place after it.
    pub after: Place,
    /// How many positions are written at that place, if it is another one in the tree.
    pub same: Option<u32>,
}

/// A node whose children are being gone through.
struct Open {
    node: usize,
    sibling: Option<usize>,
    below: Below,
}

impl<'a> Walk<'a> {
    /// Begins at the root, which the opening line leads to from `start`.
    ///
    /// # Errors
    ///
    /// The node at which the tree is not in strict order.
    pub fn new(tree: &'a Tree, start: &Position) -> Result<Walk<'a>, TreeError> {
        let root = after(start, tree.line())?;
        let mut below = vec![Below::default(); tree.len()];
        let mut stack: Vec<Open> = Vec::new();
        for at in tree.opening()..tree.len() {
            let node = tree.node(at);
            let mut done = match node.link {
                Link::Inner => {
                    let below = Below { nodes: 1, plies: 0 };
                    stack.push(Open { node: at, sibling: node.sibling, below });
                    continue;
                }
                Link::Leaf => Below { nodes: 1, plies: 0 },
                Link::Same(target) => match below.get(target) {
                    Some(&Below { nodes, plies }) if nodes > 0 && target < at => {
                        Below { nodes: 0, plies }
                    }
                    _ => return Err(TreeError::At(at, "its target does not come before")),
                },
            };
            below[at] = done;
            let mut sibling = node.sibling;
            // Whatever has no sibling left closes what is above it.
            loop {
                if sibling.is_some_and(|sibling| sibling != at + 1) {
                    return Err(TreeError::At(at, "a sibling does not come next"));
                }
                let Some(open) = stack.last_mut() else { break };
                open.below.nodes += done.nodes;
                open.below.plies = open.below.plies.max(done.plies + 1);
                if sibling.is_some() {
                    break;
                }
                done = open.below;
                below[open.node] = done;
                sibling = open.sibling;
                stack.pop();
            }
            if stack.is_empty() && at + 1 < tree.len() {
                return Err(TreeError::At(at + 1, "it belongs to nothing"));
            }
        }
        let unfinished = stack.last().map(|open| TreeError::At(open.node, "a child is missing"));
        unfinished.map_or(Ok(Walk { tree, root, below }), Err)
    }

    /// The root.
    pub fn root(&self) -> Place {
        self.place(self.tree.opening(), self.root)
    }

    fn place(&self, node: usize, position: Position) -> Place {
        match self.tree.node(node).link {
            Link::Same(target) => Place { node: target, position },
            Link::Leaf | Link::Inner => Place { node, position },
        }
    }

    /// The place that these moves lead to from another one, or how many of them the tree has.
    ///
    /// # Errors
    ///
    /// The number of moves before the first that the tree has not.
    pub fn find(&self, from: Place, line: &[Move]) -> Result<Place, usize> {
        let mut place = from;
        for (done, made) in line.iter().enumerate() {
            let branch = self.branches(place).find(|branch| branch.made == *made).ok_or(done)?;
            place = branch.after;
        }
        Ok(place)
    }

    /// The moves at a place, as they are written. Illegal ones are left out.
    pub fn branches(&self, place: Place) -> impl Iterator<Item = Branch> {
        let legal = place.position.legal_moves();
        let children = self.tree.children(place.node);
        children.filter(move |&child| legal.contains(&self.tree.node(child).made)).map(
            move |child| {
                let made = self.tree.node(child).made;
                let after = self.place(child, place.position.play(made));
                let Below { nodes, plies } = self.below[child];
                let same = (after.node != child).then(|| self.below[after.node].nodes);
                Branch { made, nodes, plies: plies + 1, after, same }
            },
        )
    }

    /// The main line from a place: the move with the largest subtree each time, of equal ones the
    /// longest, then the first.
    pub fn main_line(&self, from: Place) -> Vec<Branch> {
        let mut line: Vec<Branch> = Vec::new();
        let mut place = from;
        loop {
            let weight = |branch: &Branch| (branch.same.unwrap_or(branch.nodes), branch.plies);
            let better = |best: Branch, next: Branch| {
                if weight(&next) > weight(&best) { next } else { best }
            };
            let Some(best) = self.branches(place).reduce(better) else { return line };
            place = best.after;
            line.push(best);
        }
    }

    /// What is written below a place, counted as the kernel counts.
    ///
    /// # Errors
    ///
    /// The node with an illegal move.
    pub fn summary(&self, place: Place, prover: Color) -> Result<TreeSummary, TreeError> {
        let longest = self.below[place.node].plies;
        let mut summary = TreeSummary { longest, ..TreeSummary::default() };
        let mut stack = vec![(place.node, place.position)];
        while let Some((at, position)) = stack.pop() {
            let link = self.tree.node(at).link;
            if let Link::Same(_) = link {
                summary.transpositions += 1;
                continue;
            }
            let moves = position.legal_moves();
            summary.nodes += 1;
            if link == Link::Leaf {
                let over = moves.is_empty();
                summary.terminal += u64::from(over);
                summary.table_leaves += u64::from(!over);
                let bare = over && position.men(prover) == 0;
                summary.without_men += u64::from(bare);
                continue;
            }
            summary.internal += 1;
            let forced = moves.len() == 1 && position.turn() != prover;
            summary.forced += u64::from(forced);
            for child in self.tree.children(at) {
                let made = self.tree.node(child).made;
                if !moves.contains(&made) {
                    return Err(TreeError::At(child, "its move is not legal"));
                }
                stack.push((child, position.play(made)));
            }
        }
        Ok(summary)
    }
}
