//! Moves taken back with few men on the board, fast.
//!
//! The kernel's list of retractions is complete and slow; this one is fast and leaves out castling,
//! en passant and all that a closed set must not leave out. It is for finding a way home, which the
//! kernel then plays forwards.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use zermelo_board::{attacks, is_double_step, squares};
use zermelo_kernel::{Color, Move, Piece, Position, Role, Square};

use super::home;
use super::men::{attacked, pawn_origins, rank_for};
use super::past::best_first;

/// The most men on the board.
const MOST: usize = 7;

/// How many positions a run home looks at.
pub(crate) const RUN: usize = 3_000;

/// A position with few men, without rights: the men in the order of their squares, packed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Packed {
    turn: Color,
    /// `square << 4 | role << 1 | color`; 0 where there is no more man.
    men: [u16; MOST],
}

fn pack(square: Square, man: Piece) -> u16 {
    u16::from(square.number()) << 4 | (man.role as u16 + 1) << 1 | man.color as u16
}

fn unpack(man: u16) -> (Square, Piece) {
    let (role, color) = (usize::from(man >> 1 & 7) - 1, usize::from(man & 1));
    let piece = Piece { color: Color::ALL[color], role: Role::ALL[role] };
    (Square::wrapping((man >> 4) as u8), piece)
}

impl Packed {
    /// The same position, if it has few men and no rights.
    pub fn of(position: &Position) -> Option<Packed> {
        let mut men = [0; MOST];
        for (index, (square, man)) in position.pieces().enumerate() {
            *men.get_mut(index)? = pack(square, man);
        }
        let packed = Packed { turn: position.turn(), men };
        (packed.position().as_ref() == Some(position)).then_some(packed)
    }

    /// The kernel's position.
    pub fn position(&self) -> Option<Position> {
        let mut board = [None; 64];
        for (square, man) in self.men() {
            board[square.index()] = Some(man);
        }
        Position::from_men(board, self.turn, None)
    }

    /// The men in the order of their squares.
    pub fn men(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.men.iter().take_while(|&&man| man != 0).map(|&man| unpack(man))
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Whether a man stands there.
    pub fn has_man(&self, at: Square) -> bool {
        self.occupied() & at.bit() != 0
    }

    /// The same without the man on this square.
    pub fn without(&self, at: Square) -> Packed {
        let mut rest = Packed { turn: self.turn, men: [0; MOST] };
        let others = self.men.iter().filter(|&&man| man == 0 || unpack(man).0 != at);
        rest.men.iter_mut().zip(others).for_each(|(place, &man)| *place = man);
        rest
    }

    /// The same with one more man on a free square, if that can be a position.
    pub fn with(&self, at: Square, man: Piece) -> Option<Packed> {
        let mut more = *self;
        let count = more.men().count();
        *more.men.get_mut(count)? = pack(at, man);
        more.men[..=count].sort_unstable();
        (self.occupied() & at.bit() == 0 && !more.is_impossible()).then_some(more)
    }

    /// The move from here to the position after it, which is no castling.
    pub fn move_to(&self, after: &Packed) -> Option<Move> {
        let ours = |packed: &Packed| {
            let men = packed.men().filter(|(_, man)| man.color == self.turn);
            men.collect::<Vec<(Square, Piece)>>()
        };
        let (before, after) = (ours(self), ours(after));
        let (from, old) = *before.iter().find(|man| !after.contains(man))?;
        let (to, new) = *after.iter().find(|man| !before.contains(man))?;
        Some(Move { from, to, promotion: (old.role != new.role).then_some(new.role) })
    }

    /// About how many moves the men are from where a game begins; 0 if they are all there.
    pub fn distance(&self) -> u32 {
        home::moves_of(self.men())
    }

    /// Whether all men stand where a game begins.
    pub fn is_home(&self) -> bool {
        self.men().all(|(at, man)| home::is_at_home(man, at))
    }

    fn occupied(&self) -> u64 {
        self.men().fold(0, |board, (at, _)| board | at.bit())
    }

    /// Whether the side to move attacks the other king, or the kings attack each other, or a bishop
    /// stands in a corner of its own behind a pawn that has not moved.
    fn is_impossible(&self) -> bool {
        const WALLS: [(u8, u8, Color); 4] = [
            (0, 9, Color::White),
            (7, 14, Color::White),
            (56, 49, Color::Black),
            (63, 54, Color::Black),
        ];
        let stands = |at: u8, role, color| {
            self.men.contains(&pack(Square::wrapping(at), Piece { color, role }))
        };
        if WALLS.iter().any(|&(corner, wall, color)| {
            stands(corner, Role::Bishop, color) && stands(wall, Role::Pawn, color)
        }) {
            return true;
        }
        let (turn, all) = (self.turn, self.occupied());
        let theirs = Piece { color: !turn, role: Role::King };
        let Some((king, _)) = self.men().find(|&(_, man)| man == theirs) else { return true };
        let mut ours = self.men().filter(|(_, man)| man.color == turn);
        ours.any(|(at, man)| attacked(man, at, all) & king.bit() != 0)
    }

    /// The position before: the man on `to` stood on `from` as this role, and perhaps took another.
    fn before(&self, to: Square, from: Square, role: Role, taken: Option<Role>) -> Option<Packed> {
        let us = !self.turn;
        let mut before = Packed { turn: us, men: self.men };
        let man = before.men.iter().position(|&man| man != 0 && unpack(man).0 == to)?;
        before.men[man] = pack(from, Piece { color: us, role });
        if let Some(taken) = taken {
            let free = before.men.iter().position(|&man| man == 0)?;
            before.men[free] = pack(to, Piece { color: !us, role: taken });
        }
        let count = before.men().count();
        before.men[..count].sort_unstable();
        (!before.is_impossible()).then_some(before)
    }

    /// Positions from which a move leads here.
    pub fn all_before(&self, found: &mut Vec<Packed>) {
        self.moves_before(true, found);
    }

    /// The same, of moves without capture and promotion alone.
    pub fn quiet_before(&self, found: &mut Vec<Packed>) {
        self.moves_before(false, found);
    }

    fn moves_before(&self, all_kinds: bool, found: &mut Vec<Packed>) {
        let us = !self.turn;
        let all = self.occupied();
        let mut add = |to: Square, from: Square, role: Role, captures: bool, quiet: bool| {
            if quiet {
                found.extend(self.before(to, from, role, None));
            }
            if captures && all_kinds {
                let last = matches!(to.rank(), 0 | 7);
                for taken in &Role::ALL[usize::from(last)..5] {
                    found.extend(self.before(to, from, role, Some(*taken)));
                }
            }
        };
        for (to, Piece { role, .. }) in self.men().filter(|(_, man)| man.color == us) {
            if role != Role::Pawn {
                for from in squares(attacks::piece(role, to, all) & !all) {
                    add(to, from, role, true, true);
                }
            }
            let promoted = all_kinds && rank_for(us, to) == 7 && role != Role::King;
            if role == Role::Pawn || promoted {
                for from in squares(pawn_origins(us, to, all)) {
                    // A double step that may be answered en passant leads elsewhere.
                    if !is_double_step(from, to) || !self.has_pawn_beside(to) {
                        add(to, from, Role::Pawn, false, true);
                    }
                }
                let aside = attacks::pawn(!us, to) & !all;
                for from in squares(aside).filter(|&s| rank_for(us, s) > 0) {
                    add(to, from, Role::Pawn, true, false);
                }
            }
        }
    }

    /// Whether a pawn of the side to move stands beside this square.
    fn has_pawn_beside(&self, at: Square) -> bool {
        let pawn = Piece { color: self.turn, role: Role::Pawn };
        let mut pawns = self.men().filter(|&(_, man)| man == pawn);
        pawns.any(|(s, _)| s.rank() == at.rank() && s.file().abs_diff(at.file()) == 1)
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
        (self.men().count(), self.men().filter(|(_, man)| man.role != Role::Pawn).count())
    }

    /// The run itself, best first.
    fn run_home(&self, known: &mut impl FnMut(&Packed) -> bool) -> Option<Vec<Packed>> {
        if known(self) {
            return Some(vec![*self]);
        }
        best_first(self, RUN + 1, Packed::all_before, Packed::distance, known)
    }
}

/// From a position on, step by step.
fn way_on(after: &HashMap<Packed, Packed>, from: Packed) -> impl Iterator<Item = Packed> + '_ {
    std::iter::successors(Some(from), |here| after.get(here).copied())
}
