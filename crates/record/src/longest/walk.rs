//! One segment: reversible moves at random, then the one move that matters.
//!
//! The walk never enters a position twice, so no question of repetition can arise at all, and
//! never leaves a side without a reversible move. It stays within reach of its goal with a few
//! moves to spare, and a small search over the last plies settles the rest. A failed walk is
//! thrown away: it costs a fraction of a millisecond.

use super::dice::Dice;
use zermelo_board::{Move, Position};

use super::goal::{Goal, can_wait, is_reversible};

/// Plies at the end that are searched rather than guessed.
const SEARCHED: u32 = 3;
/// Positions the search may look at.
const NODES: u32 = 1000;
/// Moves each side keeps in hand while walking.
const SLACK: u32 = 3;
/// No goal is further off than this many plies, so that before them it is not looked at.
const STEERED: u32 = 50;

/// A walk in progress.
struct Walk<'a> {
    goal: &'a Goal,
    rng: &'a mut Dice,
    seen: Vec<u64>,
    moves: Vec<Move>,
    nodes: u32,
}

/// Plays `plies` reversible moves from `start` and then the goal's move; `None` if that fails.
pub(super) fn walk(
    start: &Position,
    plies: u32,
    goal: &Goal,
    rng: &mut Dice,
) -> Option<(Vec<Move>, Position)> {
    let mut walk =
        Walk { goal, rng, seen: vec![start.hash()], moves: Vec::with_capacity(150), nodes: 0 };
    let mut position = *start;
    for left in (SEARCHED + 1..=plies).rev() {
        position = walk.stroll(&position, left)?;
    }
    let end = walk.search(&position, SEARCHED.min(plies))?;
    Some((walk.moves, end))
}

impl Walk<'_> {
    /// Makes one reversible move when `left` plies are left, this one included.
    fn stroll(&mut self, position: &Position, left: u32) -> Option<Position> {
        let mut fallback = None;
        for m in self.reversible_moves(position) {
            let next = position.play(m);
            if self.seen.contains(&next.hash()) || !can_wait(&next) {
                continue;
            }
            let excess = if left > STEERED { 0 } else { self.excess(&next, left - 1, SLACK) };
            if excess == 0 {
                fallback = Some((0, m, next));
                break;
            }
            if fallback.is_none_or(|(least, ..)| excess < least) {
                fallback = Some((excess, m, next));
            }
        }
        self.go(fallback?)
    }

    fn go<T>(&mut self, (_, m, next): (T, Move, Position)) -> Option<Position> {
        self.moves.push(m);
        self.seen.push(next.hash());
        Some(next)
    }

    /// Looks for `left` reversible moves after which the goal's move can be made.
    fn search(&mut self, position: &Position, left: u32) -> Option<Position> {
        if left == 0 {
            let m = self.goal.ready(position, self.rng)?;
            self.moves.push(m);
            return Some(position.play(m));
        }
        for m in self.reversible_moves(position) {
            self.nodes += 1;
            if self.nodes > NODES {
                return None;
            }
            let next = position.play(m);
            if self.seen.contains(&next.hash()) || self.excess(&next, left - 1, 0) > 0 {
                continue;
            }
            self.moves.push(m);
            self.seen.push(next.hash());
            if let Some(end) = self.search(&next, left - 1) {
                return Some(end);
            }
            self.moves.pop();
            self.seen.pop();
        }
        None
    }

    /// By how many moves the goal is out of reach when `left` plies are left.
    fn excess(&self, position: &Position, left: u32, slack: u32) -> u32 {
        let needs = self.goal.needs(position);
        let us = position.turn();
        let mine = left.div_ceil(2).saturating_sub(slack);
        let theirs = (left / 2).saturating_sub(slack);
        needs[us].saturating_sub(mine) + needs[!us].saturating_sub(theirs)
    }

    fn reversible_moves(&mut self, position: &Position) -> Vec<Move> {
        let mut moves = position.moves_where(|m| is_reversible(position, m));
        self.rng.shuffle(&mut moves);
        moves
    }
}
