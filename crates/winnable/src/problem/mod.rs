//! Helpmate problems: the shortest mate, and every one of them.
//!
//! Where [`crate::decide`] asks whether there is a helpmate, this asks for the shortest, or for all
//! of a given length, as composers and solvers do. `distance.rs` bounds what a man needs,
//! `pictures.rs` lists the final pictures within reach, `solve.rs` searches along them. Solutions
//! are lines for the kernel to check (`check.rs`); that there are no others is the search's word.

mod check;
mod distance;
mod packing;
mod pictures;
mod sharpen;
mod solve;
mod stipulation;

use std::sync::atomic::{AtomicU64, Ordering};

use zermelo_board::{Limits, Move, Position};
use zermelo_kernel::Color;

use crate::corner;
use crate::rollout::{self, Dice};

pub use check::check;
pub use stipulation::Stipulation;

/// What the last move brings about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// Mate.
    Mate,
    /// Stalemate.
    Stalemate,
}

/// What is asked for: all lines of so many plies that end in the goal, both sides helping.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Problem {
    /// What the last move brings about.
    pub goal: Goal,
    /// Who makes the last move; the other side is mated or stalemated.
    pub winner: Color,
    /// The number of plies. The winner makes the last one, so it is odd exactly if the winner
    /// begins.
    pub plies: u32,
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// What the search may cost; when its memory is full, what is remembered is forgotten.
    pub limits: Limits,
    /// Stop when so many solutions have been found.
    pub solutions: usize,
    /// Where the search says how far it is.
    pub progress: &'a Progress,
}

/// How far a search is; another thread may look.
#[derive(Default, Debug)]
pub struct Progress {
    nodes: AtomicU64,
    millionths: AtomicU64,
}

impl Progress {
    /// A search that has not begun.
    pub const fn new() -> Progress {
        Progress { nodes: AtomicU64::new(0), millionths: AtomicU64::new(0) }
    }

    /// Positions visited by the search of the present length.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// How much of that search is done, from 0 to 1, as the first two plies tell it: they are not
    /// all of the same weight, so it is a guess.
    pub fn done(&self) -> f64 {
        self.millionths.load(Ordering::Relaxed) as f64 / 1e6
    }

    /// Tells how far a search is, of this crate's or another's.
    pub fn set(&self, nodes: u64, done: f64) {
        self.nodes.store(nodes, Ordering::Relaxed);
        self.millionths.store((1e6 * done) as u64, Ordering::Relaxed);
    }
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solutions {
    /// The lines.
    pub lines: Vec<Vec<Move>>,
    /// Whether these are all.
    pub complete: bool,
    /// Positions visited.
    pub nodes: u64,
}

/// Finds all lines of the length asked for.
pub fn solve(root: &Position, problem: &Problem, options: &Options<'_>) -> Solutions {
    let begins = root.turn() == problem.winner;
    if problem.plies == 0 || begins != (problem.plies % 2 == 1) {
        return Solutions { lines: Vec::new(), complete: true, nodes: 0 };
    }
    solve::solve(root, problem, options)
}

/// Positions that a brief look may visit; of each length the pictures that it may list, and the
/// arrangements that it may look at for them.
const BRIEF: (u64, usize, u32) = (20_000, 20_000, 100_000);

/// Rounds of guided games that a brief look plays where it does not come to the shortest line.
const ROUNDS: u64 = 120;

/// A line to mate of fewer than `than` plies, if a brief look finds one: the shortest that there is
/// if that is within its reach, else the shortest of some guided games. For lines that people look
/// at.
pub fn briefly(root: &Position, winner: Color, than: u32) -> Option<Vec<Move>> {
    brief_search(root, winner, than).or_else(|| shortest_game(root, winner, than))
}

/// The shortest of many guided games, if it has fewer than `than` plies.
fn shortest_game(root: &Position, winner: Color, than: u32) -> Option<Vec<Move>> {
    let (models, plans) = (corner::models(root, winner), rollout::plans(root, winner));
    let (mut best, mut most, mut line) = (None, than.saturating_sub(1) as usize, Vec::new());
    for round in 0..ROUNDS {
        let mut dice = Dice::new(round + 2);
        let mut keep = |found: bool, line: &Vec<Move>, most: &mut usize| {
            if found && line.len() <= *most {
                *most = line.len().saturating_sub(1);
                best = Some(line.clone());
            }
        };
        for model in &models {
            let found = corner::play(root, winner, model, &mut dice, most, &mut line, &mut 0);
            keep(found, &line, &mut most);
        }
        for plan in plans {
            let found = rollout::play(root, winner, plan, &mut dice, most, &mut line, &mut 0);
            keep(found, &line, &mut most);
        }
    }
    best
}

fn brief_search(root: &Position, winner: Color, than: u32) -> Option<Vec<Move>> {
    let (mut left, pictures, looks) = BRIEF;
    let mut plies = if root.turn() == winner { 1 } else { 2 };
    while plies < than {
        let options = Options {
            limits: Limits::new(left, 4 << 20),
            solutions: 1,
            progress: &Progress::new(),
        };
        let problem = Problem { goal: Goal::Mate, winner, plies };
        let mut solutions = solve::solve_few(root, &problem, &options, (pictures, looks))?;
        if let Some(line) = solutions.lines.pop() {
            return Some(line);
        }
        left = left.checked_sub(solutions.nodes)?;
        plies += 2;
    }
    None
}

/// What became of the search for the shortest line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shortest {
    /// This many plies are needed: shorter lengths were searched through, and there is no line.
    Found {
        /// The plies.
        plies: u32,
        /// The lines of that length.
        solutions: Solutions,
    },
    /// There is no line of up to so many plies.
    NoneUpTo(u32),
    /// The budget was spent at this length; there is no shorter line.
    Open {
        /// The length.
        plies: u32,
    },
}

/// Finds the shortest line to the goal, of at most `most` plies. `next` is called with each length
/// before it is searched.
pub fn shortest(
    root: &Position,
    winner: Color,
    goal: Goal,
    most: u32,
    options: &Options<'_>,
    mut next: impl FnMut(u32),
) -> Shortest {
    let begins = root.turn() == winner;
    if !begins && !root.has_legal_move() && (root.checkers() != 0) == (goal == Goal::Mate) {
        let solutions = Solutions { lines: vec![Vec::new()], complete: true, nodes: 0 };
        return Shortest::Found { plies: 0, solutions };
    }
    let mut plies = if begins { 1 } else { 2 };
    while plies <= most {
        next(plies);
        let solutions = solve(root, &Problem { goal, winner, plies }, options);
        if !solutions.lines.is_empty() {
            return Shortest::Found { plies, solutions };
        }
        if !solutions.complete {
            return Shortest::Open { plies };
        }
        plies += 2;
    }
    Shortest::NoneUpTo(most)
}
