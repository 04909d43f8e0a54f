//! All positions of some men, one by one.

use std::fmt;

use crate::rules::board::Board;
use crate::{Color, Piece, Position, Role, Square};

/// All positions of some men.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Material {
    men: Vec<Piece>,
}

impl Material {
    /// The positions of these men; none unless there is one king of each colour, and not more than
    /// two men beside the kings.
    pub fn new(men: &[Piece]) -> Option<Material> {
        let mut men = men.to_vec();
        men.sort_by_key(|man| (man.role != Role::King, man.color, man.role));
        let kings = Color::ALL.map(|color| Piece { color, role: Role::King });
        let rest = men.strip_prefix(&kings)?;
        let fits = rest.len() <= 2 && rest.iter().all(|man| man.role != Role::King);
        fits.then_some(Material { men })
    }

    /// The men in the order in which they are put on the board: the kings, White's first, then
    /// White's men, then Black's.
    pub fn men(&self) -> &[Piece] {
        &self.men
    }

    /// How many places a list of levels has for each side to move.
    pub fn places(&self) -> usize {
        1 << (6 * self.men.len())
    }

    /// The place of a position in a list of levels: six bits for the square of each man, the first
    /// man's lowest, of like men the lower square first. None if it has other men or castling
    /// rights.
    pub fn place_of(&self, position: &Position) -> Option<usize> {
        let mut squares: Vec<Option<Square>> = vec![None; self.men.len()];
        for (at, piece) in position.pieces() {
            let mut free = self.men.iter().zip(&squares);
            let man = free.position(|(man, square)| *man == piece && square.is_none())?;
            squares[man] = Some(at);
        }
        let mut place = 0;
        for square in squares.into_iter().rev() {
            place = place << 6 | square?.index();
        }
        (!position.has_castling_rights()).then_some(place)
    }

    /// Visits every position with White's king on the square of this number, each once.
    ///
    /// # Errors
    ///
    /// The first one of the visitor's.
    pub fn visit<E>(
        &self,
        slice: usize,
        visitor: &mut impl FnMut(&Position) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut board = Board::default();
        let mut squares = Vec::new();
        if let Some(square) = Square::all().nth(slice) {
            board.put(square, Some(self.men[0]));
            squares.push(square);
            self.place(&mut board, &mut squares, visitor)?;
        }
        Ok(())
    }

    /// Puts the next man on every free square, like men on ascending ones, and goes on from there.
    fn place<E>(
        &self,
        board: &mut Board,
        squares: &mut Vec<Square>,
        visitor: &mut impl FnMut(&Position) -> Result<(), E>,
    ) -> Result<(), E> {
        let placed = squares.len();
        let Some(&man) = self.men.get(placed) else {
            for turn in Color::ALL {
                if let Some(position) = Position::from_men(*board, turn, None) {
                    visitor(&position)?;
                }
                // A pawn that has just gone two squares has passed the one behind it.
                let pawn = Piece { color: !turn, role: Role::Pawn };
                for (at, _) in squares.iter().zip(&self.men).filter(|&(_, man)| *man == pawn) {
                    let passed = at.offset(0, turn.forward());
                    let position = passed.and_then(|_| Position::from_men(*board, turn, passed));
                    position.map_or(Ok(()), |position| visitor(&position))?;
                }
            }
            return Ok(());
        };
        let after = (self.men[placed - 1] == man).then(|| squares[placed - 1]);
        for square in Square::all().filter(|&at| after.is_none_or(|after| at > after)) {
            if board.at(square).is_none() {
                board.put(square, Some(man));
                squares.push(square);
                self.place(board, squares, visitor)?;
                squares.pop();
                board.put(square, None);
            }
        }
        Ok(())
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |color| {
            let men = self.men.iter().filter(move |man| man.color == color);
            let mut roles: Vec<Role> = men.map(|man| man.role).collect();
            roles.sort_by(|a, b| b.cmp(a));
            roles.into_iter().map(|r| r.letter().to_ascii_uppercase()).collect::<String>()
        };
        write!(f, "{}v{}", side(Color::White), side(Color::Black))
    }
}
