//! The claim that the strategy mates from every position of one board, or from all but so many,
//! checked position by position.
//!
//! The evidence is the distance to mate of every position. Each is compared with those of the
//! positions two plies later, so distances go down along every game, and every game ends. Positions
//! that are not won, if any, must be a set that White's moves need not leave. All of
//! them are looked at here, so that none is left out; a thread takes the positions of one square of
//! the white king after the other. Costs some microseconds a position.

use std::borrow::Cow;
use std::num::NonZeroUsize;

use zermelo_kernel::{Budget, Certificate, Meter, in_parts};

use crate::krk::Strategy;
use crate::numbering::Numbering;
use crate::playing::{Choice, MOST_KINDS, PlayFault, Played, STEPS_A_POSITION};
use crate::rules::{Men, Rules};

/// "From all positions of the strategy's board but so many, White to move, the strategy mates,
/// whatever Black plays": with which kinds of move, after how many plies at most, and from where after
/// how many; "and from those it does not always".
#[derive(Debug, Clone)]
pub struct Distances<'a, S = Strategy<i32>> {
    /// The strategy: its board, and which of its conditions are left out.
    pub strategy: S,
    /// Which of its moves White plays.
    pub choice: Choice,
    /// In how many positions each kind of move is played, in the order in which they are tried.
    pub kinds: [u64; MOST_KINDS],
    /// How many plies the longest game has, of those that end.
    pub longest: u32,
    /// From how many positions mate does not always follow.
    pub not_won: u64,
    /// The distance to mate in plies, 0 where mate does not always follow, by the position's number ([`Numbering`]); whatever stands at
    /// numbers of men who cannot stand so with White to move is not looked at.
    pub plies: Cow<'a, [u16]>,
    /// On how many threads it is checked, which is no part of the claim.
    pub threads: usize,
}

/// What was seen in some of the positions.
#[derive(Default)]
struct Seen {
    positions: u64,
    kinds: [u64; MOST_KINDS],
    longest: u32,
    not_won: u64,
}

impl<S: Played> Certificate for Distances<'_, S> {
    type Fault = PlayFault<S::Pieces>;

    fn examine(&self, meter: &Meter) -> Result<(), PlayFault<S::Pieces>> {
        let seen = self.look(1, meter.budget())?;
        if seen.kinds != self.kinds {
            return Err(PlayFault::Kinds);
        }
        if seen.longest != self.longest {
            return Err(PlayFault::Longest(self.longest, seen.longest));
        }
        if seen.not_won != self.not_won {
            return Err(PlayFault::NotWon(self.not_won, seen.not_won));
        }
        Ok(())
    }
}

impl<S: Played> Distances<'_, S> {
    /// Looks at the positions with one number in so many, which proves nothing about the others.
    /// Returns how many these are.
    ///
    /// # Errors
    /// Why one of them is rejected, or that the budget is spent.
    pub fn sample(
        &self,
        one_in: NonZeroUsize,
        budget: &Budget,
    ) -> Result<u64, PlayFault<S::Pieces>> {
        Ok(self.look(one_in.get(), budget)?.positions)
    }

    fn look(&self, one_in: usize, budget: &Budget) -> Result<Seen, PlayFault<S::Pieces>> {
        let numbering: Numbering<S::Pieces> =
            Numbering::new(&self.strategy.rules().board()).map_err(PlayFault::Board)?;
        if self.plies.len() != numbering.count() as usize {
            return Err(PlayFault::Count(self.plies.len()));
        }
        let kings = numbering.squares() as usize;
        let parts = in_parts(kings, self.threads, budget, |king, meter| {
            self.look_at_king(&numbering, king as u32, one_in, meter)
        })?;
        Ok(parts.iter().fold(Seen::default(), |all, part| all.and(part)))
    }

    /// Looks at the positions with the white king on one square.
    fn look_at_king(
        &self,
        numbering: &Numbering<S::Pieces>,
        king: u32,
        one_in: usize,
        meter: &Meter,
    ) -> Result<Seen, PlayFault<S::Pieces>> {
        let mut seen = Seen::default();
        let each = numbering.each_king();
        let claimed = |men: Men<i32, S::Pieces>| self.plies[numbering.number(men) as usize];
        let plies =
            |men: Men<i32, S::Pieces>| Some(claimed(men)).filter(|&plies| plies > 0).map(u32::from);
        for number in king * each..(king + 1) * each {
            let men = numbering.men(number);
            if (number as usize).is_multiple_of(one_in) && self.strategy.rules().white_to_move(men)
            {
                meter.step(STEPS_A_POSITION)?;
                seen.positions += 1;
                let kind = if claimed(men) == 0 {
                    seen.not_won += 1;
                    self.strategy.check_not_won(self.choice, men, |men| claimed(men) == 0)?
                } else {
                    Some(self.strategy.check_plies(self.choice, men, plies)?)
                };
                if let Some(kind) = kind {
                    seen.kinds[S::place(kind)] += 1;
                }
                seen.longest = seen.longest.max(claimed(men).into());
            }
        }
        Ok(seen)
    }
}

impl Seen {
    fn and(&self, other: &Seen) -> Seen {
        Seen {
            positions: self.positions + other.positions,
            kinds: std::array::from_fn(|kind| self.kinds[kind] + other.kinds[kind]),
            longest: self.longest.max(other.longest),
            not_won: self.not_won + other.not_won,
        }
    }
}
