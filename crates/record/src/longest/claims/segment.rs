//! What one segment is to come to: who closes it, with what, after how many quiet plies.

use zermelo_board::{Color, Move, Position, Role, Square, attacks};

use super::super::dice::Dice;
use super::super::goal::{can_wait, is_reversible};
use super::skeleton::{Aim, Skeleton, Step};

/// The wanted end of a segment.
#[derive(Clone, Debug)]
pub struct End<'a> {
    /// Who makes the capture or pawn move.
    pub mover: Color,
    /// Whether he must have nothing else.
    pub forced: bool,
    /// The plies before it.
    pub quiet: u32,
    /// What will do.
    pub aims: Vec<Aim>,
    /// What else must be left for.
    pub skeleton: &'a Skeleton,
}

impl End<'_> {
    /// Whether a legal move is one of those that are wanted.
    pub fn wants(&self, position: &Position, m: Move) -> bool {
        self.aims.iter().any(|&aim| self.is(aim, position, m))
    }

    /// Whether a legal move is this aim's.
    pub fn is(&self, aim: Aim, position: &Position, m: Move) -> bool {
        let pawn = position.is_pawn_move(m);
        match aim {
            Aim::Step(step) => {
                pawn && step.from == m.from
                    && step.to == m.to
                    && (!step.takes() || self.prey(position, Some(step)) & m.to.bit() != 0)
            }
            Aim::Capture => !pawn && self.prey(position, None) & m.to.bit() != 0,
        }
    }

    /// What may be taken.
    pub fn prey(&self, position: &Position, step: Option<Step>) -> u64 {
        self.skeleton.prey(position, self.mover, step)
    }

    /// The move, if the position is such an end.
    pub fn close(&self, position: &Position, rng: &mut Dice) -> Option<Move> {
        if self.forced && position.any_legal(|m| !position.is_critical(m)) {
            return None;
        }
        let mut moves =
            position.moves_where(|m| position.is_critical(m) && self.wants(position, m));
        if moves.is_empty() {
            return None;
        }
        rng.shuffle(&mut moves);
        let role = self.promotion(position, rng);
        moves.into_iter().find(|&m| {
            let role = if self.stays_for_good(position, m.to, role) { Role::Rook } else { role };
            m.promotion().is_none_or(|to| to == role) && {
                let after = position.play(m);
                goes_on(&after) && is_alive(&after)
            }
        })
    }

    /// Whether a man of this role could never leave a square that another pawn is to come to.
    fn stays_for_good(&self, position: &Position, s: Square, role: Role) -> bool {
        let pawns = position.role(Role::Pawn);
        let file = 0x0101_0101_0101_0101 << s.file() as u32;
        (pawns & position.men(self.mover) & file).count_ones() > 1
            && attacks::piece(role, s, pawns) & !pawns == 0
    }

    /// What a pawn is to become: what stands still easily, but a queen at the end.
    fn promotion(&self, position: &Position, rng: &mut Dice) -> Role {
        let last = position.of(self.mover, Role::Pawn).count_ones() == 1;
        if last {
            return if rng.bool() { Role::Queen } else { Role::Rook };
        }
        match rng.below(8) {
            0..5 => Role::Bishop,
            5..7 => Role::Rook,
            _ => Role::Knight,
        }
    }
}

/// Whether both sides have a quiet move to make.
fn goes_on(position: &Position) -> bool {
    position.any_legal(|m| is_reversible(position, m) && can_wait(&position.play(m)))
}

/// Whether somebody has a man left that can mate alone, or may get one.
fn is_alive(position: &Position) -> bool {
    [Role::Pawn, Role::Rook, Role::Queen].into_iter().any(|role| position.role(role) != 0)
}

/// How many quiet moves the side to move has, and whether a wanted move is legal.
pub fn freedom(position: &Position, end: &End, aim: Aim) -> (i32, bool) {
    let (mut quiet, mut wanted) = (0, false);
    position.any_legal(|m| {
        if position.is_critical(m) {
            wanted = wanted || end.is(aim, position, m);
        } else {
            quiet += 1;
        }
        false
    });
    (quiet, wanted)
}

/// The quiet moves but castling.
pub fn quiet_moves(position: &Position) -> Vec<Move> {
    position.moves_where(|m| is_reversible(position, m))
}
