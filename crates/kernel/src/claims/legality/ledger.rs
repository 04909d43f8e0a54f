//! The account of a position: who is missing, who must be promoted, where the pawns stand.
//!
//! Every man that is missing was captured once, by the other side. Of what is left, some men can
//! only be promoted pawns. The rules about pawns need nothing else of a position, so many positions
//! share one account.

use super::home::Homes;
use super::reason::Reason;
use crate::{Color, Position, Role, Square};

/// What the rules about pawns know of a position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ledger {
    /// Where the pawns of each colour stand.
    pub(crate) pawns: [Vec<Square>; 2],
    /// How many captures each colour made in which a pawn captured or was captured, at most.
    pub(crate) captures: [usize; 2],
    /// How many pawns of each colour were captured as pawns, at most.
    pub(crate) lost_pawns: [usize; 2],
    /// How many men of each colour are promoted, at least.
    pub(crate) promoted: [usize; 2],
    /// How many bishops of each colour are promoted, at least: on dark, on light squares.
    pub(crate) bishops: [[usize; 2]; 2],
    /// The files on whose last square each colour's pawns can become bishops.
    pub(crate) bishop_doors: [[bool; 8]; 2],
    /// The files on which each colour's pawns can promote straight ahead.
    pub(crate) straight: [[bool; 8]; 2],
    /// The files from which they can promote by a capture.
    pub(crate) aside: [[bool; 8]; 2],
}

impl Ledger {
    /// The account of a position, or why there is none.
    pub(crate) fn of(position: &Position, homes: &[Homes; 2]) -> Result<Ledger, Reason> {
        let mut ledger = Ledger {
            pawns: [Vec::new(), Vec::new()],
            captures: [0; 2],
            lost_pawns: [0; 2],
            promoted: [0; 2],
            bishops: homes.each_ref().map(|homes| homes.bishops),
            bishop_doors: homes.each_ref().map(|homes| homes.bishop_doors),
            straight: homes.each_ref().map(|homes| homes.promotes[0]),
            aside: homes.each_ref().map(|homes| homes.promotes[1]),
        };
        for color in Color::ALL {
            let own = || position.pieces().filter(move |(_, man)| man.color == color);
            let men = own().count();
            let pawns: Vec<Square> =
                own().filter(|(_, man)| man.role == Role::Pawn).map(|(at, _)| at).collect();
            let homes = &homes[color.index()];
            let promoted = homes.promoted;
            let missing = 16_usize.checked_sub(men).ok_or(Reason::Men(color, men))?;
            let gone = 8_usize.checked_sub(pawns.len()).ok_or(Reason::Pawns(color, pawns.len()))?;
            let neither = gone.checked_sub(promoted).ok_or(Reason::Promoted {
                color,
                promoted,
                missing: gone,
                among: homes.promoted_among,
            })?;
            let taken = homes.taken_at_home;
            let away =
                missing.checked_sub(taken).ok_or(Reason::TakenAtHome { color, taken, missing })?;
            ledger.captures[(!color).index()] = away;
            // Eight pawns: on the board, promoted, or captured as pawns.
            ledger.lost_pawns[color.index()] = away.min(neither);
            ledger.promoted[color.index()] = promoted;
            ledger.pawns[color.index()] = pawns;
        }
        for color in 0..2 {
            if ledger.bishops[color] == [0; 2] {
                ledger.bishop_doors[color] = [true; 8];
            }
        }
        Ok(ledger)
    }
}
