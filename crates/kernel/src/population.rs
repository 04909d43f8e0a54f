//! Which positions of some men can arise: all of them, each with a reason.
//!
//! The claim gives each position a *level*, or calls it illegal.
//!
//! - Level 0: a game from the initial array ends in it. The games are [`Line`]s, each of which
//!   continues the array or an earlier one; [`replay`] plays them all.
//! - A level above 0: some move without capture leads to it from a position of a smaller level. By
//!   induction on the level there is a game to it.
//! - Illegal: it has no past but a few positions, none of them the initial array;
//!   [`Position::closed_past`].
//!
//! A position has no castling rights here. En passant is part of it: a position with a capture en
//! passant is another one than that without, and counted for itself.

use std::collections::HashSet;
use std::fmt;

use crate::chess::{Color, Piece, Role, Square};
use crate::moves::Move;
use crate::position::Position;
use crate::ways::Board;

/// A stretch of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The line that it continues, by its number; the initial array if none.
    pub after: Option<usize>,
    /// Its moves.
    pub moves: Vec<Move>,
}

/// Plays all lines; the positions in which they end, in their order.
///
/// # Errors
///
/// The number of the first line that continues none before it, or has a move that is not legal.
pub fn replay(lines: &[Line]) -> Result<Vec<Position>, usize> {
    let mut ends: Vec<Position> = Vec::with_capacity(lines.len());
    for (number, line) in lines.iter().enumerate() {
        let start = match line.after {
            None => Some(Position::initial()),
            Some(earlier) => ends.get(earlier).cloned(),
        };
        let play = |at: Position, &made: &Move| at.is_legal(made).then(|| at.play(made));
        let end = start.and_then(|start| line.moves.iter().try_fold(start, play));
        ends.push(end.ok_or(number)?);
    }
    Ok(ends)
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

/// What is wrong with a claim about the positions of some men.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PopulationFault {
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

/// All positions of some men.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Population {
    men: Vec<Piece>,
}

impl Population {
    /// The positions of these men; none unless there is one king of each colour.
    pub fn new(men: &[Piece]) -> Option<Population> {
        let mut men = men.to_vec();
        men.sort_by_key(|man| (man.role != Role::King, man.color, man.role));
        let kings = Color::ALL.map(|color| Piece { color, role: Role::King });
        let rest = men.strip_prefix(&kings)?;
        rest.iter().all(|man| man.role != Role::King).then_some(Population { men })
    }

    /// The men, in the order in which they are put on the board.
    pub fn men(&self) -> &[Piece] {
        &self.men
    }

    /// Into how many parts [`Population::check_slice`] cuts the work.
    pub const SLICES: usize = 64;

    /// Checks the claims about all positions with White's king on the square of this number.
    ///
    /// `level` is the claim: `None` for an illegal position. `games` are positions that
    /// [`replay`] came to.
    ///
    /// # Errors
    ///
    /// The first fault found.
    pub fn check_slice(
        &self,
        slice: usize,
        games: &HashSet<Position>,
        level: impl Fn(&Position) -> Option<u8>,
    ) -> Result<Arising, PopulationFault> {
        let fault = |kind: fn(Box<Position>) -> PopulationFault, position: &Position| {
            Err(kind(Box::new(position.clone())))
        };
        let mut arising = Arising::default();
        self.visit(slice, &mut |position| {
            let legal = match level(position) {
                Some(0) if !games.contains(position) => {
                    return fault(PopulationFault::NoGame, position);
                }
                Some(0) => true,
                Some(above) => {
                    let smaller = |before: &Position| level(before).is_some_and(|l| l < above);
                    if !position.comes_quietly_from(smaller) {
                        return fault(PopulationFault::NoBefore, position);
                    }
                    true
                }
                None if position.closed_past(MOST_PAST).is_none() => {
                    return fault(PopulationFault::NotClosed, position);
                }
                None => false,
            };
            let counts = match (legal, position.en_passant()) {
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

    /// Visits every position with White's king on the square of this number, each once.
    fn visit<E>(
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
