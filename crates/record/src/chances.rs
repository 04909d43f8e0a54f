//! Can this side still mate from here? The engine's answer at one moment of a game, in either
//! reading of "any series of legal moves".
//!
//! The position alone is the engine's own question. With the history, a helpmate must not run into
//! the 75-move or five-fold end. Nearly always the engine's helpmate does not, and that is that.
//! If it does, the shortest helpmate is looked for; if that does not help, everything within reach
//! of the clock is walked through, breadth first: a mate in time is an answer, and so is a capture
//! or pawn move, which starts the clock again, into a winnable position; if all of these lead to
//! unwinnable positions, their covers are the proof.

use std::collections::HashSet;

use zermelo_board::clock::Instant;
use zermelo_board::{Key, Move, Position};
use zermelo_kernel as kernel;
use zermelo_winnable::problem::{Goal, Options, Progress, Shortest, shortest};
use zermelo_winnable::{Cover, Limits, Solver, Verdict};

use crate::replay::Replay;

/// Bytes that a position of a walk within the clock takes, its place in the tables included.
const BYTES_PER_STEP: u64 = 220;

/// The longest helpmates that are looked for one length after the other.
const LONGEST_SEARCH: u32 = 30;

/// Captures and pawn moves that a walk may ask about.
const EXITS: usize = 20_000;

/// The engine, and how often it needed the reserve.
pub struct Engine {
    solver: Solver,
    /// How many queries went to the reserve.
    pub retried: u64,
}

impl Engine {
    /// An engine that works within these limits.
    pub fn new(limits: Limits) -> Engine {
        Engine { solver: Solver::new(limits), retried: 0 }
    }

    /// From this moment on searches give up.
    pub fn set_deadline(&mut self, deadline: Instant) {
        self.solver.limits.deadline = Some(deadline);
    }

    /// The chances of `winner`, the position alone counting.
    pub fn in_position(&mut self, position: &Position, winner: kernel::Color) -> Verdict {
        let attempt = self.solver.attempt(position, winner, false);
        self.retried += u64::from(attempt.retried);
        attempt.found.verdict
    }

    /// The chances of `winner` after the last move of `replay`, the history counting.
    pub fn in_time(&mut self, replay: &Replay, winner: kernel::Color) -> Verdict {
        match self.in_position(&replay.last().position, winner) {
            Verdict::Winnable(line) if is_in_time(replay, &line) => Verdict::Winnable(line),
            Verdict::Winnable(_) if let Some(line) = shortest_in_time(replay, winner) => {
                Verdict::Winnable(line)
            }
            Verdict::Winnable(_) => self.walk(replay, winner),
            other => other,
        }
    }

    /// Walks through everything within reach of the clock. Each query on the way works within the
    /// first limits: the reserve is for one thing at a time.
    fn walk(&mut self, replay: &Replay, winner: kernel::Color) -> Verdict {
        let limits = self.solver.limits;
        let solver = &mut self.solver;
        let work = |memory| {
            let steps = limits.nodes.min(memory / BYTES_PER_STEP) as usize;
            // A certificate holds two walks at most, one for each side.
            let steps = steps.min(kernel::MAX_WALK / 2);
            Walk { solver, winner, steps, exits_left: EXITS, known: HashSet::new() }.from(replay)
        };
        let attempt = limits.attempt(work, |found| matches!(found, Verdict::Open));
        self.retried += u64::from(attempt.retried);
        attempt.found
    }
}

/// The shortest helpmate, if one is soon found and comes in time.
fn shortest_in_time(replay: &Replay, winner: kernel::Color) -> Option<Vec<Move>> {
    let progress = Progress::new();
    let limits = Limits::new(300_000, 16 << 20);
    let options = Options { limits, solutions: 1, progress: &progress };
    let here = replay.last();
    let left = 150u32.saturating_sub(here.clock).min(LONGEST_SEARCH);
    match shortest(&here.position, winner, Goal::Mate, left, &options, |_| {}) {
        Shortest::Found { mut solutions, .. } => {
            solutions.lines.pop().filter(|line| is_in_time(replay, line))
        }
        _ => None,
    }
}

/// Whether the game, continued by this helpmate, ends by its mate and not before.
fn is_in_time(replay: &Replay, line: &[Move]) -> bool {
    let mut continued = replay.stretch(replay.plies());
    line.iter().enumerate().all(|(index, &m)| {
        continued.play(m);
        let moment = continued.last();
        index + 1 == line.len() || (moment.clock < 150 && moment.occurrences < 5)
    })
}

/// A walk through all positions within reach of the clock.
struct Walk<'a> {
    solver: &'a mut Solver,
    winner: kernel::Color,
    steps: usize,
    exits_left: usize,
    /// What captures and pawn moves were found to lead to: unwinnable positions.
    known: HashSet<Key>,
}

/// A position of the walk and how it was reached.
struct Step {
    position: Position,
    parent: usize,
    by: Option<Move>,
}

impl Walk<'_> {
    fn from(&mut self, replay: &Replay) -> Verdict {
        let here = replay.last();
        let four_times: Vec<Position> = replay.appeared_four_times();
        let mut steps = vec![Step { position: here.position, parent: 0, by: None }];
        let mut seen = HashSet::from([Key::new(&here.position)]);
        let mut cover = Cover::default();
        let mut open = false;
        let mut clock = here.clock;
        let mut layer = 0..1;
        while !layer.is_empty() && clock < 150 {
            for index in layer.clone() {
                let position = steps[index].position;
                for m in position.legal_moves() {
                    let next = position.play(m);
                    if next.turn() != self.winner && next.is_checkmate() {
                        return Verdict::Winnable(path(&steps, index, m));
                    }
                    if position.is_critical(m) {
                        let way = path(&steps, index, m);
                        match self.exit(replay, &way, &next) {
                            Verdict::Winnable(line) => return Verdict::Winnable(line),
                            Verdict::Unwinnable(part) => {
                                cover.positions.extend(part.positions);
                                cover.regions.extend(part.regions);
                            }
                            // Another way may still be found.
                            Verdict::Open => open = true,
                        }
                    } else if !four_times.contains(&next) && seen.insert(Key::new(&next)) {
                        steps.push(Step { position: next, parent: index, by: Some(m) });
                    }
                }
                if steps.len() > self.steps {
                    return Verdict::Open;
                }
            }
            layer = layer.end..steps.len();
            clock += 1;
        }
        if open { Verdict::Open } else { Verdict::Unwinnable(cover) }
    }

    /// What a capture or pawn move leads to, the way there given.
    fn exit(&mut self, replay: &Replay, way: &[Move], next: &Position) -> Verdict {
        let key = Key::new(next);
        if self.known.contains(&key) {
            return Verdict::Unwinnable(Cover::default());
        }
        if self.exits_left == 0 {
            return Verdict::Open;
        }
        self.exits_left -= 1;
        match self.solver.decide(next, self.winner).verdict {
            Verdict::Unwinnable(part) => {
                self.known.insert(key);
                Verdict::Unwinnable(part)
            }
            Verdict::Winnable(line) => {
                let whole: Vec<Move> = way.iter().chain(&line).copied().collect();
                // A helpmate that dawdles: there may be a better one, but it was not looked for.
                if is_in_time(replay, &whole) { Verdict::Winnable(whole) } else { Verdict::Open }
            }
            Verdict::Open => Verdict::Open,
        }
    }
}

/// The moves that lead to a step, and one more.
fn path(steps: &[Step], index: usize, last: Move) -> Vec<Move> {
    let mut moves = vec![last];
    let mut index = index;
    while let Some(m) = steps[index].by {
        moves.push(m);
        index = steps[index].parent;
    }
    moves.reverse();
    moves
}
