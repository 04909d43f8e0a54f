//! One query among many: within the memory of a worker, alone with the reserve if it needs more.

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

use zermelo_board::Position;
use zermelo_kernel::{self as kernel, Castling, Color};
use zermelo_winnable::{Answer, Limits, Method, Solver, Verdict};

/// Held by all who search, and by one alone who needs the reserve.
static SEARCHING: RwLock<()> = RwLock::new(());

/// The right to use memory: a thread's share among others, or alone the reserve.
pub enum Turn {
    /// One of many.
    Among(RwLockReadGuard<'static, ()>),
    /// The only one.
    Alone(RwLockWriteGuard<'static, ()>),
}

impl Turn {
    pub(crate) fn among_others() -> Turn {
        Turn::Among(SEARCHING.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits until no other searches; others wait until it is given back.
    pub(crate) fn alone() -> Turn {
        Turn::Alone(SEARCHING.write().unwrap_or_else(PoisonError::into_inner))
    }
}

/// One thread's engine.
pub struct Decider {
    limits: Limits,
    reserve: Option<Limits>,
    solver: Solver,
}

/// What came of a query.
pub struct Decision {
    /// The engine's claim, not checked yet.
    pub answer: Answer,
    /// The engine's time.
    pub time: Duration,
    /// Whether it needed the reserve.
    pub retried: bool,
    /// What is found may be large, and so may be checking it: to be held until that is done.
    pub turn: Turn,
}

impl Decider {
    /// An engine with these limits for each query, and these for one that needs more.
    pub fn new(limits: Limits, reserve: Option<Limits>) -> Decider {
        Decider { limits, reserve, solver: Solver::new(limits) }
    }

    /// Forgets what a query that panicked may have left behind.
    pub fn renew(&mut self) {
        self.solver = Solver::new(self.limits);
    }

    /// Asks whether `winner` can still mate.
    pub fn decide(&mut self, position: &Position, winner: Color) -> Decision {
        let turn = Turn::among_others();
        let start = Instant::now();
        let answer = self.solver.decide(position, winner);
        let time = start.elapsed();
        match self.reserve {
            Some(reserve) if matches!(answer.verdict, Verdict::Open) => {
                drop(turn);
                let turn = Turn::alone();
                // The time spent waiting is not the engine's.
                let start = Instant::now();
                let answer = Solver::new(reserve).decide(position, winner);
                Decision { answer, time: time + start.elapsed(), retried: true, turn }
            }
            _ => Decision { answer, time, retried: false, turn },
        }
    }

    /// Asks the fast test: `Unwinnable` or `Open`, never wrong.
    pub fn decide_fast(&mut self, position: &Position, winner: Color) -> Decision {
        let turn = Turn::among_others();
        let start = Instant::now();
        let cover = self.solver.unwinnable_fast(position, winner);
        let time = start.elapsed();
        let verdict = cover.map_or(Verdict::Open, Verdict::Unwinnable);
        let answer = Answer { verdict, method: Method::Region, nodes: 0 };
        Decision { answer, time, retried: false, turn }
    }
}

/// Has the kernel check a claim; open is not a claim.
///
/// # Errors
///
/// Why the kernel does not accept it: a bug of the engine's, and no answer.
pub fn check(position: &Position, winner: Color, answer: &Answer) -> Result<(), String> {
    let castling = if position.is_chess960() { Castling::Chess960 } else { Castling::Standard };
    let root = kernel::Position::from_fen(&position.to_fen(), castling)
        .map_err(|error| error.to_string())?;
    answer.checked(&root, winner).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_winnable::{Cover, Helpmate};

    #[test]
    fn lies_are_not_accepted() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let start = kernel::Position::from_fen(start, Castling::Standard).unwrap();
        let start = Position::from_kernel(&start);
        for verdict in [Verdict::Unwinnable(Cover::default()), Verdict::Winnable(Helpmate(vec![]))]
        {
            let lie = Answer { verdict, method: Method::Material, nodes: 0 };
            assert!(check(&start, Color::White, &lie).is_err());
        }
    }
}
