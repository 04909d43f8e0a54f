//! Proof games: a game of legal moves from the initial array that ends in a given position.
//!
//! Played backwards: a plan says what became of each of the 32 men (`plan.rs`), and a greedy
//! search takes moves back from the goal along that plan (`retro.rs`, `search.rs`) until all men
//! stand at home. Nothing here is trusted: [`find`] lets the kernel replay what it hands out.

mod distance;
mod plan;
mod retro;
mod search;

use std::time::Instant;

use zermelo_board::{Position, Role, squares};
use zermelo_kernel as kernel;

use plan::{Dice, Plan, What};

/// How long to search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Positions to take moves back from, over all plans.
    pub nodes: u64,
    /// A limit on the time, too, in seconds.
    pub seconds: Option<f64>,
}

impl Default for Limits {
    /// A few milliseconds.
    fn default() -> Limits {
        Limits { nodes: 1000, seconds: None }
    }
}

/// A game that ends in this position, if one is found.
pub fn find(goal: &kernel::Position, limits: &Limits) -> Option<Vec<kernel::Move>> {
    if !goal.oddities().is_empty() || goal.castling() != kernel::Castling::Standard {
        return None;
    }
    let board = Position::from_kernel(goal);
    let start = Instant::now();
    let mut nodes = 0;
    for attempt in 0.. {
        let mut dice = Dice::new(attempt, u32::from(attempt > 0));
        let plan = simple(&board, &mut dice)?;
        let share = nodes + FIRST.with(|f| *f) * (attempt + 1);
        let noise = if attempt == 0 { 0 } else { dice.next() | 1 };
        let end = search::follow(&plan, board.turn_index() as u8, noise, || {
            nodes += 1;
            nodes > limits.nodes
                || nodes > share
                || nodes % 64 == 0
                    && limits.seconds.is_some_and(|most| start.elapsed().as_secs_f64() > most)
        });
        if let search::End::Found(game) = end {
            return Some(game);
        }
        let late = limits.seconds.is_some_and(|most| start.elapsed().as_secs_f64() > most);
        if nodes >= limits.nodes || late || attempt > 200 {
            return None;
        }
    }
    None
}

/// The plan where every pawn stayed on its file.
fn simple(goal: &Position, dice: &mut Dice) -> Option<Plan> {
    let (mut plan, left) = Plan::officers(goal, dice);
    if !left.is_empty() {
        return None;
    }
    for c in 0..2 {
        for at in squares(goal.of(c, Role::Pawn)) {
            let man = 8 + c * 8 + (at & 7) as usize;
            if plan.men[man] != plan::NOWHERE {
                return None;
            }
            plan.men[man] = at;
        }
    }
    for pawn in 0..16u8 {
        if plan.men[pawn as usize + 8] == plan::NOWHERE {
            plan.push(pawn, What::Taken(pawn & 7), Vec::new());
        }
    }
    Some(plan)
}
thread_local! { static FIRST: u64 = std::env::var("PGF").map_or(500, |t| t.parse().unwrap()); }
