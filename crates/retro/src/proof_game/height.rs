//! How far a position is from the array, roughly: the measure of the search.
//!
//! A sum over the men, in sixths of a move, with what experience has shown to matter: men that are
//! missing, pawns that close the door before the officers are home, officers that stand where a
//! pawn has to unpromote. It is no bound of anything, but where it is `None`, the plan cannot be
//! finished: a man is shut out, or only knights are left and the number of moves is odd.
//!
//! A microsecond or less; most of the time of a search is spent here.

use super::distance::{FAR, Fields};
use super::men::{Men, color_of, is_pawn, men_of, turned};
use super::plan::{OFFICER, Place, Plan, What, home_square};
use zermelo_board::{Color, Role, Square, ahead, attacks};
use zermelo_kernel::ByColor;

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
/// Two men that stand past each other on their own rank; at most, if they are king and rook.
const CROSSED: u32 = 12;
const KING_CROSSED: u32 = 36;
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

/// Who stands where, as far as the height depends on it.
#[derive(Default)]
struct Survey {
    at_home: ByColor<u64>,
    /// Pawns that go straight home: all of them, and those on their third rank.
    settled: u64,
    third: ByColor<u64>,
    /// Men that can never leave again.
    walls: u64,
}

impl Survey {
    fn of(men: &Men, plan: &Plan) -> Survey {
        let mut survey = Survey::default();
        for man in 0..32 {
            let Some(at) = men.at[man].square() else { continue };
            let c = color_of(man);
            if is_pawn(man) && men.role(plan, man) != Role::Pawn {
                continue;
            }
            if at == home_square(man) {
                survey.at_home[c] |= at.bit();
            } else if is_pawn(man) && men.captures_left(plan, man - 8) == 0 {
                survey.settled |= at.bit();
                if turned(c, at).rank() < 3 {
                    survey.third[c] |= at.bit();
                }
            }
        }
        let ByColor { white, black } = survey.at_home;
        survey.walls = shut(white) | shut(black.swap_bytes()).swap_bytes();
        survey
    }

    /// The moves home of an officer, and whether it must wait for its own side's men; `None` if it
    /// is shut out.
    fn way_home(&self, man: usize, at: Square, fields: &mut Fields) -> Option<(u32, bool)> {
        let (c, file) = (color_of(man), man & 7);
        let seen = |board: u64| if c == Color::White { board } else { board.swap_bytes() };
        let (at, walls) = (turned(c, at), seen(self.walls));
        let moves = fields.home(seen(self.at_home[c] | self.settled) | walls, file, at);
        if moves != FAR {
            return Some((moves.into(), false));
        }
        let third = seen(self.third.white | self.third.black);
        if matches!(file, 0 | 7) && fields.home(walls | third, file, at) == FAR {
            return None;
        }
        let moves = fields.home(walls, file, at);
        (moves != FAR).then_some((moves.into(), true))
    }
}

/// The square beside a rook's home, from which it can come home when all others have; of other
/// officers their home.
fn doorstep(man: usize) -> Square {
    let home = home_square(man);
    match man & 7 {
        0 => Square::wrapping(home.number() + 1),
        7 => Square::wrapping(home.number() - 1),
        _ => home,
    }
}

impl Men {
    /// How far from the array, roughly; `None` if it cannot be reached.
    pub(super) fn height(&self, plan: &Plan, fields: &mut Fields) -> Option<u32> {
        let survey = Survey::of(self, plan);
        let all = (1u64 << plan.events.len()) - 1;
        let complete = self.done == all && !self.at.contains(&Place::NOWHERE);
        if complete && !self.is_in_step(survey.walls) {
            return None;
        }
        let mut sum = self.needs.count_ones() * RIGHT;
        let mut plies = self.turn as u32;
        let mut sent = ByColor::default();
        for c in Color::ALL {
            let call = self.called(plan, c);
            if call != 0 {
                let walls = survey.walls | survey.third[!c];
                let (man, moves) = self.nearest(plan, !c, call, walls, fields);
                sum += u32::from(moves) * CALL;
                sent[!c] = man;
            }
        }
        for c in Color::ALL {
            let at_home = survey.at_home[c];
            if at_home.count_ones() == 16 {
                continue;
            }
            // Pawns go home last.
            let coming = plan.promotions[!c] & !self.done != 0;
            let doors = self.doors(c);
            let pawns = at_home & 0x00FF_0000_0000_FF00 & !plan.early;
            let third = survey.third[c] & !plan.early;
            sum += WALL * (pawns & doors).count_ones();
            sum += HALF_WALL * (third & doors).count_ones();
            if coming && !plan.orderly {
                sum +=
                    HALF_WALL * (2 * (pawns & !doors).count_ones() + (third & !doors).count_ones());
            }
            sum += self.crossed(c, plan.orderly);
            for man in men_of(c) {
                match self.at[man].square() {
                    Some(at) if at_home & at.bit() != 0 => {}
                    _ if is_pawn(man) => {
                        let cost = self.pawn_height(plan, man, &survey, fields)?;
                        sum += cost;
                        plies += cost / MOVE;
                    }
                    None => {
                        let knight = matches!(man & 7, 1 | 6);
                        sum += MISSING + OFFICER_MISSING * if knight { 2 } else { 1 };
                    }
                    Some(at) => {
                        let (moves, blocked) = survey.way_home(man, at, fields)?;
                        sum += if blocked { BLOCKED } else { 0 };
                        sum += if sent[c] == Some(man) { 0 } else { moves * MOVE };
                        plies += moves;
                    }
                }
            }
        }
        if complete && plies % 2 == 1 {
            sum += ODD;
        }
        Some(sum)
    }

    /// What it costs that king, queen and rooks stand past each other on their own rank. For a king
    /// and a rook it is the way to the squares of castling at most, less the straight way home, which
    /// is counted for each.
    fn crossed(&self, c: Color, orderly: bool) -> u32 {
        let file = |officer: usize| {
            let at = turned(c, self.at[c.index() * 24 + officer].square()?);
            (at.rank() == 0).then_some(at.file() as u32)
        };
        let [left, queen, king, right] = [0, 3, 4, 7].map(file);
        let past = |one: Option<u32>, other: Option<u32>| {
            one.zip(other).is_some_and(|(one, other)| one > other)
        };
        let mut sum = 0;
        if orderly {
            for (one, other) in [(left, queen), (queen, right), (queen, king), (left, right)] {
                sum += u32::from(past(one, other)) * CROSSED;
            }
        }
        for (one, other, rook, [king_to, rook_to]) in
            [(king, right, right, [6, 5]), (left, king, left, [2, 3])]
        {
            if let (true, Some(king), Some(rook)) = (past(one, other), king, rook) {
                let straight = king.abs_diff(4) + 1;
                let castling = king.abs_diff(king_to) + u32::from(rook != rook_to) + 1;
                sum += (castling * MOVE).saturating_sub(straight * MOVE).min(KING_CROSSED);
            }
        }
        sum
    }

    /// The files whose pawns shut out an officer of this colour that has yet to come home; knights
    /// find a way.
    fn doors(&self, c: Color) -> u64 {
        const DOORS: [(usize, u64); 6] =
            [(0, 0x07), (2, 0x0A), (3, 0x1C), (4, 0x38), (5, 0x50), (7, 0xE0)];
        let out = |&(officer, _): &(usize, u64)| {
            let man = c.index() * 24 + officer;
            let at = self.at[man].square();
            at != Some(home_square(man)) && at != Some(doorstep(man))
        };
        let files = DOORS.into_iter().filter(out).fold(0, |doors, (_, files)| doors | files);
        files * 0x0101_0101_0101_0101
    }

    /// Whether the number of moves that are left can be even or odd, or is right as it is: not if
    /// only knights and pawns with one step to go are left.
    fn is_in_step(&self, walls: u64) -> bool {
        let mut odd = self.turn == Color::Black;
        for man in 0..32 {
            let Some(at) = self.at[man].square() else { return true };
            let home = home_square(man);
            match man & 7 {
                _ if is_pawn(man) => {
                    if turned(color_of(man), at).rank() >= 3 {
                        return true;
                    }
                    odd ^= at != home;
                }
                1 | 6 => odd ^= at.is_light() != home.is_light(),
                0 | 7 => {
                    if at != home && at != doorstep(man) {
                        return true;
                    }
                    odd ^= at != home;
                }
                _ => {
                    if at != home || walls & at.bit() == 0 {
                        return true;
                    }
                }
            }
        }
        !odd
    }

    /// What a pawn that is not at home still costs; `None` if it cannot come home.
    fn pawn_height(
        &self,
        plan: &Plan,
        man: usize,
        survey: &Survey,
        fields: &mut Fields,
    ) -> Option<u32> {
        let c = color_of(man);
        let at = self.at[man].square();
        let (next, captures) = self.pending(plan, man - 8);
        let mut sum = u32::from(captures) * CAPTURE;
        let role = self.role(plan, man);
        if role == Role::Pawn {
            let Some(at) = at else { return Some(sum + MISSING) };
            if captures > 0 && !self.finds_officer(plan, man, at) {
                return None;
            }
            let steps = turned(c, at).rank() as u32 - 1;
            return Some(sum + (steps - u32::from(captures == 0 && steps > 1)) * MOVE);
        }
        let Some(What::Promotion(file)) = next.map(|event| plan.events[event as usize].what) else {
            return None;
        };
        sum += 6 * MOVE + PROMOTION;
        let last = turned(c, Square::wrapping(56 + file));
        if survey.walls & (ahead(!c, last).bit() | last.bit()) != 0 {
            return None;
        }
        if survey.at_home[!c] & last.bit() != 0 {
            sum += IN_THE_WAY;
        }
        let Some(at) = at else { return Some(sum + MISSING) };
        let mut moves = fields.way(role, last.bit(), survey.walls | survey.settled, at);
        if moves == FAR {
            sum += BLOCKED;
            moves = fields.way(role, last.bit(), survey.walls, at);
        }
        (moves != FAR).then(|| sum + u32::from(moves) * MOVE)
    }

    /// Whether a pawn whose next capture is of an officer still finds a square for it.
    fn finds_officer(&self, plan: &Plan, man: usize, at: Square) -> bool {
        let c = color_of(man);
        let (next, _) = self.pending(plan, man - 8);
        let Some(event) = next.map(|event| &plan.events[event as usize]) else { return true };
        let What::Capture(_, _, OFFICER) = event.what else { return true };
        let victim = event.victim as usize;
        let role = self.role(plan, victim);
        // The squares of its file where it may still capture: down to an enemy pawn that stays.
        let stays = |at: Square| {
            men_of(!c).filter(|&man| is_pawn(man)).any(|man| {
                self.at[man] == Place::on(at)
                    && self.role(plan, man) == Role::Pawn
                    && self.captures_left(plan, man - 8) == 0
            })
        };
        let file = std::iter::successors(Some(at), |&at| Some(ahead(!c, at)));
        let limit = self.limit(plan, man - 8) as i8;
        let mut free = file.take_while(|&at| turned(c, at).rank() >= limit && !stays(at));
        free.any(|at| role != Role::Bishop || at.is_light() == self.target(plan, victim).is_light())
    }

    /// Where missing men of this colour are best put back: at home, or little in front of it.
    fn called(&self, plan: &Plan, c: Color) -> u64 {
        let missing = |man: &usize| self.at[*man] == Place::NOWHERE;
        let free = |man: &usize| plan.reserved & 1 << man == 0;
        let men = men_of(c).filter(missing).filter(free);
        let places = |man: usize| match home_square(man).number() {
            home if !is_pawn(man) => 1 << home,
            _ if self.role(plan, man) != Role::Pawn => {
                let last = self.target(plan, man);
                last.bit() | attacks::knight(last)
            }
            home if c == Color::White => 0x1_0101 << home,
            home => 0x1_0101 << (home - 16),
        };
        men.fold(0, |call, man| call | places(man))
    }

    /// The officer of colour `c` that is nearest to one of the squares where men are missing, and
    /// its moves.
    fn nearest(
        &self,
        plan: &Plan,
        c: Color,
        wanted: u64,
        walls: u64,
        fields: &mut Fields,
    ) -> (Option<usize>, u8) {
        let mut best = (None, 9);
        let any = [1, 6].iter().all(|knight| self.at[c.index() * 24 + knight] == Place::NOWHERE);
        for man in men_of(c) {
            let Some(at) = self.at[man].square() else { continue };
            let role = self.role(plan, man);
            if role == Role::Pawn
                || self.frozen(plan) & 1 << man != 0
                || role != Role::Knight && !any
            {
                continue;
            }
            let moves = fields.way(role, wanted, walls, at);
            if moves < best.1 {
                best = (Some(man), moves);
            }
        }
        best
    }
}
