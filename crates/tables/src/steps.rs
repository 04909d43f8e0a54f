//! Moves of sixty-four positions at once.
//!
//! The positions of one word differ only in the square of the last man. When another man moves,
//! they all move to the same other word, except where the last man is in the way: a mask. When the
//! last man moves, the positions of one word change into each other: a shift or a fill of bits. No
//! position is ever looked at alone.

use zermelo_board::{Color, Role, Square, ahead, attacks, squares};
use zermelo_kernel::Piece;

use crate::geometry::{Turn, reach, turn_set_back, turn_square};
use crate::layout::{Layout, Placement};

/// Whose moves are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Who {
    All,
    Pieces,
    Pawns,
}

impl Who {
    fn includes(self, role: Role) -> bool {
        match self {
            Who::All => true,
            Who::Pieces => role != Role::Pawn,
            Who::Pawns => role == Role::Pawn,
        }
    }
}

/// Forward from a position to those its moves lead to, or back to those it can come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Forward,
    Back,
}

/// A word that quiet moves connect with the one at hand.
pub(crate) struct Neighbour {
    pub plane: usize,
    pub config: usize,
    /// How the board is turned there.
    pub turn: Turn,
    /// Where the last man may stand (as here, not turned) so that the move is possible.
    pub mask: u64,
}

/// Sixty-four positions: all men but the last have their squares.
pub(crate) struct Config<'a> {
    pub layout: &'a Layout,
    pub number: usize,
    pub squares: Placement,
    pub occupied: u64,
    /// The squares of the last man.
    pub places: u64,
}

const PAWN_RANKS: u64 = 0x00FF_FFFF_FFFF_FF00;

/// The rank of a square seen from a side: 0 is its own back rank.
fn rank_for(side: Color, square: Square) -> i8 {
    if side == Color::White { square.rank() } else { 7 - square.rank() }
}

fn rank_set(side: Color, rank: u32) -> u64 {
    let rank = if side == Color::White { rank } else { 7 - rank };
    0xFF << (8 * rank)
}

fn ahead_set(side: Color, set: u64) -> u64 {
    if side == Color::White { set << 8 } else { set >> 8 }
}

fn beside(square: Square) -> u64 {
    attacks::king(square) & (0xFF << (square.number() & 56))
}

impl<'a> Config<'a> {
    /// The config of this number; `None` if two of its men share a square.
    pub fn new(layout: &'a Layout, number: usize) -> Option<Config<'a>> {
        let squares = layout.squares(number);
        let occupied = layout.occupied(&squares)?;
        let ranks = if layout.men[layout.last()].role == Role::Pawn { PAWN_RANKS } else { !0 };
        Some(Config { layout, number, squares, occupied, places: ranks & !occupied })
    }

    pub fn last(&self) -> Piece {
        self.layout.men[self.layout.last()]
    }

    /// The men of a side whose squares the config gives, with their slots and squares.
    pub fn others(&self, side: Color) -> impl Iterator<Item = (usize, Role, Square)> + '_ {
        let men = self.layout.men[..self.layout.last()].iter().zip(self.squares).enumerate();
        men.filter(move |(_, (man, _))| man.color == side)
            .map(|(slot, (man, square))| (slot, man.role, square))
    }

    /// Where the last man may stand so that a man going from one square to the other finds the
    /// squares between them free.
    pub fn free_between(&self, from: Square, to: Square) -> u64 {
        self.places & !attacks::between(from, to)
    }

    /// Calls `visit` for each word that quiet moves of a side lead to or come from. With
    /// `Direction::Back` the words at hand are those of `plane`.
    #[inline(always)]
    pub fn neighbours(
        &self,
        side: Color,
        direction: Direction,
        plane: usize,
        who: Who,
        mut visit: impl FnMut(Neighbour),
    ) {
        for (slot, role, from) in self.others(side) {
            if !who.includes(role) {
                continue;
            }
            if role == Role::Pawn {
                self.pawn_neighbours(slot, side, from, direction, plane, &mut visit);
            } else if plane == 0 || direction == Direction::Forward {
                for to in squares(attacks::piece(role, from, self.occupied) & !self.occupied) {
                    let mask = !attacks::between(from, to) & !to.bit();
                    self.emit(slot, to, 0, mask, direction, &mut visit);
                }
            }
        }
    }

    #[inline(always)]
    fn emit(
        &self,
        slot: usize,
        to: Square,
        plane: usize,
        mask: u64,
        direction: Direction,
        visit: &mut impl FnMut(Neighbour),
    ) {
        let layout = self.layout;
        if slot != 0 {
            let config = layout.config_after(self.number, &self.squares, slot, to);
            visit(Neighbour { plane, config, turn: 0, mask });
            return;
        }
        let mut squares = self.squares;
        squares[0] = to;
        let turn = layout.turn_for(to);
        let go = |turn: Turn, visit: &mut dyn FnMut(Neighbour)| {
            let mut turned = squares;
            for square in &mut turned[..layout.last()] {
                *square = turn_square(turn, *square);
            }
            visit(Neighbour { plane, config: layout.config(&turned), turn, mask });
        };
        go(turn, visit);
        // Going back to the diagonal, both places of the earlier position must be told; from the
        // diagonal, the other place of this position tells the other.
        let home = turn_square(turn, to);
        if direction == Direction::Back
            && layout.on_diagonal(home)
            && !layout.on_diagonal(self.squares[0])
        {
            go(turn | 4, visit);
        }
    }

    fn pawn_neighbours(
        &self,
        slot: usize,
        side: Color,
        square: Square,
        direction: Direction,
        plane: usize,
        visit: &mut impl FnMut(Neighbour),
    ) {
        let free = |square: Square| self.occupied & square.bit() == 0;
        let rank = rank_for(side, square);
        if direction == Direction::Forward {
            let one = ahead(side, square);
            if rank == 6 || !free(one) {
                return;
            }
            self.emit(slot, one, 0, !one.bit(), direction, visit);
            let two = ahead(side, one);
            if rank == 1 && free(two) {
                let mask = !(one.bit() | two.bit());
                let takers = self.takers_beside(slot, two);
                if takers & mask != 0
                    && let Some(plane) = self.layout.plane_of(slot)
                {
                    self.emit(slot, two, plane, mask & takers, direction, visit);
                }
                self.emit(slot, two, 0, mask & !takers, direction, visit);
            }
            return;
        }
        let one = ahead(!side, square);
        if rank > 1 && free(one) && plane == 0 {
            self.emit(slot, one, 0, !one.bit(), direction, visit);
        }
        if rank == 3 && free(one) {
            let two = ahead(!side, one);
            let takers = self.takers_beside(slot, square);
            let fitting = match self.layout.plane_of(slot) {
                Some(own) if own == plane => takers,
                _ if plane == 0 => !takers,
                _ => 0,
            };
            let mask = !(one.bit() | two.bit()) & fitting;
            if free(two) && mask != 0 {
                self.emit(slot, two, 0, mask, direction, visit);
            }
        }
    }

    /// Where the last man may stand so that some enemy pawn is beside a pawn on this square.
    pub fn takers_beside(&self, slot: usize, square: Square) -> u64 {
        let enemy = !self.layout.men[slot].color;
        let beside = beside(square);
        if self.others(enemy).any(|(_, role, at)| role == Role::Pawn && beside & at.bit() != 0) {
            !0
        } else if self.last() == (Piece { color: enemy, role: Role::Pawn }) {
            beside
        } else {
            0
        }
    }

    /// The squares beside the enemy's pawns of the config, for a last man that is a pawn.
    fn beside_takers(&self) -> u64 {
        let enemy = !self.last().color;
        let pawns = self.others(enemy).filter(|&(_, role, _)| role == Role::Pawn);
        pawns.fold(0, |all, (_, _, at)| all | beside(at))
    }

    /// Where the last man stands in the positions of a plane: those in which the plane's pawn may
    /// have just advanced two squares beside an enemy pawn.
    pub fn plane_places(&self, plane: usize) -> u64 {
        if plane == 0 {
            return self.places;
        }
        let slot = self.layout.pushed[plane - 1];
        let side = self.layout.men[slot].color;
        if slot == self.layout.last() {
            let free = !self.occupied & PAWN_RANKS;
            let twice = ahead_set(side, ahead_set(side, free) & free) & rank_set(side, 3);
            return twice & self.places & self.beside_takers();
        }
        let square = self.squares[slot];
        if rank_for(side, square) != 3 {
            return 0;
        }
        let one = ahead(!side, square);
        let path = one.bit() | ahead(!side, one).bit();
        if self.occupied & path != 0 {
            0
        } else {
            self.places & !path & self.takers_beside(slot, square)
        }
    }

    /// The squares from which the last man can go by a quiet move to a square of the set, where
    /// the set is one of positions of this plane.
    pub fn last_origins(&self, plane: usize, set: u64, who: Who) -> u64 {
        let Piece { color, role } = self.last();
        if !who.includes(role) {
            return 0;
        }
        if role != Role::Pawn {
            return if plane == 0 { reach(role, set, self.places) } else { 0 };
        }
        let back = |set: u64| ahead_set(!color, set) & self.places;
        let fourth = set & rank_set(color, 3);
        match self.layout.plane_of(self.layout.last()) {
            Some(own) if own == plane => back(back(fourth)),
            Some(_) if plane == 0 => back(set) | back(back(fourth & !self.beside_takers())),
            None if plane == 0 => back(set) | back(back(fourth)),
            _ => 0,
        }
    }

    /// The positions of this word in which a side has a quiet move into a set, given as its word
    /// for a plane and a config.
    #[inline(always)]
    pub fn with_move_into(
        &self,
        side: Color,
        wanted: u64,
        who: Who,
        set: impl Fn(usize, usize) -> u64,
    ) -> u64 {
        let mut found = 0;
        if self.last().color == side {
            found = self.last_origins(0, set(0, self.number), who);
            if let Some(plane) = self.layout.plane_of(self.layout.last()) {
                found |= self.last_origins(plane, set(plane, self.number), who);
            }
        }
        self.neighbours(side, Direction::Forward, 0, who, |n| {
            if wanted & !found & n.mask != 0 {
                found |= turn_set_back(n.turn, set(n.plane, n.config)) & n.mask;
            }
        });
        found
    }

    /// Where the last man may stand so that a king's or other man's square, given by its slot, is
    /// attacked by a side.
    pub fn attacked(&self, slot: usize, by: Color) -> u64 {
        let mut found = 0;
        if slot == self.layout.last() {
            for (_, role, from) in self.others(by) {
                found |= attack(by, role, from, self.occupied);
            }
            return found & self.places;
        }
        let target = self.squares[slot];
        for (_, role, from) in self.others(by) {
            if attack(by, role, from, self.occupied) & target.bit() != 0 {
                found |= self.free_between(from, target);
            }
        }
        if self.last().color == by {
            found |= attack_from(by, self.last().role, target, self.occupied);
        }
        found & self.places
    }
}

/// The squares that a man attacks.
pub(crate) fn attack(side: Color, role: Role, from: Square, occupied: u64) -> u64 {
    if role == Role::Pawn {
        attacks::pawn(side, from)
    } else {
        attacks::piece(role, from, occupied)
    }
}

/// The squares from which a man attacks this one.
pub(crate) fn attack_from(side: Color, role: Role, target: Square, occupied: u64) -> u64 {
    let side = if role == Role::Pawn { !side } else { side };
    attack(side, role, target, occupied)
}
