//! What all plans of a search share: its limits, what was found, what failed, and how far it is.

use zermelo_board::Move;
use zermelo_kernel as kernel;

use super::Asked;
use super::failed::Failed;

/// So many plies tell how far a search is.
const TELLING: usize = 4;
/// So often the clock is looked at, in positions.
const LOOK: u64 = 1024;

/// The state of a search.
pub(super) struct Shared<'a> {
    asked: &'a Asked<'a>,
    /// A plan with more positions than this is worth playing its pairs of men.
    pub patience: u64,
    /// Positions looked at.
    pub nodes: u64,
    /// Whether the search has to end.
    pub stopped: bool,
    /// From where there is no game.
    pub failed: Failed,
    /// What was found.
    pub games: Vec<Vec<kernel::Move>>,
    /// Games found, also those that do not count.
    pub met: u64,
    /// The plan, from 1, and how many there are.
    plan: (u64, usize),
    /// For the first plies: which move of how many.
    path: [(usize, usize); TELLING],
}

impl<'a> Shared<'a> {
    /// Of a search that begins.
    pub fn new(asked: &'a Asked<'a>, patience: u64) -> Shared<'a> {
        Shared {
            asked,
            patience,
            nodes: 0,
            stopped: asked.limits.is_over(),
            failed: Failed::new(asked.limits.memory),
            games: Vec::new(),
            met: 0,
            plan: (1, 1),
            path: [(0, 1); TELLING],
        }
    }

    /// Goes on with the plan of this number.
    pub fn begin(&mut self, number: u64, plans: usize) {
        self.plan = (number, plans);
        self.path = [(0, 1); TELLING];
        self.stopped |= self.asked.limits.is_over();
    }

    /// After so many plies it is this move's turn.
    #[inline]
    pub fn at(&mut self, ply: usize, index: usize, moves: usize) {
        if ply < TELLING {
            self.path[ply] = (index, moves);
            self.path[ply + 1..].fill((0, 1));
        }
    }

    /// Counts a position; false if the search has to end.
    #[inline]
    pub fn spend(&mut self) -> bool {
        self.nodes += 1;
        self.stopped |= self.nodes > self.asked.limits.nodes;
        if self.nodes.is_multiple_of(LOOK) {
            self.stopped |= self.asked.limits.is_over();
            let (mut done, mut share) = (0.0, 1.0);
            for (index, moves) in self.path {
                share /= moves as f64;
                done += share * index as f64;
            }
            let (number, plans) = self.plan;
            self.asked.progress.set(self.nodes, (number as f64 - 1.0 + done) / plans as f64);
        }
        !self.stopped
    }

    /// Keeps a game, if it counts.
    pub fn keep(&mut self, line: &[Move]) {
        self.met += 1;
        let game: Vec<kernel::Move> = line.iter().map(|m| m.to_kernel()).collect();
        if (self.asked.wanted)(&game) {
            self.games.push(game);
            self.stopped |= self.games.len() >= self.asked.most;
        }
    }
}
