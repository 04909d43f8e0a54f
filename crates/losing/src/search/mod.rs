//! Proof-number search in its depth-first form, in a tree that is kept.
//!
//! The tree is in memory, so nothing is searched twice and a proof can be read off. A worker goes
//! down to the most proving leaf and stays below a node as long as its numbers are within limits
//! that its neighbours set, and an eighth or a quarter more. When memory is full, small open
//! subtrees and what is settled are given up (`sweep.rs`).
//!
//! Two nodes with the same position are merged only where no circle can arise: where the last
//! capture or pawn's move was as many plies ago, and where a capture must be made. A position that
//! was proved is a win wherever it is met. A position that has been on the board since the last move
//! of that kind is no win: the prover has made no progress. So no proof rests on a repetition.
//!
//! But a refutation may: what comes again on one way to a node may be new on another one. A root
//! that is refuted so is searched once more with fewer nodes merged.

mod arena;
mod known;
mod leaf;
mod pages;
mod read;
mod save;
mod simulate;
mod solve;
mod survey;
mod sweep;
mod won;
mod worker;

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use zermelo_board::Limits;
use zermelo_board::losing::{Move, Position};

use crate::strategy::Strategy;

pub use arena::Numbers;
use arena::{Arena, Below, Cursor};
use known::Known;
pub use leaf::{Question, Scale};
pub use read::Branch;
pub use solve::{Later, Proof, Setting, Solved, solve, solve_with};
use won::Wins;
pub use won::Won;
use worker::Worker;

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Nodes to make, and memory for nodes and known positions, of which some 32 MiB are always
    /// taken if needed.
    pub limits: Limits,
    /// Workers; one makes the search deterministic.
    pub workers: usize,
    /// How first numbers grow.
    pub scale: Scale,
    /// When there is a proof, look for another one on the other scale: it may be smaller. For as
    /// many nodes again, with one worker twice as many from the beginning, and 50 million at most.
    pub second: bool,
}

impl Default for Options {
    fn default() -> Options {
        let limits = Limits::new(u64::MAX, 1 << 30);
        Options { limits, workers: 1, scale: Scale::Even, second: false }
    }
}

/// How far a search is; others may look while it goes on.
#[derive(Default, Debug)]
pub struct Progress {
    /// Nodes made, in this run and in those before whose search was kept.
    pub nodes: AtomicU64,
    /// Those of the runs before.
    kept: AtomicU64,
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

    /// Nodes made in this run: what a speed is counted by.
    pub fn fresh_nodes(&self) -> u64 {
        self.nodes.load(Relaxed).saturating_sub(self.kept.load(Relaxed))
    }

    pub(crate) fn add(&self, other: &Progress) {
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
    options: Options,
    arena: Arena,
    cursors: Vec<Cursor>,
    known: Known,
    /// The moves from the root to where the workers begin.
    goal: Vec<Move>,
    /// What others have proved.
    wins: Wins,
    /// Disproof numbers are added up as far as this.
    exact: u32,
    /// Whether a position came again somewhere.
    repeated: AtomicBool,
    /// Nodes are merged after irreversible moves and before captures only.
    apart: bool,
}

/// The root is the first node.
const ROOT: u32 = 1;

/// Stack for each worker: a level of the tree takes less than a kilobyte.
const STACK: usize = 1 << 30;

/// A search of so many nodes is a large one: its memory is in large pages.
const LARGE: u64 = 1 << 20;

thread_local! {
    /// Whether this thread has such a stack.
    static DEEP: Cell<bool> = const { Cell::new(false) };
}

/// Runs something that goes as deep as the tree: on a thread of its own, unless this one will do.
/// Whoever makes many small searches saves most of their time by being in here already.
pub(crate) fn deep<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if DEEP.get() {
        return work();
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let work = || {
            DEEP.set(true);
            work()
        };
        let thread = thread.spawn_scoped(scope, work).expect("a thread");
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

impl<'a> Search<'a> {
    /// A search that has not begun. The positions of the history, those since the last irreversible
    /// move, must not recur.
    pub fn new(
        question: &'a Question,
        root: Position,
        history: &[Position],
        options: Options,
    ) -> Search<'a> {
        let mut search = Search {
            question,
            root,
            history: history.iter().map(Position::hash).collect(),
            options,
            arena: Search::memory(&options),
            cursors: vec![Cursor::default(); options.workers.clamp(1, 31)],
            known: Known::new(options.limits.memory / 6, options.limits.nodes >= LARGE),
            goal: Vec::new(),
            wins: Wins::default(),
            exact: survey::exact(options.limits.nodes),
            repeated: AtomicBool::new(false),
            apart: false,
        };
        search.begin();
        search
    }

    /// Makes the root.
    fn begin(&mut self) {
        self.arena.take(&mut self.cursors[0], 1).expect("room for the root");
        let numbers = self.question.guess(&self.root, self.options.scale).numbers;
        self.arena.at(ROOT).begin(0, numbers, Below::Nothing);
    }

    /// Whether nodes with one position are one so many plies after the last irreversible move.
    #[inline]
    fn merges(&self, plies: usize) -> bool {
        plies == 0 || !self.apart
    }

    /// Begins anew with fewer nodes merged, if the root was refuted and a repetition may be why.
    fn doubted(&mut self) -> bool {
        let again = self.numbers().dn == 0 && !self.apart && self.repeated.load(Relaxed);
        if again {
            self.apart = true;
            self.arena = Search::memory(&self.options);
            self.cursors.iter_mut().for_each(|cursor| *cursor = Cursor::default());
            self.begin();
            self.known.clear();
        }
        again
    }

    /// The same with what other searches have proved.
    #[must_use]
    pub fn with(mut self, won: &Won) -> Search<'a> {
        self.wins = won.wins();
        self
    }

    /// The plies in which the prover, who is to move, wins by what another search has proved.
    #[inline]
    fn won_elsewhere(&self, position: &Position, hash: u64) -> Option<u32> {
        if self.wins.is_empty() || !self.question.to_move(position) {
            return None;
        }
        self.wins.get(hash)
    }

    /// Memory for nodes.
    fn memory(options: &Options) -> Arena {
        Arena::new(Search::room(options), options.limits.nodes >= LARGE)
    }

    /// Bytes for nodes: a sweep copies what it keeps, up to two fifths of them. There is always room
    /// to keep something, and some for each worker.
    fn room(options: &Options) -> u64 {
        let least = (5 + options.workers.min(31) as u64) * Arena::STEP;
        (options.limits.memory / 6 * 5 / 7 * 5).max(least)
    }

    /// The proof of a root that is proved. Parts that were given up to save memory are searched
    /// again; `None` if that is stopped.
    pub fn proof(&self, progress: &Progress, stop: &AtomicBool) -> Option<Proof> {
        self.proof_after(&[], progress, stop)
    }

    /// The same of the position after these moves from the root.
    pub fn proof_after(
        &self,
        line: &[Move],
        progress: &Progress,
        stop: &AtomicBool,
    ) -> Option<Proof> {
        let memory = (self.options.limits.memory / 8).max(1 << 26);
        let limits = Limits { nodes: u64::MAX, memory, ..self.options.limits };
        let options = Options { limits, workers: 1, ..self.options };
        let mut again = |position: &Position| {
            if let Some(plies) = self.won_elsewhere(position, position.hash()) {
                return Some((Strategy::default(), plies));
            }
            let part = Progress::default();
            let mut search = Search::new(self.question, *position, &[], options);
            let numbers = search.run(&part, stop, &mut |_| ());
            let proof = if numbers.pn == 0 { search.proof(&part, stop) } else { None };
            progress.add(&part);
            progress.again.fetch_add(1, Relaxed);
            proof
        };
        self.strategy(line, &mut again)
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

    /// Searches along a line from the root that is thought to be well played, from its end: when the
    /// position there is settled, the one before, and so on up to the root. What is known
    /// of a hard opening is its main line; the search then never doubts the prover's moves on it,
    /// and has to find the answers to the defender's other moves only, of which no part is as hard
    /// as the whole. Ends as [`Search::run`] does.
    pub fn run_along(
        &mut self,
        line: &[Move],
        progress: &Progress,
        stop: &AtomicBool,
        swept: &mut dyn FnMut(&Search),
    ) -> Numbers {
        for length in (1..=line.len()).rev() {
            self.run_to(&line[..length], progress, stop, swept);
        }
        self.run(progress, stop, swept)
    }

    /// Searches until the position after these moves from the root is settled, the limit is reached,
    /// or `stop` is set; returns its numbers.
    pub fn run_to(
        &mut self,
        goal: &[Move],
        progress: &Progress,
        stop: &AtomicBool,
        swept: &mut dyn FnMut(&Search),
    ) -> Numbers {
        self.goal = goal.to_vec();
        self.run_to_goal(progress, stop, swept);
        let (index, _) = self.node_after(goal);
        let numbers = self.arena.at(index).numbers();
        self.goal.clear();
        numbers
    }

    /// The node after some moves from the root, and its position; or the last one on the way, if that
    /// is settled or not expanded.
    fn node_after(&self, line: &[Move]) -> (u32, Position) {
        let (mut index, mut position) = (ROOT, self.root);
        for made in line {
            let node = self.arena.at(index);
            let Below::Children(first, count) = node.below() else { break };
            let packed = made.packed();
            let child = (first..first + count).find(|&at| self.arena.at(at).made() == packed);
            let (false, Some(child)) = (node.numbers().settled(), child) else { break };
            index = match self.arena.at(child).below() {
                Below::Link(target) => target,
                _ => child,
            };
            position = position.play(*made);
        }
        (index, position)
    }

    /// Whether what the workers are after is settled.
    fn is_settled(&self) -> bool {
        self.arena.at(self.node_after(&self.goal).0).numbers().settled()
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
        self.run_to_goal(progress, stop, swept)
    }

    fn run_to_goal(
        &mut self,
        progress: &Progress,
        stop: &AtomicBool,
        swept: &mut dyn FnMut(&Search),
    ) -> Numbers {
        loop {
            let full = AtomicBool::new(false);
            let mut cursors = std::mem::take(&mut self.cursors);
            let this = &*self;
            let work = |cursor: &mut Cursor| {
                let mut worker = Worker::new(this, *cursor, progress, stop, &full);
                worker.run();
                *cursor = worker.cursor;
            };
            match &mut cursors[..] {
                [only] => deep(|| work(only)),
                several => std::thread::scope(|scope| {
                    for cursor in several {
                        scope.spawn(|| deep(|| work(cursor)));
                    }
                }),
            }
            self.cursors = cursors;
            if self.doubted() {
                continue;
            }
            progress.set_root(self.first_choice());
            let done = self.is_settled()
                || stop.load(Relaxed)
                || self.options.limits.is_over()
                || progress.nodes.load(Relaxed) >= self.options.limits.nodes;
            if done || !full.load(Relaxed) {
                return self.numbers();
            }
            self.sweep();
            progress.sweeps.fetch_add(1, Relaxed);
            swept(self);
        }
    }
}
