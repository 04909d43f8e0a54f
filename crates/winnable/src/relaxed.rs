//! How far a mate is if nothing that was ever had is lost again: the relaxed plans of planning
//! (J. Hoffmann and B. Nebel, *The FF Planning System*, 2001), for two players who help each other.
//!
//! Layer by layer each man keeps the squares it has reached, and a square that was left, or whose man
//! was taken, stays free. So the men get everywhere in a few dozen layers, and what a goal needs can
//! be read backwards from there: the king's walk, the attackers that have to leave its squares, the
//! pawn that is taken on the way, the man that offers itself to another pawn, the promotion. The
//! number of these moves says how far off the goal is, and those of them that can be made at
//! once are the moves worth trying. An evaluation takes some microseconds. Nothing is proved by it.

use arrayvec::ArrayVec;
use zermelo_board::{
    ByColor, Color, Position, Role, Square, attacks, back_rank, lowest, set_of, squares,
};

use crate::pictures::Picture;

/// Men, and for each pawn what it may become.
const MEN: usize = 96;
/// Layers; a king's longest walk and what it waits for fit.
const LAYERS: usize = 60;

/// A man, or what a pawn may become.
#[derive(Clone, Copy)]
struct Man {
    color: Color,
    role: Role,
    /// Its square, as a set; empty for what a pawn may become.
    home: u64,
    /// The pawn that becomes this.
    pawn: usize,
}

/// No layer.
const NEVER: u8 = u8::MAX;

/// The layers of a position: what may have come about after some moves of each man.
pub struct Relaxed {
    p: Position,
    men: ArrayVec<Man, MEN>,
    /// What each man attacks from where it stands, kings of the other colour being no shelter.
    hits: ArrayVec<u64, MEN>,
    /// Layer by layer, where each man may have been.
    reach: Vec<u64>,
    /// For each layer the squares whose men may have gone away, or been taken.
    left: Vec<u64>,
    /// The layer in which each man is on each square first.
    since: Vec<[u8; 64]>,
}

/// The moves towards a goal, and those of them that can be made at once.
#[derive(Clone)]
pub struct Plan {
    /// How many moves.
    pub moves: u32,
    /// From each square, where to.
    pub first: [u64; 64],
}

/// What a plan needs.
#[derive(Clone, Copy)]
enum Need {
    /// A man on a square.
    At(usize, Square),
    /// The man gone that stands on a square, in this layer.
    Left(Square, usize),
}

/// Squares that sliding men of this set reach over free ones, in one direction.
#[inline(always)]
fn slide(set: u64, free: u64, shift: i32, mask: u64) -> u64 {
    let go = |set: u64, by: i32| if by > 0 { set << by } else { set >> -by };
    let mut free = free & mask;
    let mut set = set;
    set |= free & go(set, shift);
    free &= go(free, shift);
    set |= free & go(set, 2 * shift);
    free &= go(free, 2 * shift);
    set |= free & go(set, 4 * shift);
    go(set, shift) & mask
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const NOT_A: u64 = !FILE_A;
const NOT_H: u64 = !(FILE_A << 7);

#[inline(always)]
fn diagonal(set: u64, free: u64) -> u64 {
    slide(set, free, 9, NOT_A)
        | slide(set, free, 7, NOT_H)
        | slide(set, free, -7, NOT_A)
        | slide(set, free, -9, NOT_H)
}

#[inline(always)]
fn straight(set: u64, free: u64) -> u64 {
    slide(set, free, 8, !0)
        | slide(set, free, -8, !0)
        | slide(set, free, 1, NOT_A)
        | slide(set, free, -1, NOT_H)
}

fn knights(set: u64) -> u64 {
    let (west, east) = (set >> 1 & NOT_H, set << 1 & NOT_A);
    let (far_west, far_east) = (west >> 1 & NOT_H, east << 1 & NOT_A);
    let (near, far) = (west | east, far_west | far_east);
    near << 16 | near >> 16 | far << 8 | far >> 8
}

impl Relaxed {
    /// The layers of a position.
    pub fn new(p: &Position) -> Relaxed {
        let (men, hits) = (ArrayVec::new(), ArrayVec::new());
        let (reach, left, since) = (Vec::new(), Vec::new(), Vec::new());
        let mut relaxed = Relaxed { p: *p, men, hits, reach, left, since };
        relaxed.look(p);
        relaxed
    }

    /// The layers of another position, in the same place.
    pub fn look(&mut self, p: &Position) {
        self.p = *p;
        self.men.clear();
        self.hits.clear();
        for s in squares(p.occupied()) {
            let man = Man { color: p.color_at(s), role: p.role_on(s), home: s.bit(), pawn: 0 };
            let without = p.occupied() & !p.king(!man.color).bit();
            self.men.push(man);
            self.hits.push(attacks::man(man.color, man.role, s, without));
        }
        for pawn in 0..self.men.len() {
            if self.men[pawn].role == Role::Pawn {
                for role in [Role::Queen, Role::Knight] {
                    let color = self.men[pawn].color;
                    let _ = self.men.try_push(Man { color, role, home: 0, pawn });
                }
            }
        }
        let count = self.men.len();
        self.since.clear();
        self.since.resize(count, [NEVER; 64]);
        for (man, since) in self.men.iter().zip(&mut self.since) {
            squares(man.home).for_each(|s| since[s.index()] = 0);
        }
        self.reach.clear();
        self.reach.extend(self.men.iter().map(|man| man.home));
        self.left.clear();
        self.left.push(0);
        let mut steps = [0; MEN];
        while self.left.len() < LAYERS && self.grow(&mut steps) {
            let number = self.left.len() - 1;
            let (before, last) = self.reach[(number - 1) * count..].split_at(count);
            for ((since, before), last) in self.since.iter_mut().zip(before).zip(last) {
                squares(last & !before).for_each(|s| since[s.index()] = number as u8);
            }
        }
    }

    /// Where each man may have been in a layer.
    fn reach(&self, layer: usize) -> &[u64] {
        &self.reach[layer * self.men.len()..][..self.men.len()]
    }

    /// Adds a layer; not if nothing would be new in it. The steps are those of the last layer: a piece
    /// that has been nowhere new goes nowhere new, unless somebody has made room.
    fn grow(&mut self, steps: &mut [u64; MEN]) -> bool {
        let (p, number) = (&self.p, self.left.len() - 1);
        let here = self.reach(number);
        let left = self.left[number];
        let occupied = p.occupied() & !left;
        let before = number.checked_sub(1).map(|before| self.reach(before));
        let cleared = left & !number.checked_sub(1).map_or(0, |before| self.left[before]);
        let mut pieces = ByColor::<u64>::default();
        let mut men = ByColor::<u64>::default();
        for (man, reach) in self.men.iter().zip(here) {
            men[man.color] |= reach;
            if man.role != Role::King {
                pieces[man.color] |= reach;
            }
        }
        let mut next: ArrayVec<u64, MEN> = here.iter().copied().collect();
        for (i, man) in self.men.iter().enumerate() {
            let (c, reach) = (man.color, here[i]);
            let stays = cleared & steps[i] == 0 && before.is_some_and(|before| before[i] == reach);
            let piece = !matches!(man.role, Role::Pawn | Role::King);
            if reach == 0 || piece && stays {
                continue;
            }
            steps[i] = match man.role {
                Role::King => {
                    let steps = attacks::kings(reach) & !reach;
                    steps & !self.attacked(c, number, pieces, steps)
                }
                Role::Pawn => {
                    let [west, east] = attacks::pawns(c, reach);
                    let passed = p.en_passant().map_or(0, Square::bit);
                    attacks::pushes(c, reach, occupied) | (west | east) & (pieces[!c] | passed)
                }
                Role::Knight => knights(reach),
                Role::Bishop => diagonal(reach, !occupied),
                Role::Rook => straight(reach, !occupied),
                Role::Queen => diagonal(reach, !occupied) | straight(reach, !occupied),
            };
            let kept = (p.men(c) | p.role(Role::King)) & !left;
            next[i] |= steps[i] & !kept;
        }
        let mut left = left;
        for (i, man) in self.men.iter().enumerate() {
            if man.home == 0 {
                next[i] |= next[man.pawn] & back_rank(!man.color);
            } else if next[i] & !man.home != 0
                || man.role != Role::King && man.home & men[!man.color] != 0
            {
                left |= man.home;
            }
        }
        let grown = left != self.left[number] || here != &next[..];
        if grown {
            self.left.push(left);
            self.reach.extend_from_slice(&next);
        }
        grown
    }

    /// Which of these squares are closed to the king of colour `c`: a man attacks them that has not left,
    /// and nobody can step before it.
    fn attacked(&self, c: Color, layer: usize, pieces: ByColor<u64>, wanted: u64) -> u64 {
        let mut all = 0;
        let pieces = pieces[Color::White] | pieces[Color::Black];
        for ((man, &hits), &reach) in self.men.iter().zip(&self.hits).zip(self.reach(layer)) {
            let mut hits = hits & wanted & !all;
            if man.color == c || hits == 0 || man.home & self.left[layer] != 0 {
                continue;
            }
            if man.role.slides() {
                let (home, pieces) = (lowest(man.home), pieces & !reach);
                hits = set_of(squares(hits).filter(|&s| attacks::between(home, s) & pieces == 0));
            }
            all |= hits;
        }
        all
    }

    /// The layer in which a man is on a square first.
    fn when(&self, man: usize, square: Square) -> Option<usize> {
        let since = self.since[man][square.index()];
        (since != NEVER).then_some(since.into())
    }

    /// The moves that lead to a picture, in the relaxed sense; `None` where they do not even then.
    pub fn plan(&self, picture: &Picture) -> Option<Plan> {
        let mut needs: Vec<Need> = Vec::with_capacity(32);
        let mut used = 0u128;
        let mut king = None;
        for target in &picture.targets {
            let fits = |man: &Man| {
                man.color == target.color
                    && (man.role == target.role
                        || man.home == 0 && man.role == Role::Queen && target.role.slides())
            };
            let men = (0..self.men.len()).filter(|&i| used >> i & 1 == 0 && fits(&self.men[i]));
            let near = men.filter_map(|i| Some((self.when(i, target.square)?, i))).min()?;
            used |= 1 << near.1;
            needs.push(Need::At(near.1, target.square));
            let king = *king.get_or_insert(target.square);
            if target.checks {
                let lines = attacks::between(target.square, king) & self.p.occupied();
                needs.extend(squares(lines).map(|s| Need::Left(s, LAYERS)));
            }
        }
        self.backwards(needs)
    }

    /// The moves that meet the needs.
    fn backwards(&self, mut needs: Vec<Need>) -> Option<Plan> {
        let mut plan = Plan { moves: 0, first: [0; 64] };
        let mut at = [0u64; MEN];
        let mut left = 0u64;
        loop {
            // Men that go somewhere first: they have left their squares then.
            let next = needs.iter().rposition(|need| matches!(need, Need::At(..)));
            let Some(next) = next.or(needs.len().checked_sub(1)) else { break };
            let (man, to) = match needs.swap_remove(next) {
                Need::At(man, to) => (man, to),
                Need::Left(s, by) => {
                    let goes = self.men.iter().position(|man| man.home == s.bit())?;
                    let gone = |to: Square| self.when(goes, to).is_some_and(|when| when <= by);
                    if left & s.bit() != 0 || squares(at[goes] & !s.bit()).any(gone) {
                        continue;
                    }
                    left |= s.bit();
                    let at_once = self.reach(self.left.len().min(2) - 1)[goes] & !s.bit();
                    if at_once != 0 {
                        // Wherever it goes.
                        at[goes] |= lowest(at_once).bit();
                        plan.moves += 1;
                        plan.first[s.index()] |= at_once;
                        continue;
                    }
                    self.leaves(goes, s)?
                }
            };
            if at[man] & to.bit() != 0 {
                continue;
            }
            at[man] |= to.bit();
            let when = self.when(man, to)?;
            if when == 0 {
                continue;
            }
            self.step(man, to, when, &mut needs, &mut plan)?;
        }
        Some(plan)
    }

    /// How a man leaves its square: it goes somewhere, or another comes there and takes it.
    fn leaves(&self, man: usize, s: Square) -> Option<(usize, Square)> {
        let Man { color, role, .. } = self.men[man];
        self.reach.chunks(self.men.len()).find_map(|reach| {
            let away = reach[man] & !s.bit();
            let takes = |&i: &usize| self.men[i].color != color && reach[i] & s.bit() != 0;
            let taker = (0..self.men.len()).find(takes).filter(|_| role != Role::King);
            if away != 0 { Some((man, lowest(away))) } else { Some((taker?, s)) }
        })
    }

    /// Adds what the step of a man to a square needs.
    fn step(
        &self,
        man: usize,
        to: Square,
        when: usize,
        needs: &mut Vec<Need>,
        plan: &mut Plan,
    ) -> Option<()> {
        let Man { color, role, home, pawn } = self.men[man];
        let (before, left) = (self.reach(when - 1), self.left[when - 1]);
        let occupied = self.p.occupied() & !left;
        let full = self.p.occupied() & !home;
        if home == 0 && to.bit() & back_rank(!color) != 0 && self.reach(when)[pawn] & to.bit() != 0
        {
            needs.push(Need::At(pawn, to));
            return Some(());
        }
        let from = match role {
            Role::Pawn => return self.pawn_step(man, to, when, needs, plan),
            role => attacks::piece(role, to, occupied & !to.bit()) & before[man],
        };
        let cost = |&s: &Square| {
            let blockers = (attacks::between(s, to) & full).count_ones() as usize;
            (self.when(man, s).unwrap_or(LAYERS) + blockers, s)
        };
        let from = squares(from).min_by_key(cost)?;
        needs.push(Need::At(man, from));
        needs.extend(squares(attacks::between(from, to) & full).map(|s| Need::Left(s, when - 1)));
        if (self.p.men(color) | self.p.role(Role::King)) & to.bit() & !home != 0 {
            needs.push(Need::Left(to, when - 1));
        }
        if role == Role::King {
            let mut without = self.p.occupied() & !self.p.king(color).bit();
            // Behind one that goes away there may be another.
            loop {
                let attackers = self.p.attackers(to, !color, without) & without;
                if attackers == 0 {
                    break;
                }
                without &= !attackers;
                for attacker in squares(attackers) {
                    if left & attacker.bit() != 0 {
                        needs.push(Need::Left(attacker, when - 1));
                    } else {
                        self.step_between(attacker, to, before, needs);
                    }
                }
            }
        }
        plan.moves += 1;
        if home == from.bit() {
            plan.first[from.index()] |= to.bit();
        }
        Some(())
    }

    /// Adds that some man steps before an attacker that stays.
    fn step_between(&self, attacker: Square, to: Square, before: &[u64], needs: &mut Vec<Need>) {
        let line = attacks::between(attacker, to);
        let steps = self.men.iter().zip(before).enumerate().filter_map(|(i, (man, reach))| {
            let on = reach & line;
            (on != 0 && man.role != Role::King && man.home != attacker.bit())
                .then(|| (self.when(i, lowest(on)), i, lowest(on)))
        });
        if let Some((_, man, on)) = steps.min() {
            needs.push(Need::At(man, on));
        }
    }

    /// Adds what the step of a pawn needs.
    fn pawn_step(
        &self,
        man: usize,
        to: Square,
        when: usize,
        needs: &mut Vec<Need>,
        plan: &mut Plan,
    ) -> Option<()> {
        let Man { color, home, .. } = self.men[man];
        let before = self.reach(when - 1);
        let occupied = self.p.occupied() & !self.left[when - 1];
        let pushed = squares(before[man])
            .find(|s| attacks::pushes(color, s.bit(), occupied) & to.bit() != 0);
        let took = squares(before[man] & attacks::pawn(!color, to)).next();
        let victim = self.men.iter().enumerate().filter(|(i, victim)| {
            victim.color != color && victim.role != Role::King && before[*i] & to.bit() != 0
        });
        let victim = victim.filter_map(|(i, _)| Some((self.when(i, to)?, i))).min();
        let from = match (pushed, took) {
            (Some(from), _) => {
                let way = attacks::between(from, to) | to.bit();
                needs.extend(
                    squares(way & self.p.occupied() & !home).map(|s| Need::Left(s, when - 1)),
                );
                from
            }
            (None, Some(from)) => {
                if let Some((_, victim)) = victim {
                    needs.push(Need::At(victim, to));
                } else if self.p.en_passant() != Some(to) {
                    return None;
                }
                from
            }
            (None, None) => return None,
        };
        needs.push(Need::At(man, from));
        plan.moves += 1;
        if home == from.bit() {
            plan.first[from.index()] |= to.bit();
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pictures::promoted;
    use zermelo_kernel as kernel;

    /// The moves of a plan to promote on a square, and those that can be made at once.
    fn plan(fen: &str, color: Color, square: &str) -> Option<(u32, Vec<String>)> {
        let root = kernel::Position::from_fen(fen, kernel::Castling::Standard).expect("a position");
        let p = Position::from_kernel(&root);
        let plan = Relaxed::new(&p).plan(&promoted(color, square.parse().expect("a square")))?;
        let first = Square::all().flat_map(|from| {
            let to = squares(plan.first[from.index()]);
            to.map(move |to| format!("{from}{to}"))
        });
        Some((plan.moves, first.collect()))
    }

    fn first(moves: &[&str]) -> Vec<String> {
        moves.iter().map(|m| m.to_string()).collect()
    }

    #[test]
    fn a_pawn_runs() {
        let found = plan("k7/8/8/8/8/8/7P/K7 w - -", Color::White, "h8");
        assert_eq!(found, Some((5, first(&["h2h4"]))));
    }

    /// The king comes, takes what is in the way, and the pawn runs.
    #[test]
    fn a_king_takes_the_pawn_in_the_way() {
        let found = plan("8/8/8/3k4/p7/P7/8/3K4 w - -", Color::White, "a8");
        assert_eq!(found.map(|(moves, _)| moves), Some(9));
    }

    /// A man before the pawn goes out of its way, and so does what attacks the king's squares.
    #[test]
    fn men_leave_the_way() {
        let found = plan("4k3/n7/P7/8/8/8/8/K7 w - -", Color::White, "a8");
        assert_eq!(found, Some((3, first(&["a6a7", "a7b5", "a7c6", "a7c8"]))));
        let (moves, first) =
            plan("6rr/8/8/8/7k/7p/7P/7K w - -", Color::White, "h8").expect("a plan");
        assert!(moves >= 7 && first.iter().any(|m| m.starts_with("g8")), "{moves} {first:?}");
    }

    /// A pawn that is stopped for good waits for a man that lets itself be taken beside its file.
    #[test]
    fn a_man_offers_itself() {
        let found = plan("7k/8/1p6/1P6/8/8/8/K2n4 w - -", Color::White, "a8");
        let (moves, _) = found.expect("a plan");
        assert!((6..=8).contains(&moves), "{moves}");
        assert_eq!(plan("7k/8/1p6/8/8/8/8/K2n4 w - -", Color::White, "a8"), None, "no pawn");
    }
}
