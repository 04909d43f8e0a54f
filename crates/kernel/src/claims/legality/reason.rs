//! Why a rule excludes a position, as data: which men, which squares, which numbers. The words are
//! for others to find.

use crate::{Color, Piece, Square, Squares};

/// Why a rule excludes a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// `check`: these men, more than two, give check.
    ManyChecks(Vec<Square>),
    /// `check`: both men give check, and neither slides.
    StepChecks([Square; 2]),
    /// `check`: the men give check from both sides of one line.
    OppositeChecks([Square; 2]),
    /// `men`: a side has so many men, more than 16.
    Men(Color, usize),
    /// `men`: a side has so many pawns, more than eight.
    Pawns(Color, usize),
    /// `men`: more men are promoted than pawns are missing.
    Promoted {
        /// Whose.
        color: Color,
        /// So many are promoted, at least.
        promoted: usize,
        /// So many of the eight pawns are missing.
        missing: usize,
        /// The men among whom the promoted ones are.
        among: Squares,
    },
    /// `men`: more men were captured at home than men are missing.
    TakenAtHome {
        /// Whose.
        color: Color,
        /// So many were captured at home, at least.
        taken: usize,
        /// So many are missing.
        missing: usize,
    },
    /// `parity`: it is this side's move.
    Turn(Color),
    /// `cage`: a man can neither have come from home nor have been promoted.
    Cage {
        /// Where it stands.
        at: Square,
        /// The man.
        man: Piece,
        /// The men that have never moved.
        fixed: Squares,
    },
    /// `pawn-captures`: this side's pawns cannot come from different files.
    Files(Color),
    /// `pawn-captures`: a side's pawns have made more captures than they can.
    PawnCaptures {
        /// Whose pawns.
        color: Color,
        /// So many captures they need, at least.
        needed: usize,
        /// In so many captures of this side pawns had a part, at most.
        most: usize,
    },
    /// `pawn-columns`: the pawns have no way past each other.
    PawnColumns {
        /// In so many captures of each side pawns had a part, at most: White's, Black's.
        most: [usize; 2],
        /// So many pawns of each side have promoted, at least.
        promoted: [usize; 2],
    },
    /// `rights`: no array has kings and rooks on these squares, which by the castling rights have
    /// not moved.
    Rights(Squares),
}
