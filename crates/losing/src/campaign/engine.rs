//! The proof-number search of this crate as a campaign's solver.

use std::sync::atomic::Ordering;

use super::solver::{Child, Found, INFINITE, Solver, Task};
use zermelo_board::Limits;

use crate::search::{Branch, Options, Progress, Question, Scale, Search, Won};
use crate::{Position, Strategy};

/// Searches with one worker each. Which scale is good differs from position to position, and often
/// one needs a hundred times as many nodes as the other: half of the nodes are for a search on the
/// steep scale, and what that does not settle is for the even one, whose numbers the tree has.
/// What one search has proved is a win for all that come later.
pub struct Engine {
    question: Question,
    memory: u64,
    won: Won,
}

/// Bytes for a node of a search, its table of known positions and what a sweep needs included.
const NODE: u64 = 40;
/// Bytes for a search without nodes.
const LEAST: u64 = 16 << 20;

impl Engine {
    /// Searches that answer this, with so many bytes of memory at most for one at a time.
    pub fn new(question: Question, memory: u64) -> Engine {
        Engine { question, memory, won: Won::default() }
    }

    /// What is asked.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Makes a search on one scale; what it found, and the search.
    fn on_scale(&self, task: &Task<'_>, scale: Scale, nodes: u64) -> (Found, Search<'_>) {
        let memory = nodes.saturating_mul(NODE).saturating_add(LEAST).min(self.memory);
        let options = Options { limits: Limits::new(nodes, memory), scale, ..Options::default() };
        let search = Search::new(&self.question, *task.position, task.history, options);
        let mut search = search.with(&self.won);
        let progress = Progress::default();
        let numbers = search.run(&progress, task.stop, &mut |_| ());
        let mut found = Found { pn: numbers.pn, dn: numbers.dn, ..Found::default() };
        if numbers.pn == 0 {
            let proof = search.proof(&progress, task.stop);
            let known = |position: &Position| self.question.settled(position) == Some(true);
            let game = self.question.game();
            let whole = proof.map(|(proof, _)| self.won.whole(game, task.position, &proof, known));
            match whole {
                Some(Ok(strategy)) => {
                    self.won.add(&strategy);
                    found.strategy = Some(strategy);
                }
                // Stopped, or two positions had one hash.
                _ => (found.pn, found.dn) = (1, 1_000_000),
            }
        }
        found.nodes = progress.nodes.load(Ordering::Relaxed);
        (found, search)
    }

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
        let (steep, _) = self.on_scale(task, Scale::Steep, task.nodes / 2);
        let settled = steep.strategy.is_some() || steep.dn == 0;
        if settled || task.stop.load(Ordering::Relaxed) {
            return steep;
        }
        let (mut found, search) = self.on_scale(task, Scale::Even, task.nodes / 2);
        found.nodes += steep.nodes;
        if found.pn != 0 && found.dn != 0 && !task.stop.load(Ordering::Relaxed) {
            found.children = self.children(task.position, &search.branches());
        }
        found
    }

    fn learn(&self, proof: &Strategy) {
        self.won.add(proof);
    }

    fn known(&self, position: &Position) -> Option<bool> {
        self.question.settled(position)
    }
}
