//! A small proof-number search into a tree that is there already.

use std::collections::HashMap;
use std::ops::Range;

use zermelo_board::losing::{Key, Position};

use super::{Item, Replacement};

/// A position of the search.
pub(super) struct Leaf {
    position: Position,
    parent: usize,
    made: u16,
    children: Range<usize>,
    /// What is needed at least to prove the win, and to refute it.
    numbers: [u32; 2],
}

/// Another move, and what must be played after it, with the order.
pub(super) struct Found {
    pub made: u16,
    pub new: HashMap<Key, (u16, u64)>,
}

const NEVER: u32 = 1 << 30;
const WON: [u32; 2] = [0, NEVER];
const LOST: [u32; 2] = [NEVER, 0];

impl<T: Fn(&Position) -> bool> Replacement<'_, T> {
    /// Another move than the old one, after which the prover wins with positions that are earlier
    /// in the order; `None` if so many positions are not enough.
    pub(super) fn search(
        &mut self,
        root: &Position,
        old: u16,
        order: u64,
        limit: usize,
    ) -> Option<Found> {
        let mut arena = std::mem::take(&mut self.arena);
        arena.clear();
        let numbers = [1, 1];
        arena.push(Leaf { position: *root, parent: 0, made: 0, children: 0..0, numbers });
        self.expand(&mut arena, 0, order, Some(old));
        while !matches!(arena[0].numbers, WON | LOST) && arena.len() < limit {
            let mut at = 0;
            while !arena[at].children.is_empty() {
                let kind = self.kind(&arena[at].position);
                let children = arena[at].children.clone();
                at = children.min_by_key(|&child| arena[child].numbers[kind]).expect("some");
            }
            self.expand(&mut arena, at, order, None);
        }
        let mut found = None;
        if arena[0].numbers == WON {
            let mut new = HashMap::new();
            let most = self.read(&arena, 0, &mut new);
            let made = new.remove(&root.key()).map(|(made, _)| made);
            // There may be no room in the order.
            found = made.filter(|_| most <= order).map(|made| Found { made, new });
        }
        self.arena = arena;
        found
    }

    /// 0 where the prover is to move, who needs one proof; 1 elsewhere.
    fn kind(&self, position: &Position) -> usize {
        usize::from(!self.game.proves(position))
    }

    /// Adds the children of a leaf; its numbers and all above it are new.
    fn expand(&self, arena: &mut Vec<Leaf>, at: usize, order: u64, without: Option<u16>) {
        let position = arena[at].position;
        let first = arena.len();
        position.any_legal(|made| {
            let after = position.play(made);
            if without != Some(made.packed()) {
                let numbers = self.numbers(&after, order);
                let made = made.packed();
                arena.push(Leaf { position: after, parent: at, made, children: 0..0, numbers });
            }
            false
        });
        arena[at].children = first..arena.len();
        let mut at = at;
        loop {
            let kind = self.kind(&arena[at].position);
            let children = &arena[arena[at].children.clone()];
            let least = children.iter().map(|child| child.numbers[kind]).min().unwrap_or(NEVER);
            let sum: u32 =
                children.iter().fold(0, |sum, child| NEVER.min(sum + child.numbers[1 - kind]));
            let mut numbers = [0; 2];
            numbers[kind] = least;
            numbers[1 - kind] = if least == 0 { NEVER } else { sum };
            if least == NEVER {
                numbers[1 - kind] = 0;
            }
            arena[at].numbers = numbers;
            if at == 0 {
                return;
            }
            at = arena[at].parent;
        }
    }

    /// The first numbers of a position, in quarters of a reply. Replies are looked at as well: a move after which all is
    /// known costs nothing.
    fn numbers(&self, position: &Position, order: u64) -> [u32; 2] {
        if self.kind(position) == 0 {
            return self.known(position, order).unwrap_or_else(|| [4, position.mobility().0]);
        }
        if self.won(position) {
            return WON;
        }
        let mut unknown = 0;
        let mut replies = 0;
        let refuted = position.any_legal(|reply| {
            replies += 1;
            let known = self.known(&position.play(reply), order);
            unknown += u32::from(known.is_none());
            known == Some(LOST)
        });
        match unknown {
            _ if refuted || replies == 0 => LOST,
            0 => WON,
            _ => [4 * unknown + self.luck(position), 1],
        }
    }

    /// Up to one and a half replies' worth, drawn by lot: so each round finds other proofs.
    fn luck(&self, position: &Position) -> u32 {
        ((position.hash() ^ self.lot).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 62) as u32 * 2
    }

    /// What is known of a position with the prover to move.
    fn known(&self, position: &Position, order: u64) -> Option<[u32; 2]> {
        match self.items.get(&position.key()) {
            Some(item) if item.refs > 0 => Some(if item.order < order { WON } else { LOST }),
            _ if self.won(position) => Some(WON),
            _ if !position.has_legal_move() => Some(LOST),
            _ => None,
        }
    }

    /// Gathers the moves of a proof; returns the order of the position.
    fn read(&self, arena: &[Leaf], at: usize, new: &mut HashMap<Key, (u16, u64)>) -> u64 {
        let Leaf { position, children, .. } = &arena[at];
        let key = position.key();
        if self.kind(position) == 0 {
            let Some(child) = children.clone().find(|&child| arena[child].numbers == WON) else {
                return self.order(position);
            };
            let order = self.read(arena, child, new) + 1;
            let best = new.entry(key).or_insert((arena[child].made, order));
            if order < best.1 {
                *best = (arena[child].made, order);
            }
            return order;
        }
        if !children.is_empty() {
            return children.clone().map(|child| self.read(arena, child, new)).max().unwrap_or(0);
        }
        if self.won(position) {
            return 0;
        }
        let mut most = 0;
        position.any_legal(|reply| {
            most = most.max(self.order(&position.play(reply)));
            false
        });
        most
    }

    /// The order of a position of the tree; 0 where the game is over.
    fn order(&self, position: &Position) -> u64 {
        let item = self.items.get(&position.key());
        item.filter(|item: &&Item| item.refs > 0).map_or(0, |item| item.order)
    }
}
