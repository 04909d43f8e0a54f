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

use super::material::Material;
use crate::{Move, Position};

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

/// How many positions the past of an illegal one may have.
pub const MOST_PAST: usize = 64;

/// The level that stands for an illegal position, and where there is no position.
pub const ILLEGAL: u8 = u8::MAX;

/// Which positions of some men are legal, with the evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Census {
    /// The positions.
    pub material: Material,
    /// Games that prove positions of level 0.
    pub lines: Vec<Line>,
    /// The level of each position with White and with Black to move, at its
    /// [place](Material::place_of).
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
        let place = self.material.place_of(position)?;
        let level = self.levels[position.turn().index()].get(place)?;
        (*level < ILLEGAL).then_some(*level)
    }
}

/// A census that was checked, with what it counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted {
    /// The census.
    pub census: Census,
    /// How many positions are legal and illegal by it.
    pub arising: Arising,
}
