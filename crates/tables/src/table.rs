//! A solved table in memory.

use std::fmt;

use rayon::prelude::*;
use zermelo_kernel::{ByColor, Color, Role, Rules, Square, Value};

use crate::layout::{Layout, Placement};
use crate::material::Material;
use crate::rules::royal;
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
    pub(crate) halves: ByColor<Half>,
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
        Color::ALL.into_iter().all(|side| same(&self.halves[side], &other.halves[side]))
    }

    /// What stands in a word, the last man standing there; `None` if no position does.
    #[inline(always)]
    pub(crate) fn at(&self, side: Color, word: usize, last: Square) -> Option<Value> {
        let half = &self.halves[side];
        let plies = || if half.plies.is_empty() { 0 } else { half.plies[word * 64 + last.index()] };
        // Planes may have been left out.
        let (win, loss) = (half.win.get(word)?, half.loss.get(word)?);
        match (win & last.bit() != 0, loss & last.bit() != 0) {
            (false, false) => Some(Value::Draw),
            (true, false) => Some(Value::Win(plies())),
            (false, true) => Some(Value::Loss(plies())),
            (true, true) => None,
        }
    }

    /// The value of a position without en passant.
    #[inline(always)]
    pub(crate) fn value(&self, squares: &Placement, side: Color) -> Option<Value> {
        let (config, last) = self.layout.place(squares);
        self.at(side, config, last)
    }

    /// The same table without the positions in which an en-passant capture is possible.
    pub(crate) fn without_en_passant(mut self) -> Table {
        let configs = self.layout.configs;
        for half in [&mut self.halves.white, &mut self.halves.black] {
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
        self.halves = self.halves.map(|half| Half { plies: Vec::new(), ..half });
        self.measure = Measure::Outcome;
        self
    }

    /// Marks the places where no position stands, which files leave open.
    pub(crate) fn mark_voids(&mut self) {
        let Table { layout, rules, halves, .. } = self;
        let configs = layout.configs;
        for side in Color::ALL {
            let Half { win, loss, .. } = &mut halves[side];
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
    if plane > 0 && layout.men[layout.pushed[plane - 1]].color == side {
        return 0;
    }
    let mut places = config.plane_places(plane);
    if royal(rules) {
        let king = layout.men.iter().position(|man| man.color != side && man.role == Role::King);
        places &= !config.attacked(king.expect("chess has kings"), side);
    }
    places
}
