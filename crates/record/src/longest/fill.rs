//! The whole game: the plan's critical moves one after the other, each at the last moment.
//!
//! First all pawn steps in the plan's order, then Black takes everything but the king and one
//! queen or rook, then White takes everything but the king, then White mates. Each of the 118
//! segments is walked as long as the rule allows.

use super::dice::Dice;
use zermelo_board::{Color, Move, Position, Role};

use super::goal::{Goal, shade};
use super::plan::Step;
use super::walk::walk;

/// Walks tried for one segment before the plan is given up.
const TRIES: u32 = 60;

/// Plays the game of a plan with segments of at most `limit` plies; the number of the segment
/// that failed if one did.
pub(super) fn fill(
    start: &Position,
    steps: &[Step],
    limit: u32,
    rng: &mut Dice,
) -> Result<Vec<Move>, usize> {
    let mut game = Vec::with_capacity(118 * limit as usize);
    let mut position = *start;
    // As if Black had made a critical move just before the game.
    let mut last_mover = Color::Black;
    let mut segment = 0;
    loop {
        let mut walked = None;
        let mut over = false;
        for _ in 0..TRIES {
            let Some((mover, goal)) = next_goal(&position, steps, segment, rng) else { break };
            over = matches!(goal, Goal::Mate(_));
            let plies = limit - 1 - u32::from(mover != last_mover);
            walked = walk(&position, plies, &goal, rng).map(|found| (found, mover));
            if walked.is_some() {
                break;
            }
        }
        let Some(((moves, end), mover)) = walked else { return Err(segment) };
        game.extend(moves);
        position = end;
        last_mover = mover;
        segment += 1;
        if over {
            return Ok(game);
        }
    }
}

/// Who makes the next critical move, and which.
fn next_goal(
    position: &Position,
    steps: &[Step],
    segment: usize,
    rng: &mut Dice,
) -> Option<(Color, Goal)> {
    if let Some(&step) = steps.get(segment) {
        return Some((step.mover, pawn_goal(steps, segment, step)));
    }
    if position.men(Color::White).count_ones() > 2 {
        return Some((Color::Black, Goal::Capture));
    }
    if position.men(Color::Black) != position.of(Color::Black, Role::King) {
        return Some((Color::White, Goal::Capture));
    }
    Some((Color::White, Goal::mate(position, Color::White, rng)?))
}

/// The goal of one step of a plan.
fn pawn_goal(steps: &[Step], index: usize, step: Step) -> Goal {
    let mut later = [0; 2];
    for s in steps[index + 1..].iter().filter(|s| s.mover == step.mover && s.takes()) {
        later[shade(s.to)] += 1;
    }
    Goal::Pawn { step, later }
}
