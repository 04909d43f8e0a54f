//! How `legal` and `illegal` are checked: a game is played, a set is closed under retraction.

use std::collections::HashSet;

use super::claim::{Closed, LegalityCertificate, LegalityEvidence};
use super::fault::LegalityFault;
use super::rule::Examiner;
use crate::budget::{Budget, Meter};
use crate::proved::{Certificate, Proved};
use crate::rules::moves::MOVE_STEPS;
use crate::rules::retract::{RETRACTION_STEPS, passes};
use crate::{Castling, Move, Position, Square};

impl LegalityCertificate {
    /// Checks the claim within the usual budget: the only way to make it an answer.
    ///
    /// # Errors
    ///
    /// The fault, if the evidence does not prove the claim.
    pub fn check(self) -> Result<Proved<LegalityCertificate>, LegalityFault> {
        Proved::new(self, &Budget::default())
    }
}

impl Certificate for LegalityCertificate {
    type Fault = LegalityFault;

    fn examine(&self, meter: &Meter) -> Result<(), LegalityFault> {
        if self.position.castling() != Castling::Standard {
            return Err(LegalityFault::Chess960);
        }
        match &self.evidence {
            LegalityEvidence::Game(moves) => self.check_game(moves, meter),
            LegalityEvidence::Closed(closed) => self.check_closed(closed, meter),
        }
    }
}

impl LegalityCertificate {
    /// Every move legal, the last position the claimed one, the last move the claimed double step.
    fn check_game(&self, moves: &[Move], meter: &Meter) -> Result<(), LegalityFault> {
        let mut position = Position::initial();
        let mut last_passed = false;
        for (index, &made) in moves.iter().enumerate() {
            meter.step(MOVE_STEPS)?;
            let next = position.try_play(made).ok_or(LegalityFault::IllegalMove(index + 1))?;
            last_passed = self.passed.is_some_and(|square| passes(&position, made, square));
            position = next;
        }
        if position != self.position {
            return Err(LegalityFault::OtherPosition(Box::new(position)));
        }
        match self.passed {
            Some(square) if !last_passed => Err(LegalityFault::NotPassed(square)),
            _ => Ok(()),
        }
    }

    /// No game enters the set: neither does one begin there, nor does a move lead into it.
    fn check_closed(&self, closed: &Closed, meter: &Meter) -> Result<(), LegalityFault> {
        let mut examiner = Examiner::default();
        let mut inside: HashSet<&Position> = closed.members.iter().collect();
        for (rule, position) in &closed.excluded {
            let excluded = examiner.excludes_within(*rule, position, meter)?;
            if excluded.is_none() {
                return Err(LegalityFault::NotExcluded(*rule, Box::new(position.clone())));
            }
            inside.insert(position);
        }
        for member in &closed.members {
            closed_at(member, None, &inside, meter)?;
        }
        if inside.contains(&self.position) {
            return Ok(());
        }
        closed_at(&self.position, self.passed, &inside, meter)
    }
}

/// Whether the position is not the initial array, and all its last moves (that passed over the
/// square, if there is one) come from inside.
fn closed_at(
    position: &Position,
    passed: Option<Square>,
    inside: &HashSet<&Position>,
    meter: &Meter,
) -> Result<(), LegalityFault> {
    meter.step(RETRACTION_STEPS)?;
    // A game can begin here; but then no pawn has passed.
    if *position == Position::initial() && passed.is_none() {
        return Err(LegalityFault::InitialArray);
    }
    for found in position.retractions() {
        let relevant = passed.is_none_or(|square| found.passes(square));
        if relevant && !inside.contains(&found.before) {
            let (after, before) = (Box::new(position.clone()), Box::new(found.before));
            return Err(LegalityFault::NotClosed(after, before));
        }
    }
    Ok(())
}
