//! The shortest way to most mates: the losing king on the edge of the board, a queen right in front of
//! it, and a man that guards the queen. All flights are closed by the queen alone.
//!
//! ```text
//! 8  . . k .
//! 7  . . Q .
//! 6  . P . .
//! ```
//!
//! Both sides hurry: the guard comes, men of the loser's that could take the queen go away, the queen
//! gets ready, and the losing king, if it must, steps to the edge. A part of the guided games of
//! [`crate::rollout`]: where one of the steps cannot be made, they go on as they would without.

use zermelo_board::{Color, Move, Position, Role, Square, ahead, attacks, lowest, set_of, squares};

use crate::rollout::{Checks, Choice, Dice, distance, exposed, is_fine, nearer, pieces, shuffle};

/// A mate by a guarded queen on the way.
pub struct Attack {
    /// Where the losing king is to stand, on the edge.
    edge: Square,
    /// The square before it, where the queen mates.
    front: Square,
    queen: Square,
    /// The man that guards it there.
    pub guard: Square,
    /// Moves of the winner's before it is given up.
    patience: u8,
}

/// Moves that may be lost on the way.
const SPARE: u8 = 3;

/// Squares from which a man of this kind guards `front`.
#[inline(always)]
fn guarding(color: Color, role: Role, front: Square, occupied: u64) -> u64 {
    match role {
        Role::Pawn => attacks::pawn(!color, front),
        _ => attacks::piece(role, front, occupied),
    }
}

/// The same, on squares that a man may go to: none that is wanted for others, or next to the other king.
#[inline(always)]
fn goals(color: Color, role: Role, front: Square, edge: Square, occupied: u64) -> u64 {
    let next = match role {
        Role::King => attacks::king(edge),
        // A check through the square before the king would come too early.
        _ if occupied & front.bit() == 0 => attacks::ray(edge, front),
        _ => edge.bit(),
    };
    guarding(color, role, front, occupied) & !front.bit() & !next
}

/// Squares from which a queen gets before the king and gives no check yet.
#[inline(always)]
fn ready_at(front: Square, edge: Square, occupied: u64) -> u64 {
    attacks::queen(front, occupied) & !attacks::queen(edge, occupied) & !edge.bit()
}

/// Squares that a piece may go to, or a pawn by a single step without promoting.
#[inline(always)]
fn reach(p: &Position, from: Square, role: Role) -> u64 {
    match role {
        Role::Pawn => ahead(p.color_at(from), from).bit() & !p.occupied() & 0x00FF_FFFF_FFFF_FF00,
        _ => attacks::piece(role, from, p.occupied()) & !p.men(p.color_at(from)),
    }
}

/// The moves that a man needs to one of the goals, 1 to 3 (or 4 for more; a king's are counted as if
/// nobody kept it from going), and the squares that the first of them may go to.
#[inline]
fn approach(p: &Position, from: Square, role: Role, goals: u64) -> (u32, u64) {
    let (color, occupied) = (p.color_at(from), p.occupied());
    let goals = goals & !p.men(color);
    let near = reach(p, from, role);
    if near & goals != 0 {
        return (1, near & goals);
    }
    match role {
        Role::Pawn => {
            let next = |s: u64| attacks::forward(color, s) & !occupied;
            let (second, third) = (next(near), next(next(near)));
            let moves = if second & goals != 0 { 2 } else { 3 + u32::from(third & goals == 0) };
            (moves, near)
        }
        Role::King => {
            let far = |s: Square| squares(goals).map(|goal| distance(s, goal)).min().unwrap_or(8);
            let here = far(from);
            (here as u32, set_of(squares(near).filter(|&s| far(s) < here)))
        }
        _ => {
            let near = near & !occupied;
            let before = squares(goals).fold(0, |set, s| set | attacks::piece(role, s, occupied));
            if near & before != 0 {
                return (2, near & before);
            }
            let before = before & !occupied;
            let leads = |&s: &Square| attacks::piece(role, s, occupied) & before != 0;
            let first = set_of(squares(near).filter(leads));
            (if first == 0 { 4 } else { 3 }, first)
        }
    }
}

/// Moves that a man needs to one of the goals.
#[inline]
fn moves_to(p: &Position, from: Square, role: Role, goals: u64) -> u32 {
    if goals & from.bit() != 0 { 0 } else { approach(p, from, role, goals).0 }
}

/// Squares that a man may go to where it no longer guards `front`.
#[inline]
fn leaving(p: &Position, from: Square, front: Square, occupied: u64) -> u64 {
    let role = p.role_on(from);
    let on = guarding(p.color_at(from), role, front, occupied & !from.bit()) | front.bit();
    reach(p, from, role) & !p.occupied() & !on
}

impl Attack {
    /// The shortest of these mates with guards not `tried` yet, if the winner has a queen and the
    /// loser pieces to wait with.
    pub fn new(p: &Position, winner: Color, tried: u64) -> Option<Attack> {
        let queens = p.of(winner, Role::Queen);
        let pieces = p.men(!winner) & !p.role(Role::Pawn) & !p.role(Role::King);
        if queens == 0 || pieces == 0 {
            return None;
        }
        let queen = lowest(queens);
        let king = p.king(!winner);
        let (file, rank) = (king.file() as u8, king.rank() as u8);
        let mut best: Option<(u32, Attack)> = None;
        // Up, down, left and right.
        let places =
            [(file, 7, file, 6), (file, 0, file, 1), (0, rank, 1, rank), (7, rank, 6, rank)];
        for (file, rank, front_file, front_rank) in places {
            let edge = Square::wrapping(file + 8 * rank);
            let front = Square::wrapping(front_file + 8 * front_rank);
            let steps = distance(king, edge) as u32;
            let mine = p.men(winner) & !queen.bit();
            if steps > 3 || mine & front.bit() != 0 || steps > 0 && p.occupied() & edge.bit() != 0 {
                continue;
            }
            let without = p.occupied() & !queen.bit();
            let takers = p.attackers(front, !winner, without) & !king.bit();
            // Neither a king that is kept from the edge nor a man that cannot but take is waited for.
            let kept = steps > 0 && p.attackers(edge, winner, p.occupied() & !king.bit()) != 0;
            if kept || squares(takers).any(|s| leaving(p, s, front, without) == 0) {
                continue;
            }
            let theirs = 2 * steps + takers.count_ones();
            let ready = ready_at(front, edge, without);
            let comes = 1 + moves_to(p, queen, Role::Queen, ready & !p.men(!winner));
            if best.as_ref().is_some_and(|(cost, _)| *cost <= comes.max(theirs)) {
                continue;
            }
            for guard in squares(mine & !tried) {
                let role = p.role_on(guard);
                let goals = goals(winner, role, front, edge, without);
                let moves = moves_to(p, guard, role, goals);
                let cost = (comes + moves).max(theirs);
                let close = role == Role::King || moves < 4;
                if close && comes < 5 && best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    let patience = cost as u8 + SPARE;
                    best = Some((cost, Attack { edge, front, queen, guard, patience }));
                }
            }
        }
        best.map(|(_, attack)| attack)
    }

    /// The winner's move; `None` if there is none that fits.
    pub fn winner_move(&mut self, p: &Position, dice: &mut Dice) -> Option<Choice> {
        self.patience = self.patience.checked_sub(1)?;
        let us = p.turn();
        let target = p.king(!us);
        if p.of(us, Role::Queen) & self.queen.bit() == 0 || p.men(us) & self.guard.bit() == 0 {
            return None;
        }
        let checks = Checks::on(target, p.occupied());
        let without = p.occupied() & !self.queen.bit();
        let role = p.role_on(self.guard);
        let goals = goals(us, role, self.front, self.edge, without);
        let ready = attacks::queen(self.queen, p.occupied()) & self.front.bit() != 0;
        if goals & self.guard.bit() == 0 {
            if let Some(to) = self.step(p, self.guard, role, goals, &checks) {
                let from = std::mem::replace(&mut self.guard, to);
                return Some(Choice::Move(Move::plain(from, to)));
            }
        } else if !ready {
            let goals = ready_at(self.front, self.edge, without) & !p.occupied();
            if let Some(to) = self.step(p, self.queen, Role::Queen, goals, &checks) {
                let from = std::mem::replace(&mut self.queen, to);
                return Some(Choice::Move(Move::plain(from, to)));
            }
        }
        let guarded = goals & self.guard.bit() != 0;
        if target == self.edge {
            if !guarded && role != Role::King || !ready {
                return None;
            }
            let m = Move::plain(self.queen, self.front);
            let q = p.play(m);
            if !exposed(&q) && q.is_checkmate() {
                return Some(Choice::Mate(m));
            }
        }
        self.wait(p, &checks, dice)
    }

    /// A move of another man of the winner's, when all is ready.
    fn wait(&self, p: &Position, checks: &Checks, dice: &mut Dice) -> Option<Choice> {
        let others = pieces(p) & !self.queen.bit() & !self.guard.bit();
        let king = p.king(p.turn());
        let near = attacks::king(king) & !p.occupied() & !self.front.bit();
        let step = || {
            if king == self.guard {
                return None;
            }
            squares(near).map(|to| Move::plain(king, to)).find(|&m| is_fine(&p.play(m)))
        };
        shuffle(p, others, checks, false, dice).or_else(step).map(Choice::Move)
    }

    /// A step of a man to one of these squares, or on the way there: legal, no check, no stalemate.
    fn step(
        &self,
        p: &Position,
        from: Square,
        role: Role,
        goals: u64,
        checks: &Checks,
    ) -> Option<Square> {
        let us = p.turn();
        let quiet = !checks.by(role) & !p.men(us) & !self.edge.bit();
        let near = reach(p, from, role) & quiet;
        // A king that is still on its way must be let in.
        let walks = p.king(!us) != self.edge;
        let lets = |q: &Position| !walks || q.attackers(self.edge, us, q.occupied()) == 0;
        let fits = |&to: &Square| {
            let q = p.play(Move::plain(from, to));
            is_fine(&q) && lets(&q)
        };
        let first = approach(p, from, role, goals).1 & near & !self.front.bit();
        squares(first & !p.occupied()).find(fits).or_else(|| squares(first).find(fits))
    }

    /// The loser's move; `None` if there is none that fits.
    pub fn loser_move(&mut self, p: &Position, dice: &mut Dice) -> Option<Move> {
        let us = p.turn();
        let king = p.king(us);
        if king != self.edge {
            return nearer(p, self.edge, dice);
        }
        if p.checkers() != 0 {
            return None;
        }
        let checks = Checks::on(p.king(!us), p.occupied());
        let without = p.occupied() & !self.queen.bit();
        let takers = p.attackers(self.front, us, without) & !king.bit();
        // Men that could take the queen go away.
        for from in squares(takers) {
            let quiet = leaving(p, from, self.front, without) & !checks.by(p.role_on(from));
            let fits = |&to: &Square| is_fine(&p.play(Move::plain(from, to)));
            if let Some(to) = squares(quiet).find(fits) {
                return Some(Move::plain(from, to));
            }
        }
        // Others wait, out of the way.
        let lines =
            attacks::between(self.queen, self.front) | attacks::between(self.guard, self.front);
        let disturbs = |m: Move| {
            let hits = attacks::piece(p.role_on(m.from), m.to, without & !m.from.bit());
            hits & self.front.bit() | lines & m.to.bit() != 0
        };
        (0..3).find_map(|_| shuffle(p, pieces(p), &checks, false, dice).filter(|&m| !disturbs(m)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Verdict, decide};
    use zermelo_kernel as kernel;

    /// The queen comes before the king with a guard, in few moves.
    #[test]
    fn a_guarded_queen_mates_soon() {
        for (fen, plies) in [
            ("6k1/5ppp/8/8/8/3Q4/1B3PPP/r5K1 w - -", 12),
            ("r4rk1/ppp2ppp/2n5/8/3P4/2NQ4/PPP2PPP/R4RK1 w - -", 10),
            ("3qk3/3p4/8/8/8/8/8/3QK1N1 b - -", 12),
        ] {
            let root =
                kernel::Position::from_fen(fen, kernel::Castling::Standard).expect("a position");
            let decision = decide(&root, Color::White, &Limits::default());
            let Verdict::Winnable(line) = &decision.verdict else { panic!("{fen}") };
            assert!(line.len() <= plies, "{fen}: {}", line.len());
            assert!(decision.checked(&root, Color::White).is_ok(), "{fen}");
        }
    }

    /// No pawn goes to the last rank as if it were a piece's square.
    #[test]
    fn a_guard_does_not_promote() {
        let fen = "8/6P1/8/8/5Pn1/4Q3/4K2k/8 w - -";
        let root = kernel::Position::from_fen(fen, kernel::Castling::Standard).expect("a position");
        let p = Position::from_kernel(&root);
        assert_eq!(reach(&p, "g7".parse().expect("a square"), Role::Pawn), 0);
        let decision = decide(&root, Color::White, &Limits::default());
        assert!(decision.checked(&root, Color::White).is_ok());
    }
}
