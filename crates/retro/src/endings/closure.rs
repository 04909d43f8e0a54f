//! Everything that can be reached in an ending from the positions known to be legal.
//!
//! Forward search by levels. A position gets one more than the level of a position before it, so
//! the numbers prove it: whoever has one above zero has a move leading to it from a smaller one.

use rayon::prelude::*;
use zermelo_board::{ahead, attacks, is_double_step, passed, squares};
use zermelo_kernel::{Color, ILLEGAL, Piece, Position, Role, Square};

use super::men::{Ending, Places, rank_for};
use super::packed::Packed;

/// Not known yet; also where there is no position.
const UNKNOWN: u8 = 254;

/// A position with a pawn that has just gone two squares and can be taken in passing carries this.
const PASSED: u32 = 1 << 31;
/// The side to move, next to the number.
const BLACK: u32 = 1 << 30;

/// The positions of an ending and what is known of them.
pub(crate) struct Closure {
    ending: Ending,
    marks: [Vec<u8>; 2],
    /// How many have got a mark.
    marked: u64,
}

impl Closure {
    pub fn new(ending: &Ending) -> Closure {
        let marks = [0, 1].map(|_| vec![UNKNOWN; ending.material().places()]);
        Closure { ending: ending.clone(), marks, marked: 0 }
    }

    /// How many positions are known to be legal or illegal.
    pub fn marked(&self) -> u64 {
        self.marked
    }

    /// How many there are, with either side to move.
    pub fn positions(&self) -> u64 {
        let numbers = (0..self.ending.material().places()).into_par_iter();
        let sides = numbers.filter(|&n| self.ending.is_number(n)).map(|n| {
            let places = self.ending.places(n);
            Color::ALL.map(|turn| u64::from(self.ending.is_position(&places, turn)))
        });
        sides.map(|[white, black]| white + black).sum()
    }

    /// The level of a position; none if it is not of this ending, or not known to be legal.
    pub fn level(&self, packed: &Packed) -> Option<u8> {
        let number = self.ending.number_of(packed)?;
        let mark = self.marks[packed.turn().index()][number];
        (mark < UNKNOWN).then_some(mark)
    }

    /// The levels as the kernel wants them; what is not known counts as illegal.
    pub fn into_levels(self) -> [Vec<u8>; 2] {
        let mut marks = self.marks;
        let unknown = marks.iter_mut().flatten().filter(|mark| **mark == UNKNOWN);
        unknown.for_each(|mark| *mark = ILLEGAL);
        marks
    }

    /// The positions of the ending that are still open with this side to move, from a number on: so
    /// many of them, and the number to go on from.
    pub fn open(&self, turn: Color, from: usize, most: usize) -> (Vec<Position>, Option<usize>) {
        let mut open = Vec::new();
        for number in from..self.ending.material().places() {
            if self.marks[turn.index()][number] != UNKNOWN || !self.ending.is_number(number) {
                continue;
            }
            let places = self.ending.places(number);
            if self.ending.is_position(&places, turn) {
                if open.len() == most {
                    return (open, Some(number));
                }
                open.extend(self.ending.position(&places, turn, None));
            }
        }
        (open, None)
    }

    /// Whether nothing is known yet of this position, which is one of the ending.
    pub fn is_open(&self, position: &Position) -> bool {
        let place = self.ending.find(position);
        place.is_some_and(|(number, turn)| self.marks[turn.index()][number] == UNKNOWN)
    }

    /// Takes a position as illegal; none with a capture en passant, which has no place here.
    pub fn set_illegal(&mut self, position: &Position) {
        if position.en_passant().is_none()
            && let Some((number, turn)) = self.ending.find(position)
        {
            let mark = &mut self.marks[turn.index()][number];
            self.marked += u64::from(*mark == UNKNOWN);
            *mark = ILLEGAL;
        }
    }

    /// Takes positions as legal, and all that follows from them.
    pub fn add<'a>(&mut self, positions: impl IntoIterator<Item = &'a Position>) {
        let mut here = Vec::new();
        for position in positions {
            if position.en_passant().is_none()
                && let Some((number, turn)) = self.ending.find(position)
            {
                let mark = &mut self.marks[turn.index()][number];
                self.marked += u64::from(*mark == UNKNOWN);
                *mark = 0;
                here.push(number as u32 | if turn == Color::Black { BLACK } else { 0 });
            }
        }
        let mut level = 0;
        while !here.is_empty() {
            level += 1;
            assert!(level < UNKNOWN, "an ending deeper than any seen");
            let mut next = Vec::new();
            for &state in &here {
                self.spread(state, level, &mut next);
            }
            here = next;
        }
    }

    /// Gives this level to all that one move from here leads to and that has none yet.
    fn spread(&mut self, state: u32, level: u8, next: &mut Vec<u32>) {
        let turn = if state & BLACK == 0 { Color::White } else { Color::Black };
        let places = self.ending.places((state & !(BLACK | PASSED)) as usize);
        let all = self.ending.occupied(&places);
        for man in (0..self.ending.men().len()).filter(|&m| self.ending.men()[m].color == turn) {
            let from = places[man];
            for to in squares(self.ending.targets(man, from, all)) {
                let mut after = places;
                after[man] = to;
                if !self.ending.is_position(&after, !turn) {
                    continue;
                }
                let number = self.ending.number(&after);
                let state = number as u32 | if turn == Color::White { BLACK } else { 0 };
                if is_double_step(from, to)
                    && self.ending.men()[man].role == Role::Pawn
                    && self.ending.can_be_taken_in_passing(&after, !turn, passed(to))
                {
                    // Seldom, and never twice for the same double step on the way down.
                    next.push(state | PASSED);
                    continue;
                }
                let mark = &mut self.marks[(!turn).index()][number];
                if *mark == UNKNOWN {
                    *mark = level;
                    self.marked += 1;
                    next.push(state);
                }
            }
        }
    }
}

impl Ending {
    pub(crate) fn occupied(&self, places: &Places) -> u64 {
        places.iter().take(self.men().len()).fold(0, |board, at| board | at.bit())
    }

    /// Where this man may go without capture and without promotion.
    fn targets(&self, man: usize, from: Square, all: u64) -> u64 {
        let Piece { color, role } = self.men()[man];
        if role != Role::Pawn {
            return attacks::piece(role, from, all) & !all;
        }
        let rank = rank_for(color, from);
        let one = ahead(color, from);
        if rank > 5 || all & one.bit() != 0 {
            return 0;
        }
        let two = if rank == 1 { ahead(color, one).bit() & !all } else { 0 };
        one.bit() | two
    }

    /// Whether this is a position of play: men on squares of their own, pawns where pawns can be,
    /// kings apart, the side that has moved not in check.
    pub(crate) fn is_position(&self, places: &Places, turn: Color) -> bool {
        let men = self.men();
        let all = self.occupied(places);
        let near = attacks::king(places[0]);
        if all.count_ones() as usize != men.len() || near & places[1].bit() != 0 {
            return false;
        }
        let king = places[(!turn).index()].bit();
        (2..men.len()).all(|m| {
            let at = places[m];
            let placed = men[m].role != Role::Pawn || (1..7).contains(&at.rank());
            placed && (men[m].color != turn || self.attacks(m, at, all) & king == 0)
        })
    }

    fn can_be_taken_in_passing(&self, places: &Places, turn: Color, passed: Square) -> bool {
        let beside = |man: &Piece| man.color == turn && man.role == Role::Pawn;
        self.men().iter().any(beside)
            && self.position(places, turn, Some(passed)).is_some_and(|p| p.en_passant().is_some())
    }

    /// The kernel's position.
    pub(crate) fn position(
        &self,
        places: &Places,
        turn: Color,
        passed: Option<Square>,
    ) -> Option<Position> {
        let mut board = [None; 64];
        for (man, &at) in self.men().iter().zip(places) {
            board[at.index()] = Some(*man);
        }
        Position::from_men(board, turn, passed)
    }

    /// The number of a position, if it is one of this ending.
    fn number_of(&self, packed: &Packed) -> Option<usize> {
        let (mut number, mut placed) = (0, 0u32);
        for (at, man) in packed.men() {
            let free = |&m: &usize| placed >> m & 1 == 0 && self.men()[m] == man;
            let slot = (0..self.men().len()).find(free)?;
            placed |= 1 << slot;
            number |= at.index() << (6 * slot);
        }
        (placed.count_ones() as usize == self.men().len()).then_some(number)
    }

    /// The number and the side to move of a position, if it is one of this ending.
    pub(crate) fn find(&self, position: &Position) -> Option<(usize, Color)> {
        Some((self.material().place_of(position)?, position.turn()))
    }
}
