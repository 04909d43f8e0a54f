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

use super::endings;
use super::picture;
use super::steps::{Man, View};
use crate::budget::Meter;
use crate::{CastlingSide, Color, Phase, Piece, Position, Region, RegionFault, Role, Square};

impl Region {
    /// Checks that no position covered by the region is a mate by `winner`, and that no legal
    /// move leaves it.
    pub(crate) fn check(&self, winner: Color, meter: &Meter) -> Result<(), RegionFault> {
        let men: Vec<Man> = self.anchor.pieces().map(|(home, piece)| Man { piece, home }).collect();
        if self.phases.is_empty() || self.phases.iter().any(|p| p.men.len() != men.len()) {
            return Err(RegionFault::Shape);
        }
        for (man, state) in men.iter().zip(&self.phases[0].men) {
            if !state.squares.contains(man.home) {
                return Err(RegionFault::Anchor(man.home));
            }
        }
        let entered = self.by_squares(meter)?;
        for (index, phase) in self.phases.iter().enumerate() {
            let view = View::new(&men, phase, &self.anchor, meter);
            check_shape(&view, index)?;
            for man in 0..men.len() {
                let entered = entered.get(64 * man..).unwrap_or_default();
                self.check_steps(&view, index, man, winner, entered)?;
            }
            if let Some(king) = picture::find_mate(&view, winner, index, picture::MOST_WORK)? {
                return Err(RegionFault::Mate { phase: index, king });
            }
        }
        Ok(())
    }

    /// For each man and square the phases in which it may stand there: a step of it to that square can
    /// enter these alone. Left out, as empty, where phases are few and all are tried.
    fn by_squares(&self, meter: &Meter) -> Result<Vec<Vec<u32>>, RegionFault> {
        if self.phases.len() <= 16 {
            return Ok(Vec::new());
        }
        let states = self.phases.iter().flat_map(|phase| phase.men.iter().enumerate());
        let count: usize = states.map(|(_, state)| state.squares.len()).sum();
        meter.hold(8 * count as u64)?;
        let mut found = vec![Vec::new(); 64 * self.phases[0].men.len()];
        for (number, phase) in (0..).zip(&self.phases) {
            for (man, state) in phase.men.iter().enumerate() {
                for square in state.squares.iter() {
                    found[64 * man + square.index()].push(number);
                }
            }
        }
        Ok(found)
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
        let mut parts = Parts { men: &men, phase, position, cast: vec![None; men.len()] };
        let placed = position
            .pieces()
            .all(|(square, piece)| parts.give(square, piece, &mut vec![false; men.len()]));
        let cast = |man: usize| parts.cast.get(man).copied().flatten();
        placed
            && (0..men.len()).all(|man| cast(man).is_some() || phase.men[man].may_be_absent())
            && phase.facing.iter().all(|&(white, black)| match (cast(white), cast(black)) {
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
        entered: &[Vec<u32>],
    ) -> Result<(), RegionFault> {
        let piece = view.men[man].piece;
        let waits = view.is_in_check(!piece.color);
        for step in view.steps(man) {
            // Captures by pawns are asked for all the same: they stand for those in passing.
            if waits && !(piece.role == Role::Pawn && step.takes.is_some()) {
                continue;
            }
            view.meter.step(view.men.len() as u64)?;
            let stays = view.phase.men[man].squares.contains(step.to)
                && (!step.promotes || view.phase.men[man].may_be_promoted)
                && step.takes.is_none_or(|victim| view.phase.men[victim].may_be_gone)
                && step.rook.is_none_or(|(rook, to)| view.phase.men[rook].squares.contains(to));
            if stays {
                continue;
            }
            let likely = entered.get(step.to.index());
            let tried = likely.map_or(self.phases.len(), Vec::len);
            view.meter.step((tried * view.men.len()) as u64)?;
            let enters = |target: &Phase| view.enters(target, man, &step);
            let leads_on = match likely {
                Some(likely) => likely.iter().any(|&number| enters(&self.phases[number as usize])),
                None => self.phases.iter().any(enters),
            };
            if leads_on || endings::ends_the_game(view, man, &step, winner) {
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

/// Who plays the part of which man of the anchor.
struct Parts<'a> {
    men: &'a [Man],
    phase: &'a Phase,
    position: &'a Position,
    /// The square of each man that has been found.
    cast: Vec<Option<Square>>,
}

impl Parts<'_> {
    /// Finds a part for the man on `square`, moving others to other parts if need be (the usual
    /// search for an augmenting path). `asked` are the parts that need not be asked again.
    fn give(&mut self, square: Square, piece: Piece, asked: &mut [bool]) -> bool {
        for man in 0..self.men.len() {
            let fits = self.men[man].piece.color == piece.color
                && self.phase.men[man].squares.contains(square)
                && self.phase.roles(self.men, man).contains(&piece.role);
            if !fits || asked[man] {
                continue;
            }
            asked[man] = true;
            let free = match self.cast[man] {
                None => true,
                Some(other) => self
                    .position
                    .piece_at(other)
                    .is_some_and(|piece| self.give(other, piece, asked)),
            };
            if free {
                self.cast[man] = Some(square);
                return true;
            }
        }
        false
    }
}

/// Checks that kings are there, that only pawns promote, and that facing pawns face each other.
fn check_shape(view: &View, index: usize) -> Result<(), RegionFault> {
    for (man, state) in view.men.iter().zip(&view.phase.men) {
        let king = man.piece.role == Role::King;
        let pawn = man.piece.role == Role::Pawn;
        if (king && state.may_be_absent()) || (state.may_be_promoted && !pawn) {
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
