//! From a tree to a strategy, and from trees in any order to trees in strict order.

use std::collections::HashSet;

use zermelo_board::losing::{Key, Move, Position};
use zermelo_kernel::Color;

use super::{Link, Tree, TreeError};
use crate::strategy::{Choice, Strategy};

/// What a tree tells.
#[derive(Clone, Default, Debug)]
pub struct Taken {
    /// The prover's moves; of several in one position the one with the lower subtree.
    pub strategy: Strategy,
    /// The leaves at which the game is not over.
    pub tables: HashSet<Key>,
}

/// What is known of a node: the position it has stood for, as a hash, and its height. Nothing yet
/// if the height is `UNSEEN`; it is being looked at if it is `OPEN`.
#[derive(Clone, Copy)]
struct Seen {
    hash: u64,
    height: u32,
}

const UNSEEN: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;

/// A node whose children are being looked at.
struct Frame {
    /// The node with the children: not a transposition.
    at: usize,
    position: Position,
    next: Option<usize>,
    /// The moves that no child has made yet.
    left: Vec<Move>,
    height: u32,
    made: Option<Move>,
}

impl Tree {
    /// The prover's moves, each with the height of the tree below it. Siblings and targets may be
    /// anywhere; the tree need only make sense.
    ///
    /// # Errors
    ///
    /// The node that makes no sense: an illegal move, a reply left out, two moves of the prover's, a
    /// target with another position, a circle.
    pub fn strategy(&self, start: &Position, prover: Color) -> Result<Taken, TreeError> {
        let root = self.opening();
        let mut position = *start;
        for (at, made) in self.line().enumerate() {
            if !position.legal_moves().contains(&made) {
                return Err(TreeError::At(at + 1, "its move is not legal"));
            }
            position = position.play(made);
        }
        let mut taken = Taken::default();
        let mut seen = vec![Seen { hash: 0, height: UNSEEN }; self.len()];
        let mut stack: Vec<Frame> = Vec::new();
        // The height of what was looked at last, for the frame above.
        let mut done: Option<u32> = None;
        if let Some(frame) = self.enter(root, position, &mut seen, &mut taken)?.err() {
            stack.push(frame);
        }
        while let Some(frame) = stack.last_mut() {
            if let Some(height) = done.take() {
                frame.height = frame.height.max(height + 1);
            }
            let proving = frame.position.turn() == prover;
            let Some(child) = frame.next else {
                if !proving && !frame.left.is_empty() {
                    return Err(TreeError::At(frame.at, "a reply is missing"));
                }
                if let Some(made) = frame.made.filter(|_| proving) {
                    let choice = Choice { made: made.packed(), plies: frame.height };
                    taken.strategy.add(frame.position.key(), choice);
                }
                seen[frame.at].height = frame.height;
                done = Some(frame.height);
                stack.pop();
                continue;
            };
            let node = self.node(child);
            let bits = self.bits(child) & 0x7FFF;
            let Some(place) = frame.left.iter().position(|made| made.packed() == bits) else {
                return Err(TreeError::At(child, "its move is not legal, or comes twice"));
            };
            frame.left.swap_remove(place);
            if proving && frame.made.is_some() {
                return Err(TreeError::At(child, "a second move of the prover's"));
            }
            frame.made = Some(node.made);
            if node.sibling.is_some_and(|sibling| sibling <= child || sibling >= self.len()) {
                return Err(TreeError::At(child, "its sibling does not come later"));
            }
            frame.next = node.sibling;
            let position = frame.position.play(node.made);
            match self.enter(child, position, &mut seen, &mut taken)? {
                Ok(height) => done = Some(height),
                Err(frame) => stack.push(frame),
            }
        }
        Ok(taken)
    }

    /// Looks at a node with this position: its height, or a frame for its children.
    fn enter(
        &self,
        node: usize,
        position: Position,
        seen: &mut [Seen],
        taken: &mut Taken,
    ) -> Result<Result<u32, Frame>, TreeError> {
        let fault = |what| Err(TreeError::At(node, what));
        let mut at = node;
        // Targets of targets: they must come to an end.
        for _ in 0..self.len() {
            match self.node(at).link {
                Link::Same(target) if target < self.opening() || target >= self.len() => {
                    return fault("its target does not exist");
                }
                Link::Same(target) => at = target,
                Link::Leaf | Link::Inner => break,
            }
        }
        let left = position.legal_moves();
        match self.node(at).link {
            Link::Same(_) => return fault("its target is no position"),
            Link::Leaf => {
                if !left.is_empty() {
                    taken.tables.insert(position.key());
                }
                return Ok(Ok(0));
            }
            Link::Inner => {}
        }
        if at + 1 >= self.len() {
            return fault("its child does not exist");
        }
        let hash = position.hash();
        match seen[at] {
            Seen { height: UNSEEN, .. } => {}
            Seen { hash: other, .. } if other != hash => {
                return fault("its target has another position");
            }
            Seen { height: OPEN, .. } => return fault("its target is an ancestor"),
            Seen { height, .. } => return Ok(Ok(height)),
        }
        seen[at] = Seen { hash, height: OPEN };
        Ok(Err(Frame { at, position, next: Some(at + 1), left, height: 0, made: None }))
    }

    /// The same proof in strict order, equal positions written once.
    ///
    /// # Errors
    ///
    /// The node that makes no sense; see [`Tree::strategy`].
    pub fn canonical(&self, start: &Position, prover: Color) -> Result<Tree, TreeError> {
        let Taken { strategy, tables } = self.strategy(start, prover)?;
        let opening: Vec<Move> = self.line().collect();
        Tree::of(&strategy, start, &opening, prover, |position| tables.contains(&position.key()))
    }
}
