//! The moves that can be taken back, on boards.
//!
//! Only moves that the plan allows are made: captured men come back where an officer goes away,
//! pawns go back on their files and leave them as planned. Captures en passant are not among
//! them.

use zermelo_board::{Color, Role, Square, ahead, attacks, lowest, squares};
use zermelo_kernel::{ByColor, Move};

use super::distance::{self, FAR};
use super::men::{Men, color_of, is_pawn, men_of, turned};
use super::plan::{OFFICER, Place, Plan, What, home_square};

/// How many moves from home an officer may come back.
const REACH: u8 = 2;

/// The men of each colour, by role.
type Boards = ByColor<[u64; 6]>;

/// A position with boards.
pub(super) struct Retro<'a> {
    plan: &'a Plan,
    men: Men,
    by: Boards,
}

impl<'a> Retro<'a> {
    /// Sets up the boards.
    pub(super) fn new(plan: &'a Plan, men: Men) -> Retro<'a> {
        let mut retro = Retro { plan, men, by: Boards::default() };
        for man in 0..32 {
            if let Some(at) = men.at[man].square() {
                retro.by[color_of(man)][men.role(plan, man) as usize] |= at.bit();
            }
        }
        retro
    }

    fn occupied(board: &Boards) -> u64 {
        board.white.iter().chain(&board.black).fold(0, |all, men| all | men)
    }

    /// Whether colour `by` attacks the other king.
    fn checks(board: &Boards, by: Color) -> bool {
        let king = lowest(board[!by][5]);
        let all = Self::occupied(board);
        let [pawns, knights, bishops, rooks, queens, kings] = board[by];
        attacks::pawn(!by, king) & pawns
            | attacks::knight(king) & knights
            | attacks::king(king) & kings
            | attacks::bishop(king, all) & (bishops | queens)
            | attacks::rook(king, all) & (rooks | queens)
            != 0
    }

    /// All moves that the plan lets the side that has moved take back.
    pub(super) fn unmoves(&self, found: &mut Vec<(Move, Men)>) {
        let us = !self.men.turn;
        let all = Self::occupied(&self.by);
        for man in men_of(us) {
            let Some(at) = self.men.at[man].square() else { continue };
            if self.men.frozen(self.plan) & 1 << man != 0 {
                continue;
            }
            let role = self.men.role(self.plan, man);
            if role == Role::Pawn {
                self.pawn(man, at, all, found);
                continue;
            }
            let returning = self.returning(!us, at);
            for from in squares(attacks::piece(role, at, all) & !all) {
                let quiet = Move { from, to: at, promotion: None };
                self.push(man, quiet, None, 0, found);
                for &(back, event) in &returning {
                    self.push(man, quiet, Some(back), event, found);
                }
            }
            if is_pawn(man) {
                self.unpromote(man, at, role, all, found);
            }
            if role == Role::King {
                self.uncastle(man, at, all, found);
            }
        }
    }

    /// Men of colour `c` that may come back on a square, with the event that this takes back.
    fn returning(&self, c: Color, on: Square) -> Vec<(usize, u64)> {
        let mut list: Vec<(usize, u64)> = Vec::new();
        let rank = turned(c, on).rank() as u8;
        for man in men_of(c) {
            if self.men.at[man] != Place::NOWHERE || self.plan.reserved & 1 << man != 0 {
                continue;
            }
            let role = self.men.role(self.plan, man);
            if role != Role::Pawn {
                // A knight finds its way past everybody.
                let near = is_pawn(man)
                    || role == Role::Knight
                    || distance::straight_home(man & 7, turned(c, on)) <= REACH;
                let same = list.iter().any(|&(other, _)| {
                    self.men.role(self.plan, other) == role && other != man && role != Role::Bishop
                });
                if near && (!same || home_square(man) == on) {
                    list.push((man, 0));
                }
            }
        }
        for (number, event) in self.plan.events.iter().enumerate() {
            let man = event.pawn as usize + 8;
            let What::Taken(file) = event.what else { continue };
            if color_of(man) != c || self.men.done & 1 << number != 0 || on.number() & 7 != file {
                continue;
            }
            let limit = self.men.limit(self.plan, man - 8);
            let fits = (limit..=limit + 2).contains(&rank);
            if fits && event.after & !self.men.done == 0 && self.in_order(c, on) {
                list.push((man, 1 << number));
            }
        }
        list
    }

    /// Whether a pawn of colour `c` on this square has no enemy pawn behind it on its file that
    /// must go the other way.
    fn in_order(&self, c: Color, on: Square) -> bool {
        let file = 0x0101_0101_0101_0101u64 << on.file();
        let below = on.bit() - 1;
        let behind = if c == Color::White { below } else { !(on.bit() | below) };
        self.by[!c][Role::Pawn as usize] & file & behind == 0
    }

    fn pawn(&self, man: usize, at: Square, all: u64, found: &mut Vec<(Move, Men)>) {
        let c = color_of(man);
        let pawn = man - 8;
        let rank = turned(c, at).rank() as u8;
        let (next, captures) = self.men.pending(self.plan, pawn);
        let from = |from| Move { from, to: at, promotion: None };
        let one = ahead(!c, at);
        let limit = self.men.limit(self.plan, pawn);
        if rank > limit && all & one.bit() == 0 {
            self.push(man, from(one), None, 0, found);
            let two = ahead(!c, one);
            if rank == 3 && limit == 1 && captures == 0 && all & two.bit() == 0 {
                self.push(man, from(two), None, 0, found);
            }
        }
        let Some(number) = next else { return };
        let event = &self.plan.events[number as usize];
        let What::Capture(file, _, victim) = event.what else { return };
        if event.after & !self.men.done != 0 || rank < limit.max(1 + captures) {
            return;
        }
        let aside = Square::wrapping(one.number() & 56 | file);
        if all & aside.bit() != 0 || !self.fits_stack(pawn as u8, aside, &event.stack) {
            return;
        }
        let made = from(aside);
        if victim != OFFICER {
            let victim = victim as usize + 8;
            let least = self.men.limit(self.plan, victim - 8);
            let rank = turned(!c, at).rank() as u8;
            if self.men.at[victim] == Place::NOWHERE && rank >= least && rank < 7 {
                self.push(man, made, Some(victim), 1 << number, found);
            }
            return;
        }
        let victim = event.victim as usize;
        if is_pawn(victim) || distance::straight_home(victim & 7, turned(!c, at)) != FAR {
            self.push(man, made, Some(victim), 1 << number, found);
        }
    }

    /// Whether a pawn that goes back to this square keeps the order of its new file.
    fn fits_stack(&self, pawn: u8, from: Square, stack: &[u8]) -> bool {
        let now = |&other: &u8| {
            let man = other as usize + 8;
            match self.men.at[man].square() {
                _ if other == pawn => Some(from),
                at => at.filter(|_| self.men.role(self.plan, man) == Role::Pawn),
            }
        };
        stack.iter().filter_map(now).filter(|at| at.file() == from.file()).is_sorted()
    }

    fn unpromote(
        &self,
        man: usize,
        at: Square,
        role: Role,
        all: u64,
        found: &mut Vec<(Move, Men)>,
    ) {
        let c = color_of(man);
        let (Some(number), captures) = self.men.pending(self.plan, man - 8) else { return };
        let event = &self.plan.events[number as usize];
        let What::Promotion(file) = event.what else { return };
        let last = turned(c, Square::wrapping(56 + file));
        let from = ahead(!c, last);
        let free = at == last && all & from.bit() == 0;
        if free && event.after & !self.men.done == 0 && captures <= 5 {
            let made = Move { from, to: at, promotion: Some(role) };
            self.push(man, made, None, 1 << number, found);
        }
    }

    /// Castling: often the only way for a rook to come home past a king that stands on its corner.
    fn uncastle(&self, king: usize, at: Square, all: u64, found: &mut Vec<(Move, Men)>) {
        let us = color_of(king);
        let home = home_square(king);
        // The rook's number, the file where it stands, and all squares that were empty.
        let (rook, beside, empty) = match at.number().wrapping_sub(home.number() & 56) {
            6 => (king + 3, 5u8, 0x60),
            2 => (king - 4, 3u8, 0x0E),
            _ => return,
        };
        let beside = Square::wrapping(home.number() & 56 | beside);
        let back = |file: u64| file << (home.number() & 56);
        let castled = at.bit() | beside.bit();
        let stands = men_of(us)
            .find(|&man| self.men.at[man] == Place::on(beside))
            .filter(|&man| !is_pawn(man) && Role::BACK_RANK[man & 7] == Role::Rook);
        let Some(stands) = stands else { return };
        let frozen = self.men.frozen(self.plan);
        let corner = home_square(rook);
        let before = back(empty) | home.bit() | corner.bit();
        if all & before & !castled != 0 || frozen & (1 << rook | 1 << stands) != 0 {
            return;
        }
        let mut board = self.by;
        board[us][Role::King as usize] = home.bit();
        board[us][Role::Rook as usize] ^= beside.bit() | corner.bit();
        // Neither king stood in check, nor did this one pass over an attacked square.
        let mut passing = board;
        passing[us][Role::King as usize] = beside.bit();
        if Self::checks(&board, us) || [&board, &passing].iter().any(|b| Self::checks(b, !us)) {
            return;
        }
        let mut men = self.men;
        men.at.swap(rook, stands);
        men.at[rook] = Place::on(corner);
        men.at[king] = Place::on(home);
        men.castled |= 1 << rook | 1 << king;
        men.needs &= if us == Color::White { !3 } else { !12 };
        men.turn = us;
        // As in the kernel, castling is king takes rook.
        found.push((Move { from: home, to: corner, promotion: None }, men));
    }

    /// Adds a move taken back if the enemy king was safe before it.
    fn push(
        &self,
        man: usize,
        made: Move,
        back: Option<usize>,
        event: u64,
        found: &mut Vec<(Move, Men)>,
    ) {
        let us = color_of(man);
        let mut board = self.by;
        let role = self.men.role(self.plan, man);
        board[us][role as usize] ^= made.to.bit();
        let before = if made.promotion.is_some() { Role::Pawn } else { role };
        board[us][before as usize] ^= made.from.bit();
        let mut men = self.men;
        men.at[man] = Place::on(made.from);
        if let Some(back) = back {
            board[!us][men.role(self.plan, back) as usize] ^= made.to.bit();
            men.at[back] = Place::on(made.to);
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
