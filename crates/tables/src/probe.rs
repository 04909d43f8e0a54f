//! One position: its value, what each move is worth, and how it goes on.

use zermelo_kernel::{GamePosition, Move, Value, check_entry};

use crate::error::TableError;
use crate::library::Library;
use crate::material::Material;
use crate::table::Measure;
use crate::verify::{NotVerified, metric};

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
        let mut moves = Vec::new();
        position.push_moves(&mut moves);
        let count = |position: &P| position.board().iter().flatten().count();
        let mut choices = Vec::with_capacity(moves.len());
        for made in moves {
            let after = position.play(made);
            let converts = made.promotion.is_some() || count(&after) < count(position);
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

    /// Has the kernel compare the entry of a position with those one move later.
    ///
    /// # Errors
    ///
    /// The kernel's objection, or that the measure tells no distance.
    pub fn check<P: GamePosition>(
        &self,
        position: &P,
        measure: Measure,
    ) -> Result<(), NotVerified> {
        let metric = metric(measure).ok_or(NotVerified::NoDistance)?;
        let material = Material::of(position)?;
        let claim = |asked: &P| {
            let converted = measure == Measure::Conversion
                && Material::of(asked).is_ok_and(|other| other != material);
            self.value(asked, if converted { Measure::Outcome } else { measure }).ok()
        };
        check_entry(position, self.rules(), metric, claim).map_err(NotVerified::Rejected)
    }
}
