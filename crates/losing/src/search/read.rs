//! What a search has found: the proof as a strategy, and its large branches.

use std::collections::HashMap;

use zermelo_board::losing::{Move, Position};

use super::arena::{Below, Numbers};
use super::{Proof, ROOT, Search, deep};
use crate::strategy::{Choice, Strategy};

/// An open child.
#[derive(Clone, PartialEq, Debug)]
pub struct Branch {
    /// The move.
    pub made: Move,
    /// Its numbers.
    pub numbers: Numbers,
    /// Nodes below it.
    pub nodes: u64,
    /// Its own open children, if it is large.
    pub branches: Vec<Branch>,
}

/// Finds the proof of a position again: a strategy, and the plies that it takes.
type Again<'a> = dyn FnMut(&Position) -> Option<Proof> + Send + 'a;

struct Reader<'a, 'b> {
    search: &'a Search<'a>,
    again: &'a mut Again<'b>,
    strategy: Strategy,
    /// Plies of nodes that were read; `None` while a node is being read.
    plies: HashMap<u32, Option<u32>>,
}

impl Search<'_> {
    /// The proof after a line, if that is proved, and the plies that it takes at most. What was given up when
    /// memory was full is asked of `again`; `None` if that does not find it either.
    pub(super) fn strategy(&self, line: &[Move], again: &mut Again) -> Option<Proof> {
        let (root, position) = self.node_after(line);
        let mut reader =
            Reader { search: self, again, strategy: Strategy::default(), plies: HashMap::new() };
        deep(|| {
            let plies = reader.read(root, &position)?;
            Some((reader.strategy, plies))
        })
    }

    /// The open children of the root, theirs, and so on, as far down as they have a thousandth of
    /// the nodes.
    pub fn branches(&self) -> Vec<Branch> {
        let mut sizes = HashMap::new();
        deep(|| {
            let all = self.size(ROOT, u64::MAX, &mut HashMap::new());
            self.size(ROOT, all / 1_000, &mut sizes);
        });
        self.large(ROOT, &sizes)
    }

    fn size(&self, index: u32, least: u64, sizes: &mut HashMap<u32, u64>) -> u64 {
        let mut size = 1;
        if let Below::Children(first, count) = self.arena.at(index).below() {
            size += (first..first + count).map(|child| self.size(child, least, sizes)).sum::<u64>();
        }
        if size >= least {
            sizes.insert(index, size);
        }
        size
    }

    fn large(&self, index: u32, sizes: &HashMap<u32, u64>) -> Vec<Branch> {
        let (Below::Children(first, count), true) =
            (self.arena.at(index).below(), sizes.contains_key(&index))
        else {
            return Vec::new();
        };
        let open = |&child: &u32| !self.arena.at(child).numbers().settled();
        let branch = |child: u32| Branch {
            made: Move::unpacked(self.arena.at(child).made()),
            numbers: self.arena.at(child).numbers(),
            nodes: sizes.get(&child).copied().unwrap_or(0),
            branches: self.large(child, sizes),
        };
        (first..first + count).filter(open).map(branch).collect()
    }
}

impl Reader<'_, '_> {
    /// Reads the proof below a node; the plies that it takes.
    fn read(&mut self, index: u32, position: &Position) -> Option<u32> {
        let search = self.search;
        let node = search.arena.at(index);
        match node.below() {
            _ if node.numbers().pn != 0 => self.find_again(position),
            Below::Link(target) => self.read(target, position),
            Below::Nothing => {
                if search.question.settled(position) == Some(true) {
                    Some(0)
                } else {
                    self.find_again(position)
                }
            }
            Below::Children(first, count) => {
                match self.plies.insert(index, None) {
                    // A circle: two workers met at a bad moment.
                    Some(None) => return self.find_again(position),
                    Some(Some(plies)) => {
                        self.plies.insert(index, Some(plies));
                        return Some(plies);
                    }
                    None => {}
                }
                let mut longest = 0;
                for child in first..first + count {
                    let made = Move::unpacked(search.arena.at(child).made());
                    longest = longest.max(self.read(child, &position.play(made))?);
                }
                if search.question.to_move(position) {
                    let made = search.arena.at(first).made();
                    self.strategy.add(position.key(), Choice { made, plies: longest + 1 });
                }
                self.plies.insert(index, Some(longest + 1));
                Some(longest + 1)
            }
        }
    }

    /// The proof is not here: another node may have it, or it must be searched again.
    fn find_again(&mut self, position: &Position) -> Option<u32> {
        if let Some(node) = self.search.known.get(position.hash())
            && self.search.arena.at(node).numbers().pn == 0
            && matches!(self.search.arena.at(node).below(), Below::Children(..))
            && self.plies.get(&node) != Some(&None)
        {
            return self.read(node, position);
        }
        let (strategy, plies) = (self.again)(position)?;
        self.strategy.join(&strategy);
        Some(plies)
    }
}
