//! What the end of a segment must look like, and how far off it is.
//!
//! A segment is a walk of reversible moves that ends where one wanted move is legal. The walk is
//! blind, so each goal also tells how many moves each side still needs at least; the walk then
//! only has to stay within reach. These numbers guide and never decide: whether the wanted move
//! can be made is asked of the move generator.

use super::dice::Dice;
use zermelo_board::{ByColor, Color, LIGHT, Move, Position, Role, Square, attacks, squares};

use super::plan::Step;

/// More moves than any segment has: out of reach as things stand.
const FAR: u32 = 1000;

/// The wanted end of a segment.
#[derive(Clone, Debug)]
pub(super) enum Goal {
    /// A pawn makes this step; `later` counts the captures its side's pawns make after this one,
    /// on light and on dark squares, for which victims must be left.
    Pawn {
        /// The step.
        step: Step,
        /// Captures still to come on light and on dark squares.
        later: [u32; 2],
    },
    /// A piece takes a piece.
    Capture,
    /// `mover` mates; the men go near these squares.
    Mate(Pattern),
}

/// A mate by one queen or rook and its king.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pattern {
    /// The side that mates.
    pub mover: Color,
    kings: ByColor<Square>,
    piece: Square,
    role: Role,
}

/// Whether a move is neither critical nor castling.
///
/// Castling would be reversible by the rule, but leaving it out costs nothing.
pub(super) fn is_reversible(position: &Position, m: Move) -> bool {
    !position.is_critical(m) && !m.is_castling()
}

/// Whether the side to move has a reversible move.
pub(super) fn can_wait(position: &Position) -> bool {
    position.any_legal(|m| is_reversible(position, m))
}

/// Whether White has a queen or a rook, or a pawn to become one: the last man left to White is to
/// mate, and so no position of the game is dead.
fn white_can_mate(position: &Position) -> bool {
    let able = [Role::Queen, Role::Rook, Role::Pawn];
    able.into_iter().any(|role| position.of(Color::White, role) != 0)
}

impl Goal {
    /// The wanted move, if it can be made now and the game goes on after it (or ends, for a mate).
    pub fn ready(&self, position: &Position, rng: &mut Dice) -> Option<Move> {
        let mut moves = match self {
            &Goal::Pawn { step, later } => {
                if step.takes() && victims(position, !step.mover, later) & step.to.bit() == 0 {
                    return None;
                }
                position.moves_where(|m| m.from == step.from && m.to == step.to)
            }
            Goal::Capture => {
                let prey = victims(position, !position.turn(), [0; 2]);
                position.moves_where(|m| !position.is_pawn_move(m) && prey & m.to.bit() != 0)
            }
            Goal::Mate(_) => {
                return position
                    .find_move(|m| is_reversible(position, m) && position.play(m).is_checkmate());
            }
        };
        rng.shuffle(&mut moves);
        moves.into_iter().find(|&m| {
            let after = position.play(m);
            can_wait(&after) && white_can_mate(&after)
        })
    }

    /// A lower estimate of the moves White and Black still have to make.
    pub fn needs(&self, position: &Position) -> ByColor<u32> {
        let mut needs = ByColor::default();
        match self {
            &Goal::Pawn { step, later } => {
                let them = !step.mover;
                let to = step.to.bit();
                if position.men(step.mover) & to != 0 {
                    needs[step.mover] = 1;
                }
                if step.takes() {
                    needs[them] = route(position, step.to, victims(position, them, later));
                } else if position.men(them) & to != 0 {
                    needs[them] = 1;
                }
            }
            Goal::Capture => {}
            &Goal::Mate(pattern) => {
                needs = ByColor::new_with(|color| {
                    king_distance(position.king(color), pattern.kings[color])
                });
                let us = pattern.mover;
                let piece = position.of(us, pattern.role);
                if attacks::piece(pattern.role, pattern.piece, position.occupied()) & piece == 0 {
                    needs[us] += 1;
                }
            }
        }
        needs
    }

    /// The goal of mating with the one queen or rook `mover` has left: a random mate to aim at.
    pub fn mate(position: &Position, mover: Color, rng: &mut Dice) -> Option<Goal> {
        let role = [Role::Queen, Role::Rook]
            .into_iter()
            .find(|&role| position.of(mover, role).count_ones() == 1)?;
        for _ in 0..100_000 {
            let [white, black, piece] = [(); 3].map(|()| Square::wrapping(rng.u8(..64)));
            let kings = ByColor { white, black };
            if king_distance(white, black) < 2 || piece == white || piece == black {
                continue;
            }
            let men = [
                (Color::White, Role::King, white),
                (Color::Black, Role::King, black),
                (mover, role, piece),
            ];
            if Position::from_men(&men, !mover).is_checkmate() {
                return Some(Goal::Mate(Pattern { mover, kings, piece, role }));
            }
        }
        None
    }
}

/// 0 for a light square, 1 for a dark one.
pub(super) fn shade(s: Square) -> usize {
    usize::from(LIGHT & s.bit() == 0)
}

/// The pieces of a side that may be taken so that enough are left for pawns to take `later`.
pub(super) fn victims(position: &Position, them: Color, later: [u32; 2]) -> u64 {
    let bishops = position.of(them, Role::Bishop);
    let others = position.men(them)
        & !bishops
        & !position.of(them, Role::Pawn)
        & !position.of(them, Role::King);
    // Light bishops, dark bishops, the rest: who of them can be spared?
    let groups = [bishops & LIGHT, bishops & !LIGHT, others];
    let counts = groups.map(u64::count_ones);
    let mut allowed = 0;
    for (i, group) in groups.into_iter().enumerate() {
        let mut left = counts;
        left[i] = left[i].saturating_sub(1);
        let short = later[0].saturating_sub(left[0]) + later[1].saturating_sub(left[1]);
        if short <= left[2] {
            allowed |= group;
        }
    }
    allowed
}

/// The moves the nearest of `men` needs to get to `target` when nothing else moves.
fn route(position: &Position, target: Square, men: u64) -> u32 {
    if men & target.bit() != 0 {
        return 0;
    }
    let occupied = position.occupied();
    let mut best = FAR;
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let runners = men & position.role(role);
        if runners == 0 {
            continue;
        }
        let mut seen = target.bit();
        let mut edge = seen;
        for distance in 1..best {
            let reached = squares(edge).fold(0, |set, s| set | attacks::piece(role, s, occupied));
            if reached & runners != 0 {
                best = distance;
                break;
            }
            edge = reached & !occupied & !seen;
            if edge == 0 {
                break;
            }
            seen |= edge;
        }
    }
    // A man in the way must leave first.
    best + u32::from(occupied & target.bit() != 0)
}

fn king_distance(a: Square, b: Square) -> u32 {
    u32::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())))
}
