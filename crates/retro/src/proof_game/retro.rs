//! The moves that can be taken back, on boards.
//!
//! Only moves that the plan allows are made: captured men come back where an officer goes away,
//! pawns go back on their files and leave them as planned. Castling and captures en passant are
//! not among them.

use zermelo_board::{Color, Role, Square, attacks, lowest, squares};

use super::distance::{self, FAR};
use super::men::{Men, color_of, is_pawn, men_of, turned};
use super::plan::{NOWHERE, OFFICER, Plan, What, home_square};

/// A move taken back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unmove {
    /// Where the man stood before the move, and where after it.
    pub(super) from: u8,
    pub(super) to: u8,
    /// The role it promoted to.
    pub(super) promotion: Option<Role>,
}

/// How many moves from home an officer may come back.
const REACH: u8 = 2;

/// A position with boards.
pub(super) struct Retro<'a> {
    plan: &'a Plan,
    men: Men,
    by: [[u64; 6]; 2],
}

impl<'a> Retro<'a> {
    /// Sets up the boards.
    pub(super) fn new(plan: &'a Plan, men: Men) -> Retro<'a> {
        let mut retro = Retro { plan, men, by: [[0; 6]; 2] };
        for man in 0..32 {
            let at = men.at[man];
            if at != NOWHERE {
                retro.by[man / 16][men.role(plan, man) as usize] |= 1 << at;
            }
        }
        retro
    }

    fn occupied(&self) -> u64 {
        self.by.as_flattened().iter().fold(0, |all, men| all | men)
    }

    /// Whether colour `by` attacks the other king.
    fn checks(board: &[[u64; 6]; 2], by: Color) -> bool {
        let king = lowest(board[(!by).index()][5]);
        let all = board.as_flattened().iter().fold(0, |all, men| all | men);
        let [pawns, knights, bishops, rooks, queens, kings] = board[by.index()];
        attacks::pawn(!by, king) & pawns
            | attacks::knight(king) & knights
            | attacks::king(king) & kings
            | attacks::bishop(king, all) & (bishops | queens)
            | attacks::rook(king, all) & (rooks | queens)
            != 0
    }

    /// All moves that the plan lets the side that has moved take back.
    pub(super) fn unmoves(&self, found: &mut Vec<(Unmove, Men)>) {
        let us = !self.men.turn;
        let all = self.occupied();
        for man in men_of(us) {
            let at = self.men.at[man];
            if at == NOWHERE || self.plan.frozen & 1 << man != 0 {
                continue;
            }
            let role = self.men.role(self.plan, man);
            if role == Role::Pawn {
                self.pawn(man, at, all, found);
                continue;
            }
            let returning = self.returning(!us, at);
            for from in
                squares(attacks::piece(role, Square::wrapping(at), all) & !all).map(Square::number)
            {
                let quiet = Unmove { from, to: at, promotion: None };
                self.push(man, quiet, NOWHERE as usize, 0, found);
                for &(back, event) in &returning {
                    self.push(man, quiet, back, event, found);
                }
            }
            if is_pawn(man) {
                self.unpromote(man, at, role, all, found);
            }
        }
    }

    /// Men of colour `c` that may come back on a square, with the event that this takes back.
    fn returning(&self, c: Color, on: u8) -> Vec<(usize, u64)> {
        let mut list: Vec<(usize, u64)> = Vec::new();
        let rank = turned(c, on) >> 3;
        let mut spare = 0;
        for man in men_of(c) {
            if self.men.at[man] != NOWHERE {
                continue;
            }
            let role = self.men.role(self.plan, man);
            if role != Role::Pawn {
                spare += 1;
                let near = is_pawn(man) || distance::straight_home(man & 7, turned(c, on)) <= REACH;
                let same = list.iter().any(|&(other, _)| {
                    self.men.role(self.plan, other) == role && other != man && role != Role::Bishop
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
            if color_of(man) != c || self.men.done & 1 << number != 0 || on & 7 != file {
                continue;
            }
            let (_, captures) = self.men.pending(self.plan, man - 8);
            let fits = (captures + 1..=captures + 3).contains(&rank);
            if fits && event.after & !self.men.done == 0 && self.in_order(c, on) {
                list.push((man, 1 << number));
            }
        }
        list
    }

    /// Whether a pawn of colour `c` on this square has no enemy pawn behind it on its file that
    /// must go the other way.
    fn in_order(&self, c: Color, on: u8) -> bool {
        let file = 0x0101_0101_0101_0101u64 << (on & 7);
        let behind =
            if c == Color::White { (1u64 << on) - 1 } else { !((1u64 << on) | ((1u64 << on) - 1)) };
        self.by[(!c).index()][Role::Pawn as usize] & file & behind == 0
    }

    fn pawn(&self, man: usize, at: u8, all: u64, found: &mut Vec<(Unmove, Men)>) {
        let c = color_of(man);
        let pawn = man - 8;
        let rank = turned(c, at) >> 3;
        let (next, captures) = self.men.pending(self.plan, pawn);
        let back = |s: u8| if c == Color::White { s - 8 } else { s + 8 };
        if rank > 1 + captures {
            let one = back(at);
            if all & 1 << one == 0 {
                let made = Unmove { from: one, to: at, promotion: None };
                self.push(man, made, NOWHERE as usize, 0, found);
                if rank == 3 && captures == 0 && all & 1 << back(one) == 0 {
                    let made = Unmove { from: back(one), to: at, promotion: None };
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
        let made = Unmove { from, to: at, promotion: None };
        if victim != OFFICER {
            let victim = victim as usize + 8;
            let (_, left) = self.men.pending(self.plan, victim - 8);
            let rank = turned(!c, at) >> 3;
            if self.men.at[victim] == NOWHERE && rank > left && rank < 7 {
                self.push(man, made, victim, 1 << number, found);
            }
            return;
        }
        for victim in men_of(!c) {
            let role = self.men.role(self.plan, victim);
            if self.men.at[victim] != NOWHERE || role == Role::Pawn || role == Role::King {
                continue;
            }
            if !is_pawn(victim) && distance::straight_home(victim & 7, turned(!c, at)) == FAR {
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
            if at == NOWHERE || (other != pawn && self.men.role(self.plan, man) != Role::Pawn) {
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

    fn unpromote(&self, man: usize, at: u8, role: Role, all: u64, found: &mut Vec<(Unmove, Men)>) {
        let c = color_of(man);
        let (Some(number), captures) = self.men.pending(self.plan, man - 8) else { return };
        let event = &self.plan.events[number as usize];
        let What::Promotion(file) = event.what else { return };
        let last = turned(c, 56 + file);
        let from = turned(c, 48 + file);
        if at == last && all & 1 << from == 0 && event.after & !self.men.done == 0 && captures <= 5
        {
            let made = Unmove { from, to: at, promotion: Some(role) };
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
        let us = color_of(man);
        let mut board = self.by;
        let role = self.men.role(self.plan, man);
        board[us.index()][role as usize] ^= 1 << made.to;
        let before = if made.promotion.is_some() { Role::Pawn } else { role };
        board[us.index()][before as usize] ^= 1 << made.from;
        let mut men = self.men;
        men.at[man] = made.from;
        if back != NOWHERE as usize {
            board[(!us).index()][men.role(self.plan, back) as usize] ^= 1 << made.to;
            men.at[back] = made.to;
        }
        if Self::checks(&board, us) {
            return;
        }
        men.done |= event;
        men.turn = us;
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
        if role != Role::Pawn && role != Role::King && made.promotion.is_none() {
            men.swap(self.plan, man, role);
        }
        found.push((made, men));
    }
}
