//! Proof games: a game of legal moves from the initial array that ends in a given position.
//!
//! Played backwards: a plan says what became of each of the 32 men (`plan.rs`), and a greedy
//! search takes moves back from the goal along that plan (`retro.rs`, `search.rs`) until all men
//! stand at home. Nothing here is trusted: [`find`] lets the kernel replay what it hands out.

mod distance;
mod pawns;
mod plan;
mod retro;
mod search;

use std::time::Instant;

use zermelo_board::Position;
use zermelo_kernel as kernel;

use distance::Fields;
use pawns::Pawns;
use plan::Dice;

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
    let mut fields = Fields::take();
    let found = search(&Position::from_kernel(goal), limits, &mut fields);
    fields.leave();
    found
}

/// Plan after plan, until one leads to a game.
fn search(board: &Position, limits: &Limits, fields: &mut Fields) -> Option<Vec<kernel::Move>> {
    let start = Instant::now();
    let mut nodes = 0;
    let mut pawns = Pawns::new();
    for attempt in 0.. {
        let mut dice = Dice::new(attempt, u32::from(attempt > 0));
        let late = limits.seconds.is_some_and(|most| start.elapsed().as_secs_f64() > most);
        if nodes >= limits.nodes || late || pawns.is_hopeless() {
            return None;
        }
        let t0 = Instant::now();
        let plan = pawns.plan(board, &mut dice, 20000 * (attempt as u32 + 1).min(20));
        if std::env::var("PGDEBUG").is_ok() {
            eprintln!("plan {} {} ms {}", attempt, t0.elapsed().as_millis(), plan.is_some());
        }
        let Some(plan) = plan else {
            nodes += 20;
            continue;
        };
        if std::env::var("PGDEBUG").is_ok() {
            for e in &plan.events { eprintln!("  {:2} {:?}", e.pawn, e.what); }
        }
        let share = nodes + FIRST.with(|f| *f) * u64::from(retro::Men::goal(&plan, 0).height(&plan, fields).min(10000)) / 100 * (attempt + 1);
        let noise = if attempt == 0 { 0 } else { dice.next() | 1 };
        let end = search::follow(&plan, board, noise, fields, || {
            nodes += 1;
            nodes > limits.nodes
                || nodes > share
                || nodes % 64 == 0
                    && limits.seconds.is_some_and(|most| start.elapsed().as_secs_f64() > most)
        });
        if let search::End::Found(game) = end
            && replays(board, &game)
        {
            return Some(game);
        }
    }
    None
}

/// Whether the moves are legal from the array and end in the goal, by the fast rules.
fn replays(goal: &Position, game: &[kernel::Move]) -> bool {
    let mut at = Position::from_kernel(&array());
    for &wanted in game {
        let mut found = None;
        at.any_legal(|m| {
            found = (m.to_kernel() == wanted).then_some(m);
            found.is_some()
        });
        let Some(m) = found else { return false };
        at = at.play(m);
    }
    at == *goal
}

/// The initial array.
fn array() -> kernel::Position {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    kernel::Position::from_fen(fen, kernel::Castling::Standard).expect("the array is a position")
}

thread_local!{ static FIRST: u64 = std::env::var("PGF").map_or(20, |t| t.parse().unwrap()); }
