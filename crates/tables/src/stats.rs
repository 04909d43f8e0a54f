//! Counting what is in a table.

use crate::layout::Layout;
use crate::table::{Entry, Table};

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

/// On the diagonal a1-h8.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;

/// The places of a word that count twice, so that with all others counted once each position up to
/// symmetry counts two.
fn twice(layout: &Layout, config: usize) -> u64 {
    let squares = layout.squares(config);
    if !layout.on_diagonal(squares[0]) {
        return !0;
    }
    let others = squares[..layout.last()].iter().all(|&square| DIAGONAL & (1 << square) != 0);
    if others { DIAGONAL } else { 0 }
}

impl Table {
    /// Counts the positions with a side to move (0 the first, 1 the second): up to symmetry, all
    /// men told apart, without those in which an en-passant capture is possible.
    pub fn counts(&self, side: usize) -> Counts {
        let mut doubled = Counts::default();
        for config in 0..self.layout.configs {
            let twice = twice(&self.layout, config);
            for place in 0..64 {
                let weight = 1 + (twice >> place & 1);
                let add = |tally: &mut Vec<u64>, plies: u16| {
                    let plies = usize::from(plies);
                    if tally.len() <= plies {
                        tally.resize(plies + 1, 0);
                    }
                    tally[plies] += weight;
                };
                match self.at(side, config, place) {
                    Entry::Void => {}
                    Entry::Draw => doubled.draws += weight,
                    Entry::Win(plies) => add(&mut doubled.wins, plies),
                    Entry::Loss(plies) => add(&mut doubled.losses, plies),
                }
            }
        }
        let scale = |n: u64| n * self.layout.labellings() / 2;
        Counts {
            wins: doubled.wins.into_iter().map(scale).collect(),
            draws: scale(doubled.draws),
            losses: doubled.losses.into_iter().map(scale).collect(),
        }
    }
}
