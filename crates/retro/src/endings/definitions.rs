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
//!
//! Both are the same turned and in mirrors, so they are decided once for all positions that are
//! ([`Numbering`]): some seconds of a core for four men, a minute for five.

use rayon::prelude::*;
use zermelo_board::{Color, Role, Square, ahead, attacks, squares};
use zermelo_kernel::{ByColor, Piece, Position};

use super::men::{Men, attacked, origins, rank_for};
use super::numbering::{MOST_BY_DEFINITIONS, Numbering, Set, Stands};

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
    pub(super) men: Men,
    pub(super) numbering: Numbering,
    /// For each side to move.
    pub(super) complete: ByColor<Set>,
    correct: ByColor<Set>,
}

impl Definitions {
    /// Decides every position of some men.
    pub fn new(men: &Men) -> Definitions {
        let numbering = Numbering::new(men.list());
        let complete = ByColor::new_with(|turn| {
            let complete = |number| {
                numbering.is_number(number) && men.is_complete(&numbering.stands(number), turn)
            };
            Set::new(numbering.count(), complete)
        });
        let correct = ByColor::new_with(|turn| complete[turn].clone());
        let new = Definitions { men: men.clone(), numbering, correct, complete };
        new.take_out();
        new
    }

    /// Whether a position of these men is legal by the correct and by the complete definition.
    pub fn of(&self, position: &Position) -> Option<[bool; 2]> {
        let number = self.numbering.number(&self.men.stands(position)?)?;
        let turn = position.turn();
        Some([self.correct[turn].has(number), self.complete[turn].has(number)])
    }

    /// Takes out of the correct positions those without one before, then those that have lost their
    /// last one, and so on.
    fn take_out(&self) {
        let out = |turn: Color| {
            let alone = |&number: &usize| !self.has_before(number, turn, &self.correct);
            self.correct[turn].numbers().filter(alone).map(|n| (n, turn)).collect::<Vec<_>>()
        };
        let mut taken: Vec<(usize, Color)> = Color::ALL.into_iter().flat_map(out).collect();
        while !taken.is_empty() {
            taken.retain(|&(number, turn)| self.correct[turn].take(number));
            let lost = |&(number, turn): &(usize, Color)| {
                let after = self.men.after(&self.numbering.stands(number), turn);
                let after = after.into_iter().filter_map(|after| self.numbering.number(&after));
                let alone = move |&n: &usize| {
                    self.correct[!turn].has(n) && !self.has_before(n, !turn, &self.correct)
                };
                after.filter(alone).map(move |n| (n, !turn)).collect::<Vec<_>>()
            };
            taken = taken.par_iter().flat_map_iter(lost).collect();
        }
    }

    /// Whether a move leads to this position from one of a set of the same men.
    pub(super) fn has_before(&self, number: usize, turn: Color, set: &ByColor<Set>) -> bool {
        let stands = &self.numbering.stands(number);
        let men = self.men.list();
        let all = self.men.occupied(stands);
        let shared = |man: usize| (0..men.len()).any(|m| m != man && stands[m] == stands[man]);
        let captor = (0..men.len()).find(|&m| men[m].color != turn && shared(m));
        (0..men.len()).filter(|&m| men[m].color != turn).any(|man| {
            let to = stands[man];
            let from = match captor {
                Some(captor) if captor != man => 0,
                // The captured man was there before.
                Some(_) => attacked(Piece { color: turn, ..men[man] }, to, all) & !all,
                None => origins(men[man], to, all),
            };
            squares(from).any(|from| {
                let mut before = *stands;
                before[man] = from;
                self.numbering.number(&before).is_some_and(|before| set[!turn].has(before))
            })
        })
    }

    /// How many positions are legal with White and with Black to move: first by the correct, then
    /// by the complete definition.
    pub fn counts(&self, promotions: Promotions) -> [[u64; 2]; 2] {
        let weight = |number: usize| {
            let times = match promotions {
                Promotions::FourTimes if self.men.has_promoted(&self.numbering.stands(number)) => 4,
                _ => 1,
            };
            times * self.numbering.weight(number)
        };
        [&self.correct, &self.complete]
            .map(|legal| Color::ALL.map(|turn| legal[turn].numbers().map(weight).sum()))
    }
}

impl Men {
    /// Whether a pawn stands on its promotion rank.
    fn has_promoted(&self, stands: &Stands) -> bool {
        let mut pawns = self.list().iter().zip(stands).filter(|(man, _)| man.role == Role::Pawn);
        pawns.any(|(man, &at)| rank_for(man.color, at) == 7)
    }

    /// Where the men may stand after a move of this side's, nobody being captured before; some of it
    /// may be no position.
    pub(super) fn after(&self, stands: &Stands, turn: Color) -> Vec<Stands> {
        let men = self.list();
        let all = self.occupied(stands);
        let sides = Color::ALL.map(|side| {
            let its = men.iter().zip(stands).filter(|(man, _)| man.color == side);
            its.fold(0, |board, (_, at)| board | at.bit())
        });
        let mut found = Vec::new();
        if sides[0] & sides[1] != 0 {
            return found;
        }
        for (m, &man) in men.iter().enumerate().filter(|(_, man)| man.color == turn) {
            let from = stands[m];
            let to = match man.role {
                Role::Pawn => {
                    let one = ahead(turn, from).bit() & !all;
                    let two = match rank_for(turn, from) {
                        1 if one != 0 => ahead(turn, ahead(turn, from)).bit() & !all,
                        _ => 0,
                    };
                    one | two | attacks::pawn(turn, from) & sides[(!turn).index()]
                }
                role => attacks::piece(role, from, all) & !sides[turn.index()],
            };
            for to in squares(to) {
                let mut after = *stands;
                after[m] = to;
                found.push(after);
            }
        }
        found
    }

    /// Whether nothing is wrong with a position at first sight.
    fn is_complete(&self, stands: &Stands, turn: Color) -> bool {
        let men = self.list();
        let all = self.occupied(stands);
        let mut odd_squares = 0u64;
        let mut captured = [false; MOST_BY_DEFINITIONS];
        for (m, man) in men.iter().enumerate() {
            let at = stands[m];
            if man.role == Role::Pawn {
                match (rank_for(man.color, at), man.color == turn) {
                    (0, _) | (7, true) => return false,
                    (7, false) => odd_squares |= at.bit(),
                    _ => {}
                }
            }
            for (o, other) in men.iter().enumerate().skip(m + 1) {
                if stands[o] == at {
                    let lost = if man.color == turn { m } else { o };
                    if man.color == other.color || men[lost].role == Role::King {
                        return false;
                    }
                    captured[lost] = true;
                    odd_squares |= at.bit();
                }
            }
        }
        if odd_squares.count_ones() > 1 || attacks::king(stands[0]) & stands[1].bit() != 0 {
            return false;
        }
        let king = stands[(!turn).index()];
        let ours = (0..men.len()).filter(|&m| men[m].color == turn && !captured[m]);
        let check = ours.map(|m| attacked(men[m], stands[m], all)).any(|hit| hit & king.bit() != 0);
        !check && !self.has_walled_bishop(stands)
    }

    /// Whether a bishop stands in the corner behind a pawn of its own that has not moved.
    fn has_walled_bishop(&self, stands: &Stands) -> bool {
        const WALLS: [[(u8, u8); 2]; 2] = [[(0, 9), (7, 14)], [(56, 49), (63, 54)]];
        let men = || self.list().iter().zip(stands);
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
