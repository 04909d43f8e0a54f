//! Games in which Black defends as long as he can.

use zermelo_kernel_strategy::{Fitting, Kind, Men, MenOf, Played, Rules, Strategy};

use crate::retrograde::Walk;

/// A round of a game: the kind of White's move, the men after it, and after Black's reply, if there is
/// one.
pub type Round<S> = (<S as Played>::Kind, MenOf<S>, Option<MenOf<S>>);

/// A board that was walked: of every position it is known how far it is from mate.
pub trait Walked {
    /// The strategy.
    type Strategy: Played;

    /// The strategy.
    fn strategy(&self) -> &Self::Strategy;

    /// The moves that White may play in a position, with their kind.
    fn played(&self, men: MenOf<Self::Strategy>) -> Option<Fitting<Self::Strategy>>;

    /// How many plies it is to mate from a position with White to move, if Black defends as long
    /// as he can; `None` where mate does not always follow, or where men cannot stand so.
    fn plies(&self, men: MenOf<Self::Strategy>) -> Option<u32>;

    /// How many plies it is to mate after White's move, if Black defends as long as he can;
    /// `None` where mate does not always follow.
    fn plies_after(&self, to: MenOf<Self::Strategy>) -> Option<u32> {
        let rules = self.strategy().rules();
        if rules.mate(to) {
            return Some(0);
        }
        let replies = self.strategy().replies(to);
        if rules.black_takes(to) || replies.is_empty() {
            return None;
        }
        let mut later = replies.into_iter().map(|reply| self.plies(reply));
        later.try_fold(0, |most, plies| Some(most.max(plies? + 1)))
    }

    /// Black's reply after which mate takes longest; one after which it does not follow, if there
    /// is one.
    fn longest_defence(&self, to: MenOf<Self::Strategy>) -> Option<MenOf<Self::Strategy>> {
        let longer = |reply: &MenOf<Self::Strategy>| {
            std::cmp::Reverse(self.plies(*reply).unwrap_or(u32::MAX))
        };
        self.strategy().replies(to).into_iter().min_by_key(longer)
    }

    /// The longest game from a position from which mate always follows.
    fn longest_game(&self, start: MenOf<Self::Strategy>) -> Vec<Round<Self::Strategy>> {
        let mut game = Vec::new();
        let mut next = self.plies(start).map(|_| start);
        while let Some(men) = next {
            let Some((kind, moves)) = self.played(men) else { break };
            let slow = |to: &MenOf<Self::Strategy>| std::cmp::Reverse(self.plies_after(*to));
            let Some(to) = moves.into_iter().min_by_key(slow) else { break };
            next = self.longest_defence(to);
            game.push((kind, to, next));
        }
        game
    }
}

impl Walked for Walk<'_> {
    type Strategy = Strategy<i32>;

    fn strategy(&self) -> &Strategy<i32> {
        self.strategy
    }

    fn played(&self, men: Men<i32>) -> Option<(Kind, Vec<Men<i32>>)> {
        self.played(men)
    }

    fn plies(&self, men: Men<i32>) -> Option<u32> {
        self.plies(men)
    }
}
