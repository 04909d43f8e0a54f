//! How many moves a man needs to a square, on a board with nobody else: a lower bound in any
//! position.
//!
//! One table of bytes, indexed by colour, role, square and *place*: the square to be reached and in
//! what shape. A pawn may be wanted as a pawn, as something that moves like a queen or less, as a
//! knight, or as anything at all. 200 KiB, made once.

use std::sync::OnceLock;

use zermelo_board::{Color, Role, Square, attacks, back_rank, squares};

/// No number of moves is enough.
pub const NEVER: u8 = 100;

/// A square, and the shape in which a man is wanted there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Place(u8);

/// The shape of a man.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// A pawn.
    Pawn,
    /// A queen, or a rook or bishop, which do less.
    Queen,
    /// A knight.
    Knight,
    /// Whatever it is.
    Any,
}

impl Place {
    /// This shape on this square.
    pub fn new(square: Square, shape: Shape) -> Place {
        Place(square.number() | (shape as u8) << 6)
    }

    /// The square.
    pub fn square(self) -> Square {
        Square::wrapping(self.0)
    }

    /// The shape.
    pub fn shape(self) -> Shape {
        [Shape::Pawn, Shape::Queen, Shape::Knight, Shape::Any][(self.0 >> 6) as usize]
    }
}

/// The table.
pub struct Distances(Vec<u8>);

fn index(color: Color, role: Role, from: Square, place: Place) -> usize {
    ((color.index() * 6 + role as usize) * 64 + from.index()) * 256 + usize::from(place.0)
}

impl Distances {
    /// The table, made at the first call.
    pub fn get() -> &'static Distances {
        static TABLE: OnceLock<Distances> = OnceLock::new();
        TABLE.get_or_init(Distances::make)
    }

    /// The moves a man needs at least.
    #[inline(always)]
    pub fn moves(&self, color: Color, role: Role, from: Square, place: Place) -> u8 {
        self.0[index(color, role, from, place)]
    }

    fn make() -> Distances {
        let mut table = vec![NEVER; 2 * 6 * 64 * 256];
        let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
        for from in Square::all() {
            for role in pieces {
                let steps = walk(role, from);
                for color in Color::ALL {
                    for to in Square::all() {
                        let moves = steps[to.index()];
                        let mut set = |shape| {
                            table[index(color, role, from, Place::new(to, shape))] = moves;
                        };
                        set(Shape::Any);
                        match role {
                            Role::Knight => set(Shape::Knight),
                            Role::King => {}
                            _ => set(Shape::Queen),
                        }
                    }
                }
            }
        }
        let mut done = Distances(table);
        for color in Color::ALL {
            for from in Square::all() {
                for to in Square::all() {
                    let as_pawn = match to.rank() {
                        0 | 7 => NEVER,
                        _ => march(color, from, to),
                    };
                    // Promotion on any file that can be reached, and on from there.
                    let promoted = |role| {
                        let ways = squares(back_rank(!color)).map(|square| {
                            let on = done.moves(color, role, square, Place::new(to, Shape::Any));
                            march(color, from, square).saturating_add(on).min(NEVER)
                        });
                        ways.min().unwrap_or(NEVER)
                    };
                    let (queen, knight) = (promoted(Role::Queen), promoted(Role::Knight));
                    let any = as_pawn.min(queen).min(knight);
                    for (shape, moves) in [
                        (Shape::Pawn, as_pawn),
                        (Shape::Queen, queen),
                        (Shape::Knight, knight),
                        (Shape::Any, any),
                    ] {
                        let place = Place::new(to, shape);
                        done.0[index(color, Role::Pawn, from, place)] = moves;
                    }
                }
            }
        }
        done
    }
}

/// Moves of a piece to every square of an empty board.
fn walk(role: Role, from: Square) -> [u8; 64] {
    let mut steps = [NEVER; 64];
    steps[from.index()] = 0;
    let mut front = vec![from];
    let mut count = 0;
    while !front.is_empty() {
        count += 1;
        let mut next = Vec::new();
        for square in front {
            for to in squares(attacks::piece(role, square, 0)) {
                if steps[to.index()] == NEVER {
                    steps[to.index()] = count;
                    next.push(to);
                }
            }
        }
        front = next;
    }
    steps
}

/// Moves of a pawn to a square: straight on, or a file aside with each capture.
fn march(color: Color, from: Square, to: Square) -> u8 {
    let (from_rank, to_rank) = (from.rank(), to.rank());
    let ranks = if color == Color::White { to_rank - from_rank } else { from_rank - to_rank };
    let files = (from.file() - to.file()).abs();
    if ranks < files || (ranks == 0 && files > 0) {
        return NEVER;
    }
    let home = if color == Color::White { 1 } else { 6 };
    let double = from_rank == home && ranks - files >= 2;
    (ranks - i8::from(double)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_distances() {
        let table = Distances::get();
        let square = |name: &str| name.parse::<Square>().unwrap();
        let moves = |color, role, from, to, shape| {
            table.moves(color, role, square(from), Place::new(square(to), shape))
        };
        assert_eq!(moves(Color::White, Role::Knight, "a1", "h8", Shape::Any), 6);
        assert_eq!(moves(Color::White, Role::Knight, "a1", "b2", Shape::Knight), 4);
        assert_eq!(moves(Color::White, Role::Bishop, "a1", "a3", Shape::Any), 2);
        assert_eq!(moves(Color::White, Role::Bishop, "a1", "a2", Shape::Any), NEVER);
        assert_eq!(moves(Color::White, Role::Queen, "a1", "b4", Shape::Any), 2);
        assert_eq!(moves(Color::White, Role::King, "a1", "c7", Shape::Any), 6);
        assert_eq!(moves(Color::White, Role::Pawn, "a2", "a4", Shape::Pawn), 1);
        assert_eq!(moves(Color::White, Role::Pawn, "a2", "b4", Shape::Pawn), 2);
        assert_eq!(moves(Color::White, Role::Pawn, "a2", "a8", Shape::Queen), 5);
        assert_eq!(moves(Color::White, Role::Pawn, "a7", "b6", Shape::Knight), 2);
        assert_eq!(moves(Color::Black, Role::Pawn, "a7", "a5", Shape::Any), 1);
        assert_eq!(moves(Color::Black, Role::Pawn, "a2", "e5", Shape::Any), 2);
        assert_eq!(moves(Color::Black, Role::Pawn, "a2", "a3", Shape::Pawn), NEVER);
        assert_eq!(moves(Color::White, Role::Queen, "a1", "a8", Shape::Pawn), NEVER);
        assert_eq!(moves(Color::White, Role::Queen, "a1", "a8", Shape::Knight), NEVER);
    }
}
