//! The `record` claim: how and when a game was over, or that it was not.
//!
//! The replay settles all rules but one. That a position was not yet dead is shown by a helpmate
//! from it, and so for every earlier position: the moves of the game lead there. That one was dead
//! is shown by a cover for each side. Who won when a player lost on time or resigned (articles 6.9
//! and 5.1.2) depends on whether the opponent could still mate, and is shown in the same way.
//!
//! Two readings of "any series of legal moves" are checked. [`Reading::Position`] asks only about
//! the position, as FIDE does. [`Reading::History`] asks for a mate before the game would end by
//! five-fold repetition or 75 moves; so a helpmate is replayed after the game, and a cover need
//! hold only what a capture or pawn move leads to: the moves up to there, few because the clock
//! runs, are walked through here.

use std::collections::HashSet;

use crate::claims::winnable::claim::{Evidence, Rejection, check_helpmate};
use crate::claims::winnable::cover::pack;
use crate::{Color, Cover, CoverFault, Ending, Game, Moment, Move, Position, Replay};

/// The most positions in all walks within the clock; a certificate that needs more is rejected.
pub const MAX_WALK: usize = 500_000;

/// What "any series of legal moves" means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reading {
    /// The position alone counts.
    Position,
    /// The mate must come before the 75-move or five-fold end.
    History,
}

/// How a player gave up a game that was not over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Concession {
    /// The player ran out of time (article 6.9).
    FlagFell,
    /// The player resigned (article 5.1.2).
    Resigned,
}

/// What is claimed of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordClaim {
    /// The game was over after this ply by this rule, and by no rule before.
    Over {
        /// Plies played until then.
        ply: usize,
        /// The rule.
        ending: Ending,
    },
    /// No rule ended the game up to and including its last move.
    Unfinished,
    /// No rule ended the game up to its last move; then one player gave up.
    Conceded {
        /// The player who lost on time or resigned.
        loser: Color,
        /// What happened.
        how: Concession,
        /// The winner, or nobody: a draw, because the opponent could not mate.
        winner: Option<Color>,
    },
}

/// What is known of one side's chances at one moment of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// Plies played until then.
    pub ply: usize,
    /// The side that can or cannot mate.
    pub winner: Color,
    /// Why; its kind says which.
    pub evidence: Evidence,
}

/// A game, what is claimed of it, and the evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordCertificate {
    /// The game, all its moves, also those after its end.
    pub game: Game,
    /// The reading.
    pub reading: Reading,
    /// The claim.
    pub claim: RecordClaim,
    /// The evidence.
    pub facts: Vec<Fact>,
}

/// Why a record certificate was rejected. Plies count the moves played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordFault {
    /// A move of the game is not legal; its number counts plies from 1.
    IllegalMove(usize),
    /// The claim or a fact speaks of a moment after the last move.
    BeyondTheEnd(usize),
    /// There are two facts about this moment and this side.
    Twice(usize, Color),
    /// Evidence about this moment and this side does not hold.
    Fact(usize, Color, Box<Rejection>),
    /// The game was over before, by this rule.
    OverBefore(usize, Ending),
    /// The rule does not end the game at this ply.
    NotOver(usize, Ending),
    /// Nothing shows that somebody could still mate at this ply or later.
    NotShownAlive(usize),
    /// Nothing shows that this side could still mate at this ply.
    NotShownWinnable(usize, Color),
    /// Nothing shows that this side could not mate at this ply.
    NotShownUnwinnable(usize, Color),
    /// The player who gave up cannot be the winner.
    LoserWins,
    /// A helpmate runs into the end of the game by this rule.
    LineEnds(Ending),
}

impl std::fmt::Display for RecordFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RecordFault::IllegalMove(ply) => write!(f, "ply {ply} of the game is not legal"),
            RecordFault::BeyondTheEnd(ply) => write!(f, "the game has no ply {ply}"),
            RecordFault::Twice(ply, winner) => {
                write!(f, "there is evidence about {winner} after ply {ply} twice")
            }
            RecordFault::Fact(ply, winner, why) => {
                write!(f, "in the evidence about {winner} after ply {ply}, {why}")
            }
            RecordFault::OverBefore(ply, ending) => {
                write!(f, "the game was over after ply {ply} by article {}", ending.article())
            }
            RecordFault::NotOver(ply, ending) => {
                write!(f, "article {} does not end the game after ply {ply}", ending.article())
            }
            RecordFault::NotShownAlive(ply) => {
                write!(f, "nothing shows that the position after ply {ply} was not dead")
            }
            RecordFault::NotShownWinnable(ply, side) => {
                write!(f, "nothing shows that {side} could still mate after ply {ply}")
            }
            RecordFault::NotShownUnwinnable(ply, side) => {
                write!(f, "nothing shows that {side} could not mate after ply {ply}")
            }
            RecordFault::LoserWins => write!(f, "the player who gave up cannot have won"),
            RecordFault::LineEnds(ending) => {
                write!(f, "the game ends by article {} before the mate", ending.article())
            }
        }
    }
}

impl RecordCertificate {
    /// Checks the claim against the game and the evidence.
    pub fn check(&self) -> Result<(), RecordFault> {
        let replay = self.game.replay().map_err(RecordFault::IllegalMove)?;
        let last = replay.plies();
        let mut walk_left = MAX_WALK;
        for (index, fact) in self.facts.iter().enumerate() {
            let Fact { ply, winner, .. } = *fact;
            if ply > last {
                return Err(RecordFault::BeyondTheEnd(ply));
            }
            if self.facts[..index].iter().any(|f| (f.ply, f.winner) == (ply, winner)) {
                return Err(RecordFault::Twice(ply, winner));
            }
            self.check_fact(&replay, fact, &mut walk_left)
                .map_err(|why| RecordFault::Fact(ply, winner, Box::new(why)))?;
        }
        match self.claim {
            RecordClaim::Over { ply, .. } if ply > last => Err(RecordFault::BeyondTheEnd(ply)),
            RecordClaim::Over { ply, ending } => {
                if ply > 0 {
                    self.goes_on_at(&replay, ply - 1)?;
                }
                match (ending, replay.endings(ply).first()) {
                    // No mate comes in time after any end; that does not make it this one.
                    (Ending::DeadPosition, Some(&other)) if self.reading == Reading::History => {
                        Err(RecordFault::OverBefore(ply, other))
                    }
                    (Ending::DeadPosition, _) => {
                        Color::ALL.into_iter().try_for_each(|side| self.unwinnable(ply, side))
                    }
                    _ if replay.endings(ply).contains(&ending) => Ok(()),
                    _ => Err(RecordFault::NotOver(ply, ending)),
                }
            }
            RecordClaim::Unfinished => self.goes_on_at(&replay, last),
            RecordClaim::Conceded { loser, winner, .. } => {
                self.goes_on_at(&replay, last)?;
                match winner {
                    Some(winner) if winner == loser => Err(RecordFault::LoserWins),
                    Some(winner) if self.facts.iter().any(|fact| fact.shows(last, winner)) => {
                        Ok(())
                    }
                    Some(winner) => Err(RecordFault::NotShownWinnable(last, winner)),
                    None => self.unwinnable(last, !loser),
                }
            }
        }
    }

    /// No rule has ended the game up to and including this ply.
    fn goes_on_at(&self, replay: &Replay, ply: usize) -> Result<(), RecordFault> {
        if let Some((over, ending)) = replay.first_ending()
            && over <= ply
        {
            return Err(RecordFault::OverBefore(over, ending));
        }
        let alive = (ply..=replay.plies())
            .any(|later| self.facts.iter().any(|f| Color::ALL.iter().any(|&c| f.shows(later, c))));
        if alive { Ok(()) } else { Err(RecordFault::NotShownAlive(ply)) }
    }

    fn unwinnable(&self, ply: usize, side: Color) -> Result<(), RecordFault> {
        let shown = self.facts.iter().any(|fact| {
            fact.ply == ply && fact.winner == side && matches!(fact.evidence, Evidence::Cover(_))
        });
        if shown { Ok(()) } else { Err(RecordFault::NotShownUnwinnable(ply, side)) }
    }

    /// Whether the evidence of a fact holds.
    fn check_fact(
        &self,
        replay: &Replay,
        fact: &Fact,
        walk_left: &mut usize,
    ) -> Result<(), Rejection> {
        let position = &replay.at(fact.ply).position;
        match (&fact.evidence, self.reading) {
            (Evidence::Helpmate(line), Reading::Position) => {
                check_helpmate(position, fact.winner, line)
            }
            (Evidence::Helpmate(line), Reading::History) => {
                check_helpmate(position, fact.winner, line)?;
                self.check_line_in_time(replay, fact.ply, line)
            }
            (Evidence::Cover(cover), Reading::Position) => {
                cover.check(position, fact.winner).map_err(Rejection::Cover)
            }
            (Evidence::Cover(cover), Reading::History) => {
                check_in_time(replay, fact.ply, fact.winner, cover, walk_left)
                    .map_err(Rejection::Cover)
            }
        }
    }

    /// Whether the game, continued by this helpmate, is over only by its mate. What a capture or
    /// pawn move parts from this ply cannot come back, and is left out.
    fn check_line_in_time(
        &self,
        replay: &Replay,
        ply: usize,
        line: &[Move],
    ) -> Result<(), Rejection> {
        // Nothing follows on the end of a game.
        if let Some((over, ending)) = replay.first_ending()
            && over < ply
        {
            return Err(Rejection::Record(Box::new(RecordFault::LineEnds(ending))));
        }
        let begin = ply - ply.min(replay.at(ply).clock as usize);
        let Moment { position, clock, .. } = replay.at(begin);
        let moves = self.game.moves[begin..ply].iter().chain(line).copied().collect();
        let stretch = Game { start: position.clone(), clock: *clock, moves };
        let replay = stretch.replay().map_err(Rejection::IllegalMove)?;
        match replay.first_ending() {
            Some((_, Ending::Checkmate)) | None => Ok(()),
            Some((_, ending)) => Err(Rejection::Record(Box::new(RecordFault::LineEnds(ending)))),
        }
    }
}

impl Fact {
    /// Whether this shows that a side could still mate at this ply.
    fn shows(&self, ply: usize, winner: Color) -> bool {
        self.ply == ply && self.winner == winner && matches!(self.evidence, Evidence::Helpmate(_))
    }
}

/// Checks that no continuation of the game after `ply` mates for `winner` before the game ends by
/// five-fold repetition or 75 moves. Every position within reach of the clock is walked through;
/// captures and pawn moves, which start the clock again, must lead into the cover.
fn check_in_time(
    replay: &Replay,
    ply: usize,
    winner: Color,
    cover: &Cover,
    walk_left: &mut usize,
) -> Result<(), CoverFault> {
    let covered = cover.closed(winner)?;
    let Moment { position: root, clock, .. } = replay.at(ply);
    let four_times: Vec<&Position> = (0..=ply)
        .rev()
        .take((*clock as usize).saturating_add(1))
        .filter(|&earlier| replay.at(earlier).occurrences >= 4)
        .map(|earlier| &replay.at(earlier).position)
        .collect();
    if covered.holds(root) {
        return Ok(());
    }
    let mut seen = HashSet::from([pack(root)]);
    let mut front = vec![root.clone()];
    let mut clock = *clock;
    while !front.is_empty() {
        let mut next_front = Vec::new();
        for position in front {
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
                } else if !four_times.contains(&&next) && seen.insert(pack(&next)) {
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
