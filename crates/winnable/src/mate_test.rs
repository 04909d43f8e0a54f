//! The mate test of a phase: could the losing king be mated in some position that it covers?
//!
//! The twin, on bitboards, of the kernel's `picture.rs`: put men, each on one square of its set,
//! until the king is attacked and every flight is closed. None found means that the phase holds no
//! mate. Most phases are settled by the two unions at the start, without a search.

use zermelo_board::{Role, Square, attacks, squares};

use crate::mobility::{Men, Saturated, reach};

impl Men {
    /// Whether the losing king might be mated in the phase, as far as pictures tell: the twin of
    /// the kernel's `picture::find_mate` on bitboards. Gives up, saying yes, beyond a bound.
    pub fn may_be_mated(&self, phase: &Saturated) -> bool {
        let winner = self.winner;
        let loser_king = phase.states[self.kings[(!winner).index()]].squares;
        let winner_king = phase.states[self.kings[winner.index()]].squares;
        let mut checked = 0u64; // squares some man but the king may attack
        let mut blocked = 0u64; // squares the loser's men may hold
        for (man, state) in self.men.iter().zip(&phase.states) {
            if man.role == Role::King {
                continue;
            }
            if man.color == winner {
                for s in squares(state.squares) {
                    checked |= if state.promoted {
                        attacks::knight(s)
                            | attacks::bishop(s, phase.permanent & !loser_king)
                            | attacks::rook(s, phase.permanent & !loser_king)
                    } else {
                        reach(man.role, winner, s, phase.permanent & !loser_king)
                    };
                }
            } else {
                blocked |= state.squares;
            }
        }
        let mut covered = checked | blocked;
        for s in squares(winner_king) {
            covered |= attacks::king(s);
        }
        let mut shut = phase.attacked[winner.index()];
        for (man, state) in self.men.iter().zip(&phase.states) {
            let set = state.squares;
            if man.color != winner && set != 0 && set & (set - 1) == 0 && !state.gone {
                shut |= set & if man.role == Role::King { 0 } else { !0 };
            }
        }
        let mut budget = 2000;
        for king in squares(loser_king & checked) {
            let open = attacks::king(king) & !shut;
            if open & !covered != 0 {
                continue;
            }
            if self.picture(phase, king, open, true, 0, 0, &mut budget) {
                return true;
            }
        }
        false
    }

    /// Whether men not yet `used` can give check (if still `check` is needed) and close `open`.
    #[allow(clippy::too_many_arguments)]
    fn picture(
        &self,
        phase: &Saturated,
        king: Square,
        open: u64,
        check: bool,
        used: u64,
        placed: u64,
        budget: &mut i32,
    ) -> bool {
        if !check && open == 0 {
            return true;
        }
        *budget -= 1;
        if *budget < 0 {
            return true;
        }
        let lines = phase.permanent & !king.bit();
        // The flight that the fewest men can close goes first; the check last.
        let mut flight = None;
        let mut fewest = usize::MAX;
        if open != 0 {
            for e in squares(open) {
                let ways = (0..self.men.len())
                    .filter(|&i| used & (1 << i) == 0)
                    .map(|i| self.closers(phase, i, e, king, lines, placed).count_ones() as usize)
                    .sum();
                if ways < fewest {
                    fewest = ways;
                    flight = Some(e);
                }
            }
            if fewest == 0 {
                return false;
            }
        }
        for i in 0..self.men.len() {
            if used & (1 << i) != 0 {
                continue;
            }
            let ways = match flight {
                Some(e) => self.closers(phase, i, e, king, lines, placed),
                None => self.checkers(phase, i, king, lines, placed),
            };
            for s in squares(ways) {
                let man = self.men[i];
                let (mut closes, mut gives) = (0u64, false);
                if man.color != self.winner {
                    closes = s.bit();
                } else {
                    let all = self.hits(phase, i, s, lines);
                    closes |= all;
                    gives = man.role != Role::King && all & king.bit() != 0;
                }
                if self.picture(
                    phase,
                    king,
                    open & !closes,
                    check && !gives,
                    used | 1 << i,
                    placed | s.bit(),
                    budget,
                ) {
                    return true;
                }
            }
        }
        false
    }

    #[inline]
    fn hits(&self, phase: &Saturated, i: usize, s: Square, lines: u64) -> u64 {
        let man = self.men[i];
        if phase.states[i].promoted {
            attacks::knight(s)
                | attacks::bishop(s, lines)
                | attacks::rook(s, lines)
                | attacks::pawn(man.color, s)
        } else {
            reach(man.role, man.color, s, lines)
        }
    }

    /// Squares from which man `i` closes the flight `e`.
    fn closers(
        &self,
        phase: &Saturated,
        i: usize,
        e: Square,
        king: Square,
        lines: u64,
        placed: u64,
    ) -> u64 {
        let man = self.men[i];
        let set = phase.states[i].squares & !placed & !king.bit();
        if man.color != self.winner {
            return if man.role == Role::King { 0 } else { set & e.bit() };
        }
        if man.role == Role::King {
            return set & attacks::king(e) & !attacks::king(king);
        }
        self.sources(phase, i, e, lines) & set
    }

    fn checkers(&self, phase: &Saturated, i: usize, king: Square, lines: u64, placed: u64) -> u64 {
        let man = self.men[i];
        if man.color != self.winner || man.role == Role::King {
            return 0;
        }
        self.sources(phase, i, king, lines) & phase.states[i].squares & !placed & !king.bit()
    }

    /// Squares from which man `i` would attack `e`.
    #[inline]
    fn sources(&self, phase: &Saturated, i: usize, e: Square, lines: u64) -> u64 {
        let man = self.men[i];
        let pawn = attacks::pawn(!man.color, e);
        if phase.states[i].promoted {
            attacks::knight(e) | attacks::bishop(e, lines) | attacks::rook(e, lines) | pawn
        } else if man.role == Role::Pawn {
            pawn
        } else {
            reach(man.role, man.color, e, lines)
        }
    }
}
