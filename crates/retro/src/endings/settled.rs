//! How much of a pawnless ending is settled at once: all that follows from a few games without captures.
//!
//! Some positions are drawn by lot until there is one for each way the bishops can be shared out among
//! the colours of squares, which no move changes. If it and its seven images by the symmetries of the
//! board have games, then whatever follows from it is legal, and so is each image of that. Five men
//! take up to a minute and a half of a core and 160 MB.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use zermelo_kernel::{ByColor, Color, Move, Position, Role};

use super::definitions::Definitions;
use super::men::Men;
use super::numbering::{Set, Stands};

/// So many positions are drawn before it is believed that there are no other kinds of them.
const DRAWS: usize = 1000;
/// So many positions of a kind are tried, for some have no games or none that is found.
const TRIES: usize = 20;

/// A part of so many numbers is many to go on from.
const MANY: usize = 500;

/// What follows from a few games.
pub struct Settled {
    /// Positions of play of these men, with White and with Black to move: nobody on the square of
    /// another, and nothing wrong at first sight.
    pub positions: [u64; 2],
    /// Those that follow from the games, or are images of such.
    pub legal: [u64; 2],
    /// The games, and where they end.
    pub games: Vec<(Position, Vec<Move>)>,
}

/// How many bishops of each side stand on light squares.
type Kind = [usize; 2];

impl Definitions {
    /// What follows in an ending without pawns from the games that `search` finds; none with pawns.
    pub fn settled(
        &self,
        mut search: impl FnMut(&Position) -> Option<Vec<Move>>,
    ) -> Option<Settled> {
        if self.men.has_pawns() {
            return None;
        }
        let positions = ByColor::new_with(|turn| {
            self.complete[turn].filtered(|number| self.men.is_plain(&self.numbering.stands(number)))
        });
        let known = ByColor::new_with(|_| Set::empty(self.numbering.count()));
        let (mut games, mut kinds, mut seeds) = (Vec::new(), BTreeSet::new(), Vec::new());
        let mut tried: BTreeMap<Kind, usize> = BTreeMap::new();
        let mut dice = fastrand::Rng::with_seed(1996);
        for _ in 0..DRAWS {
            let number = dice.usize(0..self.numbering.count());
            let turn = Color::ALL[dice.usize(0..2)];
            let kind = self.men.kind(&self.numbering.stands(number));
            if !positions[turn].has(number) || kinds.contains(&kind) {
                continue;
            }
            let tries = tried.entry(kind).or_default();
            *tries += 1;
            if *tries > TRIES {
                continue;
            }
            if let Some(found) = self.games_to_images(number, turn, &mut search) {
                games.extend(found);
                kinds.insert(kind);
                known[turn].put(number);
                seeds.push((number, turn));
            }
        }
        self.spread(&positions, &known, seeds);
        let sums = |sets: &ByColor<Set>| {
            let weight = |number| self.numbering.weight(number);
            Color::ALL.map(|turn| sets[turn].numbers().map(weight).sum())
        };
        Some(Settled { positions: sums(&positions), legal: sums(&known), games })
    }

    /// Games to a position and to all its images.
    fn games_to_images(
        &self,
        number: usize,
        turn: Color,
        search: &mut impl FnMut(&Position) -> Option<Vec<Move>>,
    ) -> Option<Vec<(Position, Vec<Move>)>> {
        let stands = self.numbering.stands(number);
        let game = |symmetry| {
            let image = self.numbering.image(&stands, symmetry);
            let position = self.men.position(&image, turn)?;
            let game = search(&position)?;
            Some((position, game))
        };
        (0..self.numbering.symmetries()).map(game).collect()
    }

    /// Puts in all that follows from these. At first it looks where they lead; once there are many, behind
    /// every position that is not in yet, and sees what was put in before in the same round, so that
    /// some ten rounds are enough.
    fn spread(
        &self,
        positions: &ByColor<Set>,
        known: &ByColor<Set>,
        mut last: Vec<(usize, Color)>,
    ) {
        while !last.is_empty() && last.len() < self.numbering.count() / MANY {
            let next = |&(number, turn): &(usize, Color)| {
                let after = self.men.after(&self.numbering.stands(number), turn);
                let after = after.into_iter().filter_map(|after| self.numbering.number(&after));
                let new = move |&n: &usize| positions[!turn].has(n) && known[!turn].put(n);
                after.filter(new).map(move |n| (n, !turn)).collect::<Vec<_>>()
            };
            last = last.par_iter().flat_map_iter(next).collect();
        }
        while !last.is_empty() {
            let new = |turn: Color| {
                let open = positions[turn].numbers_beside(&known[turn]);
                let new = open.filter(|&number| self.has_before(number, turn, known));
                new.filter(|&number| known[turn].put(number)).count()
            };
            if Color::ALL.into_iter().map(new).sum::<usize>() == 0 {
                return;
            }
        }
    }
}

impl Men {
    /// Whether each man stands on a square of his own.
    fn is_plain(&self, stands: &Stands) -> bool {
        self.occupied(stands).count_ones() as usize == self.list().len()
    }

    /// The kernel's position.
    fn position(&self, stands: &Stands, turn: Color) -> Option<Position> {
        let mut board = [None; 64];
        for (man, at) in self.list().iter().zip(stands) {
            board[at.index()] = Some(*man);
        }
        Position::from_men(board, turn, None)
    }

    /// How many bishops of each side stand on light squares; or on dark ones, whichever is less, for a
    /// mirror exchanges them.
    fn kind(&self, stands: &Stands) -> Kind {
        let bishops = || self.list().iter().zip(stands).filter(|(man, _)| man.role == Role::Bishop);
        let on = |light: bool| {
            Color::ALL.map(|side| {
                let its = bishops().filter(|(man, _)| man.color == side);
                its.filter(|(_, at)| ((at.file() + at.rank()) % 2 != 0) == light).count()
            })
        };
        on(true).min(on(false))
    }
}
