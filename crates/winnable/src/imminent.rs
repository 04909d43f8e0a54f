//! Games about to end: a full-width look ahead that costs next to nothing when it fails.
//!
//! Many flag falls are decided at once: the last man is about to be taken by force, or mate is
//! on. The look ahead goes depth first and stops at the first line that is still alive at the
//! horizon, so in ordinary positions it plays a handful of moves and is gone in a few hundred
//! nanoseconds. When every line ends, the positions seen are a cover. Forced moves (only one
//! legal) and answers to checks are free of depth.

use zermelo_board::{Color, Move, Position};

use crate::material::insufficient;
use crate::regions::Regions;

/// What the look ahead came to.
pub enum Imminent {
    /// A mate on the way.
    Mate(Vec<Move>),
    /// Every line ends without one; the positions passed.
    Closed(Vec<Position>),
    /// Some line goes on.
    Alive,
}

struct Look<'a> {
    winner: Color,
    seen: Vec<Position>,
    line: Vec<Move>,
    /// Regions to settle lines that are alive at the horizon, and how deep to split cases.
    regions: Option<(&'a mut Regions, u32)>,
    max_seen: usize,
}

enum Line {
    Mate,
    Dead,
    Alive,
}

/// Looks `depth` choices ahead; with `regions`, lines alive at the horizon may be settled there.
pub fn look(
    p: &Position,
    winner: Color,
    depth: u32,
    max_seen: usize,
    regions: Option<(&mut Regions, u32)>,
) -> Imminent {
    let mut look = Look { winner, seen: Vec::new(), line: Vec::new(), regions, max_seen };
    match look.visit(p, depth) {
        Line::Mate => Imminent::Mate(look.line),
        Line::Dead => Imminent::Closed(look.seen),
        Line::Alive => Imminent::Alive,
    }
}

impl Look<'_> {
    fn visit(&mut self, p: &Position, depth: u32) -> Line {
        if depth == 0 || self.seen.len() >= self.max_seen || self.line.len() > 40 {
            let settled =
                self.regions.as_mut().is_some_and(|(regions, cases)| regions.covers(p, *cases));
            return if settled { Line::Dead } else { Line::Alive };
        }
        if self.seen.iter().any(|q| q == p) {
            // A cover may lead back to itself: closure is all it needs.
            return Line::Dead;
        }
        self.seen.push(*p);
        let mut moves = 0;
        p.any_legal(|_| {
            moves += 1;
            moves > 1
        });
        if moves == 0 {
            if p.turn() != self.winner && p.checkers() != 0 {
                return Line::Mate;
            }
            return Line::Dead;
        }
        let mut result = Line::Dead;
        let free = moves == 1 || self.regions.is_some() && p.checkers() != 0;
        let rest = depth - u32::from(!free);
        p.any_legal(|m| {
            let child = p.play(m);
            if (p.is_capture(m) || m.promotion().is_some()) && insufficient(&child, self.winner) {
                return false;
            }
            self.line.push(m);
            result = self.visit(&child, rest);
            if matches!(result, Line::Dead) {
                self.line.pop();
                return false;
            }
            true
        });
        result
    }
}
