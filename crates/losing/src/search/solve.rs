//! From a position to an answer: one search, or two side by side.

use std::io;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use zermelo_board::Limits;
use zermelo_board::losing::{Move, Position};

use super::{Numbers, Options, Progress, Question, Scale, Search};
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

/// Tables that are not there yet: most searches end before it would pay to build them.
#[derive(Clone, Copy)]
pub struct Later<'a> {
    /// They are brought when the searches have made so many nodes together.
    pub nodes: u64,
    /// Brings them. A search goes on where it was, with or without them.
    pub bring: &'a (dyn Fn() + Sync),
}

/// What goes with a search.
#[derive(Clone, Copy, Default)]
pub struct Setting<'a> {
    /// A folder to keep the search in. It is saved when memory was full and when it ends unsettled,
    /// and goes on from there when it is begun again.
    pub keep: Option<&'a Path>,
    /// Tables may come later.
    pub later: Option<Later<'a>>,
    /// A line from the position that is thought to be well played: see [`Search::run_along`].
    pub along: &'a [Move],
}

/// What two searches side by side know of each other.
#[derive(Default)]
struct Race {
    /// The tables were brought.
    brought: OnceLock<()>,
    over: AtomicBool,
    /// How many nodes the first that settled the position made.
    first: AtomicU64,
}

/// Searches a position with the tables that are there, as [`solve_with`] does.
///
/// # Errors
///
/// As [`solve_with`].
pub fn solve(
    question: &Question,
    root: Position,
    options: Options,
    keep: Option<&Path>,
    progress: &[Progress; 2],
) -> io::Result<Solved> {
    solve_with(question, root, options, Setting { keep, ..Setting::default() }, progress)
}

/// Searches a position until it is settled or a limit is reached.
///
/// Several workers make two searches, one on each scale, with half the memory each; the first that
/// settles the position ends the other, at once or a little later. `progress` has a place for
/// either.
///
/// # Errors
///
/// What the system says of the folder, or that it holds another search.
pub fn solve_with(
    question: &Question,
    root: Position,
    options: Options,
    setting: Setting<'_>,
    progress: &[Progress; 2],
) -> io::Result<Solved> {
    if let Some(folder) = setting.keep {
        std::fs::create_dir_all(folder)?;
    }
    let task = Task { question, root, setting };
    let [even, steep] = progress;
    if options.workers < 2 {
        let race = Race::default();
        let mut solved = task.one(options, even, &race)?;
        let made = even.nodes.load(Relaxed);
        if options.second && solved.numbers.pn == 0 && !options.limits.is_over() {
            let limits = Limits { nodes: patience(made).min(MOST), ..options.limits };
            let options = Options { limits, scale: Scale::Steep, ..options };
            let setting = Setting { keep: None, later: None, ..setting };
            let second = Task { setting, ..task }.one(options, steep, &race)?;
            solved.proofs.extend(second.proofs);
        }
        return Ok(solved);
    }
    let race = Race::default();
    let half = |scale: Scale, workers: usize| {
        let Limits { nodes, memory, .. } = options.limits;
        let limits = Limits { nodes: nodes / 2, memory: memory / 2, ..options.limits };
        Options { limits, workers, scale, ..options }
    };
    let later = setting.later.map(|later| Later { nodes: later.nodes / 2, ..later });
    let setting = Setting { later, ..setting };
    let (task, race) = (&Task { setting, ..task }, &race);
    thread::scope(|scope| {
        let fewer = half(Scale::Steep, options.workers / 2);
        let more = half(Scale::Even, options.workers.div_ceil(2));
        let steep_one = scope.spawn(move || task.one(fewer, steep, race));
        let even_one = scope.spawn(move || task.one(more, even, race));
        while !(steep_one.is_finished() && even_one.is_finished()) {
            let first = race.first.load(Relaxed);
            let later = even.nodes.load(Relaxed).max(steep.nodes.load(Relaxed));
            let enough = first > 0 && (!options.second || later >= patience(first));
            if options.limits.is_over() || enough {
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
    first + first.min(MOST)
}

#[derive(Clone, Copy)]
struct Task<'a> {
    question: &'a Question,
    root: Position,
    setting: Setting<'a>,
}

impl Task<'_> {
    /// Searches, and has the tables brought on the way if that takes long.
    fn run(
        &self,
        search: &mut Search<'_>,
        progress: &Progress,
        race: &Race,
        save: &mut dyn FnMut(&Search),
    ) -> Numbers {
        let along = self.setting.along;
        if let Some(later) = self.setting.later {
            let limits = search.options.limits;
            search.options.limits.nodes = limits.nodes.min(later.nodes);
            let numbers = search.run_along(along, progress, &race.over, save);
            search.options.limits = limits;
            let over = race.over.load(Relaxed) || limits.is_over();
            if numbers.settled() || over || progress.nodes.load(Relaxed) >= limits.nodes {
                return numbers;
            }
            race.brought.get_or_init(later.bring);
        }
        search.run_along(along, progress, &race.over, save)
    }

    /// One search, until it is settled or the race is over.
    fn one(&self, options: Options, progress: &Progress, race: &Race) -> io::Result<Solved> {
        let file = self.setting.keep.map(|folder| folder.join(options.scale.name()));
        let mut search = Search::new(self.question, self.root, &[], options);
        if let Some(file) = file.as_ref().filter(|file| file.exists()) {
            match search.restore(file, progress) {
                // What is kept stays as it is.
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    return Ok(Solved { numbers: search.numbers(), proofs: Vec::new() });
                }
                restored => restored?,
            }
        }
        let mut failed = None;
        let mut save = |search: &Search| {
            if let Some(file) = &file
                && let Err(error) = search.save(file, progress)
            {
                failed = Some(error);
            }
        };
        let numbers = self.run(&mut search, progress, race, &mut save);
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
        // The race is over for the other one; this one may still read its proof.
        let never = AtomicBool::new(false);
        let proof = if numbers.pn == 0 { search.proof(progress, &never) } else { None };
        Ok(Solved { numbers, proofs: proof.into_iter().collect() })
    }
}
