//! Regions: sets of positions too many to list, proved closed by local conditions.
//!
//! A region starts from one position, its *anchor*, and follows the men of that position by name.
//! It has one or more *phases* (the boxes of the design). A phase gives every man the squares it
//! may stand on, whether it may be gone, and whether it may have promoted; it covers every
//! position that fits, with either side to move. The checker shows, man by man and square by
//! square, that each step either stays in the phase, is impossible in every covered position (a
//! named lemma says why), or leads into another phase that takes over all other men as they are.
//! Together with "no phase holds a mate" (`picture.rs`) this proves that no game from the anchor
//! ends in mate. docs/unwinnability.md states each lemma; docs/certificates.md the text form.

use crate::picture::{self, TooHard};
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

/// A man of the anchor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Man {
    pub piece: Piece,
    pub home: Square,
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
            view.check_shape(index)?;
            for man in 0..men.len() {
                self.check_steps(&view, index, man)?;
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
        let rights = Color::ALL.into_iter().any(|color| {
            CastlingSide::ALL.into_iter().any(|side| {
                let rook = position.castling_rook(color, side);
                rook.is_some() && rook != self.anchor.castling_rook(color, side)
            })
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

    fn check_steps(&self, view: &View, index: usize, man: usize) -> Result<(), RegionFault> {
        for step in view.steps(man) {
            let stays = view.phase.men[man].squares.contains(step.to)
                && (!step.promotes || view.phase.men[man].may_be_promoted)
                && step.takes.is_none_or(|victim| view.phase.men[victim].may_be_gone)
                && step.rook.is_none_or(|(rook, to)| view.phase.men[rook].squares.contains(to));
            if stays || self.phases.iter().any(|target| view.enters(target, man, &step)) {
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

/// A step that may be possible in some covered position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    from: Square,
    to: Square,
    takes: Option<usize>,
    promotes: bool,
    /// Castling: the rook and where it goes.
    rook: Option<(usize, Square)>,
}

/// A phase together with what its region knows of the men.
pub(crate) struct View<'a> {
    pub men: &'a [Man],
    pub phase: &'a Phase,
    pub anchor: &'a Position,
}

impl View<'_> {
    /// Finds a part for the man on `square`, moving others to other parts if need be (the usual
    /// search for an augmenting path).
    fn give_part(
        &self,
        position: &Position,
        square: Square,
        piece: Piece,
        cast: &mut [Option<Square>],
        asked: &mut [bool],
    ) -> bool {
        for man in 0..self.men.len() {
            let fits = self.men[man].piece.color == piece.color
                && self.squares(man).contains(square)
                && self.roles(man).contains(&piece.role);
            if !fits || asked[man] {
                continue;
            }
            asked[man] = true;
            let free = match cast[man] {
                None => true,
                Some(other) => position
                    .piece_at(other)
                    .is_some_and(|piece| self.give_part(position, other, piece, cast, asked)),
            };
            if free {
                cast[man] = Some(square);
                return true;
            }
        }
        false
    }

    /// Where the man may stand.
    pub fn squares(&self, man: usize) -> Squares {
        self.phase.men[man].squares
    }

    /// The roles the man may have.
    pub fn roles(&self, man: usize) -> &'static [Role] {
        use Role::*;
        match (self.men[man].piece.role, self.phase.men[man].may_be_promoted) {
            (Pawn, true) => &[Pawn, Knight, Bishop, Rook, Queen],
            (Pawn, false) => &[Pawn],
            (Knight, _) => &[Knight],
            (Bishop, _) => &[Bishop],
            (Rook, _) => &[Rook],
            (Queen, _) => &[Queen],
            (King, _) => &[King],
        }
    }

    /// Lemma *permanent*: a man that never leaves its only square and is never taken stands there
    /// in every covered position.
    pub fn permanent(&self, square: Square) -> Option<usize> {
        (0..self.men.len()).find(|&man| {
            self.squares(man).single() == Some(square) && !self.phase.men[man].may_be_gone
        })
    }

    fn check_shape(&self, index: usize) -> Result<(), RegionFault> {
        for (man, state) in self.men.iter().zip(&self.phase.men) {
            let king = man.piece.role == Role::King;
            let pawn = man.piece.role == Role::Pawn;
            if (king && (state.may_be_gone || state.squares.is_empty()))
                || (state.may_be_promoted && !pawn)
            {
                return Err(RegionFault::Man { phase: index, man: man.home });
            }
        }
        for &(white, black) in &self.phase.facing {
            let pawn = |man: usize, color: Color| {
                self.men.get(man).is_some_and(|m| m.piece == Piece { color, role: Role::Pawn })
                    && !self.phase.men[man].may_be_promoted
            };
            if !pawn(white, Color::White) || !pawn(black, Color::Black) {
                return Err(RegionFault::Facing { phase: index });
            }
            let file = self.men[white].home.file();
            let on_file = |man: usize| self.squares(man).iter().all(|square| square.file() == file);
            let starts = self.men[black].home.file() == file
                && self.men[white].home.rank() < self.men[black].home.rank();
            if !starts || !on_file(white) || !on_file(black) {
                return Err(RegionFault::Facing { phase: index });
            }
        }
        Ok(())
    }

    /// Whether the step leads into the phase `target`, all other men as they may be now.
    fn enters(&self, target: &Phase, mover: usize, step: &Step) -> bool {
        let fits = (0..self.men.len()).all(|man| {
            let (old, new) = (&self.phase.men[man], &target.men[man]);
            if Some(man) == step.takes {
                return new.may_be_gone || new.squares.is_empty();
            }
            if man == mover {
                let promoted = old.may_be_promoted || step.promotes;
                return new.squares.contains(step.to) && (!promoted || new.may_be_promoted);
            }
            let squares = match step.rook {
                Some((rook, to)) if rook == man => Squares::only(to),
                _ => old.squares,
            };
            let may_be_gone = old.may_be_gone || old.squares.is_empty();
            squares.is_subset(new.squares)
                && (!may_be_gone || new.may_be_gone || new.squares.is_empty())
                && (!old.may_be_promoted || new.may_be_promoted)
        });
        fits && target.facing.iter().all(|pair| self.phase.facing.contains(pair))
    }

    /// Every step of the man that no lemma rules out.
    fn steps(&self, man: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        for from in self.squares(man).iter() {
            for &role in self.roles(man) {
                match role {
                    Role::Pawn => self.pawn_steps(man, from, &mut steps),
                    _ => self.piece_steps(man, role, from, &mut steps),
                }
            }
        }
        if self.men[man].piece.role == Role::King {
            self.castling_steps(man, &mut steps);
        }
        steps
    }

    fn piece_steps(&self, man: usize, role: Role, from: Square, steps: &mut Vec<Step>) {
        let color = self.men[man].piece.color;
        for &(files, ranks) in role.steps() {
            let mut next = from.offset(files, ranks);
            while let Some(to) = next {
                let blocker = self.permanent(to);
                let king_there = |other: usize| self.men[other].piece.role == Role::King;
                let own = blocker
                    .is_some_and(|other| self.men[other].piece.color == color || king_there(other));
                if own {
                    break; // *permanent*: an own man, or a king, which is never taken.
                }
                if role != Role::King || !self.always_attacked(to, !color, man) {
                    if blocker.is_none() {
                        let (takes, promotes, rook) = (None, false, None);
                        steps.push(Step { from, to, takes, promotes, rook });
                    }
                    self.captures(man, from, to, steps);
                }
                if blocker.is_some() || !role.slides() {
                    break;
                }
                next = to.offset(files, ranks);
            }
        }
    }

    /// One step for each enemy man that may be taken on `to`.
    fn captures(&self, man: usize, from: Square, to: Square, steps: &mut Vec<Step>) {
        for victim in 0..self.men.len() {
            let enemy = self.men[victim].piece;
            if enemy.color != self.men[man].piece.color
                && enemy.role != Role::King
                && self.squares(victim).contains(to)
            {
                let promotes = self.is_last_rank(man, to);
                steps.push(Step { from, to, takes: Some(victim), promotes, rook: None });
            }
        }
    }

    fn is_last_rank(&self, man: usize, to: Square) -> bool {
        let Piece { color, role } = self.men[man].piece;
        role == Role::Pawn && to.rank() == color.promotion_rank()
    }

    fn pawn_steps(&self, man: usize, from: Square, steps: &mut Vec<Step>) {
        let color = self.men[man].piece.color;
        let forward = color.forward();
        let push = |to: Square| {
            let (takes, rook) = (None, None);
            Step { from, to, takes, promotes: self.is_last_rank(man, to), rook }
        };
        if let Some(to) = from.offset(0, forward).filter(|&to| !self.push_blocked(man, to)) {
            steps.push(push(to));
            if from.rank() == color.pawn_rank()
                && let Some(to) = to.offset(0, forward).filter(|&to| !self.push_blocked(man, to))
            {
                steps.push(push(to));
            }
        }
        for to in [-1, 1].into_iter().filter_map(|side| from.offset(side, forward)) {
            self.captures(man, from, to, steps);
            for victim in 0..self.men.len() {
                if self.passes(victim, to, !color) {
                    let (takes, promotes, rook) = (Some(victim), false, None);
                    steps.push(Step { from, to, takes, promotes, rook });
                }
            }
        }
    }

    /// Whether a pawn of `color` might have just passed `to` by a double step.
    fn passes(&self, victim: usize, to: Square, color: Color) -> bool {
        if self.men[victim].piece != (Piece { color, role: Role::Pawn }) {
            return false;
        }
        let origin = to.offset(0, -color.forward());
        let target = to.offset(0, color.forward());
        let (Some(origin), Some(target)) = (origin, target) else { return false };
        let squares = self.squares(victim);
        let steps = origin.rank() == color.pawn_rank() && squares.contains(origin);
        (steps || self.anchor.en_passant() == Some(to)) && squares.contains(target)
    }

    /// Lemmas *permanent* and *facing pawns*: why a pawn cannot be pushed to `to`.
    fn push_blocked(&self, man: usize, to: Square) -> bool {
        if self.permanent(to).is_some() {
            return true;
        }
        let color = self.men[man].piece.color;
        self.phase.facing.iter().any(|&(white, black)| {
            let (own, other) = if color == Color::White { (white, black) } else { (black, white) };
            // The other pawn is there in every covered position, and beyond `own`: never at or
            // behind the square where it stands farthest back.
            own == man
                && !self.phase.men[other].may_be_gone
                && !self.squares(other).is_empty()
                && self.squares(other).iter().all(|square| match color {
                    Color::White => square.rank() <= to.rank(),
                    Color::Black => square.rank() >= to.rank(),
                })
        })
    }

    /// Castling, while the anchor's rights last. They are taken to last for ever.
    fn castling_steps(&self, king: usize, steps: &mut Vec<Step>) {
        let color = self.men[king].piece.color;
        let from = self.men[king].home;
        for side in CastlingSide::ALL {
            let Some(corner) = self.anchor.castling_rook(color, side) else { continue };
            let Some(rook) = (0..self.men.len()).find(|&man| self.men[man].home == corner) else {
                continue;
            };
            let (to, rook_to) = (side.king_target(color), side.rook_target(color));
            let all = [from, to, corner, rook_to].map(|square| square.file());
            let (low, high) = (all.into_iter().min(), all.into_iter().max());
            let blocked = (low.unwrap_or(0)..=high.unwrap_or(7)).any(|file| {
                Square::from_coords(file, from.rank())
                    .and_then(|square| self.permanent(square))
                    .is_some_and(|man| man != king && man != rook)
            });
            if !blocked && !self.always_attacked(to, !color, king) {
                let (takes, promotes) = (None, false);
                steps.push(Step { from, to, takes, promotes, rook: Some((rook, rook_to)) });
            }
        }
    }

    /// Lemma *always attacked*: some man of colour `by`, never gone and never promoted, attacks
    /// the square from wherever it may stand, and nothing but itself or the king in question can
    /// ever be in between.
    pub fn always_attacked(&self, square: Square, by: Color, king: usize) -> bool {
        (0..self.men.len()).any(|man| {
            let state = &self.phase.men[man];
            self.men[man].piece.color == by
                && !state.may_be_gone
                && !state.may_be_promoted
                && !state.squares.is_empty()
                && state.squares.iter().all(|from| {
                    line(self.men[man].piece, from, square).is_some_and(|between| {
                        between.iter().all(|&gap| {
                            (0..self.men.len()).all(|other| {
                                other == king || other == man || !self.squares(other).contains(gap)
                            })
                        })
                    })
                })
        })
    }
}

/// The squares between a man and a square it attacks on an otherwise empty board; nothing when it
/// does not attack it.
pub(crate) fn line(piece: Piece, from: Square, target: Square) -> Option<Vec<Square>> {
    if piece.role == Role::Pawn {
        let forward = piece.color.forward();
        let hit = [-1, 1].into_iter().any(|side| from.offset(side, forward) == Some(target));
        return hit.then(Vec::new);
    }
    for &(files, ranks) in piece.role.steps() {
        let mut between = Vec::new();
        let mut next = from.offset(files, ranks);
        while let Some(square) = next {
            if square == target {
                return Some(between);
            }
            if !piece.role.slides() {
                break;
            }
            between.push(square);
            next = square.offset(files, ranks);
        }
    }
    None
}
