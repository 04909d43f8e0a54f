//! One position: its value, what each move is worth, and how it goes on.

use zermelo_kernel::{GamePosition, Move, Value};

use crate::error::TableError;
use crate::library::Library;
use crate::table::Measure;

/// A move and what it is worth to the side that makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice<P> {
    /// The move.
    pub made: Move,
    /// Its value, with the distance from before the move.
    pub value: Value,
    /// Whether it is a capture or a promotion.
    pub converts: bool,
    /// The position after it.
    pub after: P,
}

/// What the tables tell of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probe<P> {
    /// The value for the side to move.
    pub value: Value,
    /// All moves, the best first.
    pub moves: Vec<Choice<P>>,
}

/// Better values come first: quick wins, slow wins, draws, slow losses, quick losses.
fn rank(value: Value) -> (u8, i32) {
    match value {
        Value::Win(plies) => (0, i32::from(plies)),
        Value::Draw => (1, 0),
        Value::Loss(plies) => (2, -i32::from(plies)),
    }
}

impl Library {
    /// The value of a position and of every move.
    ///
    /// # Errors
    ///
    /// If a table is missing or damaged.
    pub fn probe<P: GamePosition>(
        &self,
        position: &P,
        measure: Measure,
    ) -> Result<Probe<P>, TableError> {
        let value = self.value(position, measure)?;
        let mut choices = Vec::new();
        for made in position.legal_moves() {
            let (after, converts) = (position.play(made), position.converts(made));
            // What a conversion leads to must be won, no matter how quickly.
            let converted = converts && measure == Measure::Conversion;
            let there = if converted { Measure::Outcome } else { measure };
            let further = |plies: u16| match measure {
                Measure::Outcome => 0,
                _ if converted => 1,
                _ => plies + 1,
            };
            let value = match self.value(&after, there)? {
                Value::Win(plies) => Value::Loss(further(plies)),
                Value::Draw => Value::Draw,
                Value::Loss(plies) => Value::Win(further(plies)),
            };
            choices.push(Choice { made, value, converts, after });
        }
        choices.sort_by_key(|choice| rank(choice.value));
        Ok(Probe { value, moves: choices })
    }

    /// Best play from a position: the winner's quickest, the loser's slowest, of equal moves the
    /// first. It goes on through conversions as far as there are tables, and ends where the game
    /// does, at a draw, or after `limit` plies.
    ///
    /// # Errors
    ///
    /// If a table is damaged, or the first one missing.
    pub fn line<P: GamePosition>(
        &self,
        position: &P,
        measure: Measure,
        limit: usize,
    ) -> Result<Vec<Choice<P>>, TableError> {
        let mut line: Vec<Choice<P>> = Vec::new();
        while line.len() < limit {
            let here = line.last().map_or(position, |choice| &choice.after);
            let probe = match self.probe(here, measure) {
                Err(TableError::Missing { .. }) if !line.is_empty() => break,
                probe => probe?,
            };
            match probe.moves.into_iter().next() {
                Some(choice) if probe.value != Value::Draw => line.push(choice),
                _ => break,
            }
        }
        Ok(line)
    }
}
