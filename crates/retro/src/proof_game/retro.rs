//! A position of the game played backwards, and the moves that can be taken back in it.
//!
//! The 32 men have their names, so that each knows where it must go; see `plan.rs`. Only moves
//! that the plan allows are made: captured men come back where an officer goes away, pawns go back
//! on their files and leave them as planned.

use zermelo_board::{Role, attacks, squares};

use super::distance::{self, FAR, Fields};
use super::plan::{NOWHERE, OFFICER, Plan, What, home_square};

/// What a node of the search keeps: where the men are, and how far the plan is taken back.
#[derive(Clone, Copy)]
pub(super) struct Men {
    pub(super) at: [u8; 32],
    /// Events taken back.
    pub(super) done: u64,
    /// Castling rights that must still be lost: K, Q, k, q.
    pub(super) needs: u8,
    /// Who is to move: 0 White, 1 Black. The other side takes back next.
    pub(super) turn: u8,
}

/// A move taken back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unmove {
    /// Where the man stood before the move, and where after it.
    pub(super) from: u8,
    pub(super) to: u8,
    /// The role it promoted to, or 0.
    pub(super) promotion: u8,
}

/// The same with boards.
pub(super) struct Retro<'a> {
    pub(super) plan: &'a Plan,
    pub(super) men: Men,
    by: [[u64; 6]; 2],
    who: [u8; 64],
}

/// Costs of what is still to be done, by which positions are compared.

/// A position from which the plan cannot be finished.
pub(super) const DEAD: u32 = u32::MAX;

static WEIGHTS: std::sync::LazyLock<Vec<u32>> = std::sync::LazyLock::new(|| {
    let mut v = vec![6, 20, 4, 20, 40, 6, 0, 26, 20, 40, 60, 4, 13, 1];
    if let Ok(text) = std::env::var("PGW") {
        for part in text.split(',') {
            let (a, b) = part.split_once('=').unwrap();
            v[a.parse::<usize>().unwrap()] = b.parse().unwrap();
        }
    }
    v
});
#[inline]
fn w(i: usize) -> u32 { WEIGHTS[i] }
const PAWN: usize = 0;
const KING: usize = 5;
const ROLES: [Role; 6] = Role::ALL;

/// Black's squares as White's.
#[inline]
fn turned(c: usize, s: u8) -> u8 {
    if c == 0 { s } else { s ^ 56 }
}

/// The colour of a square.
fn shade(s: u8) -> u8 {
    (s >> 3 ^ s) & 1
}

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
    /// The goal.
    pub(super) fn goal(plan: &Plan, turn: u8) -> Men {
        Men { at: plan.men, done: 0, needs: plan.needs, turn }
    }

    /// The role of a man now; a promoted pawn is an officer until that is taken back.
    #[inline]
    fn role(&self, plan: &Plan, man: usize) -> usize {
        if !(8..24).contains(&man) {
            distance::OFFICERS[man & 7] as usize - 1
        } else if plan.promotion[man - 8] & !self.done != 0 {
            plan.promoted[man - 8] as usize
        } else {
            PAWN
        }
    }

    /// The next event of a pawn to take back, and how many captures are left.
    #[inline]
    fn pending(&self, plan: &Plan, pawn: usize) -> (Option<u8>, u8) {
        let next = plan.chains[pawn].iter().find(|&&event| self.done & 1 << event == 0);
        (next.copied(), self.captures_left(plan, pawn))
    }

    /// How many captures of a pawn are left to take back.
    #[inline]
    fn captures_left(&self, plan: &Plan, pawn: usize) -> u8 {
        (plan.captures[pawn] & !self.done).count_ones() as u8
    }

    /// Whether this is the initial array with White to move.
    pub(super) fn is_array(&self) -> bool {
        self.turn == 0
            && self.needs == 0
            && self.at.iter().enumerate().all(|(man, &at)| at == home_square(man))
    }

    /// Where an officer must go: home, or to the square where it promoted.
    #[inline]
    fn target(&self, plan: &Plan, man: usize) -> u8 {
        if !(8..24).contains(&man) {
            return home_square(man);
        }
        turned(man / 16, 56 + plan.promotion_file[man - 8])
    }

    /// Men of one role are alike: if one has come to the target of another, they change names.
    fn swap(&mut self, plan: &Plan, man: usize, role: usize) {
        let here = self.at[man];
        if !(8..56).contains(&here) && self.target(plan, man) != here {
            for other in man / 16 * 16..man / 16 * 16 + 16 {
                if other != man
                    && self.at[other] != NOWHERE
                    && self.role(plan, other) == role
                    && self.target(plan, other) == here
                    && plan.frozen & 1 << other == 0
                {
                    self.at.swap(man, other);
                    return;
                }
            }
        }
    }

    /// A hash.
    pub(super) fn key(&self) -> u64 {
        let mut key = self.done.wrapping_mul(0xD6E8_FEB8_6659_FD93)
            ^ u64::from(self.turn) << 17
            ^ u64::from(self.needs) << 9;
        for chunk in self.at.as_chunks::<8>().0 {
            key = (key ^ u64::from_le_bytes(*chunk)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            key ^= key >> 29;
        }
        key
    }

    /// How far from the array, roughly; [`DEAD`] if it cannot be reached.
    pub(super) fn height(&self, plan: &Plan, fields: &mut Fields) -> u32 {
        let mut sum = u32::from(self.needs.count_ones() as u8) * w(3);
        let mut at_home = [0u64; 2];
        let mut third = [0u64; 2];
        let mut settled = 0u64;
        for man in 0..32 {
            let at = self.at[man];
            if (8..24).contains(&man) {
                if at != NOWHERE && self.role(plan, man) == PAWN {
                    if at == home_square(man) {
                        at_home[man / 16] |= 1 << at;
                    } else if self.captures_left(plan, man - 8) == 0 {
                        settled |= 1 << at;
                        if turned(man / 16, at) < 24 {
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
        let mut plies = u32::from(self.turn);
        let mut sent = [NOWHERE as usize; 2];
        for c in 0..2 {
            let call = self.called(plan, c);
            if call != 0 {
                let (man, moves) = self.nearest(plan, c ^ 1, call, walls | third[c ^ 1], fields);
                sum += u32::from(moves) * w(5);
                sent[c ^ 1] = man;
            }
        }
        for c in 0..2 {
            let seen = |board: u64| if c == 0 { board } else { board.swap_bytes() };
            let all_walls = walls;
            let walls = seen(walls);
            let others = seen(at_home[c] | settled) | walls;
            if at_home[c].count_ones() == 16 {
                continue;
            }
            // Pawns go home last.
            let coming = plan.promotions[c ^ 1] & !self.done != 0;
            if coming && w(13) > 0 || self.is_out(c) {
                let pawns = at_home[c] & 0x00FF_0000_0000_FF00;
                sum += w(7) * (pawns & !plan.early).count_ones();
                sum += w(12) * (third[c] & !plan.early).count_ones();
            }
            for man in c * 16..c * 16 + 16 {
                let at = self.at[man];
                if at != NOWHERE && at_home[c] & 1 << at != 0 {
                    continue;
                }
                if (8..24).contains(&man) {
                    let cost = self.pawn_height(plan, man, &at_home, all_walls, fields);
                    if cost == DEAD {
                        return DEAD;
                    }
                    sum += cost;
                    plies += cost / w(0);
                } else if at == NOWHERE {
                    sum += w(1) + w(8) * if matches!(man & 7, 1 | 6) { 2 } else { 1 };
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
                        sum += w(4);
                    }
                    if moves == FAR {
                        return DEAD;
                    }
                    plies += u32::from(moves);
                    if man != sent[c] {
                        sum += u32::from(moves) * w(0) - w(6);
                    }
                }
            }
        }
        if complete && plies % 2 == 1 {
            sum += w(11);
        }
        sum
    }

    /// Whether king, queen, a bishop or a rook of this colour has yet to come home.
    fn is_out(&self, c: usize) -> bool {
        [0, 2, 3, 4, 5, 7].into_iter().any(|officer| {
            let man = c * 24 + officer;
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
        let mut odd = self.turn == 1;
        for man in 0..32 {
            let (at, home) = (self.at[man], home_square(man));
            let c = man / 16;
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
        let c = man / 16;
        let at = self.at[man];
        let (next, captures) = self.pending(plan, man - 8);
        let mut sum = u32::from(captures) * w(2);
        let role = self.role(plan, man);
        if role == PAWN {
            if at == NOWHERE {
                return sum + w(1);
            }
            if captures > 0 && !self.finds_officer(plan, man) {
                return DEAD;
            }
            let steps = u32::from(turned(c, at) >> 3) - 1;
            return sum + (steps - u32::from(captures == 0 && steps > 1)) * w(0);
        }
        let Some(What::Promotion(file)) = next.map(|event| plan.events[event as usize].what) else {
            return DEAD;
        };
        sum += 6 * w(0) + w(10);
        let last = turned(c, 56 + file);
        if walls & (1 << turned(c, 48 + file) | 1 << last) != 0 {
            return DEAD;
        }
        if at_home[c ^ 1] & 1 << last != 0 {
            sum += w(9);
        }
        if at == NOWHERE {
            return sum + w(1);
        }
        let moves = fields.way(ROLES[role], 1 << last, walls, at);
        if moves == FAR { DEAD } else { sum + u32::from(moves) * w(0) }
    }

    /// How many officers of this colour are kept for pawns that took one by plan.
    #[inline]
    fn kept(&self, plan: &Plan, c: usize) -> u32 {
        (plan.officers_taken[c] & !self.done).count_ones()
    }

    /// Whether a pawn whose next capture is of an officer still finds a square for one.
    fn finds_officer(&self, plan: &Plan, man: usize) -> bool {
        let c = man / 16;
        let (next, captures) = self.pending(plan, man - 8);
        let Some(What::Capture(_, _, OFFICER)) = next.map(|e| plan.events[e as usize].what) else {
            return true;
        };
        // The squares of its file where it may still capture: down to an enemy pawn that stays.
        let mut colors = 0;
        let mut at = turned(c, self.at[man]);
        while at >> 3 > captures {
            let enemy = (c ^ 1) * 16..(c ^ 1) * 16 + 16;
            let pawn = enemy.clone().filter(|man| (8..24).contains(man)).any(|man| {
                self.at[man] == turned(c, at)
                    && self.role(plan, man) == PAWN
                    && self.captures_left(plan, man - 8) == 0
            });
            if pawn {
                break;
            }
            colors |= 1 << shade(turned(c, at));
            at -= 8;
        }
        ((c ^ 1) * 16..(c ^ 1) * 16 + 16).any(|victim| {
            self.at[victim] == NOWHERE
                && match self.role(plan, victim) {
                    PAWN => false,
                    2 => colors & 1 << shade(self.target(plan, victim)) != 0,
                    _ => colors != 0,
                }
        })
    }

    /// Where missing men of this colour are best put back: at home, or little in front of it.
    fn called(&self, plan: &Plan, c: usize) -> u64 {
        let missing = |man: &usize| self.at[*man] == NOWHERE;
        let plain = |man: &usize| !(8..24).contains(man) || self.role(plan, *man) == PAWN;
        let officers = (c * 16..c * 16 + 16).filter(missing).filter(|&man| self.role(plan, man) != PAWN);
        let spare = officers.count() as u32 > self.kept(plan, c);
        let free = |man: &usize| spare || (8..24).contains(man);
        let men = (c * 16..c * 16 + 16).filter(missing).filter(plain).filter(free);
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
        c: usize,
        wanted: u64,
        walls: u64,
        fields: &mut Fields,
    ) -> (usize, u8) {
        let mut best = (NOWHERE as usize, 9);
        let knights = (c * 24 + 1, c * 24 + 6);
        let any = self.at[knights.0] == NOWHERE && self.at[knights.1] == NOWHERE;
        for man in c * 16..c * 16 + 16 {
            let at = self.at[man];
            let role = self.role(plan, man);
            if at == NOWHERE || role == PAWN || plan.frozen & 1 << man != 0 || role != 1 && !any {
                continue;
            }
            let moves = fields.way(ROLES[role], wanted, walls, at);
            if moves < best.1 {
                best = (man, moves);
            }
        }
        best
    }
}

impl<'a> Retro<'a> {
    /// Sets up the boards.
    pub(super) fn new(plan: &'a Plan, men: Men) -> Retro<'a> {
        let mut retro = Retro { plan, men, by: [[0; 6]; 2], who: [NOWHERE; 64] };
        for man in 0..32 {
            let at = men.at[man];
            if at != NOWHERE {
                retro.by[man / 16][men.role(plan, man)] |= 1 << at;
                retro.who[at as usize] = man as u8;
            }
        }
        retro
    }

    pub(super) fn fen(&self) -> String {
        let mut men = Vec::new();
        for c in 0..2 {
            for (r, role) in Role::ALL.into_iter().enumerate() {
                men.extend(squares(self.by[c][r]).map(|s| (c, role, s)));
            }
        }
        zermelo_board::Position::from_men(&men, self.men.turn as usize).to_fen()
    }

    fn occupied(&self) -> u64 {
        self.by.as_flattened().iter().fold(0, |all, men| all | men)
    }

    /// Whether colour `by` attacks the other king.
    fn checks(board: &[[u64; 6]; 2], by: usize) -> bool {
        let king = board[by ^ 1][5].trailing_zeros() as u8;
        let all = board.as_flattened().iter().fold(0, |all, men| all | men);
        let [pawns, knights, bishops, rooks, queens, kings] = board[by];
        attacks::pawn(by ^ 1, king) & pawns
            | attacks::knight(king) & knights
            | attacks::king(king) & kings
            | attacks::bishop(king, all) & (bishops | queens)
            | attacks::rook(king, all) & (rooks | queens)
            != 0
    }

    /// Whether the side to move is in check by more men than can be, or the other side is at all.
    pub(super) fn is_broken(&self) -> bool {
        Self::checks(&self.by, self.men.turn as usize)
    }

    /// All moves that the plan lets the side that has moved take back.
    pub(super) fn unmoves(&self, found: &mut Vec<(Unmove, Men)>) {
        let us = self.men.turn as usize ^ 1;
        let all = self.occupied();
        for man in us * 16..us * 16 + 16 {
            let at = self.men.at[man];
            if at == NOWHERE || self.plan.frozen & 1 << man != 0 {
                continue;
            }
            let role = self.men.role(self.plan, man);
            if role == PAWN {
                self.pawn(man, at, all, found);
                continue;
            }
            let name = ROLES[role];
            let returning = self.returning(us ^ 1, at);
            for from in squares(attacks::piece(name, at, all) & !all) {
                let quiet = Unmove { from, to: at, promotion: 0 };
                self.push(man, quiet, NOWHERE as usize, 0, found);
                for &(back, event) in &returning {
                    self.push(man, quiet, back, event, found);
                }
            }
            if (8..24).contains(&man) {
                self.unpromote(man, at, role, all, found);
            }
        }
    }

    /// Men of colour `c` that may come back on a square, with the event that this takes back.
    fn returning(&self, c: usize, on: u8) -> Vec<(usize, u64)> {
        let mut list: Vec<(usize, u64)> = Vec::new();
        let rank = turned(c, on) >> 3;
        let mut spare = 0;
        for man in c * 16..c * 16 + 16 {
            if self.men.at[man] != NOWHERE {
                continue;
            }
            let role = self.men.role(self.plan, man);
            if role != PAWN {
                spare += 1;
                let near = match (8..24).contains(&man) {
                    true => true,
                    false => {
                        distance::straight_home(man & 7, turned(c, on)) <= self.reach(role)
                    }
                };
                let same = list.iter().any(|&(other, _)| {
                    self.men.role(self.plan, other) == role && other != man && role != 2
                });
                if near && (!same || home_square(man) == on) {
                    list.push((man, 0));
                }
            }
        }
        // Officers that pawns will take by plan are not spent otherwise.
        if spare <= self.men.kept(self.plan, c) {
            list.clear();
        }
        for (number, event) in self.plan.events.iter().enumerate() {
            let man = event.pawn as usize + 8;
            let What::Taken(file) = event.what else { continue };
            if man / 16 != c || self.men.done & 1 << number != 0 || on & 7 != file {
                continue;
            }
            let (_, captures) = self.men.pending(self.plan, man - 8);
            let fits = (captures + 1..=captures + 3).contains(&rank);
            if fits && event.after & !self.men.done == 0 && self.in_order(c, man, on) {
                list.push((man, 1 << number));
            }
        }
        list
    }

    /// How far from home an officer may come back.
    fn reach(&self, role: usize) -> u8 {
        if role == 5 { 0 } else { 2 }
    }

    /// Whether a pawn of colour `c` on this square has no enemy pawn behind it on its file that
    /// must go the other way.
    fn in_order(&self, c: usize, _man: usize, on: u8) -> bool {
        let file = 0x0101_0101_0101_0101u64 << (on & 7);
        let behind = if c == 0 { (1u64 << on) - 1 } else { !((1u64 << on) | ((1u64 << on) - 1)) };
        self.by[c ^ 1][PAWN] & file & behind == 0
    }

    fn pawn(&self, man: usize, at: u8, all: u64, found: &mut Vec<(Unmove, Men)>) {
        let c = man / 16;
        let pawn = man - 8;
        let rank = turned(c, at) >> 3;
        let (next, captures) = self.men.pending(self.plan, pawn);
        let back = |s: u8| if c == 0 { s - 8 } else { s + 8 };
        if rank > 1 + captures {
            let one = back(at);
            if all & 1 << one == 0 {
                let made = Unmove { from: one, to: at, promotion: 0 };
                self.push(man, made, NOWHERE as usize, 0, found);
                if rank == 3 && captures == 0 && all & 1 << back(one) == 0 {
                    let made = Unmove { from: back(one), to: at, promotion: 0 };
                    self.push(man, made, NOWHERE as usize, 0, found);
                }
            }
        }
        let Some(number) = next else { return };
        let event = &self.plan.events[number as usize];
        let What::Capture(file, _, victim) = event.what else { return };
        if event.after & !self.men.done != 0 || rank < 1 + captures {
            return;
        }
        let from = back(at) & 56 | file;
        if all & 1 << from != 0 || !self.fits_stack(pawn as u8, from, &event.stack) {
            return;
        }
        let made = Unmove { from, to: at, promotion: 0 };
        if victim != OFFICER {
            let victim = victim as usize + 8;
            let (_, left) = self.men.pending(self.plan, victim - 8);
            let rank = turned(c ^ 1, at) >> 3;
            if self.men.at[victim] == NOWHERE && rank > left && rank < 7 {
                self.push(man, made, victim, 1 << number, found);
            }
            return;
        }
        for victim in (c ^ 1) * 16..(c ^ 1) * 16 + 16 {
            let role = self.men.role(self.plan, victim);
            if self.men.at[victim] != NOWHERE || role == PAWN || role == 5 {
                continue;
            }
            if !(8..24).contains(&victim)
                && distance::straight_home(victim & 7, turned(c ^ 1, at)) == FAR
            {
                continue;
            }
            self.push(man, made, victim, 1 << number, found);
        }
    }

    /// Whether a pawn that goes back to this square keeps the order of its new file.
    fn fits_stack(&self, pawn: u8, from: u8, stack: &[u8]) -> bool {
        let mut last = 0;
        for &other in stack {
            let man = other as usize + 8;
            let at = if other == pawn { from } else { self.men.at[man] };
            if at == NOWHERE || (other != pawn && self.men.role(self.plan, man) != PAWN) {
                continue;
            }
            if at & 7 != from & 7 {
                continue;
            }
            if at < last {
                return false;
            }
            last = at;
        }
        true
    }

    fn unpromote(
        &self,
        man: usize,
        at: u8,
        role: usize,
        all: u64,
        found: &mut Vec<(Unmove, Men)>,
    ) {
        let c = man / 16;
        let (Some(number), captures) = self.men.pending(self.plan, man - 8) else { return };
        let event = &self.plan.events[number as usize];
        let What::Promotion(file) = event.what else { return };
        let last = turned(c, 56 + file);
        let from = turned(c, 48 + file);
        if at == last && all & 1 << from == 0 && event.after & !self.men.done == 0 && captures <= 5
        {
            let made = Unmove { from, to: at, promotion: role as u8 };
            self.push(man, made, NOWHERE as usize, 1 << number, found);
        }
    }

    /// Adds a move taken back if the enemy king was safe before it.
    fn push(
        &self,
        man: usize,
        made: Unmove,
        back: usize,
        event: u64,
        found: &mut Vec<(Unmove, Men)>,
    ) {
        let us = man / 16;
        let mut board = self.by;
        let role = self.men.role(self.plan, man);
        board[us][role] ^= 1 << made.to;
        let before = if made.promotion != 0 { PAWN } else { role };
        board[us][before] ^= 1 << made.from;
        let mut men = self.men;
        men.at[man] = made.from;
        if back != NOWHERE as usize {
            board[us ^ 1][men.role(self.plan, back)] ^= 1 << made.to;
            men.at[back] = made.to;
        }
        if Self::checks(&board, us) {
            return;
        }
        men.done |= event;
        men.turn ^= 1;
        if men.needs != 0 {
            // A king or rook that moved has lost its rights.
            let lost = match man {
                4 => 3,
                7 => 1,
                0 => 2,
                28 => 12,
                31 => 4,
                24 => 8,
                _ => 0,
            };
            men.needs &= !lost;
        }
        if role != PAWN && role != KING && made.promotion == 0 {
            men.swap(self.plan, man, role);
        }
        found.push((made, men));
    }
}
