//! How `legal` and `illegal` are checked: a game is played, a set is closed under retraction.

use std::collections::HashSet;

use super::claim::{Closed, LegalityCertificate, LegalityEvidence, ProofGame};
use super::fault::LegalityFault;
use super::rule::Examiner;
use crate::budget::{Budget, Meter};
use crate::proved::{Certificate, Proved};
use crate::rules::moves::MOVE_STEPS;
use crate::rules::retract::{RETRACTION_STEPS, passes};
use crate::{CoverFault, Move, Position, Square};

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
        match &self.evidence {
            LegalityEvidence::Game(game) => self.check_game(game, meter),
            LegalityEvidence::Closed(closed) => self.check_closed(closed, meter),
        }
    }
}

impl LegalityCertificate {
    /// The array one of these rules, every move legal, the last position the claimed one, the last
    /// move the claimed double step; with dead reckoning the position before it not dead.
    fn check_game(&self, game: &ProofGame, meter: &Meter) -> Result<(), LegalityFault> {
        let mut position = game.start.clone();
        if !position.is_initial_array() {
            return Err(LegalityFault::NoArray(Box::new(position)));
        }
        let mut last_passed = false;
        let mut before = None;
        for (index, &made) in game.moves.iter().enumerate() {
            meter.step(MOVE_STEPS)?;
            let next = position.try_play(made).ok_or(LegalityFault::IllegalMove(index + 1))?;
            last_passed = self.passed.is_some_and(|square| passes(&position, made, square));
            before = Some(std::mem::replace(&mut position, next));
        }
        if position != self.position {
            return Err(LegalityFault::OtherPosition(Box::new(position)));
        }
        match self.passed {
            Some(square) if !last_passed => return Err(LegalityFault::NotPassed(square)),
            _ => {}
        }
        match before {
            Some(before) if self.dead_reckoning => shown_alive(before, &game.mate, meter),
            _ => Ok(()),
        }
    }

    /// No game enters the set: neither does one begin there, nor does a move lead into it.
    fn check_closed(&self, closed: &Closed, meter: &Meter) -> Result<(), LegalityFault> {
        let mut examiner = Examiner::default();
        let mut inside: HashSet<&Position> = closed.members.iter().collect();
        let dead = self.shown_dead(closed, meter)?;
        for (rule, position) in &closed.excluded {
            let excluded = examiner.excludes_within(*rule, position, meter)?;
            if excluded.is_none() {
                return Err(LegalityFault::NotExcluded(*rule, Box::new(position.clone())));
            }
            inside.insert(position);
        }
        for member in &closed.members {
            closed_at(member, None, [&inside, &dead], meter)?;
        }
        if inside.contains(&self.position) {
            return Ok(());
        }
        closed_at(&self.position, self.passed, [&inside, &dead], meter)
    }

    /// With dead reckoning: positions that are dead, each side's cover being closed and holding
    /// them. No move is made from one.
    fn shown_dead<'a>(
        &self,
        closed: &'a Closed,
        meter: &Meter,
    ) -> Result<HashSet<&'a Position>, LegalityFault> {
        let mut dead = HashSet::new();
        if !self.dead_reckoning {
            return Ok(dead);
        }
        for (side, cover) in closed.covers.iter() {
            let fault = |why: CoverFault| match why {
                CoverFault::Exhausted(why) => LegalityFault::Exhausted(why),
                why => LegalityFault::Cover(side, Box::new(why)),
            };
            let covered = cover.closed(self.position.castling(), side, meter).map_err(fault)?;
            for position in &closed.dead {
                meter.step(MOVE_STEPS)?;
                if !covered.holds(position) {
                    let position = Box::new(position.clone());
                    return Err(LegalityFault::NotShownDead(side, position));
                }
            }
        }
        dead.extend(&closed.dead);
        Ok(dead)
    }
}

/// Whether these moves lead to a mate.
fn shown_alive(mut position: Position, mate: &[Move], meter: &Meter) -> Result<(), LegalityFault> {
    for &made in mate {
        meter.step(MOVE_STEPS)?;
        position = position.try_play(made).ok_or(LegalityFault::NotShownAlive)?;
    }
    if position.is_checkmate() { Ok(()) } else { Err(LegalityFault::NotShownAlive) }
}

/// Whether the position is no initial array, and all its last moves (that passed over the square,
/// if there is one) come from one of these sets.
fn closed_at(
    position: &Position,
    passed: Option<Square>,
    from: [&HashSet<&Position>; 2],
    meter: &Meter,
) -> Result<(), LegalityFault> {
    meter.step(RETRACTION_STEPS)?;
    // A game can begin here; but then no pawn has passed.
    if position.is_initial_array() && passed.is_none() {
        return Err(LegalityFault::InitialArray);
    }
    for found in position.retractions() {
        let relevant = passed.is_none_or(|square| found.passes(square));
        if relevant && !from.iter().any(|set| set.contains(&found.before)) {
            let (after, before) = (Box::new(position.clone()), Box::new(found.before));
            return Err(LegalityFault::NotClosed(after, before));
        }
    }
    Ok(())
}
