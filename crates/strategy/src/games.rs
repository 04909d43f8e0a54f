//! Every game of a strategy on one board, whatever the ending.
//!
//! From every position every move that may be played and every reply is followed, each position once,
//! one after the other: the definition alone is asked, so that a strategy needs nothing but
//! [`Played`] to be walked. (`retrograde.rs` knows quick looks for king and rook, and uses all cores.)
//! Costs some microseconds a position, and two bytes for each number of a position.

use std::borrow::Cow;

use zermelo_kernel_strategy::{
    Choice, Distances, Fitting, MOST_KINDS, MenOf, Numbering, Played, Rules, Unwalkable,
};

use crate::game::Walked;

/// What was found by playing every game that the strategy allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<M> {
    /// Positions with White to move.
    pub positions: u64,
    /// How many of them are of each kind, in the order in which they are tried.
    pub kinds: [u64; MOST_KINDS],
    /// The longest game in plies, of those that end in mate.
    pub longest: u32,
    /// A position from which that game starts.
    pub start: Option<M>,
    /// From how many positions mate does not always follow.
    pub unwon: u64,
    /// One of them.
    pub not_won: Option<M>,
}

/// A board on which every game was played.
#[derive(Debug)]
pub struct Games<'s, S: Played> {
    /// The strategy.
    pub strategy: &'s S,
    /// Which of its moves White plays.
    pub choice: Choice,
    /// What was found.
    pub found: Found<MenOf<S>>,
    numbering: Numbering<S::Pieces>,
    /// Plies to mate, or one of the marks below.
    plies: Vec<u16>,
}

/// Nothing is known of the position.
const NEW: u16 = 0;
/// A game through it is being played.
const OPEN: u16 = u16::MAX;
/// Mate may never come, or comes after more plies than can be counted.
const NEVER: u16 = u16::MAX - 1;

/// Plays every game: from every position, any reply.
///
/// # Errors
/// The board cannot be walked.
pub fn games<S: Played>(strategy: &S, choice: Choice) -> Result<Games<'_, S>, Unwalkable> {
    let numbering: Numbering<S::Pieces> = Numbering::new(&strategy.rules().board())?;
    let found = Found {
        positions: 0,
        kinds: [0; MOST_KINDS],
        longest: 0,
        start: None,
        unwon: 0,
        not_won: None,
    };
    let plies = vec![NEW; numbering.count() as usize];
    let mut games = Games { strategy, choice, found, numbering, plies };
    for number in 0..numbering.count() {
        let men = numbering.men(number);
        if !strategy.rules().white_to_move(men) {
            continue;
        }
        let plies = games.mates_in(men);
        let found = &mut games.found;
        found.positions += 1;
        match plies.map(u32::from) {
            Some(plies) if plies > found.longest => {
                (found.longest, found.start) = (plies, Some(men));
            }
            Some(_) => {}
            None => (found.unwon, found.not_won) = (found.unwon + 1, Some(men)),
        }
    }
    Ok(games)
}

impl<S: Played + Clone> Games<'_, S> {
    /// What is claimed of the board, for the kernel to check on so many threads.
    #[must_use]
    pub fn distances(&self, threads: usize) -> Distances<'static, S> {
        let Found { kinds, longest, unwon, .. } = self.found;
        let known = |&plies: &u16| if plies == NEVER { 0 } else { plies };
        Distances {
            strategy: self.strategy.clone(),
            choice: self.choice,
            kinds,
            longest,
            not_won: unwon,
            plies: Cow::Owned(self.plies.iter().map(known).collect()),
            threads,
        }
    }
}

impl<S: Played> Games<'_, S> {
    /// How many plies it takes at most; `None` if some game does not end in mate. The recursion is as
    /// deep as a game is long, for a position that comes again ends it.
    fn mates_in(&mut self, men: MenOf<S>) -> Option<u16> {
        let number = self.numbering.number(men) as usize;
        match self.plies[number] {
            NEW => self.plies[number] = OPEN,
            OPEN | NEVER => return None,
            plies => return Some(plies),
        }
        let mut most = None;
        if let Some((kind, moves)) = self.strategy.played(self.choice, men) {
            self.found.kinds[S::place(kind)] += 1;
            most = Some(1);
            for to in moves {
                most = most.and_then(|most| Some(most.max(self.after(to)?.checked_add(1)?)));
            }
        }
        let most = most.filter(|&plies| plies < NEVER);
        self.plies[number] = most.unwrap_or(NEVER);
        most
    }

    /// The same after White's move.
    fn after(&mut self, to: MenOf<S>) -> Option<u16> {
        let replies = self.strategy.replies(to);
        let rules = self.strategy.rules();
        if rules.black_takes(to) || replies.is_empty() && !rules.mate(to) {
            return None;
        }
        let later = |most: u16, next| Some(most.max(self.mates_in(next)?.checked_add(1)?));
        replies.into_iter().try_fold(0, later)
    }
}

impl<S: Played> Walked for Games<'_, S> {
    type Strategy = S;

    fn strategy(&self) -> &S {
        self.strategy
    }

    fn played(&self, men: MenOf<S>) -> Option<Fitting<S>> {
        self.strategy.played(self.choice, men)
    }

    fn plies(&self, men: MenOf<S>) -> Option<u32> {
        let plies = self.plies[self.numbering.number(men) as usize];
        (!matches!(plies, NEW | NEVER)).then_some(plies.into())
    }
}
