//! How far a position is from the array, roughly: the measure of the search.
//!
//! A sum over the men, in sixths of a move, with what experience has shown to matter: men that are
//! missing, pawns that close the door before the officers are home, officers that stand where a
//! pawn has to unpromote. It is no bound of anything, but where it says [`DEAD`], the plan cannot
//! be finished: a man is shut out, or only knights are left and the number of moves is odd.
//!
//! A microsecond or less; most of the time of a search is spent here.

use super::distance::{FAR, Fields};
use super::men::{Men, color_of, is_pawn, men_of, shade, turned};
use super::plan::{NOWHERE, OFFICER, Plan, What, home_square};
use zermelo_board::{Color, Role};

/// A position from which the plan cannot be finished.
pub(super) const DEAD: u32 = u32::MAX;

/// A move that a man has to go.
const MOVE: u32 = 6;
/// A man that is missing; more for an officer, and still more for a knight, who brings others.
const MISSING: u32 = 20;
const OFFICER_MISSING: u32 = 20;
/// A move of the nearest knight to the place of a missing man.
const CALL: u32 = 6;
/// A capture and a promotion to be taken back, and an officer on the promotion square.
const CAPTURE: u32 = 4;
const PROMOTION: u32 = 60;
const IN_THE_WAY: u32 = 40;
/// A castling right to be lost.
const RIGHT: u32 = 20;
/// An officer that cannot pass its own side's men at home.
const BLOCKED: u32 = 40;
/// A pawn on its second or third rank while officers are out.
const WALL: u32 = 26;
const HALF_WALL: u32 = 13;
/// A number of moves that does not come out even.
const ODD: u32 = 4;

/// Of White's men at home, those that can never leave when time runs backwards: the pawns, and
/// the officers but knights that they and each other shut in.
fn shut(at_home: u64) -> u64 {
    const EXITS: [(u8, u64); 6] =
        [(0, 0x102), (2, 0xA00), (3, 0x1C14), (4, 0x3828), (5, 0x5000), (7, 0x8040)];
    let mut shut = at_home & !0x42;
    loop {
        let before = shut;
        for (officer, exits) in EXITS {
            if exits & !shut != 0 {
                shut &= !(1 << officer);
            }
        }
        if shut == before {
            return shut;
        }
    }
}

impl Men {
    /// How far from the array, roughly; [`DEAD`] if it cannot be reached.
    pub(super) fn height(&self, plan: &Plan, fields: &mut Fields) -> u32 {
        let mut sum = self.needs.count_ones() * RIGHT;
        let mut at_home = [0u64; 2];
        let mut third = [0u64; 2];
        let mut settled = 0u64;
        for man in 0..32 {
            let at = self.at[man];
            if is_pawn(man) {
                if at != NOWHERE && self.role(plan, man) == Role::Pawn {
                    if at == home_square(man) {
                        at_home[man / 16] |= 1 << at;
                    } else if self.captures_left(plan, man - 8) == 0 {
                        settled |= 1 << at;
                        if turned(color_of(man), at) < 24 {
                            third[man / 16] |= 1 << at;
                        }
                    }
                }
            } else if at == home_square(man) {
                at_home[man / 16] |= 1 << at;
            }
        }
        let walls = shut(at_home[0]) | shut(at_home[1].swap_bytes()).swap_bytes();
        let all = (1u64 << plan.events.len()) - 1;
        let complete = self.done == all && !self.at.contains(&NOWHERE);
        if complete && !self.is_in_step(walls) {
            return DEAD;
        }
        let mut plies = self.turn as u32;
        let mut sent = [NOWHERE as usize; 2];
        for c in Color::ALL {
            let call = self.called(plan, c);
            if call != 0 {
                let (man, moves) =
                    self.nearest(plan, !c, call, walls | third[(!c).index()], fields);
                sum += u32::from(moves) * CALL;
                sent[(!c).index()] = man;
            }
        }
        for c in Color::ALL {
            let seen = |board: u64| if c == Color::White { board } else { board.swap_bytes() };
            let all_walls = walls;
            let walls = seen(walls);
            let others = seen(at_home[c.index()] | settled) | walls;
            if at_home[c.index()].count_ones() == 16 {
                continue;
            }
            // Pawns go home last.
            let coming = plan.promotions[(!c).index()] & !self.done != 0;
            if coming || self.is_out(c) {
                let pawns = at_home[c.index()] & 0x00FF_0000_0000_FF00;
                sum += WALL * (pawns & !plan.early).count_ones();
                sum += HALF_WALL * (third[c.index()] & !plan.early).count_ones();
            }
            for man in men_of(c) {
                let at = self.at[man];
                if at != NOWHERE && at_home[c.index()] & 1 << at != 0 {
                    continue;
                }
                if is_pawn(man) {
                    let cost = self.pawn_height(plan, man, &at_home, all_walls, fields);
                    if cost == DEAD {
                        return DEAD;
                    }
                    sum += cost;
                    plies += cost / MOVE;
                } else if at == NOWHERE {
                    sum += MISSING + OFFICER_MISSING * if matches!(man & 7, 1 | 6) { 2 } else { 1 };
                } else {
                    let s = turned(c, at);
                    let mut moves = fields.home(others, man & 7, s);
                    if moves == FAR
                        && matches!(man & 7, 0 | 7)
                        && FAR == fields.home(walls | seen(third[0] | third[1]), man & 7, s)
                    {
                        return DEAD;
                    }
                    if moves == FAR {
                        moves = fields.home(walls, man & 7, s);
                        sum += BLOCKED;
                    }
                    if moves == FAR {
                        return DEAD;
                    }
                    plies += u32::from(moves);
                    if man != sent[c.index()] {
                        sum += u32::from(moves) * MOVE;
                    }
                }
            }
        }
        if complete && plies % 2 == 1 {
            sum += ODD;
        }
        sum
    }

    /// Whether king, queen, a bishop or a rook of this colour has yet to come home.
    fn is_out(&self, c: Color) -> bool {
        [0, 2, 3, 4, 5, 7].into_iter().any(|officer| {
            let man = c.index() * 24 + officer;
            let beside = match officer {
                0 => home_square(man) + 1,
                7 => home_square(man) - 1,
                _ => home_square(man),
            };
            self.at[man] != home_square(man) && self.at[man] != beside
        })
    }

    /// Whether the number of moves that are left can be even or odd, or is right as it is: not if
    /// only knights and pawns with one step to go are left.
    fn is_in_step(&self, walls: u64) -> bool {
        let mut odd = self.turn == Color::Black;
        for man in 0..32 {
            let (at, home) = (self.at[man], home_square(man));
            let c = color_of(man);
            match man {
                8..24 => {
                    if at == NOWHERE || turned(c, at) >= 24 {
                        return true;
                    }
                    odd ^= at != home;
                }
                _ if matches!(man & 7, 1 | 6) => {
                    odd ^= shade(at) != shade(home);
                }
                _ if matches!(man & 7, 0 | 7) => {
                    let beside = if man & 7 == 0 { home + 1 } else { home - 1 };
                    if at != home && at != beside {
                        return true;
                    }
                    odd ^= at != home;
                }
                _ => {
                    if at != home || walls & 1 << at == 0 {
                        return true;
                    }
                }
            }
        }
        !odd
    }

    /// What a pawn that is not at home still costs.
    fn pawn_height(
        &self,
        plan: &Plan,
        man: usize,
        at_home: &[u64; 2],
        walls: u64,
        fields: &mut Fields,
    ) -> u32 {
        let c = color_of(man);
        let at = self.at[man];
        let (next, captures) = self.pending(plan, man - 8);
        let mut sum = u32::from(captures) * CAPTURE;
        let role = self.role(plan, man);
        if role == Role::Pawn {
            if at == NOWHERE {
                return sum + MISSING;
            }
            if captures > 0 && !self.finds_officer(plan, man) {
                return DEAD;
            }
            let steps = u32::from(turned(c, at) >> 3) - 1;
            return sum + (steps - u32::from(captures == 0 && steps > 1)) * MOVE;
        }
        let Some(What::Promotion(file)) = next.map(|event| plan.events[event as usize].what) else {
            return DEAD;
        };
        sum += 6 * MOVE + PROMOTION;
        let last = turned(c, 56 + file);
        if walls & (1 << turned(c, 48 + file) | 1 << last) != 0 {
            return DEAD;
        }
        if at_home[(!c).index()] & 1 << last != 0 {
            sum += IN_THE_WAY;
        }
        if at == NOWHERE {
            return sum + MISSING;
        }
        let moves = fields.way(role, 1 << last, walls, at);
        if moves == FAR { DEAD } else { sum + u32::from(moves) * MOVE }
    }

    /// Whether a pawn whose next capture is of an officer still finds a square for one.
    fn finds_officer(&self, plan: &Plan, man: usize) -> bool {
        let c = color_of(man);
        let (next, captures) = self.pending(plan, man - 8);
        let Some(What::Capture(_, _, OFFICER)) = next.map(|e| plan.events[e as usize].what) else {
            return true;
        };
        // The squares of its file where it may still capture: down to an enemy pawn that stays.
        let mut colors = 0;
        let mut at = turned(c, self.at[man]);
        while at >> 3 > captures {
            let enemy = men_of(!c);
            let pawn = enemy.clone().filter(|man| is_pawn(*man)).any(|man| {
                self.at[man] == turned(c, at)
                    && self.role(plan, man) == Role::Pawn
                    && self.captures_left(plan, man - 8) == 0
            });
            if pawn {
                break;
            }
            colors |= 1 << shade(turned(c, at));
            at -= 8;
        }
        men_of(!c).any(|victim| {
            self.at[victim] == NOWHERE
                && match self.role(plan, victim) {
                    Role::Pawn => false,
                    Role::Bishop => colors & 1 << shade(self.target(plan, victim)) != 0,
                    _ => colors != 0,
                }
        })
    }

    /// Where missing men of this colour are best put back: at home, or little in front of it.
    fn called(&self, plan: &Plan, c: Color) -> u64 {
        let missing = |man: &usize| self.at[*man] == NOWHERE;
        let plain = |man: &usize| !is_pawn(*man) || self.role(plan, *man) == Role::Pawn;
        let officers = men_of(c).filter(missing).filter(|&man| self.role(plan, man) != Role::Pawn);
        let spare = officers.count() as u32 > self.kept(plan, c);
        let free = |man: &usize| spare || is_pawn(*man);
        let men = men_of(c).filter(missing).filter(plain).filter(free);
        let places = |man: usize| match man {
            8..16 => 0x1_0101 << home_square(man),
            16..24 => 0x1_0101 << (home_square(man) - 16),
            _ => 1 << home_square(man),
        };
        men.fold(0, |call, man| call | places(man))
    }

    /// The officer of colour `c` that is nearest to one of the squares where men are missing.
    fn nearest(
        &self,
        plan: &Plan,
        c: Color,
        wanted: u64,
        walls: u64,
        fields: &mut Fields,
    ) -> (usize, u8) {
        let mut best = (NOWHERE as usize, 9);
        let knights = (c.index() * 24 + 1, c.index() * 24 + 6);
        let any = self.at[knights.0] == NOWHERE && self.at[knights.1] == NOWHERE;
        for man in men_of(c) {
            let at = self.at[man];
            let role = self.role(plan, man);
            if at == NOWHERE
                || role == Role::Pawn
                || plan.frozen & 1 << man != 0
                || role != Role::Knight && !any
            {
                continue;
            }
            let moves = fields.way(role, wanted, walls, at);
            if moves < best.1 {
                best = (man, moves);
            }
        }
        best
    }
}
