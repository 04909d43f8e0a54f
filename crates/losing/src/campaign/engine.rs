//! The proof-number search of this crate as a campaign's solver.

use std::sync::atomic::Ordering;

use super::solver::{Child, Found, INFINITE, Solver, Task};
use crate::Position;
use zermelo_board::Limits;

use crate::search::{Branch, Options, Progress, Question, Search};

/// Searches with one worker each.
pub struct Engine {
    /// What is asked.
    pub question: Question,
    /// Bytes of memory for one search, at most.
    pub memory: u64,
}

/// Bytes for a node of a search, its table of known positions and what a sweep needs included.
const NODE: u64 = 40;
/// Bytes for a search without nodes.
const LEAST: u64 = 16 << 20;

impl Engine {
    /// What the search knows of the moves. Those it does not tell of are settled: in an open
    /// position no move wins for the prover, and none saves the defender.
    fn children(&self, position: &Position, branches: &[Branch]) -> Vec<Child> {
        if branches.is_empty() {
            return Vec::new();
        }
        let own = self.question.to_move(position);
        let child = |made| match branches.iter().find(|branch| branch.made == made) {
            Some(branch) => Child {
                made,
                pn: branch.numbers.pn,
                dn: branch.numbers.dn,
                nodes: branch.nodes,
                children: self.children(&position.play(made), &branch.branches),
                strategy: None,
            },
            None => {
                let (pn, dn) = if own { (INFINITE, 0) } else { (0, INFINITE) };
                Child { made, pn, dn, nodes: 0, children: Vec::new(), strategy: None }
            }
        };
        position.legal_moves().into_iter().map(child).collect()
    }
}

impl Solver for Engine {
    fn search(&self, task: &Task<'_>) -> Found {
        let memory = task.nodes.saturating_mul(NODE).saturating_add(LEAST).min(self.memory);
        let options = Options { limits: Limits::new(task.nodes, memory), ..Options::default() };
        let mut search = Search::new(&self.question, *task.position, task.history, options);
        let progress = Progress::default();
        let numbers = search.run(&progress, task.stop, &mut |_| ());
        let mut found = Found {
            pn: numbers.pn,
            dn: numbers.dn,
            nodes: progress.nodes.load(Ordering::Relaxed),
            ..Found::default()
        };
        if numbers.pn == 0 {
            match search.proof(&progress, task.stop) {
                Some((strategy, _)) => found.strategy = Some(strategy),
                // Stopped.
                None => (found.pn, found.dn) = (1, 1_000_000),
            }
        } else if numbers.dn != 0 && !task.stop.load(Ordering::Relaxed) {
            found.children = self.children(task.position, &search.branches());
        }
        found
    }

    fn known(&self, position: &Position) -> Option<bool> {
        self.question.settled(position)
    }
}
