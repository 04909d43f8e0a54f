//! Every final picture within a budget of moves.
//!
//! In a mate the losing king stands somewhere; it is attacked; and each square next to it is off
//! the board, holds a man of its own, or is attacked. So for each king's square there are *needs*:
//! the check and the flights; and each need is met by a man on a square. A *picture* is a choice of
//! men and squares that meets all needs, no more men than that takes. For a stalemate the needs are
//! the flights alone. Every mate shows some picture; so if no picture can be reached with the moves
//! that are left, each man alone on the board, there is no mate in them.
//!
//! Pictures are listed once, at the root; during the search only their costs are kept up to date.

use std::collections::HashSet;

use zermelo_board::{ByColor, Color, Limits, Position, Role, Square, attacks, squares};

use super::distance::{Distances, NEVER, Place, Shape};

/// The most men a picture speaks of, and the most men on a board.
pub const MEN: usize = 32;

/// When to stop listing.
#[derive(Clone, Copy)]
pub struct Most {
    /// Pictures found.
    pub pictures: usize,
    /// Arrangements looked at.
    pub looks: u32,
    /// Whether sides that may castle are seen as they stand after it, too.
    pub castled: bool,
    /// Asked now and then whether time is over.
    pub limits: Limits,
}

/// A man at the root.
#[derive(Clone, Copy, Debug)]
pub struct Man {
    pub color: Color,
    pub role: Role,
    pub square: Square,
}

/// Where some men are wanted; the others may be anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Picture {
    /// The place of each man, by its number.
    pub places: [Option<Place>; MEN],
}

/// All men, White first, each with a number.
pub fn men(position: &Position) -> Vec<Man> {
    let mut men = Vec::new();
    for color in Color::ALL {
        for square in squares(position.men(color)) {
            if let Some(role) = position.role_at(square) {
                men.push(Man { color, role, square });
            }
        }
    }
    men
}

/// A man on his way to a place, while a picture is put together.
#[derive(Clone, Copy)]
struct Put {
    man: usize,
    place: Place,
    cost: u8,
}

/// What must hold around the king.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    Check,
    Flight(Square),
}

/// Puts pictures together.
pub struct Pictures<'a> {
    men: &'a [Man],
    winner: Color,
    /// Moves that each side may make.
    budget: ByColor<u8>,
    with_check: bool,
    most: Most,
    /// Arrangements looked at.
    looked: u32,
    over: bool,
    found: HashSet<Picture>,
    king: Square,
    puts: Vec<Put>,
    spent: ByColor<u8>,
}

impl<'a> Pictures<'a> {
    /// All pictures within the budget; `None` if that takes more than `most`.
    pub fn list(
        men: &'a [Man],
        winner: Color,
        budget: ByColor<u8>,
        with_check: bool,
        most: Most,
    ) -> Option<Vec<Picture>> {
        let mut pictures = Pictures {
            men,
            winner,
            budget,
            with_check,
            most,
            looked: 0,
            over: false,
            found: HashSet::new(),
            king: Square::wrapping(0),
            puts: Vec::new(),
            spent: ByColor::default(),
        };
        let loser = !winner;
        let king = men.iter().position(|man| man.color == loser && man.role == Role::King)?;
        for square in Square::all() {
            pictures.king = square;
            let place = Place::new(square, Shape::Any);
            if !pictures.put(king, place) {
                continue;
            }
            pictures.extend();
            pictures.take();
            if pictures.over || pictures.found.len() > most.pictures {
                return None;
            }
        }
        Some(pictures.found.into_iter().collect())
    }

    /// Puts a man on a place if the budget allows.
    fn put(&mut self, man: usize, place: Place) -> bool {
        let Man { color, role, square } = self.men[man];
        let cost = Distances::get().moves(color, role, square, place);
        if cost >= NEVER || self.spent[color] + cost > self.budget[color] {
            return false;
        }
        self.spent[color] += cost;
        self.puts.push(Put { man, place, cost });
        true
    }

    fn take(&mut self) {
        if let Some(put) = self.puts.pop() {
            self.spent[self.men[put.man].color] -= put.cost;
        }
    }

    /// Squares on which men have been put, the losing king's left out.
    fn occupied(&self) -> u64 {
        self.puts[1..].iter().fold(0, |set, put| set | put.place.square().bit())
    }

    /// Squares that the winner's men put so far attack; lines pass through the losing king.
    fn attacked(&self) -> u64 {
        let occupied = self.occupied();
        let winners = self.puts.iter().filter(|put| self.men[put.man].color == self.winner);
        winners.fold(0, |set, put| set | self.attacks(put, occupied))
    }

    fn attacks(&self, put: &Put, occupied: u64) -> u64 {
        let square = put.place.square();
        match (self.men[put.man].role, put.place.shape()) {
            (_, Shape::Queen) => attacks::queen(square, occupied),
            (Role::Pawn, Shape::Knight) => attacks::knight(square),
            (Role::Pawn, _) => attacks::pawn(self.winner, square),
            (role, _) => attacks::piece(role, square, occupied),
        }
    }

    /// Meets the need that can be met in the fewest ways, in each of them, and goes on.
    fn extend(&mut self) {
        self.looked = self.looked.saturating_add(1);
        self.over |= self.looked.is_multiple_of(4096) && self.most.limits.is_over();
        self.over |= self.looked > self.most.looks;
        if self.over || self.found.len() > self.most.pictures {
            return;
        }
        let attacked = self.attacked();
        let occupied = self.occupied();
        let own = self.puts.iter().filter(|put| self.men[put.man].color != self.winner);
        let blocked = own.fold(0u64, |set, put| set | put.place.square().bit());
        let mut unmet: Vec<Need> = Vec::new();
        if self.with_check && attacked & self.king.bit() == 0 {
            unmet.push(Need::Check);
        }
        let flights = attacks::king(self.king) & !attacked & !blocked;
        unmet.extend(squares(flights).map(Need::Flight));
        if unmet.is_empty() {
            let mut places = [None; MEN];
            for put in &self.puts {
                places[put.man] = Some(put.place);
            }
            self.found.insert(Picture { places });
            return;
        }
        let ways = unmet.into_iter().map(|need| self.ways(need, occupied));
        let fewest = ways.min_by_key(Vec::len).unwrap_or_default();
        for (man, place) in fewest {
            if self.put(man, place) {
                self.extend();
                self.take();
            }
        }
    }

    /// The men and places that meet a need within the budget.
    fn ways(&self, need: Need, occupied: u64) -> Vec<(usize, Place)> {
        let mut ways = Vec::new();
        let target = match need {
            Need::Check => self.king,
            Need::Flight(square) => square,
        };
        let free = !occupied & !self.king.bit();
        for (number, man) in self.men.iter().enumerate() {
            if self.puts.iter().any(|put| put.man == number) {
                continue;
            }
            let left = self.budget[man.color] - self.spent[man.color];
            let mut way = |square: Square, shape: Shape| {
                let place = Place::new(square, shape);
                if Distances::get().moves(man.color, man.role, man.square, place) <= left {
                    ways.push((number, place));
                }
            };
            if man.color != self.winner {
                if need != Need::Check && free & target.bit() != 0 {
                    way(target, Shape::Any);
                }
                continue;
            }
            if man.role == Role::King && need == Need::Check {
                continue;
            }
            // A line to a flight may pass through the losing king, who would be gone.
            let pawns = attacks::pawn(!self.winner, target);
            match man.role {
                Role::Pawn => {
                    squares(pawns & free).for_each(|square| way(square, Shape::Pawn));
                    squares(attacks::queen(target, occupied) & free)
                        .for_each(|square| way(square, Shape::Queen));
                    let knights = attacks::knight(target) & free;
                    squares(knights).for_each(|square| way(square, Shape::Knight));
                }
                role => {
                    let from = match role {
                        Role::King => attacks::king(target) & !attacks::king(self.king),
                        _ => attacks::piece(role, target, occupied),
                    };
                    squares(from & free).for_each(|square| way(square, Shape::Any));
                }
            }
        }
        ways
    }
}
