//! Which positions of some men can arise: all of them, each with a reason.
//!
//! A [`Census`] gives each position a *level*, or calls it illegal.
//!
//! - Level 0: a game from the initial array ends in it. The games are [`Line`]s, each of which
//!   continues the array or an earlier one.
//! - A level above 0: some move without capture leads to it from a position of a smaller level. By
//!   induction on the level there is a game to it.
//! - Illegal: its past comes to an end after a few positions, none of them the initial array;
//!   [`Position::closed_past`].
//!
//! A position has no castling rights here. One with a capture en passant is another one than that
//! without, and counted for itself; the only way to it is the pawn's double step, and its level is
//! one more than that of the position before.

use std::collections::HashSet;
use std::fmt;

use crate::rules::chess::{Color, Piece, Role, Square};
use crate::rules::movement::Board;
use crate::rules::moves::Move;
use crate::rules::position::Position;

/// A stretch of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The line that it continues, by its number; the initial array if none.
    pub after: Option<usize>,
    /// Its moves.
    pub moves: Vec<Move>,
}

/// How many positions are legal and illegal.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Arising {
    /// Legal ones, with White and with Black to move, without a capture en passant.
    pub legal: [u64; 2],
    /// Illegal ones of this kind.
    pub illegal: [u64; 2],
    /// Legal ones with a capture en passant.
    pub legal_en_passant: [u64; 2],
    /// Illegal ones with a capture en passant.
    pub illegal_en_passant: [u64; 2],
}

impl Arising {
    /// Adds the numbers of another part.
    pub fn add(&mut self, other: &Arising) {
        for turn in 0..2 {
            self.legal[turn] += other.legal[turn];
            self.illegal[turn] += other.illegal[turn];
            self.legal_en_passant[turn] += other.legal_en_passant[turn];
            self.illegal_en_passant[turn] += other.illegal_en_passant[turn];
        }
    }
}

/// What is wrong with a census.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PopulationFault {
    /// A line, by its number, continues none before it, or has a move that is not legal.
    NoLine(usize),
    /// Said to have a game, which is not there.
    NoGame(Box<Position>),
    /// Said to follow from a position of a smaller level, and does not.
    NoBefore(Box<Position>),
    /// Said to be illegal, and its past is not closed.
    NotClosed(Box<Position>),
}

impl fmt::Display for PopulationFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (position, what) = match self {
            PopulationFault::NoLine(number) => return write!(f, "line {number} is no game"),
            PopulationFault::NoGame(p) => (p, "no game ends here"),
            PopulationFault::NoBefore(p) => (p, "no move leads here from a smaller level"),
            PopulationFault::NotClosed(p) => (p, "the positions before it do not come to an end"),
        };
        write!(f, "{}: {what}", position.to_fen())
    }
}

impl std::error::Error for PopulationFault {}

/// How many positions the past of an illegal one may have.
pub const MOST_PAST: usize = 64;

/// The level that stands for an illegal position, and where there is no position.
pub const ILLEGAL: u8 = u8::MAX;

/// All positions of some men.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Population {
    men: Vec<Piece>,
}

impl Population {
    /// The positions of these men; none unless there is one king of each colour, and not more than
    /// two men beside the kings.
    pub fn new(men: &[Piece]) -> Option<Population> {
        let mut men = men.to_vec();
        men.sort_by_key(|man| (man.role != Role::King, man.color, man.role));
        let kings = Color::ALL.map(|color| Piece { color, role: Role::King });
        let rest = men.strip_prefix(&kings)?;
        let fits = rest.len() <= 2 && rest.iter().all(|man| man.role != Role::King);
        fits.then_some(Population { men })
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
        let mut board = [None; 64];
        let mut squares = Vec::new();
        if let Some(square) = Square::all().nth(slice) {
            board[square.index()] = Some(self.men[0]);
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
            if board[square.index()].is_none() {
                board[square.index()] = Some(man);
                squares.push(square);
                self.place(board, squares, visitor)?;
                squares.pop();
                board[square.index()] = None;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Population {
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

/// Which positions of some men are legal, with the evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Census {
    /// The positions.
    pub population: Population,
    /// Games that prove positions of level 0.
    pub lines: Vec<Line>,
    /// The level of each position with White and with Black to move, at its
    /// [place](Population::place_of).
    pub levels: [Vec<u8>; 2],
}

impl Census {
    /// The level of a position; none if it is illegal or not of these men.
    pub fn level(&self, position: &Position) -> Option<u8> {
        if position.en_passant().is_some() {
            // The double step, and nothing else, leads here.
            let retractions = position.retractions();
            let before = retractions.iter().find(|r| r.before.en_passant().is_none())?;
            return self.level(&before.before)?.checked_add(1).filter(|&level| level < ILLEGAL);
        }
        let place = self.population.place_of(position)?;
        let level = self.levels[position.turn().index()].get(place)?;
        (*level < ILLEGAL).then_some(*level)
    }

    /// Plays all lines; the positions of these men in which they end.
    ///
    /// # Errors
    ///
    /// The first line that cannot be played.
    pub fn games(&self) -> Result<HashSet<Position>, PopulationFault> {
        let mut ends: Vec<Position> = Vec::with_capacity(self.lines.len());
        for (number, line) in self.lines.iter().enumerate() {
            let start = match line.after {
                None => Some(Position::initial()),
                Some(earlier) => ends.get(earlier).cloned(),
            };
            let play = |at: Position, &made: &Move| at.is_legal(made).then(|| at.play(made));
            let end = start.and_then(|start| line.moves.iter().try_fold(start, play));
            ends.push(end.ok_or(PopulationFault::NoLine(number))?);
        }
        ends.retain(|end| self.population.place_of(end).is_some());
        Ok(ends.into_iter().collect())
    }

    /// Into how many parts [`Census::check_slice`] cuts the work.
    pub const SLICES: usize = 64;

    /// Checks what is claimed about all positions with White's king on the square of this number.
    /// `games` are what [`Census::games`] gave.
    ///
    /// # Errors
    ///
    /// The first fault found.
    pub fn check_slice(
        &self,
        slice: usize,
        games: &HashSet<Position>,
    ) -> Result<Arising, PopulationFault> {
        let fault = |kind: fn(Box<Position>) -> PopulationFault, position: &Position| {
            Err(kind(Box::new(position.clone())))
        };
        let mut arising = Arising::default();
        self.population.visit(slice, &mut |position| {
            let level = self.level(position);
            match level {
                Some(0) if !games.contains(position) => {
                    return fault(PopulationFault::NoGame, position);
                }
                Some(0) => {}
                Some(above) => {
                    let smaller = |before: &Position| self.level(before).is_some_and(|l| l < above);
                    if !position.comes_quietly_from(smaller) {
                        return fault(PopulationFault::NoBefore, position);
                    }
                }
                None if position.closed_past(MOST_PAST).is_none() => {
                    return fault(PopulationFault::NotClosed, position);
                }
                None => {}
            }
            let counts = match (level.is_some(), position.en_passant()) {
                (true, None) => &mut arising.legal,
                (false, None) => &mut arising.illegal,
                (true, Some(_)) => &mut arising.legal_en_passant,
                (false, Some(_)) => &mut arising.illegal_en_passant,
            };
            counts[position.turn().index()] += 1;
            Ok(())
        })?;
        Ok(arising)
    }

    /// Checks everything, one part after the other.
    ///
    /// # Errors
    ///
    /// The first fault found.
    pub fn check(&self) -> Result<Arising, PopulationFault> {
        let games = self.games()?;
        let mut all = Arising::default();
        for slice in 0..Census::SLICES {
            all.add(&self.check_slice(slice, &games)?);
        }
        Ok(all)
    }
}
