//! What the engine must know of the rules of play; the rest is geometry.

use zermelo_kernel::{Role, Rules};

/// The result of a position without moves, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Over {
    Won,
    Drawn,
    Lost,
}

/// Whether the king must not be left attacked (and there is exactly one a side).
pub(crate) fn royal(rules: Rules) -> bool {
    rules == Rules::Chess
}

/// Whether a side that can capture must.
pub(crate) fn must_capture(rules: Rules) -> bool {
    rules != Rules::Chess
}

/// What a pawn may become.
pub(crate) fn promotions(rules: Rules) -> &'static [Role] {
    use Role::{Bishop, King, Knight, Queen, Rook};
    if royal(rules) { &[Queen, Rook, Bishop, Knight] } else { &[Queen, Rook, Bishop, Knight, King] }
}

/// The result when the side to move, with `own` men against `other`, has no move.
pub(crate) fn without_moves(rules: Rules, own: usize, other: usize, in_check: bool) -> Over {
    use std::cmp::Ordering::{Equal, Greater, Less};
    match (rules, own.cmp(&other)) {
        (Rules::Chess, _) if in_check => Over::Lost,
        (Rules::Losing, _) | (Rules::LosingFics | Rules::LosingJoint, Less) => Over::Won,
        (Rules::LosingFics, Greater) => Over::Lost,
        (Rules::Chess, _) | (Rules::LosingFics, Equal) | (Rules::LosingJoint, _) => Over::Drawn,
    }
}
