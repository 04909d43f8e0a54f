//! From what a search found to a proof that needs nothing: made smaller, played out to the end,
//! and put to the kernel.
//!
//! A proof is made smaller while it still ends in the tables: that is cheap, and the size is
//! the one that others give for theirs. Then what the tables know is played out. Making it smaller
//! takes a few hundred microseconds a node; whoever asks for a stop gets the proof as it is then.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use zermelo_board::losing::{Move, Position};
use zermelo_kernel::{self as kernel, TreeFault, TreeProof};

use crate::expand::NotExpanded;
use crate::replace::Effort;
use crate::search::Question;
use crate::strategy::Strategy;
use crate::tree::{Tree, TreeError, after};

/// How often moves are exchanged to make a proof smaller.
const ROUNDS: usize = 8;

/// What is to be proved.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    /// Rules, prover, and tables.
    pub question: &'a Question,
    /// Where the opening line begins.
    pub start: Position,
    /// The opening line; the claim is about the position after it.
    pub opening: &'a [Move],
}

/// What is being done for a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Of the moves that are known, those are taken that make it smaller.
    Shrink,
    /// Smaller proofs are searched for.
    Replace,
    /// What the tables know is played out.
    Expand,
    /// The kernel checks it.
    Check,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Shrink => "making the proof smaller",
            Stage::Replace => "searching for a smaller proof",
            Stage::Expand => "playing out what the tables know",
            Stage::Check => "checking the proof",
        })
    }
}

/// A tree that the kernel accepted, with what it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// The tree.
    pub tree: Tree,
    /// What the kernel says of it.
    pub summary: kernel::Proved<TreeProof>,
}

/// A proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofTrees {
    /// Positions of the tree as it was found.
    pub found: u64,
    /// The tree that ends where the tables begin. The kernel believed them.
    pub compact: Accepted,
    /// The tree that ends where games are over. The kernel believed nobody.
    pub full: Accepted,
}

/// Why a strategy is no proof. Unless the tables are at fault this is a bug.
#[derive(thiserror::Error, Debug)]
pub enum NotProved {
    /// It makes no tree.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// What the tables know cannot be played out.
    #[error(transparent)]
    Expand(#[from] NotExpanded),
    /// The kernel does not accept it.
    #[error("the kernel rejects the proof: {0}")]
    Rejected(#[from] TreeFault),
}

impl Case<'_> {
    /// The position after the opening line.
    ///
    /// # Errors
    ///
    /// If a move of the line is not legal.
    pub fn root(&self) -> Result<Position, TreeError> {
        after(&self.start, self.opening.iter().copied())
    }

    /// Makes a proof of one of these strategies, the first if there is no effort to make it small,
    /// else the best, or what they are together. Once `stop` is set it is not made smaller any
    /// more. `doing` is told what is done.
    ///
    /// # Errors
    ///
    /// If a strategy does not win, a table is missing, or the kernel does not accept the proof.
    ///
    /// # Panics
    ///
    /// If there is no strategy.
    pub fn prove(
        &self,
        strategies: &[Strategy],
        effort: Option<Effort>,
        stop: &AtomicBool,
        doing: &mut dyn FnMut(Stage),
    ) -> Result<ProofTrees, NotProved> {
        let table = |position: &Position| self.question.won_by_tables(position);
        let found = self.accepted(&strategies[0], &table, doing)?;
        let positions = found.summary.nodes;
        let (strategy, compact) = match effort {
            None => (strategies[0].clone(), found),
            Some(effort) => {
                let smaller = self.smaller(strategies, effort, stop, doing)?;
                let compact = self.accepted(&smaller, &table, doing)?;
                (smaller, compact)
            }
        };
        let shrink = effort.is_some() && !stop.load(Relaxed);
        let full = match compact.summary.table_leaves {
            0 => compact.clone(),
            _ => self.expand(&strategy, shrink, doing)?,
        };
        Ok(ProofTrees { found: positions, compact, full })
    }

    /// The smallest tree that can be made of these strategies, which ends where the tables begin.
    ///
    /// # Errors
    ///
    /// As [`Case::prove`].
    ///
    /// # Panics
    ///
    /// If there is no strategy.
    pub fn compact(
        &self,
        strategies: &[Strategy],
        effort: Effort,
        stop: &AtomicBool,
        doing: &mut dyn FnMut(Stage),
    ) -> Result<Accepted, NotProved> {
        let table = |position: &Position| self.question.won_by_tables(position);
        let smaller = self.smaller(strategies, effort, stop, doing)?;
        self.accepted(&smaller, &table, doing)
    }

    /// The proof that needs no tables.
    ///
    /// # Errors
    ///
    /// As [`Case::prove`].
    pub fn expand(
        &self,
        strategy: &Strategy,
        shrink: bool,
        doing: &mut dyn FnMut(Stage),
    ) -> Result<Accepted, NotProved> {
        doing(Stage::Expand);
        let (root, prover) = (self.root()?, self.question.prover);
        let mut whole = match &self.question.tables {
            Some(tables) => strategy.expanded(&root, prover, tables)?,
            None => strategy.clone(),
        };
        if shrink {
            doing(Stage::Shrink);
            whole = whole.shrunk(&root, self.question.game(), ROUNDS, |_| false)?;
        }
        self.accepted(&whole, &|_| false, doing)
    }

    /// The tree of a strategy, if the kernel accepts it.
    fn accepted(
        &self,
        strategy: &Strategy,
        table: &dyn Fn(&Position) -> bool,
        doing: &mut dyn FnMut(Stage),
    ) -> Result<Accepted, NotProved> {
        let prover = self.question.prover;
        let tree = Tree::of(strategy, &self.start, self.opening, prover, table)?;
        doing(Stage::Check);
        let summary = tree.check(self.question.rules, prover, &self.start, table);
        Ok(Accepted { summary: summary?, tree })
    }

    /// The best strategy to begin with: what is left of each when moves are exchanged, and of all
    /// of them together.
    fn least(
        &self,
        strategies: &[Strategy],
        shrunk: impl Fn(&Strategy) -> Result<Strategy, TreeError>,
    ) -> Result<Strategy, NotProved> {
        let mut together = strategies[0].clone();
        strategies[1..].iter().for_each(|other| together.join(other));
        let all = strategies.iter().chain((strategies.len() > 1).then_some(&together));
        let table = |position: &Position| self.question.won_by_tables(position);
        let mut best: Option<(usize, Strategy)> = None;
        for strategy in all {
            let strategy = shrunk(strategy)?;
            let tree = Tree::of(&strategy, &self.start, self.opening, self.question.prover, table)?;
            if best.as_ref().is_none_or(|(size, _)| tree.len() < *size) {
                best = Some((tree.len(), strategy));
            }
        }
        Ok(best.expect("a strategy").1)
    }

    /// A strategy with a smaller tree.
    fn smaller(
        &self,
        strategies: &[Strategy],
        effort: Effort,
        stop: &AtomicBool,
        doing: &mut dyn FnMut(Stage),
    ) -> Result<Strategy, NotProved> {
        let (root, game) = (self.root()?, self.question.game());
        let table = |position: &Position| self.question.won_by_tables(position);
        let stopped = || stop.load(Relaxed);
        let shrunk = |wide: &Strategy| wide.shrunk(&root, game, ROUNDS, table);
        if stopped() {
            return Ok(strategies[0].clone());
        }
        doing(Stage::Shrink);
        let mut best = self.least(strategies, shrunk)?;
        for stage in [Stage::Shrink, Stage::Replace, Stage::Shrink] {
            if stopped() {
                break;
            }
            doing(stage);
            best = match stage {
                Stage::Replace => best.replaced(&root, game, effort, table, stop)?,
                _ => shrunk(&best.with_alternatives(game, table))?,
            };
        }
        Ok(best)
    }
}
