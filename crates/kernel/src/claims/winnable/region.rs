//! Regions: sets of positions too many to list, proved closed by local conditions.
//!
//! A region starts from one position, its *anchor*, and follows the men of that position by name.
//! It has one or more *phases* (the boxes of the design). A phase gives every man the squares it
//! may stand on, whether it may be gone, and whether it may have promoted; it covers every
//! position that fits, with either side to move. The checker shows, man by man and square by
//! square, that each step either stays in the phase, is impossible in every covered position (a
//! named lemma says why), or leads into another phase that takes over all other men as they are.
//! Together with "no phase holds a mate" (`picture.rs`) this proves that no game from the anchor
//! ends in mate. docs/theory/unwinnability.md states each lemma; docs/formats/certificates.md the text form.

use crate::claims::winnable::endings;
use crate::claims::winnable::picture::{self, TooHard};
use crate::claims::winnable::steps::{Man, View};
use crate::{CastlingSide, Color, Piece, Position, Role, Square, Squares};

/// What a phase says of one man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ManState {
    /// Where it may stand; empty when it is gone for certain.
    pub squares: Squares,
    /// Whether it may be gone, so that taking it stays in this phase.
    pub may_be_gone: bool,
    /// Whether it is a pawn that may have promoted: then it may be of any role but king.
    pub may_be_promoted: bool,
}

/// A box of positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phase {
    /// One state for each man of the region.
    pub men: Vec<ManState>,
    /// Pairs of a white and a black pawn of one file, the white one below the black one in every
    /// covered position that has both.
    pub facing: Vec<(usize, usize)>,
}

/// An anchor and the phases that cover all that can come of it. The anchor lies in phase 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// Where it starts.
    pub anchor: Position,
    /// The phases; the men are those of the anchor, a1 first.
    pub phases: Vec<Phase>,
}

/// Why a region was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RegionFault {
    /// There is no phase, or a phase does not have one state for each man.
    Shape,
    /// The anchor is not in phase 0: this man is not where it stands, or is said to be gone.
    Anchor(Square),
    /// A pair of facing pawns that do not face each other for good.
    Facing {
        /// The phase.
        phase: usize,
    },
    /// A king that may be gone, or a man said to promote that is no pawn.
    Man {
        /// The phase.
        phase: usize,
        /// The man, by its square in the anchor.
        man: Square,
    },
    /// A step that leaves the phase and is neither impossible nor taken up by another phase.
    Escape {
        /// The phase.
        phase: usize,
        /// The man, by its square in the anchor.
        man: Square,
        /// Where the step starts.
        from: Square,
        /// Where it ends.
        to: Square,
        /// The man it takes, by its square in the anchor.
        takes: Option<Square>,
    },
    /// The losing king might be mated here, as far as the conditions tell.
    Mate {
        /// The phase.
        phase: usize,
        /// The square of the mated king.
        king: Square,
    },
    /// The mate test of a phase ran over its bound.
    TooHard {
        /// The phase.
        phase: usize,
    },
}

impl std::fmt::Display for RegionFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RegionFault::Shape => write!(f, "the phases do not list every man of the anchor"),
            RegionFault::Anchor(man) => write!(f, "phase 0 does not hold the man on {man}"),
            RegionFault::Facing { phase } => {
                write!(f, "phase {phase} names pawns as facing that may pass each other")
            }
            RegionFault::Man { phase, man } => {
                write!(f, "phase {phase} says what cannot be of the man of {man}")
            }
            RegionFault::Escape { phase, man, from, to, takes } => {
                write!(f, "phase {phase} is not closed: the man of {man} may step {from}-{to}")?;
                match takes {
                    Some(victim) => write!(f, ", taking the man of {victim}"),
                    None => Ok(()),
                }
            }
            RegionFault::Mate { phase, king } => {
                write!(f, "phase {phase} does not rule out a mate of the king on {king}")
            }
            RegionFault::TooHard { phase } => {
                write!(f, "phase {phase} has too many mate pictures to try")
            }
        }
    }
}

impl Region {
    /// Checks that no position covered by the region is a mate by `winner`, and that no legal
    /// move leaves it.
    pub fn check(&self, winner: Color) -> Result<(), RegionFault> {
        let men: Vec<Man> = self.anchor.pieces().map(|(home, piece)| Man { piece, home }).collect();
        if self.phases.is_empty() || self.phases.iter().any(|p| p.men.len() != men.len()) {
            return Err(RegionFault::Shape);
        }
        for (man, state) in men.iter().zip(&self.phases[0].men) {
            if !state.squares.contains(man.home) {
                return Err(RegionFault::Anchor(man.home));
            }
        }
        for (index, phase) in self.phases.iter().enumerate() {
            let view = View { men: &men, phase, anchor: &self.anchor };
            check_shape(&view, index)?;
            for man in 0..men.len() {
                self.check_steps(&view, index, man, winner)?;
            }
            match picture::find_mate(&view, winner) {
                Ok(None) => {}
                Ok(Some(king)) => return Err(RegionFault::Mate { phase: index, king }),
                Err(TooHard) => return Err(RegionFault::TooHard { phase: index }),
            }
        }
        Ok(())
    }

    /// Whether the position lies in phase 0: each of its men can play the part of a man of the
    /// anchor, and the men without a part may be gone.
    pub fn holds(&self, position: &Position) -> bool {
        let men: Vec<Man> = self.anchor.pieces().map(|(home, piece)| Man { piece, home }).collect();
        let Some(phase) = self.phases.first().filter(|phase| phase.men.len() == men.len()) else {
            return false;
        };
        // Rights and en passant belong to men by name; only the anchor itself has them.
        let rights = Color::ALL.into_iter().any(|color| {
            CastlingSide::ALL.into_iter().any(|side| position.castling_rook(color, side).is_some())
        });
        if rights || position.en_passant().is_some() {
            return false;
        }
        let view = View { men: &men, phase, anchor: &self.anchor };
        let mut cast = vec![None; men.len()];
        for (square, piece) in position.pieces() {
            if !view.give_part(position, square, piece, &mut cast, &mut vec![false; men.len()]) {
                return false;
            }
        }
        let complete = (0..men.len()).all(|man| {
            cast[man].is_some() || phase.men[man].may_be_gone || phase.men[man].squares.is_empty()
        });
        complete
            && phase.facing.iter().all(|&(white, black)| match (cast[white], cast[black]) {
                (Some(white), Some(black)) => white < black,
                _ => true,
            })
    }

    fn check_steps(
        &self,
        view: &View,
        index: usize,
        man: usize,
        winner: Color,
    ) -> Result<(), RegionFault> {
        for step in view.steps(man) {
            let stays = view.phase.men[man].squares.contains(step.to)
                && (!step.promotes || view.phase.men[man].may_be_promoted)
                && step.takes.is_none_or(|victim| view.phase.men[victim].may_be_gone)
                && step.rook.is_none_or(|(rook, to)| view.phase.men[rook].squares.contains(to));
            if stays
                || self.phases.iter().any(|target| view.enters(target, man, &step))
                || endings::ends_the_game(view, man, &step, winner)
            {
                continue;
            }
            return Err(RegionFault::Escape {
                phase: index,
                man: view.men[man].home,
                from: step.from,
                to: step.to,
                takes: step.takes.map(|victim| view.men[victim].home),
            });
        }
        Ok(())
    }
}

/// Checks that kings are there, that only pawns promote, and that facing pawns face each other.
fn check_shape(view: &View, index: usize) -> Result<(), RegionFault> {
    for (man, state) in view.men.iter().zip(&view.phase.men) {
        let king = man.piece.role == Role::King;
        let pawn = man.piece.role == Role::Pawn;
        if (king && (state.may_be_gone || state.squares.is_empty()))
            || (state.may_be_promoted && !pawn)
        {
            return Err(RegionFault::Man { phase: index, man: man.home });
        }
    }
    for &(white, black) in &view.phase.facing {
        let pawn = |man: usize, color: Color| {
            view.men.get(man).is_some_and(|m| m.piece == Piece { color, role: Role::Pawn })
                && !view.phase.men[man].may_be_promoted
        };
        if !pawn(white, Color::White) || !pawn(black, Color::Black) {
            return Err(RegionFault::Facing { phase: index });
        }
        let file = view.men[white].home.file();
        let on_file = |man: usize| view.squares(man).iter().all(|square| square.file() == file);
        let starts = view.men[black].home.file() == file
            && view.men[white].home.rank() < view.men[black].home.rank();
        if !starts || !on_file(white) || !on_file(black) {
            return Err(RegionFault::Facing { phase: index });
        }
    }
    Ok(())
}
