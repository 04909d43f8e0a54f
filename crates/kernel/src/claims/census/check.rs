//! How a census is checked: every position of the men, each with its reason.

use std::collections::HashSet;

use crate::budget::{Budget, Meter};
use crate::parallel::in_parts;
use crate::proved::Proved;
use crate::rules::moves::MOVE_STEPS;
use crate::rules::retract::RETRACTION_STEPS;
use crate::{Arising, Census, CensusFault, Counted, MOST_PAST, Move, Position};

impl Census {
    /// Plays all lines; the positions of these men in which they end.
    ///
    /// # Errors
    ///
    /// The first line that cannot be played.
    fn games(&self, meter: &Meter) -> Result<HashSet<Position>, CensusFault> {
        let mut ends: Vec<Position> = Vec::with_capacity(self.lines.len());
        for (number, line) in self.lines.iter().enumerate() {
            meter.step((line.moves.len() as u64 + 1) * MOVE_STEPS)?;
            meter.hold(2 * size_of::<Position>() as u64)?;
            let start = match line.after {
                None => Some(Position::initial()),
                Some(earlier) => ends.get(earlier).cloned(),
            };
            let play = |at: Position, &made: &Move| at.try_play(made);
            let end = start.and_then(|start| line.moves.iter().try_fold(start, play));
            ends.push(end.ok_or(CensusFault::NoLine(number))?);
        }
        ends.retain(|end| self.material.place_of(end).is_some());
        Ok(ends.into_iter().collect())
    }

    /// Into how many parts the work is cut.
    pub const SLICES: usize = 64;

    /// Checks what is claimed about all positions with White's king on the square of this number.
    /// `games` are what [`Census::games`] gave.
    ///
    /// # Errors
    ///
    /// The first fault found.
    fn check_slice(
        &self,
        slice: usize,
        games: &HashSet<Position>,
        meter: &Meter,
    ) -> Result<Arising, CensusFault> {
        let fault = |kind: fn(Box<Position>) -> CensusFault, position: &Position| {
            Err(kind(Box::new(position.clone())))
        };
        let mut arising = Arising::default();
        self.material.visit(slice, &mut |position| {
            meter.step(MOVE_STEPS)?;
            let level = self.level(position);
            match level {
                Some(0) if !games.contains(position) => {
                    return fault(CensusFault::NoGame, position);
                }
                Some(0) => {}
                Some(above) => {
                    let smaller = |before: &Position| self.level(before).is_some_and(|l| l < above);
                    if !position.comes_quietly_from(smaller) {
                        return fault(CensusFault::NoBefore, position);
                    }
                }
                None => {
                    meter.step(RETRACTION_STEPS)?;
                    if position.closed_past(MOST_PAST).is_none() {
                        return fault(CensusFault::NotClosed, position);
                    }
                }
            }
            let counts = match (level.is_some(), position.en_passant()) {
                (true, None) => &mut arising.legal,
                (false, None) => &mut arising.illegal,
                (true, Some(_)) => &mut arising.legal_en_passant,
                (false, Some(_)) => &mut arising.illegal_en_passant,
            };
            counts[position.turn().index()] += 1;
            Ok(())
        })?;
        Ok(arising)
    }

    /// Checks everything.
    ///
    /// # Errors
    ///
    /// The first fault found.
    pub fn check(self, budget: &Budget) -> Result<Proved<Counted>, CensusFault> {
        self.check_on(1, budget, || {})
    }

    /// Checks one part, for those who have no time for all; proves nothing of the others.
    ///
    /// # Errors
    ///
    /// The first fault found.
    pub fn check_part(&self, part: usize, budget: &Budget) -> Result<Arising, CensusFault> {
        let meter = budget.meter();
        self.check_slice(part, &self.games(&meter)?, &meter)
    }

    /// Checks everything on so many threads; says when one of [`Census::SLICES`] parts is done.
    ///
    /// # Errors
    ///
    /// A fault found.
    pub fn check_on(
        self,
        threads: usize,
        budget: &Budget,
        done: impl Fn() + Sync,
    ) -> Result<Proved<Counted>, CensusFault> {
        let games = self.games(&budget.meter())?;
        let parts = in_parts(Census::SLICES, threads, budget, |slice, meter| {
            let arising = self.check_slice(slice, &games, meter);
            done();
            arising
        })?;
        let mut arising = Arising::default();
        parts.iter().for_each(|part| arising.add(part));
        Ok(Proved::accepted(Counted { census: self, arising }))
    }
}
