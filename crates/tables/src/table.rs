//! A solved table in memory.

use std::fmt;

use rayon::prelude::*;
use zermelo_board::{Color, Role};
use zermelo_kernel::Rules;

use crate::layout::{Layout, Squares};
use crate::material::Material;
use crate::rules::RulesExt;
use crate::steps::Config;

/// What a table tells of its positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Measure {
    /// Win, draw or loss.
    Outcome,
    /// And the plies to the next capture or promotion.
    Conversion,
    /// And the plies to the next capture or pawn move.
    Zeroing,
    /// And the plies to the end of the game.
    End,
}

impl Measure {
    /// All measures, the least telling first.
    pub const ALL: [Measure; 4] =
        [Measure::Outcome, Measure::Conversion, Measure::Zeroing, Measure::End];

    /// What must be known of the tables that captures and promotions lead to: plies are counted on
    /// through them only to the end of the game.
    pub fn of_exits(self) -> Measure {
        if self == Measure::End { Measure::End } else { Measure::Outcome }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Measure::Outcome => "outcome",
            Measure::Conversion => "conversion",
            Measure::Zeroing => "zeroing",
            Measure::End => "end",
        })
    }
}

/// What a table says of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// No position stands here.
    Void,
    Win(u16),
    Draw,
    Loss(u16),
}

/// The values for one side to move. A word of `win` and one of `loss` give sixty-four positions;
/// both bits set mean that there is no such position.
#[derive(Default)]
pub(crate) struct Half {
    pub win: Vec<u64>,
    pub loss: Vec<u64>,
    /// Plies, one for each position; empty in a table of outcomes.
    pub plies: Vec<u16>,
}

/// A table of all positions with certain men.
pub struct Table {
    pub(crate) layout: Layout,
    pub(crate) rules: Rules,
    pub(crate) measure: Measure,
    pub(crate) halves: [Half; 2],
}

impl Table {
    /// The men.
    pub fn material(&self) -> &Material {
        &self.layout.material
    }

    /// The rules of play.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// What is told of each position.
    pub fn measure(&self) -> Measure {
        self.measure
    }

    /// Whether wins, draws and losses are the same.
    pub(crate) fn has_outcomes_of(&self, other: &Table) -> bool {
        let same = |a: &Half, b: &Half| a.win == b.win && a.loss == b.loss;
        self.halves.iter().zip(&other.halves).all(|(a, b)| same(a, b))
    }

    #[inline(always)]
    pub(crate) fn at(&self, side: Color, word: usize, bit: u8) -> Entry {
        let half = &self.halves[side.index()];
        let plies =
            || if half.plies.is_empty() { 0 } else { half.plies[word * 64 + usize::from(bit)] };
        // Planes may have been left out.
        let Some((win, loss)) = half.win.get(word).zip(half.loss.get(word)) else {
            return Entry::Void;
        };
        match (win >> bit & 1, loss >> bit & 1) {
            (0, 0) => Entry::Draw,
            (1, 0) => Entry::Win(plies()),
            (0, _) => Entry::Loss(plies()),
            _ => Entry::Void,
        }
    }

    /// The entry of a position without en passant.
    #[inline(always)]
    pub(crate) fn entry(&self, squares: &Squares, side: Color) -> Entry {
        let (config, bit) = self.layout.place(squares);
        self.at(side, config, bit)
    }
}

impl Table {
    /// The same table without the positions in which an en-passant capture is possible.
    pub(crate) fn without_en_passant(mut self) -> Table {
        let configs = self.layout.configs;
        for half in &mut self.halves {
            for words in [&mut half.win, &mut half.loss] {
                words.truncate(configs);
                words.shrink_to_fit();
            }
            half.plies.truncate(configs * 64);
            half.plies.shrink_to_fit();
        }
        self
    }

    /// The same table without distances.
    pub fn outcomes(mut self) -> Table {
        for half in &mut self.halves {
            half.plies = Vec::new();
        }
        self.measure = Measure::Outcome;
        self
    }
}

impl Table {
    /// Marks the places where no position stands, which files leave open.
    pub(crate) fn mark_voids(&mut self) {
        let Table { layout, rules, halves, .. } = self;
        let configs = layout.configs;
        for (side, half) in Color::ALL.into_iter().zip(halves) {
            let Half { win, loss, .. } = half;
            win.par_iter_mut().zip(loss.par_iter_mut()).enumerate().for_each(
                |(word, (win, loss))| {
                    let legal = Config::new(layout, word % configs)
                        .map_or(0, |config| legal(&config, *rules, side, word / configs));
                    *win |= !legal;
                    *loss |= !legal;
                },
            );
        }
    }
}

/// The positions of a word that exist with this side to move.
pub(crate) fn legal(config: &Config, rules: Rules, side: Color, plane: usize) -> u64 {
    let layout = config.layout;
    if plane > 0 && layout.men[layout.pushed[plane - 1]].side == side {
        return 0;
    }
    let mut places = config.plane_places(plane);
    if rules.royal() {
        let king = layout.men.iter().position(|man| man.side != side && man.role == Role::King);
        places &= !config.attacked(king.expect("chess has kings"), side);
    }
    places
}
