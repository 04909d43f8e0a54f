//! From a position to an answer: one search, or two side by side.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use zermelo_board::losing::Position;

use super::{Limits, Numbers, Progress, Question, Scale, Search};
use crate::strategy::Strategy;

/// A proof: what to play, and the plies that it takes at most to the end or into the tables.
pub type Proof = (Strategy, u32);

/// An answer.
pub struct Solved {
    /// The numbers of the position.
    pub numbers: Numbers,
    /// Proofs that the prover wins: that on the scale even first, if there are two.
    pub proofs: Vec<Proof>,
}

/// What two searches side by side know of each other.
#[derive(Default)]
struct Race {
    over: AtomicBool,
    /// How many nodes the first that settled the position made.
    first: AtomicU64,
}

/// Searches a position until it is settled, a limit is reached, or `stop` is set.
///
/// Several workers make two searches, one on each scale, with half the memory each; the first that
/// settles the position ends the other, at once or a little later. `progress` has a place for
/// either.
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
) -> io::Result<Solved> {
    if let Some(folder) = keep {
        std::fs::create_dir_all(folder)?;
    }
    let task = Task { question, root, keep, stop };
    let [even, steep] = progress;
    if limits.workers < 2 {
        let race = Race::default();
        let mut solved = task.one(limits, even, &race, stop)?;
        let made = even.nodes.load(Relaxed);
        if limits.second && solved.numbers.pn == 0 && !stop.load(Relaxed) {
            let limits = Limits { nodes: patience(made).min(MOST), scale: Scale::Steep, ..limits };
            let second = Task { keep: None, ..task }.one(limits, steep, &race, stop)?;
            solved.proofs.extend(second.proofs);
        }
        return Ok(solved);
    }
    let race = Race::default();
    let half = |scale: Scale, workers: usize| {
        let (nodes, memory) = (limits.nodes / 2, limits.memory / 2);
        Limits { nodes, memory, workers, scale, ..limits }
    };
    let (task, race) = (&task, &race);
    thread::scope(|scope| {
        let fewer = half(Scale::Steep, limits.workers / 2);
        let more = half(Scale::Even, limits.workers.div_ceil(2));
        let steep_one = scope.spawn(move || task.one(fewer, steep, race, &race.over));
        let even_one = scope.spawn(move || task.one(more, even, race, &race.over));
        while !(steep_one.is_finished() && even_one.is_finished()) {
            let first = race.first.load(Relaxed);
            let later = even.nodes.load(Relaxed).max(steep.nodes.load(Relaxed));
            let enough = first > 0 && (!limits.second || later >= patience(first));
            if stop.load(Relaxed) || enough {
                race.over.store(true, Relaxed);
            }
            thread::sleep(Duration::from_millis(10));
        }
        let [steep, even] = [steep_one, even_one].map(|search| search.join().expect("a search"));
        let (mut first, second) = (even?, steep?);
        if !first.numbers.settled() {
            first.numbers = second.numbers;
        }
        first.proofs.extend(second.proofs);
        Ok(first)
    })
}

/// Nobody waits longer than so many nodes for a second proof.
const MOST: u64 = 50_000_000;

/// How many nodes the later of two searches side by side may make when the earlier has settled the
/// position with so many.
fn patience(first: u64) -> u64 {
    first + (first / 2).min(MOST)
}

#[derive(Clone, Copy)]
struct Task<'a> {
    question: &'a Question,
    root: Position,
    keep: Option<&'a Path>,
    stop: &'a AtomicBool,
}

impl Task<'_> {
    /// One search, until `over`.
    fn one(
        &self,
        limits: Limits,
        progress: &Progress,
        race: &Race,
        over: &AtomicBool,
    ) -> io::Result<Solved> {
        let file = self.keep.map(|folder| folder.join(limits.scale.name()));
        let mut search = Search::new(self.question, self.root, &[], limits);
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
        if !numbers.settled() && race.first.load(Relaxed) == 0 {
            save(&search);
        }
        if let Some(error) = failed {
            return Err(error);
        }
        if numbers.settled() {
            let nodes = progress.nodes.load(Relaxed).max(1);
            // Later ones do not count.
            let _ = race.first.compare_exchange(0, nodes, Relaxed, Relaxed);
        }
        let proof = if numbers.pn == 0 { search.proof(progress, self.stop) } else { None };
        Ok(Solved { numbers, proofs: proof.into_iter().collect() })
    }
}
