//! Helpmates with minor pieces alone: the losing king in a corner, the winning king a knight's
//! jump or two squares away, a man on (or a piece that guards) the one square that is left, and a check.
//!
//! ```text
//! 3  K .          3  . .          3  . .
//! 2  . . N        2  p . K        2  p B .
//! 1  k n .        1  k . .        1  k . K
//!    a b c           a b c           a b c
//! ```
//!
//! The games of [`crate::rollout`] do not know what the blocker is for and seldom find these. Here all
//! mates of this kind are weighed by the moves they need, and a game is played towards each of the
//! nearest: every move that brings a man of the picture nearer is welcome, and what is left to chance
//! are the waiting moves. Nothing here proves that a position is not winnable.

use arrayvec::ArrayVec;
use zermelo_board::{
    Color, LIGHT, Move, Position, Role, Square, ahead, attacks, lowest, set_of, squares,
};

use crate::material::insufficient;
use crate::pictures::{distances, flood, promotion_run};
use crate::rollout::{Dice, distance, flights};

/// Where a man is to go.
#[derive(Clone, Debug)]
struct Way {
    /// Where the man is now.
    at: Square,
    /// What it is to be, if it is a pawn that promotes.
    role: Role,
    /// Moves to one of its goals from each square, once it has its role.
    moves: [u8; 64],
}

/// A mate in a corner to play for.
#[derive(Clone, Debug)]
pub struct Model {
    /// The losing king's square.
    corner: Square,
    /// The winning king's.
    king: Square,
    /// The man that closes the square the winning king does not see.
    helper: Way,
    /// The piece that mates.
    checker: Way,
    /// Squares that are to be had by these alone.
    reserved: u64,
}

/// How many mates are tried.
const MODELS: usize = 6;

/// No way.
const NEVER: u8 = 255;

/// Whether the winner has minor pieces and nothing else.
pub fn is_weak(p: &Position, winner: Color) -> bool {
    let minor = p.role(Role::Knight) | p.role(Role::Bishop) | p.role(Role::King);
    p.men(winner) & !minor == 0
}

impl Way {
    /// Moves that are missing of a man on a square, with what a pawn needs to become a piece.
    fn missing(&self, color: Color, role: Role, at: Square) -> u8 {
        if role == self.role {
            return self.moves[at.index()];
        }
        let (steps, last) = promotion_run(color, at);
        (steps as u8).saturating_add(self.moves[last.index()])
    }

    /// What a move of its man brings.
    #[inline]
    fn gain(&self, p: &Position, m: Move, least: u8) -> i32 {
        let (color, role) = (p.turn(), p.role_on(m.from));
        let after = match m.promotion() {
            Some(role) if role != self.role => NEVER,
            promotion => self.missing(color, promotion.unwrap_or(role), m.to),
        };
        i32::from(self.missing(color, role, m.from).max(least)) - i32::from(after.max(least))
    }
}

/// The nearest mates in a corner, nearest first.
pub fn models(p: &Position, winner: Color) -> ArrayVec<Model, MODELS> {
    let mut search = Search { p, winner, found: ArrayVec::new() };
    for corner in [0, 7, 56, 63].map(Square::wrapping) {
        for turned in [false, true] {
            for beside in [0, 1] {
                search.frame(&Frame::new(corner, turned, beside));
            }
        }
    }
    search.found.into_iter().map(|(_, model)| model).collect()
}

/// A corner, and the winning king two squares away along one of its edges.
struct Frame {
    corner: Square,
    king: Square,
    /// The square next to the corner that this king does not see.
    flight: Square,
}

impl Frame {
    /// The king stands on the edge or `beside` it; `turned`: ranks and files change places.
    fn new(corner: Square, turned: bool, beside: u8) -> Frame {
        let at = |along: u8, away: u8| {
            let (files, ranks) = if turned { (away, along) } else { (along, away) };
            let fold = |corner: i8, n: u8| if corner == 0 { n } else { 7 - n };
            Square::wrapping(fold(corner.file(), files) + 8 * fold(corner.rank(), ranks))
        };
        Frame { corner, king: at(beside, 2), flight: at(1, 0) }
    }

    fn kings(&self) -> u64 {
        self.corner.bit() | self.king.bit()
    }
}

/// The nearest mates found so far, with what they cost.
struct Search<'a> {
    p: &'a Position,
    winner: Color,
    found: ArrayVec<(u32, Model), MODELS>,
}

impl Search<'_> {
    /// Adds the mates of one frame.
    fn frame(&mut self, frame: &Frame) {
        let (p, winner) = (self.p, self.winner);
        let minors = p.men(winner) & (p.role(Role::Knight) | p.role(Role::Bishop));
        for checker in squares(minors) {
            let role = p.role_on(checker);
            let light = |s: Square| LIGHT & s.bit() != 0;
            if role == Role::Bishop && light(checker) != light(frame.corner) {
                continue;
            }
            let checks = attacks::piece(role, frame.corner, frame.kings());
            let checks = checks & !frame.kings() & !frame.flight.bit();
            for guard in squares(minors & !checker.bit()) {
                let role = p.role_on(guard);
                let guards = attacks::piece(role, frame.flight, frame.kings());
                let goals = guards & !frame.kings() & !attacks::king(frame.corner);
                self.add(frame, (guard, role, goals), (checker, checks));
            }
            for blocker in squares(p.men(!winner) & !p.role(Role::King)) {
                self.block(frame, blocker, (checker, checks));
            }
        }
    }

    /// Adds mates in which a man of the loser's stands in the way of its king: one that can neither
    /// take the checking piece nor step between.
    fn block(&mut self, frame: &Frame, blocker: Square, (checker, checks): (Square, u64)) {
        let now = self.p.role_on(blocker);
        let becomes: &[Role] = match now {
            Role::Pawn if !runs(self.p, blocker) => &[Role::Pawn],
            Role::Pawn => &[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook],
            _ => std::slice::from_ref(&now),
        };
        for &role in becomes {
            if role == Role::Pawn && !(8..56).contains(&frame.flight.number()) {
                continue;
            }
            let helps = |&s: &Square| {
                let occupied = frame.kings() | frame.flight.bit() | s.bit();
                let hits = attacks::man(!self.winner, role, frame.flight, occupied);
                hits & (s.bit() | frame.king.bit() | attacks::between(frame.corner, s)) == 0
            };
            let checks = set_of(squares(checks).filter(helps));
            self.add(frame, (blocker, role, frame.flight.bit()), (checker, checks));
        }
    }

    /// Adds a mate if it is among the nearest: `helper` is where the helping man is, what it is to be
    /// and where it helps, `checker` where the checking piece is and whence it checks.
    fn add(&mut self, frame: &Frame, helper: (Square, Role, u64), checker: (Square, u64)) {
        let (p, winner) = (self.p, self.winner);
        let ((at, role, goals), (from, checks)) = (helper, checker);
        if goals == 0 || checks == 0 {
            return;
        }
        let helper = Way { at, role, moves: way(role, p.color_at(at), goals) };
        let role = p.role_on(from);
        let checker = Way { at: from, role, moves: flood(role, checks, 0) };
        let [h, c] =
            [helper.missing(p.color_at(at), p.role_on(at), at), checker.moves[from.index()].max(1)];
        if h == NEVER || c == NEVER {
            return;
        }
        let mut theirs = distance(p.king(!winner), frame.corner) as u32;
        let mut ours = distance(p.king(winner), frame.king) as u32 + u32::from(c);
        *if p.color_at(at) == winner { &mut ours } else { &mut theirs } += u32::from(h);
        let cost = ours.max(theirs) * 2 + ours + theirs;
        let place = self.found.partition_point(|(other, _)| *other <= cost);
        if place == MODELS {
            return;
        }
        if self.found.is_full() {
            self.found.pop();
        }
        let reserved = frame.kings() | if goals.is_power_of_two() { goals } else { 0 };
        let (corner, king) = (frame.corner, frame.king);
        self.found.insert(place, (cost, Model { corner, king, helper, checker, reserved }));
    }
}

/// Moves to one of the goals; a pawn has one goal only.
fn way(role: Role, color: Color, goals: u64) -> [u8; 64] {
    if role == Role::Pawn {
        distances(role, color, lowest(goals), 0)
    } else {
        flood(role, goals, 0)
    }
}

/// Whether no pawn is in the way of this one.
fn runs(p: &Position, pawn: Square) -> bool {
    let color = p.color_at(pawn);
    let mut s = pawn;
    while (8..56).contains(&s.number()) {
        s = ahead(color, s);
        if p.role(Role::Pawn) & s.bit() != 0 {
            return false;
        }
    }
    true
}

/// Plays one game towards a mate. Whether it ended in one; if so, `line` holds the moves.
pub fn play(
    start: &Position,
    winner: Color,
    model: &Model,
    dice: &mut Dice,
    max_plies: usize,
    line: &mut Vec<Move>,
    nodes: &mut u64,
) -> bool {
    let mut game = Game { p: *start, winner, model: model.clone() };
    line.clear();
    for _ in 0..max_plies {
        *nodes += 1;
        let (chosen, mates) = match game.choose(dice) {
            Some(choice) => choice,
            None => return game.p.turn() != winner && game.p.checkers() != 0,
        };
        line.push(chosen);
        if mates {
            return true;
        }
        if !game.go_on(chosen) {
            return false;
        }
    }
    false
}

/// A game on its way to a mate.
struct Game {
    p: Position,
    winner: Color,
    model: Model,
}

impl Game {
    /// The best-looking move, and whether it mates.
    fn choose(&self, dice: &mut Dice) -> Option<(Move, bool)> {
        let (p, winner) = (&self.p, self.winner);
        let wins = p.turn() == winner;
        let target = p.king(!p.turn());
        let open = if wins { flights(p, winner, target) } else { 0 };
        let mut mate = None;
        let mut moves: ArrayVec<(i32, Move), 256> = ArrayVec::new();
        p.any_legal(|m| {
            let role = m.promotion().unwrap_or(p.role_on(m.from));
            let after = p.occupied() & !m.from.bit() & !target.bit() | m.to.bit();
            let hits =
                if role == Role::King { 0 } else { attacks::man(p.turn(), role, m.to, after) };
            let check = hits & target.bit() != 0;
            if wins && check && open & !hits & !m.to.bit() == 0 && p.play(m).is_checkmate() {
                mate = Some(m);
                return true;
            }
            // A bare king is driven into the corner by the check of the helper.
            let early = check && !(wins && m.from == self.model.helper.at);
            let score = self.worth(m) - if early { 15 } else { 0 } + (dice.throw() & 7) as i32;
            moves.push((score, m));
            false
        });
        if let Some(m) = mate {
            return Some((m, true));
        }
        loop {
            let best = (0..moves.len()).max_by_key(|&i| moves[i].0)?;
            let (_, m) = moves.swap_remove(best);
            if !wins || moves.is_empty() || p.play(m).has_legal_move() {
                return Some((m, false));
            }
        }
    }

    /// What a move brings.
    #[inline]
    fn worth(&self, m: Move) -> i32 {
        let Model { corner, king, helper, checker, reserved } = &self.model;
        let p = &self.p;
        let wins = p.turn() == self.winner;
        let goal = if wins { *king } else { *corner };
        let gain = if m.from == helper.at {
            helper.gain(p, m, 0)
        } else if m.from == checker.at {
            checker.gain(p, m, 1)
        } else if m.from == p.king(p.turn()) {
            distance(m.from, goal) - distance(m.to, goal)
        } else if m.promotion().is_some_and(|role| role != Role::Knight) {
            -1
        } else {
            0
        };
        let lost = if m.to == helper.at || m.to == checker.at {
            1_000
        } else if p.is_capture(m) {
            if wins { 4 } else { 20 }
        } else if reserved & m.to.bit() != 0 && m.from != helper.at && m.to != goal {
            6
        } else {
            0
        };
        10 * gain - lost
    }

    /// Makes a move; whether the mate can still come about.
    fn go_on(&mut self, m: Move) -> bool {
        let Model { helper, checker, .. } = &mut self.model;
        if m.to == helper.at || m.to == checker.at {
            return false;
        }
        for way in [helper, checker] {
            if way.at == m.from {
                way.at = m.to;
            }
        }
        let capture = self.p.is_capture(m);
        self.p = self.p.play(m);
        !capture || !insufficient(&self.p, self.winner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Method, Verdict, decide};
    use zermelo_kernel as kernel;

    fn read(fen: &str) -> kernel::Position {
        kernel::Position::from_fen(fen, kernel::Castling::Standard).expect("a position")
    }

    /// One piece against one man that must be brought there, and two pieces against a bare king.
    #[test]
    fn minor_pieces_mate_in_a_corner() {
        for fen in [
            "8/8/3k4/8/2p5/8/8/K6N w - -",
            "8/8/3k4/8/2p5/8/8/K6B w - -",
            "8/2p5/3k4/8/8/8/8/K4B2 b - -",
            "8/7p/3k4/8/8/8/8/K4N2 b - -",
            "8/8/3k2r1/8/8/8/8/K4N2 w - -",
            "8/8/3k2b1/8/8/8/8/K4N2 w - -",
            "8/8/3k2n1/8/8/8/8/K4B2 w - -",
            "8/8/3k4/8/8/8/8/K3NN2 w - -",
            "8/8/3k4/8/8/8/8/K3NB2 b - -",
            "8/8/3k4/8/8/8/8/K3BB2 b - -",
        ] {
            let root = read(fen);
            let decision = decide(&root, Color::White, &Limits::default());
            assert!(matches!(decision.verdict, Verdict::Winnable(_)), "{fen}");
            assert_eq!(decision.method, Method::Rollout, "{fen}");
            assert!(decision.checked(&root, Color::White).is_ok(), "{fen}");
        }
    }

    /// Every model, its four men put where they are wanted, is a mate.
    #[test]
    fn models_are_mates() {
        for fen in ["8/p7/3kr2b/8/8/1n6/8/K4N2 w - -", "8/p6p/3kr2b/8/8/1n6/8/K4B2 w - -"] {
            let p = Position::from_kernel(&read(fen));
            let models = models(&p, Color::White);
            assert_eq!(models.len(), MODELS);
            for Model { corner, king, helper, checker, .. } in &models {
                let there = |way: &Way| -> Vec<Square> {
                    Square::all().filter(|s| way.moves[s.index()] == 0).collect()
                };
                let block = there(helper)[0];
                for check in there(checker) {
                    let men = [
                        (Color::Black, Role::King, *corner),
                        (Color::White, Role::King, *king),
                        (Color::Black, helper.role, block),
                        (Color::White, checker.role, check),
                    ];
                    let q = Position::from_men(&men, Color::Black);
                    assert!(q.is_checkmate() && q.to_kernel().is_some(), "{}", q.to_fen());
                }
            }
        }
    }
}
