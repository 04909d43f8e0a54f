//! Search with exact keys: finds long helpmates, and proves that none exists by running dry.
//!
//! Best-first over positions, each kept once under its exact key. A position that is entered by a
//! capture or a pawn move (nothing can be undone) is first tried against the regions found so
//! far and by a fresh mobility analysis; if that proves it, the search does not go on from there.
//! When the queue runs dry without a mate, the positions listed and the regions are a cover.
//! Memory: [`BYTES_PER_POSITION`] at most, growing tables and all.

use std::collections::VecDeque;

use arrayvec::ArrayVec;
use zermelo_board::{Color, Key, Limits, Move, Position, Role, Square, squares};

use crate::evidence::Cover;
use crate::material::insufficient;
use crate::pictures::Picture;
use crate::regions::{Classes, Regions, class};
use crate::rollout::{distance, flights, needs_pawn};

/// What a position may cost in memory, tables that have just doubled and all. (If it ends up in a
/// cover, the kernel that checks it needs less than this search did: docs/numbers.md.)
pub const BYTES_PER_POSITION: u64 = 130;

/// What a search came to.
pub enum Outcome {
    /// A helpmate.
    Mate(Vec<Move>),
    /// Everything reachable was seen.
    Closed,
    /// The budget was spent.
    Spent,
}

/// A search in progress.
pub struct Explorer {
    winner: Color,
    chess960: bool,
    keys: Vec<Key>,
    hashes: Vec<u64>,
    parents: Vec<u32>,
    moves: Vec<Move>,
    /// Index and upper half of the hash.
    table: Vec<(u32, u32)>,
    expanded: Vec<bool>,
    queues: Vec<Queue>,
    next_queue: usize,
    pictures: Vec<Picture>,
    /// How many positions of each class are listed, once rare classes are to come first.
    classes: Option<Classes>,
    /// The squares of men that are not moved, nor taken.
    still: u64,
    /// The regions found on the way.
    pub regions: Regions,
    /// When to give up, if ever.
    limits: Limits,
}

/// The clock is looked at once in so many positions.
const LOOK: u32 = 256;

/// A queue by small numbers, first in first out among equals: that keeps lines short.
#[derive(Clone, Default)]
struct Queue {
    buckets: Vec<VecDeque<u32>>,
    lowest: usize,
}

impl Queue {
    fn push(&mut self, h: usize, index: u32) {
        if h >= self.buckets.len() {
            self.buckets.resize_with(h + 1, VecDeque::new);
        }
        self.buckets[h].push_back(index);
        self.lowest = self.lowest.min(h);
    }

    fn pop(&mut self) -> Option<u32> {
        while self.lowest < self.buckets.len() {
            if let Some(index) = self.buckets[self.lowest].pop_front() {
                return Some(index);
            }
            self.lowest += 1;
        }
        None
    }
}

const NONE: u32 = u32::MAX;

impl Explorer {
    /// A fresh search from `root`.
    pub fn new(root: &Position, winner: Color, regions: Regions, limits: Limits) -> Explorer {
        let mut explorer = Explorer {
            winner,
            chess960: root.is_chess960(),
            keys: Vec::new(),
            hashes: Vec::new(),
            parents: Vec::new(),
            moves: Vec::new(),
            table: vec![(NONE, 0); 1 << 12],
            expanded: Vec::new(),
            queues: vec![Queue::default()],
            next_queue: 0,
            pictures: Vec::new(),
            classes: None,
            still: 0,
            regions,
            limits,
        };
        explorer.insert(root, NONE, Move::plain(Square::wrapping(0), Square::wrapping(0)));
        explorer
    }

    /// Leaves out all moves of the men on these squares, and their captures. A mate found is a mate;
    /// that none is found says nothing.
    pub fn keep_still(&mut self, men: u64) {
        self.still = men;
    }

    /// How many positions are listed.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// The position listed last.
    pub fn latest(&self) -> Position {
        self.keys[self.keys.len() - 1].position(self.chess960)
    }

    /// Steers for these pictures from now on, and no longer for earlier ones.
    ///
    /// With `by_class`, positions of pawns and material seldom met get a turn of their own: what
    /// opens a locked position is a chain of moves that cannot be undone.
    pub fn steer(&mut self, pictures: Vec<Picture>, by_class: bool) {
        self.queues.truncate(1);
        self.next_queue = 0;
        self.queues.extend(pictures.iter().map(|_| Queue::default()));
        self.pictures = pictures;
        self.classes = by_class.then(Classes::default);
        if by_class {
            self.queues.push(Queue::default());
        }
        for index in 0..self.keys.len() {
            if !self.expanded[index] {
                let p = self.keys[index].hashed(self.chess960, self.hashes[index]);
                for (picture, queue) in self.pictures.iter().zip(&mut self.queues[1..]) {
                    queue.push(picture.missing(&p) as usize, index as u32);
                }
                self.push_by_class(&p, index as u32);
            }
        }
    }

    fn push_by_class(&mut self, p: &Position, index: u32) {
        if let Some(classes) = &mut self.classes {
            let count = classes.entry(class(p)).or_insert(0);
            *count += 1;
            let h = (*count as usize).min(400);
            if let Some(queue) = self.queues.last_mut() {
                queue.push(h, index);
            }
        }
    }

    /// Goes on until mate, closure, `max_nodes` positions are listed, or the time is over.
    pub fn run(&mut self, max_nodes: usize) -> Outcome {
        let mut moves = Vec::with_capacity(256);
        let mut children: Vec<Position> = Vec::with_capacity(256);
        let mut known = Vec::with_capacity(256);
        let mut steps: u32 = 0;
        while self.keys.len() <= max_nodes {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(LOOK) && self.limits.is_over() {
                return Outcome::Spent;
            }
            let Some(index) = self.pop() else {
                return Outcome::Closed;
            };
            let p = self.keys[index as usize].hashed(self.chess960, self.hashes[index as usize]);
            let to_mate = p.turn() != self.winner;
            moves.clear();
            p.any_legal(|m| {
                moves.push(m);
                false
            });
            if moves.is_empty() {
                if to_mate && p.checkers() != 0 {
                    return Outcome::Mate(self.line(index, []));
                }
                continue;
            }
            if self.still != 0 {
                moves.retain(|m| (m.from.bit() | m.to.bit()) & self.still == 0);
            }
            children.clear();
            children.extend(moves.iter().map(|&m| p.play(m)));
            self.look(&children, &mut known);
            for ((&m, child), _) in
                moves.iter().zip(&children).zip(&known).filter(|(_, known)| !**known)
            {
                if p.is_critical(m) {
                    if insufficient(child, self.winner)
                        || self.find(&Key::new(child), child.hash()).is_ok()
                        || self.regions.settles(child, self.keys.len())
                    {
                        continue;
                    }
                    if let Some(line) = self.regions.rollout(child, self.keys.len()) {
                        return Outcome::Mate(self.line(index, std::iter::once(m).chain(line)));
                    }
                }
                if !to_mate && child.checkers() != 0 && !child.has_legal_move() {
                    return Outcome::Mate(self.line(index, [m]));
                }
                self.insert(child, index, m);
            }
        }
        Outcome::Spent
    }

    /// The cover, once the search has closed.
    pub fn into_cover(self) -> Cover {
        Cover { positions: self.keys, regions: self.regions.found }
    }

    /// Which positions are seen at a glance to be listed. All are looked for together: a processor
    /// waits for many places in memory as long as for one.
    fn look(&self, positions: &[Position], known: &mut Vec<bool>) {
        let mask = self.table.len() - 1;
        // No position has more than 218 moves; those beyond the buffer would be looked for later.
        let likely: ArrayVec<(u32, u32), 256> =
            positions.iter().take(256).map(|p| self.table[p.hash() as usize & mask]).collect();
        known.clear();
        known.extend(positions.iter().zip(&likely).map(|(p, &(index, tag))| {
            tag == (p.hash() >> 32) as u32
                && self.keys.get(index as usize).is_some_and(|key| *key == Key::new(p))
        }));
        known.resize(positions.len(), false);
    }

    /// The number of a listed position, or the free slot (`Err`) where it would be put.
    fn find(&self, key: &Key, hash: u64) -> Result<u32, usize> {
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let (index, tag) = self.table[slot];
            if index == NONE {
                return Err(slot);
            }
            if tag == (hash >> 32) as u32 && self.keys[index as usize] == *key {
                return Ok(index);
            }
            slot = (slot + 1) & mask;
        }
    }

    fn insert(&mut self, p: &Position, parent: u32, m: Move) {
        let key = Key::new(p);
        let hash = p.hash();
        if self.keys.len() * 4 >= self.table.len() * 3 {
            let size = self.table.len() * 2;
            self.table = vec![(NONE, 0); size];
            for (index, hash) in self.hashes.iter().enumerate() {
                let mut slot = *hash as usize & (size - 1);
                while self.table[slot].0 != NONE {
                    slot = (slot + 1) & (size - 1);
                }
                self.table[slot] = (index as u32, (*hash >> 32) as u32);
            }
        }
        let Err(slot) = self.find(&key, hash) else { return };
        let index = self.keys.len() as u32;
        self.table[slot] = (index, (hash >> 32) as u32);
        self.keys.push(key);
        self.hashes.push(hash);
        self.parents.push(parent);
        self.moves.push(m);
        self.expanded.push(false);
        let h = self.estimate(p);
        self.queues[0].push(h, index);
        // A picture follows its own line; all of them look at what the general guess goes on from.
        self.push_by_class(p, index);
        if (1..=self.pictures.len()).contains(&self.next_queue) {
            let h = self.pictures[self.next_queue - 1].missing(p) as usize;
            self.queues[self.next_queue].push(h, index);
        } else {
            for (picture, queue) in self.pictures.iter().zip(&mut self.queues[1..]) {
                queue.push(picture.missing(p) as usize, index);
            }
        }
    }

    /// The next position to go on from: the queues take turns.
    fn pop(&mut self) -> Option<u32> {
        let mut empty = 0;
        while empty < self.queues.len() {
            self.next_queue = (self.next_queue + 1) % self.queues.len();
            match self.queues[self.next_queue].pop() {
                Some(index) if !self.expanded[index as usize] => {
                    self.expanded[index as usize] = true;
                    return Some(index);
                }
                Some(_) => empty = 0,
                None => empty += 1,
            }
        }
        None
    }

    /// The moves that lead to a listed position, and these.
    fn line(&self, mut index: u32, then: impl IntoIterator<Item = Move>) -> Vec<Move> {
        let mut line = Vec::new();
        while self.parents[index as usize] != NONE {
            line.push(self.moves[index as usize]);
            index = self.parents[index as usize];
        }
        line.reverse();
        line.extend(then);
        line
    }

    /// A guess of how far the mate is; smaller is searched first.
    fn estimate(&self, p: &Position) -> usize {
        let w = self.winner;
        let king = p.king(!w);
        let open = flights(p, w, king).count_ones() as usize;
        let mut need = 0;
        if needs_pawn(p, w) {
            need = 6;
            for s in squares(p.of(w, Role::Pawn)) {
                let rank = if w == Color::White { s.rank() } else { 7 - s.rank() };
                need = need.min(7 - rank as usize);
            }
            need = 8 + 2 * need;
        }
        let (file, rank) = (king.file(), king.rank());
        let edge = file.min(7 - file) + rank.min(7 - rank);
        let apart = distance(king, p.king(w)) as usize;
        3 * open + need + edge as usize + apart
    }
}
