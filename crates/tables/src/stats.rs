//! What is in a table: how many wins and how long ones, the longest, and zugzwangs.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;
use zermelo_board::{ahead, squares};
use zermelo_kernel::{ByColor, Color, GamePosition, Role, Square, Value};

use crate::geometry::{Turn, turn_square};
use crate::layout::{Layout, Placement};
use crate::material::MAX_MEN;
use crate::table::Table;

/// Wins, draws and losses of one side to move, and how far away they are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// For each number of plies, how many positions are won in so many.
    pub wins: Vec<u64>,
    /// How many positions are drawn.
    pub draws: u64,
    /// For each number of plies, how many positions are lost in so many.
    pub losses: Vec<u64>,
}

impl Counts {
    /// How many positions are won.
    pub fn won(&self) -> u64 {
        self.wins.iter().sum()
    }

    /// How many positions are lost.
    pub fn lost(&self) -> u64 {
        self.losses.iter().sum()
    }
}

/// How many of the slowest losses are listed.
pub const MOST_LONGEST: usize = 100;

/// On the diagonal a1-h8.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;

/// The places of a word that count twice, so that with all others counted once each position up to
/// symmetry counts two.
fn twice(layout: &Layout, config: usize) -> u64 {
    let squares = layout.squares(config);
    if !layout.on_diagonal(squares[0]) {
        return !0;
    }
    let others = squares[..layout.last()].iter().all(|&square| DIAGONAL & square.bit() != 0);
    if others { DIAGONAL } else { 0 }
}

impl Table {
    /// Counts the positions with a side to move on the whole board,
    /// identical men not told apart, without those in which an en-passant capture is possible.
    pub fn counts(&self, side: Color) -> Counts {
        let images = if self.layout.pawns { 2 } else { 8 };
        // With the lead on the diagonal, two places stand for the eight images.
        let weights = |config: usize| {
            let on_diagonal = self.layout.on_diagonal(self.layout.squares(config)[0]);
            [if on_diagonal { images / 2 } else { images }; 2]
        };
        // A place stands for all namings of the men in its groups, and each naming has a place.
        let (named, all) = (self.layout.labellings(), self.layout.material.labellings());
        self.tally(side, |_| 0, weights, |n| n * named / all)
    }

    /// Counts the positions up to symmetry, but all men told apart, as other generators do.
    pub fn counts_up_to_symmetry(&self, side: Color) -> Counts {
        let twice = |config: usize| twice(&self.layout, config);
        self.tally(side, twice, |_| [1, 2], |n| n * self.layout.labellings() / 2)
    }

    /// Adds up places. For each config, `other` are the places with the second of its two weights;
    /// at last the sums are scaled.
    fn tally(
        &self,
        side: Color,
        other: impl Fn(usize) -> u64 + Sync,
        weights: impl Fn(usize) -> [u64; 2] + Sync,
        scale: impl Fn(u64) -> u64,
    ) -> Counts {
        let add = |tally: &mut Vec<u64>, plies: u16, weight: u64| {
            let plies = usize::from(plies);
            if tally.len() <= plies {
                tally.resize(plies + 1, 0);
            }
            tally[plies] += weight;
        };
        let count = |mut counts: Counts, config: usize| {
            let (other, weights) = (other(config), weights(config));
            for place in Square::all() {
                let weight = weights[usize::from(other & place.bit() != 0)];
                match self.at(side, config, place) {
                    None => {}
                    Some(Value::Draw) => counts.draws += weight,
                    Some(Value::Win(plies)) => add(&mut counts.wins, plies, weight),
                    Some(Value::Loss(plies)) => add(&mut counts.losses, plies, weight),
                }
            }
            counts
        };
        let join = |mut a: Counts, b: Counts| {
            for (to, from) in [(&mut a.wins, b.wins), (&mut a.losses, b.losses)] {
                for (plies, n) in from.into_iter().enumerate() {
                    add(to, plies as u16, n);
                }
            }
            a.draws += b.draws;
            a
        };
        let configs = (0..self.layout.configs).into_par_iter().with_min_len(1 << 10);
        let sums = configs.fold(Counts::default, count).reduce(Counts::default, join);
        Counts {
            wins: sums.wins.into_iter().map(&scale).collect(),
            draws: scale(sums.draws),
            losses: sums.losses.into_iter().map(&scale).collect(),
        }
    }
}

/// A position in which whoever is to move loses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zugzwang<P> {
    /// The position with the first side (White) to move.
    pub position: P,
    /// The plies to the loss of the first side if it is to move, and of the second if it is.
    pub plies: [u16; 2],
    /// How many positions of the board it stands for.
    pub images: usize,
    /// Whether it counts when those that differ by the exchange of colours count once.
    pub counts_without_colours: bool,
}

impl Table {
    /// The position at a place, the first side being White; `None` if there is none.
    pub(crate) fn position<P: GamePosition>(
        &self,
        side: Color,
        word: usize,
        last: Square,
    ) -> Option<P> {
        self.at(side, word, last)?;
        let (plane, config) = (word / self.layout.configs, word % self.layout.configs);
        let mut squares = self.layout.squares(config);
        squares[self.layout.last()] = last;
        self.set_up(&squares, side, (plane > 0).then(|| self.layout.pushed[plane - 1]))
    }

    fn set_up<P: GamePosition>(
        &self,
        squares: &Placement,
        side: Color,
        pushed: Option<usize>,
    ) -> Option<P> {
        let mut board = [None; 64];
        for (man, square) in self.layout.men.iter().zip(squares) {
            board[square.index()] = Some(*man);
        }
        let passed = pushed.map(|slot| ahead(!self.layout.men[slot].color, squares[slot]));
        P::from_men(board, side, passed)
    }

    /// The first of all images of a placement: equal for positions that are the same up to
    /// symmetry and the names of identical men.
    fn essence(&self, squares: &Placement) -> Placement {
        self.images(squares, false).min().unwrap_or(*squares)
    }

    /// The images of a placement, men of the same kind by their squares; some may be equal. The
    /// colours may be exchanged, and the board turned over with them.
    fn images(&self, squares: &Placement, exchange: bool) -> impl Iterator<Item = Placement> {
        let layout = &self.layout;
        let flip = if exchange { 56 } else { 0 };
        let turns = if layout.pawns { 2 } else { 8 };
        let image = move |turn: Turn| {
            let nobody = (Color::White, Role::Pawn, Square::wrapping(0));
            let mut men = [nobody; MAX_MEN];
            for (slot, man) in layout.men.iter().enumerate() {
                let square = Square::wrapping(squares[slot].number() ^ flip);
                let color = if exchange { !man.color } else { man.color };
                men[slot] = (color, man.role, turn_square(turn, square));
            }
            men[..layout.men.len()].sort_unstable();
            men.map(|(_, _, square)| square)
        };
        (0..turns).map(image)
    }

    /// The plies to the loss of the side to move, if it is lost.
    fn loss(&self, side: Color, config: usize, place: Square) -> Option<u16> {
        match self.at(side, config, place)? {
            Value::Loss(plies) => Some(plies),
            Value::Win(_) | Value::Draw => None,
        }
    }

    /// The positions that are lost the slowest for a side to move, one for each up to symmetry but
    /// at most [`MOST_LONGEST`] of them, and in how many plies; empty if none is lost.
    pub fn longest<P: GamePosition>(&self, side: Color) -> (u16, Vec<P>) {
        let half = &self.halves[side];
        let lost = |config: usize| half.loss[config] & !half.win[config];
        let plies = |config: usize, place: Square| self.loss(side, config, place).unwrap_or(0);
        let most = (0..self.layout.configs)
            .into_par_iter()
            .flat_map_iter(|config| squares(lost(config)).map(move |place| plies(config, place)))
            .max();
        let Some(most) = most else { return (0, Vec::new()) };
        let mut seen = HashSet::new();
        let mut positions = Vec::new();
        for config in 0..self.layout.configs {
            let mut at = self.layout.squares(config);
            for place in squares(lost(config)).filter(|&place| plies(config, place) == most) {
                at[self.layout.last()] = place;
                if seen.insert(self.essence(&at)) {
                    positions.extend(self.set_up(&at, side, None));
                }
                if positions.len() == MOST_LONGEST {
                    return (most, positions);
                }
            }
        }
        (most, positions)
    }

    /// All full-point zugzwangs: positions in which the side to move loses, whichever it is, and
    /// neither has to capture or promote at once (each loses in two plies or more); one for each
    /// up to symmetry, the slowest first.
    pub fn zugzwangs<P: GamePosition>(&self) -> Vec<Zugzwang<P>> {
        let ByColor { white, black } = &self.halves;
        let both = |config: usize, place: Square| {
            let plies = Color::ALL.map(|side| self.loss(side, config, place).unwrap_or(0));
            plies.iter().all(|&plies| plies >= 2).then_some(plies)
        };
        let found: Vec<(Placement, Placement, [u16; 2])> = (0..self.layout.configs)
            .into_par_iter()
            .flat_map_iter(|config| {
                let mut at = self.layout.squares(config);
                let lost = white.loss[config] & black.loss[config];
                squares(lost).filter_map(move |place| {
                    at[self.layout.last()] = place;
                    Some((self.essence(&at), at, both(config, place)?))
                })
            })
            .collect();
        // One for each position up to symmetry.
        let mut once: HashMap<Placement, (Placement, [u16; 2])> = HashMap::new();
        for (essence, at, plies) in found {
            once.entry(essence).or_insert((at, plies));
        }
        let mut once: Vec<(Placement, [u16; 2])> = once.into_values().collect();
        once.sort_by_key(|(at, _)| *at);
        let set_up = |(at, plies): (Placement, [u16; 2])| {
            let images = self.images(&at, false).collect::<HashSet<_>>().len();
            // With different men the exchange leads to another material's positions.
            let counts_without_colours = !self.layout.material.is_even()
                || Some(self.essence(&at)) <= self.images(&at, true).min();
            let position = self.set_up(&at, Color::White, None)?;
            Some(Zugzwang { position, plies, images, counts_without_colours })
        };
        let mut all: Vec<Zugzwang<P>> = once.into_iter().filter_map(set_up).collect();
        all.sort_by_key(|zugzwang| {
            let [a, b] = zugzwang.plies;
            (std::cmp::Reverse(a.max(b)), std::cmp::Reverse(a.min(b)))
        });
        all
    }
}
