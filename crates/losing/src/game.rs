//! Who must win, and by which rules.

use zermelo_board::losing::Position;
use zermelo_kernel::{Color, Outcome, Rules};

/// What a proof is about. A draw is the prover's failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game {
    /// The rules of play.
    pub rules: Rules,
    /// Who must win.
    pub prover: Color,
}

impl Game {
    /// Whether it is the prover's move.
    #[inline]
    pub fn proves(self, position: &Position) -> bool {
        position.turn() == self.prover
    }

    /// Whether the prover has won a game that is over.
    pub fn won(self, position: &Position) -> bool {
        position.to_kernel().outcome(self.rules) == Some(Outcome::Won(self.prover))
    }

    /// Whether the prover has won a game that is over here, or in the tables.
    pub(crate) fn won_at(self, position: &Position, table: &impl Fn(&Position) -> bool) -> bool {
        table(position) || !position.has_legal_move() && self.won(position)
    }
}
