//! The shortest helpmate, and that none is shorter.
//!
//! The ordinary engine comes first: it says quickly that there is a mate, and its line bounds the
//! search for the shortest. Lines are checked by the kernel; that nothing is shorter is the
//! search's word.

use std::time::Duration;

use zermelo_board as board;
use zermelo_board::clock::Instant;
use zermelo_kernel::{Color, Evidence, Move, Position, WinnableCertificate};
use zermelo_winnable::problem::{self, Goal, Options, Progress, Solutions};
use zermelo_winnable::{Limits, accept};

use super::answer::{Answer, Certified};
use crate::{Fault, san};

/// If all lines are wanted, so many are kept.
const LINES: usize = 1000;

/// How to look for the shortest helpmate.
pub struct Wanted<'a> {
    /// Whether all lines of that length are wanted.
    pub all: bool,
    /// Look no further than so many plies.
    pub plies: u32,
    /// What the search may cost, and how it is interrupted.
    pub limits: Limits,
    /// How far it is.
    pub progress: &'a Progress,
}

/// What became of the search for the shortest helpmate.
pub struct Shortest {
    /// The length of the lines.
    pub plies: usize,
    /// Whether nothing is shorter.
    pub proved: bool,
    /// Lines of that length, all accepted by the kernel.
    pub lines: Vec<Vec<Move>>,
    /// Whether these are all of them.
    pub complete: bool,
    /// Whether there are more than are kept.
    pub cut: bool,
    /// Whether all were asked for.
    pub all: bool,
    /// What is known if it is not proved: no line has fewer plies than this.
    pub at_least: u32,
    /// The engine's time.
    pub engine: Duration,
}

impl Shortest {
    /// Whether something that was asked is open.
    pub fn is_open(&self) -> bool {
        !self.proved || self.all && !self.complete && !self.cut
    }
}

impl Answer {
    /// The answer with a shortest helpmate, and with what is known of it; one without a helpmate as
    /// it is. `tell` hears which length is being searched.
    ///
    /// # Errors
    ///
    /// A bug: the kernel rejected a line, or the search contradicts the engine.
    pub fn shortened(
        self,
        root: &Position,
        wanted: &Wanted<'_>,
        tell: impl FnMut(u32),
    ) -> Result<Answer, Fault> {
        let Some(found) = self.helpmate() else { return Ok(self) };
        let winner = self.winner;
        let start = Instant::now();
        let mut shortest = Search { root, winner, found, wanted }.run(tell)?;
        shortest.engine = start.elapsed();
        shortest.lines.sort_by_cached_key(|line| san::uci(root, line));
        let mut first = None;
        for line in &shortest.lines {
            if line.len() != shortest.plies {
                return Err(Fault::Bug(format!("a shortest line on {root} has a wrong length")));
            }
            let evidence = Evidence::Helpmate(line.clone());
            let accepted = accept(WinnableCertificate { position: root.clone(), winner, evidence });
            first = first.or(Some(accepted.map_err(Fault::Bug)?));
        }
        let certificate = first.map(Certified::Position).or(self.certificate);
        Ok(Answer { winner, certificate, effort: self.effort, shortest: Some(shortest) })
    }
}

impl Answer {
    /// The answer with a shorter helpmate, if a brief look finds one: people play these lines.
    ///
    /// # Errors
    ///
    /// A bug: the kernel rejected the line.
    pub fn briefer(mut self, root: &Position) -> Result<Answer, Fault> {
        let Some(than) = self.helpmate().map(|line| line.len() as u32) else { return Ok(self) };
        let (winner, start) = (self.winner, Instant::now());
        let found = problem::briefly(&board::Position::from_kernel(root), winner, than);
        let (engine, shortened) = (start.elapsed(), found.is_some());
        if let Some(line) = found {
            let evidence = Evidence::Helpmate(line.iter().map(|m| m.to_kernel()).collect());
            let accepted = accept(WinnableCertificate { position: root.clone(), winner, evidence });
            self.certificate = Some(Certified::Position(accepted.map_err(Fault::Bug)?));
        }
        // A look in vain takes its time, too.
        if let Some(effort) = &mut self.effort {
            effort.engine += engine;
            effort.check += start.elapsed() - engine;
            effort.shortened = shortened;
        }
        Ok(self)
    }
}

/// A search for something shorter than what was found.
struct Search<'a> {
    root: &'a Position,
    winner: Color,
    found: &'a [Move],
    wanted: &'a Wanted<'a>,
}

impl Search<'_> {
    fn run(&self, tell: impl FnMut(u32)) -> Result<Shortest, Fault> {
        let Search { root, winner, wanted, .. } = *self;
        let length = self.found.len() as u32;
        if length == 0 {
            return Ok(self.known(true, 0));
        }
        // The line at hand is as good as any unless all are wanted.
        let needed = if wanted.all { length } else { length.saturating_sub(2) };
        let most = needed.min(wanted.plies);
        let solutions = if wanted.all { LINES + 1 } else { 1 };
        let options = Options { limits: wanted.limits, solutions, progress: wanted.progress };
        let board = board::Position::from_kernel(root);
        match problem::shortest(&board, winner, Goal::Mate, most, &options, tell) {
            problem::Shortest::Found { plies, solutions } => Ok(self.of_lines(plies, solutions)),
            problem::Shortest::Open { plies } => Ok(self.known(plies >= length, plies)),
            problem::Shortest::NoneUpTo(_) if most == length => Err(Fault::Bug(format!(
                "the search on {root} found no mate by {winner} in {length} plies, but there is one"
            ))),
            problem::Shortest::NoneUpTo(_) => {
                // Lengths of the other parity are no lengths.
                let at_least = most + 1 + u32::from((most + 1) % 2 != length % 2);
                Ok(self.known(at_least >= length, at_least))
            }
        }
    }

    /// The line at hand, and what is known of it.
    fn known(&self, proved: bool, at_least: u32) -> Shortest {
        Shortest {
            plies: self.found.len(),
            proved,
            lines: vec![self.found.to_vec()],
            complete: self.found.is_empty(),
            cut: false,
            all: self.wanted.all,
            at_least,
            engine: Duration::ZERO,
        }
    }

    fn of_lines(&self, plies: u32, solutions: Solutions) -> Shortest {
        let all = self.wanted.all;
        let mut lines = solutions.lines;
        let cut = all && lines.len() > LINES;
        lines.truncate(if all { LINES } else { 1 });
        let to_kernel = |line: Vec<board::Move>| line.iter().map(|m| m.to_kernel()).collect();
        Shortest {
            plies: plies as usize,
            proved: true,
            lines: lines.into_iter().map(to_kernel).collect(),
            complete: solutions.complete && !cut,
            cut,
            all,
            at_least: plies,
            engine: Duration::ZERO,
        }
    }
}
