//! The search without a plan, for goals with more plans than can be listed.
//!
//! Every legal move is tried, and each side's moves to go are the least over all assignments of men
//! to places. That costs some microseconds a position.

use zermelo_board::{Board, Color, Key, Move, Position};

use super::bound::Bound;
use super::shared::Shared;
use super::{moves_left, same_men};

/// Finds all games of so many plies.
pub(super) fn search(
    goal: &Board,
    bound: &Bound,
    start: &Position,
    plies: u32,
    shared: &mut Shared<'_>,
) {
    let needs = Color::ALL.map(|c| bound.moves(start, c));
    if needs.iter().zip(Color::ALL).all(|(&n, c)| n <= moves_left(Color::White, c, plies)) {
        Search { bound, goal, line: Vec::new(), shared }.walk(start, plies, needs);
    }
}

struct Search<'a, 'b> {
    bound: &'a Bound,
    goal: &'a Board,
    line: Vec<Move>,
    shared: &'a mut Shared<'b>,
}

impl Search<'_, '_> {
    /// Tries every move. `needs` is what each side needs at least.
    fn walk(&mut self, p: &Position, left: u32, needs: [u32; 2]) {
        if left == 0 {
            if same_men(p, self.goal) {
                self.shared.keep(&self.line);
            }
            return;
        }
        if !self.shared.spend() {
            return;
        }
        let [a, b, c, d] = Key::new(p).words();
        let key = [a, b, c, d, u64::from(left)];
        if left > 1 && self.shared.failed.contains(&key) {
            return;
        }
        let before = self.shared.met;
        let moves = p.legal_moves();
        for (index, &made) in moves.iter().enumerate() {
            self.shared.at(self.line.len(), index, moves.len());
            let after = p.play(made);
            let Some(needs) = self.still(p, made, &after, left - 1, needs) else { continue };
            self.line.push(made);
            self.walk(&after, left - 1, needs);
            self.line.pop();
            if self.shared.stopped {
                return;
            }
        }
        if left > 1 && self.shared.met == before {
            self.shared.failed.insert(key, |_| true);
        }
    }

    /// What each side needs after this move; `None` if one needs too much.
    fn still(
        &self,
        p: &Position,
        made: Move,
        after: &Position,
        left: u32,
        mut needs: [u32; 2],
    ) -> Option<[u32; 2]> {
        let us = p.turn();
        let captures = p.is_capture(made);
        if self.bound.breaks(after) {
            return None;
        }
        for c in Color::ALL {
            if c == us || captures {
                needs[c.index()] = self.bound.moves(after, c);
            }
            if needs[c.index()] > moves_left(!us, c, left) {
                return None;
            }
        }
        Some(needs)
    }
}
