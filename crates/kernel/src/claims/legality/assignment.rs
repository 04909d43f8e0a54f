//! How many captures the pawns on the board have made, at least.
//!
//! A pawn changes its file by captures only, one file each, and goes forward one rank with each.
//! The pawns come from eight different files; the cheapest way to say from which is a lower bound
//! (docs/theory/illegality.md, "Pawn captures").

use crate::{Color, Square};

/// The captures that these pawns need, at least; none if they cannot all come from different files.
pub fn captures_needed(color: Color, pawns: &[Square]) -> Option<usize> {
    // The cheapest way for the first pawns to come from a set of files.
    let mut cheapest: Vec<Option<usize>> = vec![None; 256];
    cheapest[0] = Some(0);
    for &at in pawns {
        let mut next: Vec<Option<usize>> = vec![None; 256];
        for (used, cost) in cheapest.iter().enumerate() {
            let Some(cost) = cost else { continue };
            for file in (0..8).filter(|file| used & 1 << file == 0) {
                let far = (at.file() - file).unsigned_abs() as usize;
                let entry = &mut next[used | 1 << file];
                if far <= advance(color, at) && entry.is_none_or(|least| cost + far < least) {
                    *entry = Some(cost + far);
                }
            }
        }
        cheapest = next;
    }
    cheapest.into_iter().flatten().min()
}

/// How many ranks a pawn has advanced.
pub fn advance(color: Color, at: Square) -> usize {
    (at.rank() - color.pawn_rank()).unsigned_abs() as usize
}
