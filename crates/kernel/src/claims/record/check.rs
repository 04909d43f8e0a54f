//! How the claim about a game is checked: the game is played through, and every fact looked at.

use std::collections::HashSet;

use super::claim::{Fact, Reading, RecordCertificate, RecordClaim};
use super::fault::RecordFault;
use crate::budget::{Budget, Meter};
use crate::proved::{Certificate, Proved};
use crate::rules::moves::MOVE_STEPS;
use crate::{
    Color, Cover, CoverFault, Ending, Evidence, Game, Moment, Move, PackedPosition, Replay,
    WinnableFault,
};

/// The most positions in all walks within the clock; a certificate that needs more is rejected.
pub const MAX_WALK: usize = 500_000;

/// The game played through.
struct Played<'a> {
    record: &'a RecordCertificate,
    replay: Replay,
    /// When the game ended, as far as no evidence is needed to see it, and by which rule.
    over: Option<(usize, Ending)>,
    meter: &'a Meter<'a>,
}

impl RecordCertificate {
    /// Checks the claim within the usual budget: the only way to make it an answer.
    ///
    /// # Errors
    ///
    /// The fault, if the evidence does not prove the claim.
    pub fn check(self) -> Result<Proved<RecordCertificate>, RecordFault> {
        Proved::new(self, &Budget::default())
    }
}

impl Certificate for RecordCertificate {
    type Fault = RecordFault;

    fn examine(&self, meter: &Meter) -> Result<(), RecordFault> {
        let moments = self.game.moves.len() as u64 + 1;
        meter.step(2 * moments * MOVE_STEPS)?;
        meter.hold(2 * moments * size_of::<Moment>() as u64)?;
        let replay = self.game.replay().map_err(RecordFault::IllegalMove)?;
        let over = replay.first_ending();
        let played = Played { record: self, replay, over, meter };
        played.check_facts()?;
        played.check_claim()
    }
}

impl Played<'_> {
    /// All evidence holds, and there is no more than one fact about a moment and a side.
    fn check_facts(&self) -> Result<(), RecordFault> {
        let mut walk_left = MAX_WALK;
        let mut seen = HashSet::new();
        for fact in &self.record.facts {
            let Fact { ply, winner, .. } = *fact;
            if ply > self.replay.plies() {
                return Err(RecordFault::BeyondTheEnd(ply));
            }
            if !seen.insert((ply, winner)) {
                return Err(RecordFault::Twice(ply, winner));
            }
            self.check_fact(fact, &mut walk_left).map_err(|why| match why {
                WinnableFault::Exhausted(why) => RecordFault::Exhausted(why),
                why => RecordFault::Fact(ply, winner, Box::new(why)),
            })?;
        }
        Ok(())
    }

    /// What is claimed follows from the replay and the facts.
    fn check_claim(&self) -> Result<(), RecordFault> {
        let Played { record, replay, .. } = self;
        let last = replay.plies();
        match record.claim {
            RecordClaim::Over { ply, .. } if ply > last => Err(RecordFault::BeyondTheEnd(ply)),
            RecordClaim::Over { ply, ending } => {
                if ply > 0 {
                    self.goes_on_at(ply - 1)?;
                }
                match (ending, replay.endings(ply).first()) {
                    // No mate comes in time after any end; that does not make it this one.
                    (Ending::DeadPosition, Some(&other)) if record.reading == Reading::History => {
                        Err(RecordFault::OverBefore(ply, other))
                    }
                    (Ending::DeadPosition, _) => {
                        Color::ALL.into_iter().try_for_each(|side| self.unwinnable(ply, side))
                    }
                    _ if replay.endings(ply).contains(&ending) => Ok(()),
                    _ => Err(RecordFault::NotOver(ply, ending)),
                }
            }
            RecordClaim::Unfinished => self.goes_on_at(last),
            RecordClaim::Conceded { loser, winner, .. } => {
                self.goes_on_at(last)?;
                match winner {
                    Some(winner) if winner == loser => Err(RecordFault::LoserWins),
                    Some(winner) if record.facts.iter().any(|fact| fact.shows(last, winner)) => {
                        Ok(())
                    }
                    Some(winner) => Err(RecordFault::NotShownWinnable(last, winner)),
                    None => self.unwinnable(last, !loser),
                }
            }
        }
    }

    /// No rule has ended the game up to and including this ply.
    fn goes_on_at(&self, ply: usize) -> Result<(), RecordFault> {
        if let Some((over, ending)) = self.over
            && over <= ply
        {
            return Err(RecordFault::OverBefore(over, ending));
        }
        // The moves of the game lead to every later moment.
        let alive = self.record.facts.iter().any(|fact| fact.ply >= ply && fact.is_helpmate());
        if alive { Ok(()) } else { Err(RecordFault::NotShownAlive(ply)) }
    }

    fn unwinnable(&self, ply: usize, side: Color) -> Result<(), RecordFault> {
        let shown = self
            .record
            .facts
            .iter()
            .any(|fact| fact.ply == ply && fact.winner == side && !fact.is_helpmate());
        if shown { Ok(()) } else { Err(RecordFault::NotShownUnwinnable(ply, side)) }
    }

    /// Whether the evidence of a fact holds.
    fn check_fact(&self, fact: &Fact, walk_left: &mut usize) -> Result<(), WinnableFault> {
        let Fact { ply, winner, evidence } = fact;
        let position = &self.replay.at(*ply).position;
        match (evidence, self.record.reading) {
            (_, Reading::Position) => evidence.examine(position, *winner, self.meter),
            (Evidence::Helpmate(line), Reading::History) => {
                evidence.examine(position, *winner, self.meter)?;
                self.check_line_in_time(*ply, line)
            }
            (Evidence::Cover(cover), Reading::History) => {
                self.check_in_time(*ply, *winner, cover, walk_left).map_err(WinnableFault::from)
            }
        }
    }

    /// Whether the game, continued by this helpmate, is over only by its mate. What a capture or
    /// pawn move parts from this ply cannot come back, and is left out.
    fn check_line_in_time(&self, ply: usize, line: &[Move]) -> Result<(), WinnableFault> {
        // Nothing follows on the end of a game.
        if let Some((over, ending)) = self.over
            && over < ply
        {
            return Err(WinnableFault::Ends(ending));
        }
        let begin = ply - ply.min(self.replay.at(ply).clock as usize);
        let Moment { position, clock, .. } = self.replay.at(begin);
        self.meter.step((ply - begin + line.len()) as u64 * MOVE_STEPS)?;
        let moves = self.record.game.moves[begin..ply].iter().chain(line).copied().collect();
        let stretch = Game { start: position.clone(), clock: *clock, moves };
        let replay = stretch.replay().map_err(WinnableFault::IllegalMove)?;
        match replay.first_ending() {
            Some((_, Ending::Checkmate)) | None => Ok(()),
            Some((_, ending)) => Err(WinnableFault::Ends(ending)),
        }
    }

    /// Checks that no continuation of the game after `ply` mates for `winner` before the game ends by
    /// five-fold repetition or 75 moves. Every position within reach of the clock is walked through;
    /// captures and pawn moves, which start the clock again, must lead into the cover.
    fn check_in_time(
        &self,
        ply: usize,
        winner: Color,
        cover: &Cover,
        walk_left: &mut usize,
    ) -> Result<(), CoverFault> {
        let Moment { position: root, clock, .. } = self.replay.at(ply);
        let covered = cover.closed(root.castling(), winner, self.meter)?;
        let four_times: HashSet<PackedPosition> = (0..=ply)
            .rev()
            .take((*clock as usize).saturating_add(1))
            .map(|earlier| self.replay.at(earlier))
            .filter(|earlier| earlier.occurrences >= 4)
            .map(|earlier| earlier.position.packed())
            .collect();
        if covered.holds(root) {
            return Ok(());
        }
        let mut seen = HashSet::from([root.packed()]);
        let mut front = vec![root.clone()];
        let mut clock = *clock;
        while !front.is_empty() {
            let mut next_front = Vec::new();
            for position in front {
                self.meter.step(2 * MOVE_STEPS)?;
                if position.turn() != winner && position.is_checkmate() {
                    return Err(CoverFault::Mate(position.to_fen()));
                }
                for m in position.legal_moves() {
                    let next = position.play(m);
                    if position.is_critical(m) {
                        if !covered.holds(&next) {
                            let uci = m.to_uci(&position);
                            return Err(CoverFault::Move { position: position.to_fen(), uci });
                        }
                    } else if !four_times.contains(&next.packed()) && seen.insert(next.packed()) {
                        next_front.push(next);
                    }
                }
                if seen.len() > *walk_left {
                    return Err(CoverFault::TooFar);
                }
            }
            clock = clock.saturating_add(1);
            if clock >= 150 {
                // The game is over in each of these; only a mate would take precedence.
                next_front.retain(|position| position.turn() != winner && position.is_checkmate());
            }
            front = next_front;
        }
        *walk_left -= seen.len();
        Ok(())
    }
}

impl Fact {
    fn is_helpmate(&self) -> bool {
        matches!(self.evidence, Evidence::Helpmate(_))
    }

    /// Whether this shows that a side could still mate at this ply.
    fn shows(&self, ply: usize, winner: Color) -> bool {
        self.ply == ply && self.winner == winner && self.is_helpmate()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Castling, Position};

    /// All walks of a certificate together may come by so many positions.
    #[test]
    fn a_walk_takes_its_positions_from_those_that_are_left() {
        let fen = "8/8/8/8/8/2k5/1R6/7K b - -";
        let start = Position::from_fen(fen, Castling::Standard).unwrap();
        let game = Game { start, clock: 146, moves: Vec::new() };
        let claim = RecordClaim::Unfinished;
        let record =
            RecordCertificate { game, reading: Reading::History, claim, facts: Vec::new() };
        let (budget, cover) = (Budget::default(), Cover::default());
        let meter = &budget.meter();
        let replay = record.game.replay().unwrap();
        let played = Played { record: &record, over: None, replay, meter };
        let walk = |left: &mut usize| played.check_in_time(0, Color::White, &cover, left);
        let mut left = MAX_WALK;
        assert_eq!(walk(&mut left), Ok(()));
        let walked = MAX_WALK - left;
        assert_eq!(walked, 1623);
        // Just enough, for one walk and for two; and one too few.
        let mut left = 2 * walked;
        assert_eq!((walk(&mut left), left), (Ok(()), walked));
        assert_eq!((walk(&mut left), left), (Ok(()), 0));
        assert_eq!(walk(&mut left), Err(CoverFault::TooFar));
        assert_eq!(walk(&mut (walked - 1)), Err(CoverFault::TooFar));
    }
}
