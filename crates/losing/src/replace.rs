//! Smaller proofs by new searches: part of a proof is taken away, and a small search looks for a
//! cheaper way back into what is left.
//!
//! For each position of the prover's the nodes are counted that only its move needs. They are
//! taken away, and a proof-number search for another move begins, to which all that is left of the
//! tree is won already. Its limit grows with what was taken away. What it finds is kept if the
//! tree is smaller now, else all is put back.
//!
//! Circles are avoided as in `shrink.rs`, by an order of all positions of the tree: only what is
//! earlier counts as won, what is later must not be met. Each round draws another order, and
//! other first numbers.

mod search;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use zermelo_board::losing::{Key, Move, Position};

use crate::game::Game;
use crate::strategy::{Choice, Strategy};
use crate::tree::TreeError;
use search::{Found, Leaf};

/// How much work a smaller proof is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How often the whole tree is gone through.
    pub rounds: usize,
    /// A search may look at so many positions for each node that was taken away.
    pub factor: usize,
    /// And at no more than so many.
    pub most: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { rounds: 8, factor: 30, most: 10_000 }
    }
}

/// A position of the tree with the prover to move.
#[derive(Clone, Copy)]
struct Item {
    made: u16,
    /// How many nodes lead to it; if none, it is not in the tree.
    refs: u32,
    /// What comes next is smaller.
    order: u64,
}

/// There is room for so many new positions between two.
const SPACE: u64 = 1 << 24;

struct Replacement<'a, T> {
    game: Game,
    table: &'a T,
    items: HashMap<Key, Item>,
    /// How many nodes lead to a position with the defender to move.
    after: HashMap<Key, u32>,
    /// Nodes of the tree, but for what is the same in all.
    total: u64,
    arena: Vec<Leaf>,
    /// The number of the round.
    lot: u64,
}

impl Strategy {
    /// What the prover plays from `root` in a tree that is no larger than this strategy's, and as
    /// small as some effort makes it, or as it is when `stop` is set. It has only positions that can
    /// arise, and exact heights. Leaves are as in [`Tree::of`](crate::Tree::of).
    ///
    /// # Errors
    ///
    /// If this strategy makes no tree.
    pub fn replaced(
        &self,
        root: &Position,
        game: Game,
        effort: Effort,
        table: impl Fn(&Position) -> bool,
        stop: &AtomicBool,
    ) -> Result<Strategy, TreeError> {
        let plain = self.reachable(root, game.prover, &table)?;
        if plain.is_empty() {
            return Ok(plain);
        }
        let item = |choice: &Choice| Item { made: choice.made, refs: 0, order: 0 };
        let mut replacement = Replacement {
            game,
            table: &table,
            items: plain.iter().map(|(key, choice)| (*key, item(choice))).collect(),
            after: HashMap::new(),
            total: 0,
            arena: Vec::new(),
            lot: 0,
        };
        replacement.begin(root);
        for lot in 0..effort.rounds {
            replacement.lot = lot as u64;
            replacement.reorder(root);
            replacement.round(effort, stop);
        }
        let mut chosen = Strategy::default();
        for (key, item) in &replacement.items {
            chosen.add(*key, Choice { made: item.made, plies: 0 });
        }
        chosen.reachable(root, game.prover, &table)
    }
}

impl<T: Fn(&Position) -> bool> Replacement<'_, T> {
    fn won(&self, position: &Position) -> bool {
        self.game.won_at(position, self.table)
    }

    fn begin(&mut self, root: &Position) {
        if !self.game.proves(root) {
            self.take(*root);
        } else if let Some(item) = self.items.get_mut(&root.key()) {
            item.refs += 1;
            let made = Move::unpacked(item.made);
            self.total += 1;
            self.take(root.play(made));
        }
    }

    /// One more node leads to a position with the defender to move.
    fn take(&mut self, after: Position) {
        self.count(after, true);
    }

    /// One node fewer leads there.
    fn release(&mut self, after: Position) {
        self.count(after, false);
    }

    /// Counts a node more or one fewer, and all that comes into the tree or goes with it.
    fn count(&mut self, after: Position, more: bool) {
        let step = if more { 1 } else { -1 };
        // The references of what has just come or gone.
        let edge = u32::from(more);
        let mut stack = vec![after];
        while let Some(after) = stack.pop() {
            if self.won(&after) {
                continue;
            }
            let refs = self.after.entry(after.key()).or_default();
            *refs = refs.checked_add_signed(step).expect("it was taken");
            if *refs != edge {
                continue;
            }
            if !more {
                self.after.remove(&after.key());
            }
            for reply in after.legal_moves() {
                self.total = self.total.wrapping_add_signed(step.into());
                let next = after.play(reply);
                if !self.won(&next) {
                    let item = self.items.get_mut(&next.key()).expect("the tree is whole");
                    item.refs = item.refs.checked_add_signed(step).expect("it was taken");
                    if item.refs == edge {
                        self.total = self.total.wrapping_add_signed(step.into());
                        stack.push(next.play(Move::unpacked(item.made)));
                    }
                }
            }
        }
    }

    /// Goes through the tree once, what is far from the root first.
    fn round(&mut self, effort: Effort, stop: &AtomicBool) {
        let mut places: Vec<(u64, Key)> =
            self.items.iter().map(|(key, item)| (item.order, *key)).collect();
        places.sort_unstable();
        for (_, key) in places {
            if stop.load(Relaxed) {
                return;
            }
            let Some(&Item { made: old, refs: 1.., order }) = self.items.get(&key) else {
                continue;
            };
            let position = key.position();
            let before = self.total;
            self.release(position.play(Move::unpacked(old)));
            let freed = (before - self.total) as usize;
            let limit = freed.saturating_mul(effort.factor).min(effort.most);
            // A move and a reply are always needed.
            let found = if freed > 2 { self.search(&position, old, order, limit) } else { None };
            let Some(Found { made, new }) = found else {
                self.take(position.play(Move::unpacked(old)));
                continue;
            };
            let mut log = Vec::with_capacity(new.len());
            for (key, (made, order)) in new {
                log.push((key, self.items.insert(key, Item { made, refs: 0, order })));
            }
            self.choose(&key, made);
            self.take(position.play(Move::unpacked(made)));
            if self.total < before {
                continue;
            }
            self.release(position.play(Move::unpacked(made)));
            for (key, was) in log {
                match was {
                    Some(was) => self.items.insert(key, was),
                    None => self.items.remove(&key),
                };
            }
            self.choose(&key, old);
            self.take(position.play(Move::unpacked(old)));
            debug_assert_eq!(self.total, before);
        }
    }

    fn choose(&mut self, key: &Key, made: u16) {
        self.items.entry(*key).and_modify(|item| item.made = made);
    }

    /// Numbers all positions of the tree in an order in which a walk leaves them, drawn by lot; the
    /// others are forgotten.
    fn reorder(&mut self, root: &Position) {
        let lot = self.lot;
        self.items.retain(|_, item| item.refs > 0);
        const NONE: u64 = u64::MAX;
        self.items.values_mut().for_each(|item| item.order = NONE);
        let mut left = 0;
        // A position with the prover to move, and those that can come next.
        let mut stack: Vec<(Option<Key>, Vec<Position>)> = Vec::new();
        if self.game.proves(root) {
            stack.push((None, vec![*root]));
        } else {
            stack.push((None, root.legal_moves().iter().map(|&m| root.play(m)).collect()));
        }
        while let Some((key, next)) = stack.last_mut() {
            let Some(position) = next.pop() else {
                if let Some(item) = key.and_then(|key| self.items.get_mut(&key)) {
                    left += 1;
                    item.order = left * SPACE;
                }
                stack.pop();
                continue;
            };
            let here = position.key();
            let Some(&Item { made, order: NONE, .. }) = self.items.get(&here) else { continue };
            let after = position.play(Move::unpacked(made));
            let mut next: Vec<Position> =
                after.legal_moves().iter().map(|&m| after.play(m)).collect();
            let mixed = |p: &Position| (p.hash() ^ lot).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
            next.sort_by_key(|position| (mixed(position), position.key()));
            stack.push((Some(here), next));
        }
    }
}
