//! Two definitions of legality that enclose the truth (D. Lippold, 1996).
//!
//! His positions are squares of men and a side to move, and are a little more than ours. A man
//! that has just been captured shares the square of its captor; a pawn that has just promoted
//! still stands there as a pawn. There is at most one such square, and nobody moves from it.
//!
//! - *Complete*: a position is legal unless it is so at first sight: men in wrong places, kings
//!   side by side, the side that moved in check, a bishop in the corner behind its own pawn.
//! - *Correct*: it must have a position before it in the same ending which is legal in the same
//!   sense, and so on. Castling and en passant are left out.

use rayon::prelude::*;
use zermelo_board::{Color, Role, Square, attacks, squares};
use zermelo_kernel::{ByColor, Piece, Position};

use super::men::{Ending, Places, attacked, rank_for};

/// How a position counts in which a pawn has just reached its promotion rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promotions {
    /// Once, as a pawn (Lippold's Table 2).
    Once,
    /// Four times, once for each man it may become (his Table 3).
    FourTimes,
}

/// The positions that are legal by Lippold's two definitions.
pub struct Definitions {
    ending: Ending,
    /// For each side to move.
    complete: ByColor<Vec<bool>>,
    correct: ByColor<Vec<bool>>,
}

impl Definitions {
    /// Decides every position of an ending.
    pub fn new(ending: &Ending) -> Definitions {
        let complete = ByColor::new_with(|turn| {
            let numbers = 0..ending.material().places();
            let complete = |n| ending.is_number(n) && ending.is_complete(&ending.places(n), turn);
            numbers.into_par_iter().map(complete).collect()
        });
        let mut new = Definitions { ending: ending.clone(), correct: complete.clone(), complete };
        while new.take_out() {}
        new
    }

    /// Whether a position of the ending is legal by the correct and by the complete definition.
    pub fn of(&self, position: &Position) -> Option<[bool; 2]> {
        let (number, turn) = self.ending.find(position)?;
        Some([self.correct[turn][number], self.complete[turn][number]])
    }

    /// Takes out of the correct positions those without one before; whether there were any.
    fn take_out(&mut self) -> bool {
        let out = ByColor::new_with(|turn| {
            let numbers = (0..self.ending.material().places()).into_par_iter();
            let alone = |&n: &usize| {
                self.correct[turn][n] && !self.has_before(&self.ending.places(n), turn)
            };
            numbers.filter(alone).collect::<Vec<usize>>()
        });
        for (turn, numbers) in out.iter() {
            numbers.iter().for_each(|&n| self.correct[turn][n] = false);
        }
        out.iter().any(|(_, numbers)| !numbers.is_empty())
    }

    /// Whether a move leads to this position from a correct one of the same ending.
    fn has_before(&self, places: &Places, turn: Color) -> bool {
        let ending = &self.ending;
        let men = ending.men();
        let all = ending.occupied(places);
        let shared = |man: usize| (0..men.len()).any(|m| m != man && places[m] == places[man]);
        let captor = (0..men.len()).find(|&m| men[m].color != turn && shared(m));
        (0..men.len()).filter(|&m| men[m].color != turn).any(|man| {
            let to = places[man];
            let origins = match captor {
                Some(captor) if captor != man => 0,
                // The captured man was there before.
                Some(_) => attacked(Piece { color: turn, ..men[man] }, to, all) & !all,
                None => ending.origins(man, to, all),
            };
            squares(origins).any(|from| {
                let mut before = *places;
                before[man] = from;
                self.correct[!turn][ending.number(&before)]
            })
        })
    }

    /// How many positions are legal with White and with Black to move: first by the correct, then
    /// by the complete definition.
    pub fn counts(&self, promotions: Promotions) -> [[u64; 2]; 2] {
        let weight = |n: usize| {
            let promoted = || promoted(self.ending.men(), &self.ending.places(n));
            match promotions {
                Promotions::FourTimes if promoted() => 4,
                _ => 1,
            }
        };
        [&self.correct, &self.complete].map(|legal| {
            Color::ALL.map(|turn| {
                let numbers = (0..self.ending.material().places()).into_par_iter();
                numbers.filter(|&n| legal[turn][n]).map(weight).sum()
            })
        })
    }
}

/// Whether a pawn stands on its promotion rank.
fn promoted(men: &[Piece], places: &Places) -> bool {
    let mut pawns = men.iter().zip(places).filter(|(man, _)| man.role == Role::Pawn);
    pawns.any(|(man, &at)| rank_for(man.color, at) == 7)
}

impl Ending {
    /// Whether nothing is wrong with a position at first sight.
    fn is_complete(&self, places: &Places, turn: Color) -> bool {
        let men = self.men();
        let all = self.occupied(places);
        let mut odd_squares = 0u64;
        let mut captured = [false; 4];
        for (m, man) in men.iter().enumerate() {
            let at = places[m];
            if man.role == Role::Pawn {
                match (rank_for(man.color, at), man.color == turn) {
                    (0, _) | (7, true) => return false,
                    (7, false) => odd_squares |= at.bit(),
                    _ => {}
                }
            }
            for (o, other) in men.iter().enumerate().skip(m + 1) {
                if places[o] == at {
                    let lost = if man.color == turn { m } else { o };
                    if man.color == other.color || men[lost].role == Role::King {
                        return false;
                    }
                    captured[lost] = true;
                    odd_squares |= at.bit();
                }
            }
        }
        if odd_squares.count_ones() > 1 || attacks::king(places[0]) & places[1].bit() != 0 {
            return false;
        }
        let king = places[(!turn).index()];
        let ours = (0..men.len()).filter(|&m| men[m].color == turn && !captured[m]);
        let check = ours.map(|m| self.attacks(m, places[m], all)).any(|hit| hit & king.bit() != 0);
        !check && !self.has_walled_bishop(places)
    }

    /// Whether a bishop stands in the corner behind a pawn of its own that has not moved.
    fn has_walled_bishop(&self, places: &Places) -> bool {
        const WALLS: [[(u8, u8); 2]; 2] = [[(0, 9), (7, 14)], [(56, 49), (63, 54)]];
        let men = || self.men().iter().zip(places);
        let stands = |color, role, at| {
            let at = Square::wrapping(at);
            men().any(|(man, &p)| *man == Piece { color, role } && p == at)
        };
        Color::ALL.into_iter().any(|color| {
            WALLS[color.index()].iter().any(|&(corner, pawn)| {
                stands(color, Role::Bishop, corner) && stands(color, Role::Pawn, pawn)
            })
        })
    }
}
