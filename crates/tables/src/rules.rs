//! What the engine must know of the rules of play; the rest is geometry.

use zermelo_board::Role;
use zermelo_kernel::Rules;

/// The result of a position without moves, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Over {
    Won,
    Drawn,
    Lost,
}

pub(crate) trait RulesExt {
    /// Whether the king must not be left attacked (and there is exactly one a side).
    fn royal(self) -> bool;
    /// Whether a side that can capture must.
    fn must_capture(self) -> bool;
    /// What a pawn may become.
    fn promotions(self) -> &'static [Role];
    /// The result when the side to move, with `own` men against `other`, has no move.
    fn without_moves(self, own: usize, other: usize, in_check: bool) -> Over;
}

impl RulesExt for Rules {
    fn royal(self) -> bool {
        self == Rules::Chess
    }

    fn must_capture(self) -> bool {
        self != Rules::Chess
    }

    fn promotions(self) -> &'static [Role] {
        use Role::{Bishop, King, Knight, Queen, Rook};
        if self.royal() {
            &[Queen, Rook, Bishop, Knight]
        } else {
            &[Queen, Rook, Bishop, Knight, King]
        }
    }

    fn without_moves(self, own: usize, other: usize, in_check: bool) -> Over {
        use std::cmp::Ordering::{Equal, Greater, Less};
        match (self, own.cmp(&other)) {
            (Rules::Chess, _) => {
                if in_check {
                    Over::Lost
                } else {
                    Over::Drawn
                }
            }
            (Rules::Losing, _) | (_, Less) => Over::Won,
            (Rules::LosingFics, Greater) => Over::Lost,
            (Rules::LosingFics, Equal) | (Rules::LosingJoint, _) => Over::Drawn,
        }
    }
}
