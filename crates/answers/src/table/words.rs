//! How to speak of values and distances.

use zermelo_kernel::Color;
use zermelo_tables::{Material, Measure, Rules};

use crate::names::counted;

/// How to speak of values and distances.
#[derive(Clone, Copy)]
pub struct Words {
    /// The game.
    pub rules: Rules,
    /// What distances count.
    pub measure: Measure,
}

impl Words {
    /// Whether there are distances at all.
    pub fn has_distance(self) -> bool {
        self.measure != Measure::Outcome
    }

    /// What is so far away: `mate`, `conversion`.
    pub fn goal(self) -> &'static str {
        match (self.measure, self.rules) {
            (Measure::Outcome, _) => "outcome",
            (Measure::Conversion, _) => "conversion",
            (Measure::Zeroing, _) => "capture or pawn move",
            (Measure::End, Rules::Chess) => "mate",
            (Measure::End, _) => "end of the game",
        }
    }

    /// A table's name: `KQvK (chess, mate)`.
    pub fn name(self, material: &Material) -> String {
        format!("{material} ({}, {})", self.rules, self.goal())
    }

    /// The value in a sentence.
    pub fn verdict(self, turn: Color, value: zermelo_kernel::Value) -> String {
        use zermelo_kernel::Value::{Draw, Loss, Win};
        let (winner, plies) = match value {
            Draw => return "The position is drawn.".to_string(),
            Win(plies) => (turn, plies),
            Loss(plies) => (!turn, plies),
        };
        if !self.has_distance() {
            return format!("{winner} wins.");
        }
        let distance = distance(moves_of(value).unwrap_or(0), plies);
        format!("{winner} wins: {} {distance}.", self.goal())
    }
}

/// `in 10 moves (19 plies)`.
pub fn distance(moves: u16, plies: u16) -> String {
    let word = if plies == 1 { "ply" } else { "plies" };
    match moves {
        0 => format!("at once ({plies} {word})"),
        _ => format!("in {} ({plies} {word})", counted(usize::from(moves), "move")),
    }
}

/// How many moves the side that wins makes; nothing in a draw.
pub fn moves_of(value: zermelo_kernel::Value) -> Option<u16> {
    use zermelo_kernel::Value::{Draw, Loss, Win};
    match value {
        Win(plies) => Some(plies.div_ceil(2)),
        Loss(plies) => Some(plies / 2),
        Draw => None,
    }
}
