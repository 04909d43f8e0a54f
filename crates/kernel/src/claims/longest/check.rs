//! How a counting is checked: every number is found again. The lemmas are those of
//! docs/theory/longest.md, under the names of the steps.

use super::claim::{CountStep, GameLimit, LongestCertificate};
use super::count::{Ends, bare_kings, fewest_changes, pair, second_rank_is_full};
use super::fault::LongestFault;
use crate::budget::{Budget, Meter};
use crate::proved::{Certificate, Proved};
use crate::{Color, Position, Role};

/// All cases of a pair and all positions of two kings, in steps.
const CASES: u64 = 1 << 20;

impl LongestCertificate {
    /// The counting for some rules, which no one has to believe.
    ///
    /// # Errors
    ///
    /// The fault, if a step does not come out.
    pub fn count(limit: GameLimit) -> Result<LongestCertificate, LongestFault> {
        let budget = Budget::default();
        let counted = Counted::new(limit, &budget.meter())?;
        let steps = CountStep::ALL.map(|step| (step, counted.number(step))).to_vec();
        Ok(LongestCertificate { limit, plies: counted.plies(), steps })
    }

    /// Checks the claim within the usual budget: the only way to make it an answer.
    ///
    /// # Errors
    ///
    /// The fault, if the evidence does not prove the claim.
    pub fn check(self) -> Result<Proved<LongestCertificate>, LongestFault> {
        Proved::new(self, &Budget::default())
    }
}

impl Certificate for LongestCertificate {
    type Fault = LongestFault;

    fn examine(&self, meter: &Meter) -> Result<(), LongestFault> {
        if self.steps.len() != CountStep::ALL.len() {
            return Err(LongestFault::Length(self.steps.len()));
        }
        let counted = Counted::new(self.limit, meter)?;
        for (i, (&(step, claimed), wanted)) in self.steps.iter().zip(CountStep::ALL).enumerate() {
            if step != wanted {
                return Err(LongestFault::Order(i + 1, wanted));
            }
            let found = counted.number(step);
            if claimed != found {
                return Err(LongestFault::Number { step, claimed, found });
            }
        }
        let counted = counted.plies();
        if self.plies < counted {
            return Err(LongestFault::Claim { claimed: self.plies, counted });
        }
        Ok(())
    }
}

/// What the check has counted.
struct Counted {
    limit: GameLimit,
    captures: u64,
    pair: u64,
    unpromoted: u64,
    critical: u64,
    dead: u64,
    taken: u64,
    changes: u64,
    last_change: u64,
}

impl Counted {
    /// Counts, and makes sure of what the steps rest on.
    fn new(limit: GameLimit, meter: &Meter) -> Result<Counted, LongestFault> {
        meter.step(CASES)?;
        let initial = Position::initial();
        let pieces = || initial.pieces().map(|(_, piece)| piece);
        let captures = pieces().filter(|piece| piece.role != Role::King).count() as u64;
        let pawns = |color| {
            pieces().filter(|piece| piece.color == color && piece.role == Role::Pawn).count() as u64
        };
        let (pair, unpromoted) = (pair(Ends::Any), pair(Ends::NotBothPromoted));
        // Captures and pawn moves are moves of pawns, less those that are captures, and captures.
        let critical = pawns(Color::White) * pair + captures;
        // When every man has been captured the game is over; else one critical move is missing, and
        // a segment without may follow. So there are at most as many segments.
        let dead = bare_kings(meter)?.ok_or(LongestFault::Case(CountStep::Dead))?;
        // With so many segments every pair makes the most that it can, and at most one man is left.
        let all_promote = unpromoted < pair && pawns(Color::White) == pawns(Color::Black);
        if !all_promote {
            return Err(LongestFault::Case(CountStep::Unpromoted));
        }
        let taken = pawns(Color::Black) - 1;
        // A white pawn moves before a black one promotes, and White takes a promoted pawn later:
        // more than one of them, so that this need not be the last critical move.
        if !second_rank_is_full() || taken < 2 {
            return Err(LongestFault::Case(CountStep::Changes));
        }
        let wanted = [Color::White, Color::Black, Color::White];
        let changes = fewest_changes(&wanted, false);
        let last_change = fewest_changes(&wanted, true);
        let numbers = Counted {
            limit,
            captures,
            pair,
            unpromoted,
            critical,
            dead,
            taken,
            changes,
            last_change,
        };
        Ok(numbers)
    }

    fn number(&self, step: CountStep) -> u64 {
        match step {
            CountStep::Segment => self.limit.segment(),
            CountStep::Captures => self.captures,
            CountStep::Pair => self.pair,
            CountStep::Unpromoted => self.unpromoted,
            CountStep::Critical => self.critical,
            CountStep::Dead => self.dead,
            CountStep::Taken => self.taken,
            CountStep::Changes => self.changes,
            CountStep::LastChange => self.last_change,
            CountStep::Plies => self.plies(),
        }
    }

    /// The most plies of a game: of one with all segments, each change of colour a ply less, or of
    /// one with a segment less.
    fn plies(&self) -> u64 {
        let segment = self.limit.segment();
        let rest = (self.critical - 1) * segment;
        let whole = match self.limit {
            GameLimit::SeventyFive | GameLimit::Fifty => rest + segment - self.changes,
            // The last segment: nothing closes it; or a capture that is a change of colour. One that
            // is none is not forced and so comes two plies before the clock has run down, which is
            // less than if nothing closed it.
            GameLimit::Claims => {
                (rest - self.changes + segment - 1).max(rest + segment - self.last_change)
            }
        };
        whole.max(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The arithmetic of the last step, also of numbers that no game has.
    #[test]
    fn plies_of_other_numbers() {
        let plies = |limit, critical, changes, last_change| {
            let known = Counted::new(GameLimit::Fifty, &Budget::default().meter()).unwrap();
            Counted { limit, critical, changes, last_change, ..known }.plies()
        };
        assert_eq!(plies(GameLimit::SeventyFive, 10, 3, 9), 10 * 150 - 3);
        assert_eq!(plies(GameLimit::Fifty, 10, 3, 9), 10 * 100 - 3);
        // More changes than a segment has plies: a game with a segment less is longer.
        assert_eq!(plies(GameLimit::Fifty, 10, 101, 9), 9 * 100);
        assert_eq!(plies(GameLimit::Claims, 10, 101, 102), 9 * 100);
        // Nothing closes the last segment, or a change of colour does.
        assert_eq!(plies(GameLimit::Claims, 10, 3, 9), 9 * 100 + 99 - 3);
        assert_eq!(plies(GameLimit::Claims, 10, 3, 4), 10 * 100 - 4);
        assert_eq!(plies(GameLimit::Claims, 10, 3, 2), 10 * 100 - 2);
        assert_eq!(plies(GameLimit::Claims, 10, 40, 41), 10 * 100 - 41);
        assert_eq!(plies(GameLimit::Claims, 10, 40, 20), 10 * 100 - 20);
    }
}
