//! Games in which Black defends as long as he can.

use zermelo_kernel_strategy::{Kind, Men, Rules};

use crate::play::black_moves;
use crate::retrograde::Walk;

impl Walk<'_> {
    /// How many plies it is to mate after White's move, if Black defends as long as he can;
    /// `None` where mate does not always follow.
    #[must_use]
    pub fn plies_after(&self, to: Men<i32>) -> Option<u32> {
        let board = &self.strategy.board;
        if board.mate(to) {
            return Some(0);
        }
        let replies = || black_moves(board, to);
        if to.black_takes() || replies().next().is_none() {
            return None;
        }
        replies()
            .map(|reply| self.plies(reply))
            .try_fold(0, |most, plies| Some(most.max(plies? + 1)))
    }

    /// Black's reply after which mate takes longest; one after which it does not follow, if there
    /// is one.
    #[must_use]
    pub fn longest_defence(&self, to: Men<i32>) -> Option<Men<i32>> {
        let longer = |reply: &Men<i32>| std::cmp::Reverse(self.plies(*reply).unwrap_or(u32::MAX));
        black_moves(&self.strategy.board, to).min_by_key(longer)
    }

    /// The longest game from a position from which mate always follows: the kind of each of
    /// White's moves, the men after it, and after Black's reply, of which the last has none.
    #[must_use]
    pub fn longest_game(&self, start: Men<i32>) -> Vec<(Kind, Men<i32>, Option<Men<i32>>)> {
        let mut game = Vec::new();
        let mut next = self.plies(start).map(|_| start);
        while let Some(men) = next {
            let Some((kind, moves)) = self.played(men) else { break };
            let slow = |to: &Men<i32>| std::cmp::Reverse(self.plies_after(*to));
            let Some(to) = moves.into_iter().min_by_key(slow) else { break };
            next = self.longest_defence(to);
            game.push((kind, to, next));
        }
        game
    }
}
