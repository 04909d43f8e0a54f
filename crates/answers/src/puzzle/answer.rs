//! From question to answer: the engine searches, the kernel checks every line.

use std::time::Duration;

use serde::{Serialize, Serializer};
use zermelo_board as board;
use zermelo_board::clock::Instant;
use zermelo_kernel::{Move, Proved, WinnableCertificate};
use zermelo_winnable::Limits;
use zermelo_winnable::problem::{self, Options, Problem, Progress, Shortest, Stipulation};

use super::question::{Diagram, Kind, Part, Question};
use super::report::stipulation;
use crate::{Fault, report, san};

/// What is searched for, and what a search may cost.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// All lengths up to the one asked for.
    pub up_to: bool,
    /// Whether there is a shorter solution is asked, too.
    pub shorter: bool,
    /// So many solutions of each length are kept.
    pub solutions: usize,
    /// What each search may cost, and who may stop it.
    pub limits: Limits,
}

/// One line that the kernel has accepted. It is its own report, as what follows is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Solution {
    /// The moves.
    #[serde(skip)]
    pub moves: Vec<board::Move>,
    /// What the kernel has proved; there are no certificates of stalemates.
    #[serde(skip)]
    pub certificate: Option<Proved<WinnableCertificate>>,
    /// The moves as engines write them.
    pub uci: Vec<String>,
    /// The moves as players write them.
    pub san: Vec<String>,
    /// Where it parts from a solution listed before it, if their beginnings are the same: the
    /// index of the first move that differs.
    #[serde(rename = "dual_ply", serialize_with = "ply")]
    pub dual: Option<usize>,
}

/// What became of one length.
#[derive(Serialize)]
pub struct Searched {
    /// What was searched for.
    #[serde(flatten, serialize_with = "stipulation")]
    pub stipulation: Stipulation,
    /// What was found and checked, in order.
    pub solutions: Vec<Solution>,
    /// Whether these are all.
    pub complete: bool,
    /// Whether there are more than are kept.
    pub cut: bool,
    /// Positions visited.
    pub nodes: u64,
    /// The engine's time.
    #[serde(rename = "engine_us", serialize_with = "report::microseconds")]
    pub engine: Duration,
    /// The kernel's time.
    #[serde(rename = "check_us", serialize_with = "report::microseconds")]
    pub check: Duration,
}

/// The ply, from 1, of a move with this index.
fn ply<S: Serializer>(index: &Option<usize>, to: S) -> Result<S::Ok, S::Error> {
    index.map(|index| index + 1).serialize(to)
}

/// Whether there is a shorter solution.
pub enum Shorter {
    /// There is none.
    None,
    /// There is one of this length.
    Exists(Stipulation, Box<Solution>),
    /// There is none below this length; the search stopped there.
    Open(Stipulation),
}

/// The answer to one part.
pub struct Solved<'q> {
    /// What was asked.
    pub part: &'q Part,
    /// Whether there is a shorter solution, if that was asked.
    pub shorter: Option<Shorter>,
    /// One for each length, the longest last; empty if the search was stopped first.
    pub searches: Vec<Searched>,
}

impl Solved<'_> {
    /// Whether something was not answered. What was cut was not asked for.
    pub fn is_open(&self) -> bool {
        self.searches.is_empty()
            || self.searches.iter().any(|search| !search.complete && !search.cut)
            || matches!(self.shorter, Some(Shorter::Open(_)))
    }
}

/// All answers: for each diagram its parts, as far as they were searched.
pub struct Answer<'q> {
    /// The diagrams.
    pub diagrams: Vec<(&'q Diagram, Vec<Solved<'q>>)>,
    /// Whether somebody stopped the search before it was done.
    pub interrupted: bool,
}

impl Answer<'_> {
    /// Whether some part that was searched is open.
    pub fn is_open(&self) -> bool {
        self.diagrams.iter().flat_map(|(_, parts)| parts).any(Solved::is_open)
    }
}

/// Answers a question. `doing` is told what is searched for next.
pub fn solve<'q>(
    question: &'q Question,
    effort: &Effort,
    progress: &Progress,
    doing: &dyn Fn(String),
) -> Result<Answer<'q>, Fault> {
    let mut answer = Answer { diagrams: Vec::new(), interrupted: false };
    let mut skipped = false;
    for diagram in &question.diagrams {
        let mut solved = Vec::new();
        for part in &diagram.parts {
            if effort.limits.is_over() {
                skipped = true;
                break;
            }
            let root = board::Position::from_kernel(&part.position);
            solved.push(Search { part, root, effort, progress, doing }.solve()?);
        }
        answer.diagrams.push((diagram, solved));
    }
    answer.interrupted = effort.limits.is_over() && (skipped || answer.is_open());
    Ok(answer)
}

/// The searches for one part.
struct Search<'q, 'a> {
    part: &'q Part,
    root: board::Position,
    effort: &'a Effort,
    progress: &'a Progress,
    doing: &'a dyn Fn(String),
}

impl<'q> Search<'q, '_> {
    fn solve(&self) -> Result<Solved<'q>, Fault> {
        let Search { part, effort, .. } = self;
        let asked = matches!(part.kind, Kind::Play | Kind::Duplex);
        let may_be_shorter = asked && !effort.up_to && part.stipulation.plies > 2;
        let shorter = (effort.shorter && may_be_shorter).then(|| self.shorter()).transpose()?;
        let lengths: Vec<Stipulation> = match effort.up_to {
            true => part.stipulation.up_to().collect(),
            false => vec![part.stipulation],
        };
        let mut searches = Vec::new();
        for stipulation in lengths {
            if effort.limits.is_over() {
                break;
            }
            (self.doing)(format!("searching for {stipulation} ({})", part.kind.name()));
            searches.push(self.all(stipulation)?);
        }
        Ok(Solved { part, shorter, searches })
    }

    fn options(&self, solutions: usize) -> Options<'_> {
        Options { limits: self.effort.limits, solutions, progress: self.progress }
    }

    /// All solutions of this length.
    fn all(&self, stipulation: Stipulation) -> Result<Searched, Fault> {
        let Stipulation { goal, plies } = stipulation;
        let (winner, limit) = (self.part.winner, self.effort.solutions);
        let start = Instant::now();
        // One more than is kept tells whether there are more.
        let problem = Problem { goal, winner, plies };
        let found = problem::solve(&self.root, &problem, &self.options(limit + 1));
        let engine = start.elapsed();
        let mut lines = found.lines;
        let cut = lines.len() > limit;
        lines.truncate(limit);
        let start = Instant::now();
        let accept = |line| Solution::check(self.part, stipulation, line);
        let solutions = lines.into_iter().map(accept).collect::<Result<Vec<_>, _>>()?;
        let solutions = in_order(solutions)?;
        let complete = found.complete && !cut;
        let check = start.elapsed();
        Ok(Searched { stipulation, solutions, complete, cut, nodes: found.nodes, engine, check })
    }

    /// Whether there is a shorter solution.
    fn shorter(&self) -> Result<Shorter, Fault> {
        let Part { winner, stipulation, .. } = self.part;
        let of = |plies| stipulation.with_plies(plies);
        let tell = |plies| (self.doing)(format!("looking for a shorter solution, {}", of(plies)));
        let (goal, most) = (stipulation.goal, stipulation.plies - 2);
        match problem::shortest(&self.root, *winner, goal, most, &self.options(1), tell) {
            Shortest::NoneUpTo(_) => Ok(Shorter::None),
            Shortest::Open { plies } => Ok(Shorter::Open(of(plies))),
            Shortest::Found { plies, solutions } => {
                let line = solutions.lines.into_iter().next().unwrap_or_default();
                let line = Solution::check(self.part, of(plies), line)?;
                Ok(Shorter::Exists(of(plies), Box::new(line)))
            }
        }
    }
}

impl Solution {
    /// Has the kernel check a line of the engine's. What it rejects is a bug, and no solution.
    fn check(part: &Part, of: Stipulation, moves: Vec<board::Move>) -> Result<Solution, Fault> {
        let root = &part.position;
        let problem = Problem { goal: of.goal, winner: part.winner, plies: of.plies };
        let certificate = problem::check(root, &problem, &moves).map_err(|why| {
            Fault::Bug(format!("the kernel rejected a solution of {of} on {root}: {why}"))
        })?;
        let line: Vec<Move> = moves.iter().map(|m| m.to_kernel()).collect();
        let (uci, san) = (san::uci(root, &line), san::san(root, &line));
        Ok(Solution { moves, certificate, uci, san, dual: None })
    }
}

/// Sorts solutions by their moves, so that those with the same beginning come together, and marks
/// duals. The same line twice is a bug.
fn in_order(mut solutions: Vec<Solution>) -> Result<Vec<Solution>, Fault> {
    solutions.sort_by(|one, other| one.uci.cmp(&other.uci));
    for index in 1..solutions.len() {
        let (before, this) = (&solutions[index - 1].uci, &solutions[index].uci);
        // In this order none listed before has more in common with it than its neighbour.
        let Some(parts) = before.iter().zip(this).position(|(one, other)| one != other) else {
            return Err(Fault::Bug(format!("a solution was found twice: {}", this.join(" "))));
        };
        solutions[index].dual = (parts > 0).then_some(parts);
    }
    Ok(solutions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duals_are_marked_where_lines_part() {
        let solution = |uci: &str| Solution {
            moves: Vec::new(),
            certificate: None,
            uci: uci.split(' ').map(String::from).collect(),
            san: Vec::new(),
            dual: None,
        };
        let list = ["a b d", "b a a", "a b c", "a c c", "c a a"].map(solution).to_vec();
        let list = in_order(list).unwrap();
        let marks: Vec<Option<usize>> = list.iter().map(|solution| solution.dual).collect();
        assert_eq!(marks, [None, Some(2), Some(1), None, None]);
        assert!(in_order(["a b", "a b"].map(solution).to_vec()).is_err());
    }
}
