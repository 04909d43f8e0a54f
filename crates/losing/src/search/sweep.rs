//! Memory is full: keep what took much work, and proofs.
//!
//! The tree is copied. Refuted nodes lose their children; an open node with few nodes below becomes
//! a leaf again, with the numbers it had. Proofs stay, unless they are much smaller still: what
//! the final proof needs of those is searched again. If more is left than two fifths of the room,
//! it is copied again with a higher bar. Links are made anew when they are needed.

use zermelo_board::losing::{Move, Position};

use super::arena::{Arena, Below, Cursor};
use super::{ROOT, Search, deep, known};

struct Copier<'a> {
    from: &'a Arena,
    to: &'a mut Target,
    /// Open subtrees with fewer nodes are given up.
    least: u64,
    most: u64,
}

/// The new arena, with a cursor that can be set back.
struct Target {
    arena: Arena,
    cursor: Cursor,
}

impl Search<'_> {
    /// Makes room.
    pub(super) fn sweep(&mut self) {
        let room = Search::room(&self.options);
        let mut least = 16;
        loop {
            let mut target = Target { arena: Arena::new(room, true), cursor: Cursor::default() };
            let root = target.arena.take(&mut target.cursor, 1).expect("room for the root");
            let node = self.arena.at(ROOT);
            target.arena.at(root).begin(0, node.numbers(), Below::Nothing);
            let fits = deep(|| {
                let mut copier =
                    Copier { from: &self.arena, to: &mut target, least, most: room / 5 * 2 };
                copier.copy(ROOT, root).is_some()
            });
            if fits {
                self.arena = target.arena;
                self.cursors.iter_mut().for_each(|cursor| *cursor = Cursor::default());
                self.cursors[0] = target.cursor;
                break;
            }
            least *= 4;
        }
        self.known.clear();
        self.remember_all();
    }

    pub(super) fn remember_all(&self) {
        deep(|| self.remember(ROOT, &self.root, self.history.len()));
    }

    /// Puts what is left into the table of known positions.
    fn remember(&self, index: u32, position: &Position, plies: usize) {
        let node = self.arena.at(index);
        let Below::Children(first, count) = node.below() else { return };
        let plies = if position.mobility().1 { 0 } else { plies };
        if node.numbers().pn == 0 {
            self.known.put(position.hash(), index);
        } else if self.merges(plies) {
            self.known.put(known::after(position.hash(), plies), index);
        }
        for child in first..first + count {
            if matches!(self.arena.at(child).below(), Below::Children(..)) {
                let made = Move::unpacked(self.arena.at(child).made());
                let plies = if position.is_irreversible(made) { 0 } else { plies + 1 };
                self.remember(child, &position.play(made), plies);
            }
        }
    }
}

impl Copier<'_> {
    /// Copies what is below a node and says how many nodes that are; `None` if it gets too much.
    fn copy(&mut self, old: u32, new: u32) -> Option<u64> {
        let node = self.from.at(old);
        let Below::Children(first, count) = node.below() else { return Some(0) };
        if node.numbers().dn == 0 {
            return Some(0);
        }
        let mark = self.to.cursor;
        if self.to.arena.bytes() > self.most {
            return None;
        }
        let block = self.to.arena.take(&mut self.to.cursor, count)?;
        let mut size = u64::from(count);
        for place in 0..count {
            let child = self.from.at(first + place);
            self.to.arena.at(block + place).begin(child.made(), child.numbers(), Below::Nothing);
            size += self.copy(first + place, block + place)?;
        }
        let least = if node.numbers().settled() { self.least / 64 } else { self.least };
        if size < least {
            // Only within a chunk; what lies across two stays taken, and that is little.
            if mark.same_chunk(&self.to.cursor) {
                self.to.cursor = mark;
            }
            return Some(0);
        }
        self.to.arena.at(new).set_below(Below::Children(block, count));
        Some(size)
    }
}
