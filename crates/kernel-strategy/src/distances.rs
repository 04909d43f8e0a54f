//! The claim that the strategy mates from every position of one board, checked position by position.
//!
//! The evidence is the distance to mate of every position. Each is compared with those of the
//! positions two plies later, so distances go down along every game, and every game ends. All of
//! them are looked at here, so that none is left out; a thread takes the positions of one square of
//! the white king after the other. Costs some microseconds a position.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::krk::Strategy;
use crate::numbering::Numbering;
use crate::playing::{Choice, PlayFault};
use crate::rules::{Men, Rules};

/// "From every position of the strategy's board, White to move, the strategy mates, whatever Black
/// plays": with which kinds of move, after how many plies at most, and from where after how many.
#[derive(Debug, Clone)]
pub struct Distances<'a> {
    /// The strategy: its board, and which of its conditions are left out.
    pub strategy: &'a Strategy<i32>,
    /// Which of its moves White plays.
    pub choice: Choice,
    /// In how many positions each kind of move is played, in the order of
    /// [`Kind::ALL`](crate::Kind::ALL).
    pub kinds: [u64; 10],
    /// How many plies the longest game has.
    pub longest: u32,
    /// The distance to mate in plies, by the position's number ([`Numbering`]); whatever stands at
    /// numbers of men who cannot stand so with White to move is not looked at.
    pub plies: &'a [u16],
}

/// What was seen in some of the positions.
#[derive(Default)]
struct Seen {
    kinds: [u64; 10],
    longest: u32,
}

impl Distances<'_> {
    /// Checks the claim. Counts the numbers of positions in `done`, and looks at `stop` from time to
    /// time. Returns how many positions there are.
    ///
    /// # Errors
    /// Why the claim is rejected, or [`PlayFault::Stopped`].
    pub fn check(
        &self,
        threads: NonZeroUsize,
        done: &AtomicU64,
        stop: &AtomicBool,
    ) -> Result<u64, PlayFault> {
        let seen = self.look(1, threads, done, stop)?;
        if seen.kinds != self.kinds {
            return Err(PlayFault::Kinds);
        }
        if seen.longest != self.longest {
            return Err(PlayFault::Longest(self.longest, seen.longest));
        }
        Ok(seen.kinds.iter().sum())
    }

    /// Looks at the positions with one number in so many, which proves nothing about the others.
    /// Returns how many these are.
    ///
    /// # Errors
    /// Why one of them is rejected, or [`PlayFault::Stopped`].
    pub fn sample(
        &self,
        one_in: NonZeroUsize,
        threads: NonZeroUsize,
        done: &AtomicU64,
        stop: &AtomicBool,
    ) -> Result<u64, PlayFault> {
        Ok(self.look(one_in.get(), threads, done, stop)?.kinds.iter().sum())
    }

    fn look(
        &self,
        one_in: usize,
        threads: NonZeroUsize,
        done: &AtomicU64,
        stop: &AtomicBool,
    ) -> Result<Seen, PlayFault> {
        let numbering = Numbering::new(&self.strategy.board).map_err(PlayFault::Board)?;
        if self.plies.len() != numbering.count() as usize {
            return Err(PlayFault::Count(self.plies.len()));
        }
        let next = AtomicU32::new(0);
        let work = || {
            let mut seen = Seen::default();
            loop {
                let king = next.fetch_add(1, Relaxed);
                if king >= numbering.squares() {
                    return Ok(seen);
                }
                let looked = self.look_at_king(&numbering, king, one_in, &mut seen);
                let stopped = if stop.load(Relaxed) { Err(PlayFault::Stopped) } else { Ok(()) };
                if let Err(fault) = looked.and(stopped) {
                    // The others need not go on.
                    next.store(numbering.squares(), Relaxed);
                    return Err(fault);
                }
                done.fetch_add(u64::from(numbering.squares()).pow(2), Relaxed);
            }
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.get()).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_fold(Seen::default(), |all, worker| match worker.join() {
                Ok(seen) => Ok(all.and(&seen?)),
                Err(panic) => std::panic::resume_unwind(panic),
            })
        })
    }

    /// Looks at the positions with the white king on one square.
    fn look_at_king(
        &self,
        numbering: &Numbering,
        king: u32,
        one_in: usize,
        seen: &mut Seen,
    ) -> Result<(), PlayFault> {
        let each = numbering.squares() * numbering.squares();
        let plies = |men: Men<i32>| Some(u32::from(self.plies[numbering.number(men) as usize]));
        for number in king * each..(king + 1) * each {
            let men = numbering.men(number);
            if (number as usize).is_multiple_of(one_in) && self.strategy.board.white_to_move(men) {
                let kind = self.strategy.check_plies(self.choice, men, plies)?;
                seen.kinds[kind as usize] += 1;
                seen.longest = seen.longest.max(u32::from(self.plies[number as usize]));
            }
        }
        Ok(())
    }
}

impl Seen {
    fn and(&self, other: &Seen) -> Seen {
        Seen {
            kinds: std::array::from_fn(|kind| self.kinds[kind] + other.kinds[kind]),
            longest: self.longest.max(other.longest),
        }
    }
}
