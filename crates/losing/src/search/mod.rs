//! Proof-number search in its depth-first form, in a tree that is kept.
//!
//! The tree is in memory, so nothing is searched twice and a proof can be read off. A worker goes
//! down to the most proving leaf and stays below a node as long as its numbers are within limits
//! that its neighbours set, times one and a quarter. When memory is full, small open subtrees and
//! what is settled are given up (`sweep.rs`).
//!
//! Two nodes with the same position are merged only where no circle can arise: after a capture or
//! a pawn's move, and where a capture must be made. A position that was proved is a win wherever
//! it is met. A position that has been on the board since the last move of that kind is no win:
//! the prover has made no progress. So no proof rests on a repetition.

mod arena;
mod known;
mod leaf;
mod pages;
mod read;
mod save;
mod sweep;
mod worker;

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use zermelo_board::losing::Position;

use crate::strategy::Strategy;

pub use arena::Numbers;
use arena::{Arena, Below, Cursor};
use known::Known;
pub use leaf::{Question, Scale};
pub use read::{Branch, Lost};
use worker::Worker;

/// How much a search may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Nodes to make.
    pub nodes: u64,
    /// Bytes of memory for nodes and known positions.
    pub memory: u64,
    /// Workers; one makes the search deterministic.
    pub workers: usize,
    /// How first numbers grow.
    pub scale: Scale,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { nodes: u64::MAX, memory: 1 << 30, workers: 1, scale: Scale::Even }
    }
}

/// How far a search is; others may look while it goes on.
#[derive(Default, Debug)]
pub struct Progress {
    /// Nodes made.
    pub nodes: AtomicU64,
    /// Nodes whose moves were looked at.
    pub expanded: AtomicU64,
    /// How often memory was full.
    pub sweeps: AtomicU64,
    /// Parts of the proof that had to be searched again.
    pub again: AtomicU64,
    /// Proof number of the root in the high half, disproof number in the low half.
    root: AtomicU64,
}

impl Progress {
    /// The numbers of the root.
    pub fn root(&self) -> Numbers {
        let bits = self.root.load(Relaxed);
        Numbers { pn: (bits >> 32) as u32, dn: bits as u32 }
    }

    fn add(&self, other: &Progress) {
        self.nodes.fetch_add(other.nodes.load(Relaxed), Relaxed);
        self.expanded.fetch_add(other.expanded.load(Relaxed), Relaxed);
        self.sweeps.fetch_add(other.sweeps.load(Relaxed), Relaxed);
        self.again.fetch_add(other.again.load(Relaxed), Relaxed);
    }

    fn set_root(&self, numbers: Numbers) {
        self.root.store(u64::from(numbers.pn) << 32 | u64::from(numbers.dn), Relaxed);
    }
}

/// A search from one position.
pub struct Search<'a> {
    question: &'a Question,
    root: Position,
    history: Vec<u64>,
    limits: Limits,
    arena: Arena,
    cursors: Vec<Cursor>,
    known: Known,
}

/// A proof: what to play, and the plies that it takes at most to the end or into the tables.
pub type Proof = (Strategy, u32);

/// Searches a position until it is settled, a limit is reached, or `stop` is set; the proof, if the
/// prover wins.
///
/// Several workers make two searches, one on each scale, with half the memory each; the first that
/// settles the position ends the other. `progress` has a place for either.
///
/// With a folder to keep them in, searches are saved when memory was full and when they end
/// unsettled, and go on from there when they are begun again.
///
/// # Errors
///
/// What the system says of the folder, or that it holds another search.
pub fn solve(
    question: &Question,
    root: Position,
    limits: Limits,
    keep: Option<&Path>,
    progress: &[Progress; 2],
    stop: &AtomicBool,
) -> io::Result<(Numbers, Option<Proof>)> {
    if let Some(folder) = keep {
        std::fs::create_dir_all(folder)?;
    }
    let one = |limits: Limits, progress: &Progress, over: &AtomicBool, alone: bool| {
        let file = keep.map(|folder| folder.join(limits.scale.name()));
        let mut search = Search::new(question, root, &[], limits);
        if let Some(file) = file.as_ref().filter(|file| file.exists()) {
            search.restore(file, progress)?;
        }
        let mut failed = None;
        let mut save = |search: &Search| {
            if let Some(file) = &file
                && let Err(error) = search.save(file, progress)
            {
                failed = Some(error);
            }
        };
        let numbers = search.run(progress, over, &mut save);
        let beaten = !alone && over.load(Relaxed) && !stop.load(Relaxed);
        if !numbers.settled() && !beaten {
            save(&search);
        }
        if let Some(error) = failed {
            return Err(error);
        }
        let first = numbers.settled() && (alone || !over.swap(true, Relaxed));
        let proof = if first && numbers.pn == 0 { search.proof(progress, stop) } else { None };
        Ok((numbers, proof))
    };
    if limits.workers < 2 {
        return one(limits, &progress[0], stop, true);
    }
    let over = AtomicBool::new(false);
    let half = |scale: Scale, workers: usize| {
        let (nodes, memory) = (limits.nodes / 2, limits.memory / 2);
        Limits { nodes, memory, workers, scale }
    };
    std::thread::scope(|scope| {
        let [even, steep] = progress;
        let fewer = half(Scale::Steep, limits.workers / 2);
        let more = half(Scale::Even, limits.workers.div_ceil(2));
        let (one, over) = (&one, &over);
        let steep = scope.spawn(move || one(fewer, steep, over, false));
        let even = scope.spawn(move || one(more, even, over, false));
        while !(steep.is_finished() && even.is_finished()) {
            if stop.load(Relaxed) {
                over.store(true, Relaxed);
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let [steep, even] = [steep, even].map(|thread| thread.join().expect("a search"));
        let (steep, even) = (steep?, even?);
        let by_steep = steep.0.settled() && (steep.1.is_some() || !even.0.settled());
        Ok(if by_steep { steep } else { even })
    })
}

/// The root is the first node.
const ROOT: u32 = 1;

/// Stack for each worker: a level of the tree takes less than a kilobyte.
const STACK: usize = 1 << 30;

impl<'a> Search<'a> {
    /// A search that has not begun. The positions of the history, those since the last irreversible
    /// move, must not recur.
    pub fn new(
        question: &'a Question,
        root: Position,
        history: &[Position],
        limits: Limits,
    ) -> Search<'a> {
        let arena = Arena::new(Search::room(&limits));
        let mut cursors = vec![Cursor::default(); limits.workers.clamp(1, 31)];
        arena.take(&mut cursors[0], 1).expect("room for the root");
        arena.at(ROOT).begin(0, question.guess(&root, limits.scale).numbers, Below::Nothing);
        Search {
            question,
            root,
            history: history.iter().map(Position::hash).collect(),
            limits,
            arena,
            cursors,
            known: Known::new(limits.memory / 6),
        }
    }

    /// Bytes for nodes: a sweep copies what it keeps, up to two fifths of them.
    fn room(limits: &Limits) -> u64 {
        limits.memory / 6 * 5 / 7 * 5
    }

    /// The proof of a root that is proved. Parts that were given up to save memory are searched
    /// again; none if that is stopped.
    pub fn proof(&self, progress: &Progress, stop: &AtomicBool) -> Option<Proof> {
        let memory = (self.limits.memory / 8).max(1 << 26);
        let limits = Limits { nodes: u64::MAX, memory, workers: 1, ..self.limits };
        let mut again = |position: &Position| {
            let part = Progress::default();
            let mut search = Search::new(self.question, *position, &[], limits);
            let numbers = search.run(&part, stop, &mut |_| ());
            let proof = if numbers.pn == 0 { search.proof(&part, stop) } else { None };
            progress.add(&part);
            progress.again.fetch_add(1, Relaxed);
            proof
        };
        self.strategy(&mut again).ok()
    }

    /// The numbers of the first node from the root on that has a choice.
    fn first_choice(&self) -> Numbers {
        let mut node = self.arena.at(ROOT);
        while let Below::Children(only, 1) = node.below() {
            node = self.arena.at(only);
        }
        node.numbers()
    }

    /// The numbers of the root.
    pub fn numbers(&self) -> Numbers {
        self.arena.at(ROOT).numbers()
    }

    /// Searches until the root is settled, the limit is reached, or `stop` is set.
    ///
    /// `swept` is called when memory was full and has been swept: a good moment to save it.
    pub fn run(
        &mut self,
        progress: &Progress,
        stop: &AtomicBool,
        swept: &mut dyn FnMut(&Search),
    ) -> Numbers {
        loop {
            let full = AtomicBool::new(false);
            let mut cursors = std::mem::take(&mut self.cursors);
            let this = &*self;
            std::thread::scope(|scope| {
                let mut threads = Vec::new();
                for cursor in &mut cursors {
                    let mut worker = Worker::new(this, *cursor, progress, stop, &full);
                    let work = move || {
                        worker.run();
                        *cursor = worker.cursor;
                    };
                    let thread = std::thread::Builder::new().stack_size(STACK);
                    threads.push(thread.spawn_scoped(scope, work).expect("a thread"));
                }
            });
            self.cursors = cursors;
            progress.set_root(self.first_choice());
            let done = self.numbers().settled()
                || stop.load(Relaxed)
                || progress.nodes.load(Relaxed) >= self.limits.nodes;
            if done || !full.load(Relaxed) {
                return self.numbers();
            }
            self.sweep();
            progress.sweeps.fetch_add(1, Relaxed);
            swept(self);
        }
    }
}
