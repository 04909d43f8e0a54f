//! Moves taken back with few men on the board, fast.
//!
//! The kernel's list of retractions is complete and slow; this one is fast and leaves out castling,
//! en passant and all that a closed set must not leave out. It is for finding a way home, which the
//! kernel then plays forwards.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap};

use zermelo_board::{Role, Square, attacks, squares};
use zermelo_kernel::{Color, Piece, Position};

use super::home;
use super::men::{pawn_origins, rank_for};

/// The most men on the board.
const MOST: usize = 7;

/// How many positions a run home looks at.
const RUN: usize = 3_000;

/// A position with few men, without rights: the men in the order of their squares, packed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Packed {
    turn: Color,
    /// `square << 4 | role << 1 | color`; 0 where there is no more man.
    men: [u16; MOST],
}

fn pack(square: u8, role: Role, color: Color) -> u16 {
    u16::from(square) << 4 | (role as u16 + 1) << 1 | color as u16
}

fn unpack(man: u16) -> (u8, Role, Color) {
    let (role, color) = (usize::from(man >> 1 & 7) - 1, usize::from(man & 1));
    ((man >> 4) as u8, Role::ALL[role], Color::ALL[color])
}

impl Packed {
    /// The same position, if it has few men and no rights.
    pub fn of(position: &Position) -> Option<Packed> {
        let mut men = [0; MOST];
        for (index, (square, man)) in position.pieces().enumerate() {
            *men.get_mut(index)? = pack(square.index() as u8, man.role, man.color);
        }
        let packed = Packed { turn: position.turn(), men };
        (packed.position().as_ref() == Some(position)).then_some(packed)
    }

    /// The kernel's position.
    pub fn position(&self) -> Option<Position> {
        let mut board = [None; 64];
        for (square, role, color) in self.men() {
            board[usize::from(square)] = Some(Piece { color, role });
        }
        Position::from_men(board, self.turn, None)
    }

    fn men(&self) -> impl Iterator<Item = (u8, Role, Color)> + '_ {
        self.men.iter().take_while(|&&man| man != 0).map(|&man| unpack(man))
    }

    /// About how many moves the men are from where a game begins; 0 if they are all there.
    fn distance(&self) -> u32 {
        let mut taken = 0;
        self.men().map(|(at, role, color)| home::moves_home(role, color, at, &mut taken)).sum()
    }

    /// Whether all men stand where a game begins.
    pub fn is_home(&self) -> bool {
        self.men().all(|(at, role, color)| home::is_at_home(role, color, at))
    }

    /// Whether the side to move attacks the other king, or the kings attack each other.
    fn is_impossible(&self) -> bool {
        let turn = self.turn;
        let all = self.men().fold(0, |board, (at, ..)| board | 1 << at);
        let king = self.men().find(|&(_, role, color)| role == Role::King && color != turn);
        let Some((king, ..)) = king else { return true };
        self.men().filter(|man| man.2 == turn).any(|(at, role, color)| {
            let at = Square::wrapping(at);
            let hit = match role {
                Role::Pawn => attacks::pawn(color, at),
                _ => attacks::piece(role, at, all),
            };
            hit & 1 << king != 0
        })
    }

    /// The position before: the man on `to` stood on `from` as this role, and perhaps took another.
    fn before(&self, to: u8, from: u8, role: Role, taken: Option<Role>) -> Option<Packed> {
        let us = !self.turn;
        let mut before = Packed { turn: us, men: self.men };
        let man = before.men.iter().position(|&man| man != 0 && unpack(man).0 == to)?;
        before.men[man] = pack(from, role, us);
        if let Some(taken) = taken {
            let free = before.men.iter().position(|&man| man == 0)?;
            before.men[free] = pack(to, taken, !us);
        }
        let count = before.men().count();
        before.men[..count].sort_unstable();
        (!before.is_impossible()).then_some(before)
    }

    /// Positions from which a move leads here.
    fn all_before(&self, found: &mut Vec<Packed>) {
        let us = !self.turn;
        let all = self.men().fold(0u64, |board, (at, ..)| board | 1 << at);
        let mut add = |to: u8, from: u8, role: Role, captures: bool, quiet: bool| {
            if quiet {
                found.extend(self.before(to, from, role, None));
            }
            if captures {
                let last = matches!(to >> 3, 0 | 7);
                for taken in &Role::ALL[usize::from(last)..5] {
                    found.extend(self.before(to, from, role, Some(*taken)));
                }
            }
        };
        for (to, role, _) in self.men().filter(|man| man.2 == us) {
            if role != Role::Pawn {
                for from in squares(attacks::piece(role, Square::wrapping(to), all) & !all)
                    .map(Square::number)
                {
                    add(to, from, role, true, true);
                }
            }
            let promoted = rank_for(us, to) == 7 && role != Role::King;
            if role == Role::Pawn || promoted {
                for from in squares(pawn_origins(us, to, all)).map(Square::number) {
                    // A double step might be answered en passant; leave it if there are more pawns.
                    let alone = self.men().filter(|man| man.1 == Role::Pawn).count() == 1;
                    if from.abs_diff(to) == 8 || alone {
                        add(to, from, Role::Pawn, false, true);
                    }
                }
                let aside = attacks::pawn(!us, Square::wrapping(to)) & !all;
                for from in squares(aside).map(Square::number).filter(|&s| rank_for(us, s) > 0) {
                    add(to, from, Role::Pawn, true, false);
                }
            }
        }
    }

    /// A way here from a known position: that one first, this one last.
    ///
    /// Runs home, best first. Where that does not lead anywhere, it looks at all positions before
    /// with the same men, of which there are few, and runs from each way out: a promotion taken
    /// back, then a capture taken back. `captures` says how many times it may do so.
    pub fn way_home(
        &self,
        captures: u32,
        known: &mut impl FnMut(&Packed) -> bool,
    ) -> Option<Vec<Packed>> {
        if let Some(way) = self.run_home(known) {
            return Some(way);
        }
        let mut after: HashMap<Packed, Packed> = HashMap::new();
        let mut inside = vec![*self];
        let mut outside = Vec::new();
        let mut next = 0;
        let mut list = Vec::new();
        while next < inside.len() && inside.len() < RUN {
            let here = inside[next];
            next += 1;
            list.clear();
            here.all_before(&mut list);
            for &before in list.iter().filter(|&&before| before != *self) {
                if let Entry::Vacant(place) = after.entry(before) {
                    place.insert(here);
                    if before.material() == self.material() {
                        inside.push(before);
                    } else {
                        outside.push(before);
                    }
                }
            }
        }
        outside.sort_by_key(|packed| (packed.material(), packed.distance()));
        outside.iter().find_map(|packed| {
            let mut way = match captures {
                0 => packed.run_home(known),
                _ => packed.way_home(captures - 1, known),
            }?;
            way.extend(way_on(&after, *packed).skip(1));
            Some(way)
        })
    }

    /// How many men there are, and how many of them are no pawns: less for a promotion taken back,
    /// more for a capture.
    fn material(&self) -> (usize, usize) {
        (self.men().count(), self.men().filter(|man| man.1 != Role::Pawn).count())
    }

    /// The search itself: best first by the distance from home.
    fn run_home(&self, known: &mut impl FnMut(&Packed) -> bool) -> Option<Vec<Packed>> {
        if known(self) {
            return Some(vec![*self]);
        }
        let mut after: HashMap<Packed, Packed> = HashMap::new();
        let mut queue = BinaryHeap::from([Reverse((0, 0, *self))]);
        let mut list = Vec::new();
        while let Some(Reverse((_, _, here))) = queue.pop() {
            list.clear();
            here.all_before(&mut list);
            for &before in list.iter().filter(|&&before| before != *self) {
                if let Entry::Vacant(place) = after.entry(before) {
                    place.insert(here);
                    if known(&before) {
                        return Some(way_on(&after, before).collect());
                    }
                    queue.push(Reverse((before.distance(), after.len(), before)));
                }
            }
            if after.len() > RUN {
                return None;
            }
        }
        None
    }
}

/// From a position on, step by step.
fn way_on(after: &HashMap<Packed, Packed>, from: Packed) -> impl Iterator<Item = Packed> + '_ {
    std::iter::successors(Some(from), |here| after.get(here).copied())
}
