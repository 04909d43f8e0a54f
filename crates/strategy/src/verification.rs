//! What a walk over one board shows, and the kernel's check of it.

use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroUsize;

use zermelo_kernel::{Budget, Proved};
use zermelo_kernel_strategy::{
    Counterexample, Distances, DoesNotMate, MOST_KINDS, Men, PlayFault, Unwalkable,
};

use crate::retrograde::Walk;

/// What walking one board showed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// Positions with White to move.
    pub positions: u64,
    /// How many of them have each kind of move, in the order of
    /// [`Kind::ALL`](zermelo_kernel_strategy::Kind::ALL).
    pub kinds: [u64; MOST_KINDS],
    /// The longest game in plies, of those that end in mate.
    pub longest: u32,
    /// A position from which that game starts.
    pub start: Option<Men<i32>>,
    /// Positions of White in which no kind of move fits.
    pub helpless: u64,
    /// Moves of the strategy that the rules do not allow. It tries no others, so that there are
    /// none; they are counted all the same.
    pub illegal: u64,
    /// Positions of Black after a move of the strategy in which he can take the rook.
    pub rook_lost: u64,
    /// Positions of Black after a move of the strategy in which he is stalemated.
    pub stalemates: u64,
    /// Positions of White from which mate does not always follow.
    pub unwon: u64,
    /// A position and a line that show what is wrong, if something is.
    pub counterexample: Option<Counterexample>,
}

impl Verification {
    /// Every move is legal, none loses the rook, none gives stalemate: after the replies White has
    /// to move in a position of the same kind.
    #[must_use]
    pub fn closed(&self) -> bool {
        self.illegal == 0 && self.rook_lost == 0 && self.stalemates == 0
    }

    /// Some kind of move fits every position.
    #[must_use]
    pub fn always_a_move(&self) -> bool {
        self.helpless == 0
    }

    /// Mate follows from every position.
    #[must_use]
    pub fn always_mate(&self) -> bool {
        self.unwon == 0
    }
}

/// Why a board was not walked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unverified {
    /// It cannot be.
    Board(Unwalkable),
    /// It was stopped.
    Stopped,
}

impl fmt::Display for Unverified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unverified::Board(why) => why.fmt(f),
            Unverified::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for Unverified {}

impl Verification {
    pub(crate) fn none() -> Verification {
        Verification {
            positions: 0,
            kinds: [0; MOST_KINDS],
            longest: 0,
            start: None,
            helpless: 0,
            illegal: 0,
            rook_lost: 0,
            stalemates: 0,
            unwon: 0,
            counterexample: None,
        }
    }

    /// Adds what was found in another run of positions.
    pub(crate) fn add(&mut self, part: &Verification) {
        self.positions += part.positions;
        self.helpless += part.helpless;
        self.illegal += part.illegal;
        for (all, more) in self.kinds.iter_mut().zip(part.kinds) {
            *all += more;
        }
    }
}

/// What the kernel says of a walk.
#[derive(Debug)]
pub enum Checked {
    /// Mate always follows.
    Mates(Proved<Distances<'static>>),
    /// It does not: a line, and, unless only some positions were asked about, from which positions it
    /// does and from which it does not.
    Fails(Proved<DoesNotMate>, Option<Proved<Distances<'static>>>),
    /// It was asked about so many positions only, and accepts these.
    Sampled(u64),
}

impl Walk<'_> {
    /// What is claimed of the board.
    #[must_use]
    pub fn distances(&self) -> Distances<'_> {
        Distances {
            strategy: self.strategy.clone(),
            choice: self.choice,
            kinds: self.found.kinds,
            longest: self.found.longest,
            not_won: self.found.unwon,
            plies: Cow::Borrowed(&self.plies),
            threads: rayon::current_num_threads(),
        }
    }

    /// Has the kernel check what was found, by the definition alone: the counterexample, and the
    /// distances to mate of every position, or of one in so many.
    ///
    /// # Errors
    /// Why the kernel rejects it. That must never happen, unless the budget is spent.
    pub fn check(self, one_in: NonZeroUsize, budget: &Budget) -> Result<Checked, PlayFault> {
        let line = self.found.counterexample.clone().map(|example| {
            let (strategy, choice) = (self.strategy.clone(), self.choice);
            Proved::new(DoesNotMate { strategy, choice, example }, budget)
        });
        let line = line.transpose()?;
        if one_in > NonZeroUsize::MIN {
            return match line {
                Some(line) => Ok(Checked::Fails(line, None)),
                None => self.distances().sample(one_in, budget).map(Checked::Sampled),
            };
        }
        let Distances { strategy, choice, kinds, longest, not_won, threads, .. } = self.distances();
        let plies = Cow::Owned(self.plies);
        let claim = Distances { strategy, choice, kinds, longest, not_won, plies, threads };
        let all = Proved::new(claim, budget)?;
        Ok(match line {
            Some(line) => Checked::Fails(line, Some(all)),
            None => Checked::Mates(all),
        })
    }
}
