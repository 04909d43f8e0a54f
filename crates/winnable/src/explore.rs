//! Search with exact keys: finds long helpmates, and proves that none exists by running dry.
//!
//! Best-first over positions, each kept once under its exact key. A position that is entered by a
//! capture or a pawn move (nothing can be undone) is first tried against the regions found so
//! far and by a fresh mobility analysis; if that proves it, the search does not go on from there.
//! When the queue runs dry without a mate, the positions listed and the regions are a cover.
//! Memory: [`BYTES_PER_POSITION`] at most, growing tables and all.

use std::collections::VecDeque;

use zermelo_board::{Color, Limits, Move, Position, Role, squares};

use crate::evidence::Cover;
use crate::listed::Listed;
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
    listed: Listed,
    expanded: Vec<bool>,
    queues: Vec<Queue>,
    next_queue: usize,
    pictures: Vec<Picture>,
    /// How many positions of each class are listed, once rare classes are to come first.
    classes: Option<Classes>,
    /// The regions found on the way.
    pub regions: Regions,
    /// When to give up, if ever.
    limits: Limits,
}

/// The clock is looked at once in so many positions.
const LOOK: u32 = 256;

/// A queue by small numbers, first in first out among equals: that keeps lines short.
#[derive(Clone, Default)]
pub struct Queue {
    buckets: Vec<VecDeque<u32>>,
    lowest: usize,
}

impl Queue {
    /// Adds a number.
    pub fn push(&mut self, h: usize, index: u32) {
        if h >= self.buckets.len() {
            self.buckets.resize_with(h + 1, VecDeque::new);
        }
        self.buckets[h].push_back(index);
        self.lowest = self.lowest.min(h);
    }

    /// Whether there is none left.
    pub fn is_empty(&self) -> bool {
        self.buckets.iter().all(VecDeque::is_empty)
    }

    /// The number with the smallest guess.
    pub fn pop(&mut self) -> Option<u32> {
        while self.lowest < self.buckets.len() {
            if let Some(index) = self.buckets[self.lowest].pop_front() {
                return Some(index);
            }
            self.lowest += 1;
        }
        None
    }
}

impl Explorer {
    /// A fresh search from `root`.
    pub fn new(root: &Position, winner: Color, regions: Regions, limits: Limits) -> Explorer {
        let mut explorer = Explorer {
            winner,
            listed: Listed::new(root),
            expanded: Vec::new(),
            queues: vec![Queue::default()],
            next_queue: 0,
            pictures: Vec::new(),
            classes: None,
            regions,
            limits,
        };
        explorer.enqueue(root, 0);
        explorer
    }

    /// How many positions are listed.
    pub fn len(&self) -> usize {
        self.listed.len()
    }

    /// The position listed last.
    pub fn latest(&self) -> Position {
        self.listed.position(self.len() as u32 - 1)
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
        for index in 0..self.len() {
            if !self.expanded[index] {
                let p = self.listed.position(index as u32);
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
        while self.len() <= max_nodes {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(LOOK) && self.limits.is_over() {
                return Outcome::Spent;
            }
            let Some(index) = self.pop() else {
                return Outcome::Closed;
            };
            let p = self.listed.position(index);
            let to_mate = p.turn() != self.winner;
            moves.clear();
            p.any_legal(|m| {
                moves.push(m);
                false
            });
            if moves.is_empty() {
                if to_mate && p.checkers() != 0 {
                    return Outcome::Mate(self.listed.line(index, []));
                }
                continue;
            }
            children.clear();
            children.extend(moves.iter().map(|&m| p.play(m)));
            self.listed.look(&children, &mut known);
            for ((&m, child), _) in
                moves.iter().zip(&children).zip(&known).filter(|(_, known)| !**known)
            {
                if p.is_critical(m) {
                    if insufficient(child, self.winner)
                        || self.listed.contains(child)
                        || self.regions.settles(child, self.len())
                    {
                        continue;
                    }
                    if let Some(line) = self.regions.rollout(child, self.len()) {
                        return Outcome::Mate(
                            self.listed.line(index, std::iter::once(m).chain(line)),
                        );
                    }
                }
                if !to_mate && child.checkers() != 0 && !child.has_legal_move() {
                    return Outcome::Mate(self.listed.line(index, [m]));
                }
                self.insert(child, index, m);
            }
        }
        Outcome::Spent
    }

    /// The cover, once the search has closed.
    pub fn into_cover(self) -> Cover {
        Cover { positions: self.listed.into_keys(), regions: self.regions.found }
    }

    fn insert(&mut self, p: &Position, parent: u32, m: Move) {
        let Some(index) = self.listed.insert(p, parent, m) else { return };
        self.enqueue(p, index);
    }

    /// Puts a position that has just been listed into the queues.
    fn enqueue(&mut self, p: &Position, index: u32) {
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
