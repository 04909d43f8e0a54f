//! The mate test of a phase: could the losing king be mated in some position that it covers?
//!
//! The twin, on bitboards, of the kernel's `picture.rs`: put men, each on one square of its set,
//! until the king is attacked and every flight is closed. None found means that the phase holds no
//! mate. Most phases are settled by the two unions at the start, without a search.

use zermelo_board::{Role, Square, attacks, squares};

use crate::mobility::{Men, Saturated};

/// Pictures that are looked at.
const BUDGET: i32 = 2000;

/// The search for pictures with the king on one square.
struct Pictures<'a> {
    men: &'a Men,
    phase: &'a Saturated,
    king: Square,
    budget: &'a mut i32,
}

impl Men {
    /// Whether the losing king might be mated in the phase, as far as pictures tell: the twin of
    /// the kernel's `picture::find_mate` on bitboards. Gives up, saying yes, beyond a bound.
    pub fn may_be_mated(&self, phase: &Saturated) -> bool {
        let winner = self.winner;
        let loser_king = phase.states[self.kings[!winner]].squares;
        let mut checked = 0; // squares some man but the king may attack
        let mut covered = 0; // squares the loser's men may hold, or the king may attack
        let mut shut = phase.attacked[winner];
        let lines = phase.permanent & !loser_king;
        for (man, state) in self.men.iter().zip(&phase.states) {
            if man.color == winner {
                let attacked = squares(state.squares)
                    .fold(0, |all, s| all | state.attacks(winner, man.role, s, lines));
                *(if man.role == Role::King { &mut covered } else { &mut checked }) |= attacked;
            } else if man.role != Role::King {
                covered |= state.squares;
                shut |= state.permanent();
            }
        }
        covered |= checked;
        let mut budget = BUDGET;
        squares(loser_king & checked).any(|king| {
            let open = attacks::king(king) & !shut;
            open & !covered == 0
                && Pictures { men: self, phase, king, budget: &mut budget }
                    .complete(open, true, 0, 0)
        })
    }
}

impl Pictures<'_> {
    /// Whether men not yet `used` can give check (if still `check` is needed) and close `open`.
    fn complete(&mut self, open: u64, check: bool, used: u64, placed: u64) -> bool {
        if !check && open == 0 {
            return true;
        }
        *self.budget -= 1;
        if *self.budget < 0 {
            return true;
        }
        let unused = |i: &usize| used & (1 << i) == 0;
        // The flight that the fewest men can close goes first; the check last.
        let mut flight = None;
        let mut fewest = u32::MAX;
        for e in squares(open) {
            let men = (0..self.men.men.len()).filter(unused);
            let ways = men.map(|i| self.ways(i, Some(e), placed).count_ones()).sum();
            if ways < fewest {
                fewest = ways;
                flight = Some(e);
            }
        }
        if fewest == 0 {
            return false;
        }
        for i in (0..self.men.men.len()).filter(unused) {
            let man = self.men.men[i];
            for s in squares(self.ways(i, flight, placed)) {
                let (closes, gives) = if man.color != self.men.winner {
                    (s.bit(), false)
                } else {
                    let all = self.phase.states[i].attacks(man.color, man.role, s, self.lines());
                    (all, man.role != Role::King && all & self.king.bit() != 0)
                };
                let (used, placed) = (used | 1 << i, placed | s.bit());
                if self.complete(open & !closes, check && !gives, used, placed) {
                    return true;
                }
            }
        }
        false
    }

    fn lines(&self) -> u64 {
        self.phase.permanent & !self.king.bit()
    }

    /// Squares from which man `i` closes a flight, or (`None`) gives check.
    fn ways(&self, i: usize, flight: Option<Square>, placed: u64) -> u64 {
        let (man, state) = (self.men.men[i], &self.phase.states[i]);
        let set = state.squares & !placed & !self.king.bit();
        match flight {
            None if man.color != self.men.winner || man.role == Role::King => 0,
            Some(_) if man.color != self.men.winner && man.role == Role::King => 0,
            Some(e) if man.color != self.men.winner => set & e.bit(),
            Some(e) if man.role == Role::King => set & attacks::king(e) & !attacks::king(self.king),
            // The squares from which a man attacks another are those it attacks from there; a
            // pawn's are those of the other colour's.
            _ => {
                let target = flight.unwrap_or(self.king);
                set & state.attacks(!man.color, man.role, target, self.lines())
            }
        }
    }
}
