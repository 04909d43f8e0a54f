//! Mate pictures: could the losing king be mated in some position of a phase?
//!
//! In a mate the king is attacked, and each square next to it holds a man of its own side or is
//! attacked. The search tries to set up such a picture: it puts men, each on one square of its
//! set, until the king's square is attacked and every flight is closed. It forgets much (whose
//! move it was, whether the checking man can be taken, lines that loose men would block), so it
//! may see pictures that cannot occur; what matters is that a real mate is always among those it
//! would see. None found means none there.

use super::steps::{View, line};
use crate::{Color, Piece, RegionFault, Role, Square};

/// So many pictures of one phase are tried.
const MAX_WORK: u64 = 4_000_000;

/// Looks for a square of the losing king where it might be mated by `winner`.
pub(crate) fn find_mate(
    view: &View,
    winner: Color,
    phase: usize,
) -> Result<Option<Square>, RegionFault> {
    let loser_king = (0..view.men.len())
        .find(|&man| view.men[man].piece == Piece { color: !winner, role: Role::King });
    let Some(loser_king) = loser_king else { return Ok(None) };
    let mut work = 0;
    for king in view.squares(loser_king).iter() {
        let flights = Role::King.steps().iter().filter_map(|&(f, r)| king.offset(f, r));
        // A flight that a lemma closes in every covered position needs no man in the picture.
        let open: Vec<Square> = flights
            .filter(|&flight| {
                let own =
                    view.permanent(flight).is_some_and(|man| view.men[man].piece.color != winner);
                !own && !view.always_attacked(flight, winner, loser_king, None)
            })
            .collect();
        let mut picture = Picture {
            view,
            winner,
            king,
            open,
            placed: vec![None; view.men.len()],
            phase,
            work: &mut work,
        };
        if picture.complete()? {
            return Ok(Some(king));
        }
    }
    Ok(None)
}

struct Picture<'a> {
    view: &'a View<'a>,
    winner: Color,
    king: Square,
    open: Vec<Square>,
    placed: Vec<Option<Square>>,
    phase: usize,
    work: &'a mut u64,
}

impl Picture<'_> {
    /// Whether men can be added to those placed so that the picture is a mate.
    fn complete(&mut self) -> Result<bool, RegionFault> {
        *self.work += 1;
        if *self.work > MAX_WORK {
            return Err(RegionFault::TooHard { phase: self.phase });
        }
        self.view.meter.step(self.placed.len() as u64)?;
        // The need with the fewest ways to meet it comes first.
        let mut best: Option<Vec<(usize, Square)>> = None;
        let needs = std::iter::once(None).chain(self.open.clone().into_iter().map(Some));
        for need in needs {
            if self.is_met(need) {
                continue;
            }
            let candidates = self.candidates(need);
            if best.as_ref().is_none_or(|best| candidates.len() < best.len()) {
                best = Some(candidates);
            }
        }
        let Some(candidates) = best else { return Ok(true) };
        for (man, square) in candidates {
            self.placed[man] = Some(square);
            let found = self.complete()?;
            self.placed[man] = None;
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `None` is the need for a check, `Some` a flight to close.
    fn is_met(&self, need: Option<Square>) -> bool {
        self.placed
            .iter()
            .enumerate()
            .any(|(man, &square)| square.is_some_and(|square| self.meets(man, square, need)))
    }

    fn candidates(&self, need: Option<Square>) -> Vec<(usize, Square)> {
        let mut found = Vec::new();
        for man in 0..self.placed.len() {
            if self.placed[man].is_some() {
                continue;
            }
            for square in self.view.squares(man).iter() {
                self.view.meter.count(8);
                let free = square != self.king && !self.placed.contains(&Some(square));
                if free && self.meets(man, square, need) {
                    found.push((man, square));
                }
            }
        }
        found
    }

    /// Whether the man, standing on `square`, gives check or closes the flight.
    fn meets(&self, man: usize, square: Square, need: Option<Square>) -> bool {
        let piece = self.view.men[man].piece;
        if piece.color != self.winner {
            return piece.role != Role::King && need == Some(square);
        }
        if piece.role == Role::King {
            // Kings never stand side by side; and a king gives no check.
            let apart = line(piece, square, self.king).is_none();
            return apart && need.is_some_and(|flight| line(piece, square, flight).is_some());
        }
        let target = need.unwrap_or(self.king);
        self.view.roles(man).iter().any(|&role| {
            line(Piece { color: self.winner, role }, square, target).is_some_and(|between| {
                // Only men that never move block for certain; the mated king is no shelter.
                between.iter().all(|&gap| gap == self.king || self.view.permanent(gap).is_none())
            })
        })
    }
}
