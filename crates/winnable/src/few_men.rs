//! Mates by a few men, all others standing still.
//!
//! Where many pieces roam, a search drowns in moves that are of no use. Here each side moves its king,
//! its pawns and a few pieces drawn by lot; the others neither move nor are taken. So a long way, a
//! king that walks out and takes a pawn, say, is found among thousands of positions instead of
//! millions. A mate found is a mate. That none is found says nothing, so this is tried last of all.

use zermelo_board::{Color, Limits, Position, Role, attacks, squares};

use crate::explore::{Explorer, Outcome};
use crate::pictures;
use crate::regions::Regions;
use crate::rollout::Dice;
use crate::solver::{Aims, near};

/// How many pieces a side moves, one draw after the other.
const FEW: [u32; 4] = [2, 1, 2, 3];
/// Draws, and positions that the search of one may hold.
const DRAWS: usize = 64;
const POSITIONS: usize = 120_000;

/// Searches with one draw after the other, through `most` positions in all, which are counted.
pub fn search(p: &Position, winner: Color, limits: Limits, most: u64, nodes: &mut u64) -> Outcome {
    let mut dice = Dice::new(3);
    let last = *nodes + most;
    for (draw, few) in (0..DRAWS).zip(FEW.into_iter().cycle()) {
        let still = drawn(p, few, &mut dice);
        if still == 0 || *nodes >= last || limits.is_over() {
            break;
        }
        let mut explorer = Explorer::new(p, winner, Regions::new(winner), limits);
        explorer.keep_still(still);
        let aims: Aims = if (draw / FEW.len()).is_multiple_of(2) {
            pictures::unlocking
        } else {
            pictures::nearest
        };
        explorer.steer(near(aims, p, winner, 4), true);
        let outcome = explorer.run(POSITIONS.min((last - *nodes) as usize));
        *nodes += explorer.len() as u64;
        if let Outcome::Mate(_) = outcome {
            return outcome;
        }
    }
    Outcome::Spent
}

/// The men that stand still in a draw that leaves each side a few pieces to move; none if that is all
/// they have.
fn drawn(p: &Position, few: u32, dice: &mut Dice) -> u64 {
    // Men that may be in a king's way are moved more often.
    let near_kings = attacks::kings(p.role(Role::King));
    let mut still = 0;
    for c in Color::ALL {
        let mut moved = p.men(c) & !p.role(Role::Pawn) & !p.role(Role::King);
        let far = if dice.throw().is_multiple_of(2) { !near_kings } else { !0 };
        while moved.count_ones() > few {
            let choice = if moved & far != 0 { moved & far } else { moved };
            let number = dice.throw() as usize % choice.count_ones() as usize;
            let man = squares(choice).nth(number).map_or(choice, |s| s.bit());
            still |= man;
            moved &= !man;
        }
    }
    still
}
