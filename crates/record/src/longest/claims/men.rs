//! How many moves each man is from each square, if only pawns are in its way.
//!
//! Pieces can step aside, pawns cannot: they do not move within a segment. So a placing of the men
//! in which each stands where it can get to by itself can nearly always be reached.

use zermelo_board::{Color, Position, Role, Square, attacks, squares};

/// No way leads there.
pub const NEVER: u8 = u8::MAX;

/// A man that is no pawn.
#[derive(Clone, Debug)]
pub struct Man {
    /// Whose it is.
    pub color: Color,
    /// Where it stands.
    pub at: Square,
    /// Where it can get to.
    pub reach: Vec<Square>,
    /// In how many moves, by square.
    pub moves: [u8; 64],
}

/// All men but the pawns.
pub fn men(position: &Position) -> Vec<Man> {
    squares(position.occupied() & !position.role(Role::Pawn))
        .map(|at| {
            let color = position.color_at(at);
            let moves = distances(position, color, at, at);
            let reach = Square::all().filter(|s| moves[s.index()] != NEVER).collect();
            Man { color, at, reach, moves }
        })
        .collect()
}

/// The moves that the man of a square has from each square to `target`, among pawns.
pub fn distances(position: &Position, color: Color, man: Square, target: Square) -> [u8; 64] {
    let (role, pawns) = (position.role_on(man), position.role(Role::Pawn));
    let [a, b] = attacks::pawns(!color, position.of(!color, Role::Pawn));
    let closed = pawns | if role == Role::King { a | b } else { 0 };
    let mut moves = [NEVER; 64];
    moves[target.index()] = 0;
    let (mut seen, mut edge) = (target.bit(), target.bit());
    for distance in 1.. {
        let reached = squares(edge).fold(0, |set, s| set | attacks::piece(role, s, pawns));
        edge = reached & !closed & !seen;
        if edge == 0 {
            break;
        }
        seen |= edge;
        squares(edge).for_each(|s| moves[s.index()] = distance);
    }
    moves
}
