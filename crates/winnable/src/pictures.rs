//! Mates to steer for: which men on which squares, and how far they are from there.
//!
//! The same pictures that the mate test of a phase looks for, but the nearest ones: each man may
//! stand where the mobility analysis lets it, at the cost of the moves it needs when nothing but
//! permanent men is in its way. A picture is kept if its men alone, with the permanent ones, are
//! a mate on the board. The search then measures every position by the moves that are missing.

use arrayvec::ArrayVec;
use zermelo_board::{Color, Position, Role, Square, ahead, attacks, lowest, squares};

use crate::mobility::{Men, Saturated};

/// A man that a picture wants on a square, with the distance of that square from every other.
#[derive(Clone, Debug)]
pub struct Target {
    /// Whose man.
    pub color: Color,
    /// What it is by then.
    pub role: Role,
    /// Where it is to be.
    pub square: Square,
    /// Moves to the square from each square, 255 when there is no way.
    distance: [u8; 64],
    /// Whether it attacks the losing king from there.
    pub checks: bool,
}

/// A mate to steer for.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The moves it needs, at least.
    pub cost: u32,
    /// What it is made of.
    pub targets: ArrayVec<Target, 12>,
    /// Men that never move, or pawns that stand head to head and are taken to stay.
    walls: u64,
    /// Not a mate but what may unlock the position: the pawn (a bit) that a king comes to take,
    /// or for whose capture another man offers itself.
    unlocks: u64,
}

const FAR: u32 = 40;
/// Each man of a picture makes it harder: it has to be there at the right time.
const PER_MAN: u32 = 2;
/// So does a second check.
const DOUBLE: u32 = 12;

impl Picture {
    /// How many moves are missing: those of the men to their places, of other men out of these
    /// places, and of the winner's men off the lines that keep the losing king from coming.
    #[inline]
    pub fn missing(&self, p: &Position) -> u32 {
        let king = &self.targets[0];
        let at = p.king(king.color);
        let arrived = at == king.square;
        let mut sum = u32::from(king.distance[at.index()]).min(FAR);
        if self.unlocks != 0 {
            if p.of(!king.color, Role::Pawn) & self.unlocks == 0 {
                return FAR; // Done, or past doing.
            }
            if king.role != Role::King {
                return nearest_man(p, king);
            }
            let without = p.occupied() & !at.bit();
            sum += p.attackers(king.square, !king.color, without).count_ones();
            return sum + if sum > 1 { self.way_of_the_king(p, king, at) } else { 0 };
        }
        if !arrived {
            // Men behind one another on a line all have to leave it.
            sum += p.attackers(king.square, !king.color, self.walls).count_ones();
            sum += u32::from(p.occupied() & king.square.bit() != 0);
            if king.distance[at.index()] > 1 {
                sum += self.way_of_the_king(p, king, at);
            }
        }
        for target in &self.targets[1..] {
            if target.checks {
                if !arrived {
                    sum += 1; // It comes last.
                    continue;
                }
                let line = attacks::between(target.square, king.square);
                sum += (line & p.occupied()).count_ones();
            }
            let bit = target.square.bit();
            if p.occupied() & bit & !p.of(target.color, target.role) != 0 {
                sum += 1;
            }
            sum += nearest_man(p, target);
        }
        sum
    }

    /// What the losing king's next step waits for: attackers to go away, a man to make room.
    #[inline]
    fn way_of_the_king(&self, p: &Position, target: &Target, king: Square) -> u32 {
        let here = target.distance[king.index()];
        let without = p.occupied() & !king.bit();
        let mut least = 3;
        for s in squares(attacks::king(king)) {
            if target.distance[s.index()] < here {
                let own = u32::from(p.men(target.color) & s.bit() != 0);
                let attackers = p.attackers(s, !target.color, without).count_ones();
                least = least.min(own + attackers);
            }
        }
        least
    }
}

/// The moves that the nearest man of the target's kind, or a pawn to become one, is away.
#[inline]
fn nearest_man(p: &Position, target: &Target) -> u32 {
    let mut best = FAR;
    for s in squares(p.of(target.color, target.role)) {
        best = best.min(u32::from(target.distance[s.index()]));
    }
    if best > 3 && target.role != Role::Pawn && target.role != Role::King {
        for s in squares(p.of(target.color, Role::Pawn)) {
            let (steps, last) = promotion_run(target.color, s);
            best = best.min(steps + u32::from(target.distance[last.index()]));
        }
    }
    best
}

/// Moves a pawn needs to promote on its own file, and where.
#[inline]
pub(crate) fn promotion_run(color: Color, s: Square) -> (u32, Square) {
    let last = Square::wrapping(s.file() as u8 + 8 * color.promotion_rank() as u8);
    let steps = s.rank().abs_diff(color.promotion_rank());
    (u32::from(steps) - u32::from(steps == 6), last)
}

/// Distances to `target` for a man of this role, on lines that only `walls` block.
pub(crate) fn distances(role: Role, color: Color, target: Square, walls: u64) -> [u8; 64] {
    let mut out = [255u8; 64];
    if role == Role::Pawn {
        out[target.index()] = 0;
        // Straight pushes only, backwards from the target.
        let mut s = target;
        let mut d = 0;
        loop {
            s = ahead(!color, s);
            if !(8..56).contains(&s.number()) || walls & s.bit() != 0 && d > 0 {
                break;
            }
            d += 1;
            out[s.index()] = d;
        }
        return out;
    }
    flood(role, target.bit(), walls)
}

/// Distances to the nearest of these squares for a piece, on lines that only `walls` block.
pub(crate) fn flood(role: Role, targets: u64, walls: u64) -> [u8; 64] {
    let mut out = [255u8; 64];
    let mut frontier = targets;
    let mut seen = 0;
    for d in 0..16 {
        seen |= frontier;
        let mut next = 0;
        for s in squares(frontier) {
            out[s.index()] = d;
            if d == 0 || walls & s.bit() == 0 {
                next |= attacks::piece(role, s, walls);
            }
        }
        frontier = next & !seen;
        if frontier == 0 {
            break;
        }
    }
    out
}

/// Finds up to `want` near pictures of a mate by the winner: first such as leave pawns that stand
/// head to head where they are, then any.
pub fn nearest(p: &Position, men: &Men, phase: &Saturated, want: usize) -> Vec<Picture> {
    let (white, black) = (p.of(Color::White, Role::Pawn), p.of(Color::Black, Role::Pawn));
    let rammed = white & black >> 8 | black & white << 8;
    let mut found = pictures(p, men, phase, want, rammed);
    if rammed & !phase.permanent != 0 && found.len() < want {
        found.extend(pictures(p, men, phase, want - found.len(), 0));
    }
    found
}

/// Finds up to `want` events that may unlock the position, the nearest first: a king takes a pawn,
/// or a pawn of the winner's takes a man that comes next to its file.
pub fn unlocking(p: &Position, men: &Men, phase: &Saturated, want: usize) -> Vec<Picture> {
    let mut found = Vec::new();
    let mut add = |color: Color, role: Role, square: Square, walls: u64, pawn: Square| {
        let distance = distances(role, color, square, walls & !square.bit());
        let target = Target { color, role, square, distance, checks: false };
        let cost = nearest_man(p, &target);
        if cost < FAR {
            let targets = ArrayVec::from_iter([target]);
            found.push(Picture { cost, targets, walls, unlocks: pawn.bit() });
        }
    };
    for (i, pawn) in men.men.iter().enumerate().filter(|(_, man)| man.role == Role::Pawn) {
        let bit = pawn.home.bit();
        let color = !pawn.color;
        if phase.states[i].gone && phase.states[men.kings[color]].squares & bit != 0 {
            let walls = (phase.permanent | p.role(Role::Pawn)) & !bit;
            add(color, Role::King, pawn.home, walls, pawn.home);
        }
        if pawn.color != men.winner {
            continue;
        }
        for to in squares(attacks::pawn(pawn.color, pawn.home)) {
            for role in [Role::Queen, Role::Bishop, Role::Knight, Role::Rook] {
                let comes = men.men.iter().zip(&phase.states).any(|(man, state)| {
                    man.color == color
                        && state.squares & to.bit() != 0
                        && (man.role == role || state.promoted)
                });
                if comes {
                    add(color, role, to, phase.permanent, pawn.home);
                }
            }
        }
    }
    found.sort_by_key(|picture| picture.cost);
    found.truncate(want);
    found
}

/// A queen of this colour on a square of the last rank: not a mate, but what may lead to one.
pub fn promoted(color: Color, square: Square) -> Picture {
    let distance = flood(Role::Queen, square.bit(), 0);
    let target = Target { color, role: Role::Queen, square, distance, checks: false };
    Picture { cost: 0, targets: ArrayVec::from_iter([target]), walls: 0, unlocks: 0 }
}

fn pictures(p: &Position, men: &Men, phase: &Saturated, want: usize, rammed: u64) -> Vec<Picture> {
    let walls = phase.permanent | rammed;
    let mut finder = Finder {
        rammed,
        walls,
        p,
        men,
        phase,
        want,
        found: Vec::new(),
        placed: ArrayVec::new(),
        used: 0,
        occupied: 0,
        work: 1_500,
        loser_king: Square::wrapping(0),
        ways: vec![None; men.men.len() * 8],
    };
    finder.run();
    finder
        .found
        .into_iter()
        .map(|(cost, placed)| Picture {
            cost,
            walls,
            unlocks: 0,
            targets: placed
                .iter()
                .map(|&(color, role, square)| Target {
                    checks: color == men.winner
                        && attacks::man(color, role, square, walls) & placed[0].2.bit() != 0,
                    color,
                    role,
                    square,
                    distance: distances(role, color, square, walls & !square.bit()),
                })
                .collect(),
        })
        .collect()
}

/// The one role.
pub(crate) fn just(role: Role) -> &'static [Role] {
    const ALL: &[Role] = &Role::ALL;
    &ALL[role as usize..=role as usize]
}

/// A flight to close, or (none) a check to give, and the squares from which that is done.
struct Need {
    flight: Option<Square>,
    pawn: u64,
    knight: u64,
    diagonal: u64,
    straight: u64,
    king: u64,
}

type Placed = ArrayVec<(Color, Role, Square), 12>;

struct Finder<'a> {
    p: &'a Position,
    men: &'a Men,
    phase: &'a Saturated,
    rammed: u64,
    walls: u64,
    want: usize,
    found: Vec<(u32, Placed)>,
    placed: Placed,
    used: u64,
    occupied: u64,
    work: i32,
    loser_king: Square,
    /// Distances of one man in one role from its home.
    ways: Vec<Option<[u8; 64]>>,
}

impl Finder<'_> {
    fn run(&mut self) {
        let loser = !self.men.winner;
        let king = self.men.kings[loser];
        let far = self.distances_of(king, Role::King);
        let mut order: Vec<Square> = squares(self.phase.states[king].squares).collect();
        order.sort_by_key(|&s| {
            let edge = s.file().min(7 - s.file()) + s.rank().min(7 - s.rank());
            u32::from(far[s.index()]) + 2 * edge as u32
        });
        for s in order {
            if self.rammed & s.bit() != 0 {
                continue;
            }
            let cost = u32::from(far[s.index()]);
            if cost >= self.bound() || far[s.index()] == 255 {
                continue;
            }
            self.loser_king = s;
            self.placed.push((loser, Role::King, s));
            self.occupied = s.bit();
            self.used = 1 << king;
            let shut = self.shut();
            self.work = self.work.max(40);
            self.complete(attacks::king(s) & !shut, true, cost);
            self.placed.pop();
        }
    }

    fn bound(&self) -> u32 {
        if self.found.len() < self.want { 60 } else { self.found[self.found.len() - 1].0 }
    }

    /// Flights that are closed in every covered position.
    fn shut(&self) -> u64 {
        let mut shut = self.phase.attacked[self.men.winner];
        for (man, state) in self.men.men.iter().zip(&self.phase.states) {
            let home = man.home.bit();
            if man.color != self.men.winner {
                shut |= state.permanent() | home & self.rammed;
            } else if man.role == Role::Pawn && home & self.rammed != 0 {
                shut |= attacks::pawn(man.color, man.home);
            }
        }
        shut
    }

    /// Distances of a man from its home, in a role it has or may take.
    fn distances_of(&mut self, i: usize, role: Role) -> [u8; 64] {
        if let Some(d) = self.ways[i * 8 + role as usize] {
            return d;
        }
        let man = self.men.men[i];
        let walls = self.walls;
        let mut out;
        if man.role == role && role != Role::Pawn {
            // Moves of pieces can be taken back, so distances from home serve.
            out = distances(role, man.color, man.home, walls & !man.home.bit());
        } else if role == Role::Pawn {
            out = [255; 64];
            let mut s = man.home;
            out[s.index()] = 0;
            let mut d = 0;
            while (8..56).contains(&s.number()) {
                s = ahead(man.color, s);
                d += 1;
                if walls & s.bit() != 0 {
                    break;
                }
                out[s.index()] = d;
            }
        } else {
            let (steps, last) = promotion_run(man.color, man.home);
            out = distances(role, man.color, last, walls & !last.bit());
            for d in &mut out {
                *d = d.saturating_add(steps as u8);
            }
        }
        for (s, d) in out.iter_mut().enumerate() {
            if self.phase.states[i].squares & !self.rammed & (1 << s) == 0 {
                *d = 255;
            }
        }
        self.ways[i * 8 + role as usize] = Some(out);
        out
    }

    fn roles(&self, i: usize) -> &'static [Role] {
        let man = self.men.men[i];
        match (man.role, self.phase.states[i].promoted) {
            (Role::Pawn, true) if man.color == self.men.winner => {
                &[Role::Pawn, Role::Queen, Role::Knight]
            }
            (Role::Pawn, true) => &[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook],
            _ => just(man.role),
        }
    }

    fn complete(&mut self, open: u64, check: bool, cost: u32) {
        self.work -= 1;
        if self.work < 0 || cost >= self.bound() {
            return;
        }
        if open == 0 && !check {
            if self.is_mate() {
                self.note(cost);
            }
            return;
        }
        if self.placed.is_full() {
            return;
        }
        let Some(need) = self.narrowest(open, check) else { return };
        for i in 0..self.men.men.len() {
            if !self.is_free(i) {
                continue;
            }
            let man = self.men.men[i];
            for &role in self.roles(i) {
                let ways = self.meets(i, role, &need);
                if ways == 0 {
                    continue;
                }
                let far = self.distances_of(i, role);
                for s in squares(ways) {
                    let d = u32::from(far[s.index()]);
                    if d == 255 || cost + d + PER_MAN >= self.bound() {
                        continue;
                    }
                    // A pawn that stands there already keeps the king from coming.
                    if role == Role::Pawn
                        && man.color == self.men.winner
                        && d == 0
                        && attacks::pawn(man.color, s) & self.loser_king.bit() != 0
                        && self.p.king(!man.color) != self.loser_king
                    {
                        continue;
                    }
                    let (closes, gives) = if man.color != self.men.winner {
                        (s.bit(), false)
                    } else {
                        let hits = attacks::man(man.color, role, s, self.lines());
                        (hits, role != Role::King && hits & self.loser_king.bit() != 0)
                    };
                    // Two men seldom give check at once.
                    let cost = cost + if gives && !check { DOUBLE } else { 0 };
                    self.used |= 1 << i;
                    self.occupied |= s.bit();
                    self.placed.push((man.color, role, s));
                    self.complete(open & !closes, check && !gives, cost + d + PER_MAN);
                    self.placed.pop();
                    self.occupied &= !s.bit();
                    self.used &= !(1 << i);
                }
            }
        }
    }

    /// Adds the men placed to what was found: one picture for the same men but the checking one,
    /// and a few for one king's square.
    fn note(&mut self, cost: u32) {
        let (winner, king, lines) = (self.men.winner, self.loser_king, self.lines());
        let core = |placed: &Placed| -> Placed {
            let checks = |&(color, role, s): &(Color, Role, Square)| {
                color == winner
                    && role != Role::King
                    && attacks::man(color, role, s, lines) & king.bit() != 0
            };
            let mut men: Placed = placed.iter().copied().filter(|man| !checks(man)).collect();
            men.sort_unstable();
            men
        };
        let same_king = |placed: &Placed| placed[0].2 == king;
        let new = core(&self.placed);
        if let Some(twin) = self.found.iter().position(|(_, f)| same_king(f) && core(f) == new) {
            if self.found[twin].0 <= cost {
                return;
            }
            self.found.remove(twin);
        }
        let at = self.found.partition_point(|&(c, _)| c <= cost);
        self.found.insert(at, (cost, self.placed.clone()));
        if self.found.iter().filter(|(_, f)| same_king(f)).count() > 2
            && let Some(last) = self.found.iter().rposition(|(_, f)| same_king(f))
        {
            self.found.remove(last);
        }
        self.found.truncate(self.want);
    }

    /// The need that the fewest men can meet; `None` if there is one that none can.
    fn narrowest(&self, open: u64, check: bool) -> Option<Need> {
        let mut best = None;
        let mut fewest = u32::MAX;
        for flight in squares(open).map(Some).chain(check.then_some(None)) {
            let need = self.need(flight, self.lines());
            let men = (0..self.men.men.len()).filter(|&i| self.is_free(i));
            let ways = men
                .flat_map(|i| self.roles(i).iter().map(move |&role| (i, role)))
                .map(|(i, role)| self.meets(i, role, &need).count_ones())
                .sum();
            if ways == 0 {
                return None;
            }
            if ways < fewest {
                fewest = ways;
                best = Some(need);
            }
        }
        best
    }

    /// Whether a man is neither placed nor taken to stay.
    fn is_free(&self, i: usize) -> bool {
        self.used & (1 << i) == 0 && self.rammed & self.men.men[i].home.bit() == 0
    }

    fn lines(&self) -> u64 {
        self.walls & !self.loser_king.bit()
    }

    /// Squares from which man `i` in this role meets the need: a flight closed, or a check.
    #[inline]
    fn meets(&self, i: usize, role: Role, need: &Need) -> u64 {
        let man = self.men.men[i];
        let set = self.phase.states[i].squares & !self.occupied & !self.rammed;
        if man.color != self.men.winner {
            return match (need.flight, role) {
                (None, _) | (_, Role::King) => 0,
                (Some(e), Role::Pawn) => set & e.bit() & 0x00FF_FFFF_FFFF_FF00,
                (Some(e), _) => set & e.bit(),
            };
        }
        set & match role {
            Role::Pawn => need.pawn & 0x00FF_FFFF_FFFF_FF00,
            Role::Knight => need.knight,
            Role::Bishop => need.diagonal,
            Role::Rook => need.straight,
            Role::Queen => need.diagonal | need.straight,
            Role::King if need.flight.is_none() => 0,
            Role::King => need.king & !attacks::king(self.loser_king),
        }
    }

    /// What attacks the square of a need (the king's, if it is the need for a check).
    fn need(&self, flight: Option<Square>, lines: u64) -> Need {
        let e = flight.unwrap_or(self.loser_king);
        Need {
            flight,
            pawn: attacks::pawn(!self.men.winner, e),
            knight: attacks::knight(e),
            diagonal: attacks::bishop(e, lines),
            straight: attacks::rook(e, lines),
            king: attacks::king(e),
        }
    }

    /// Whether the placed men and the permanent ones alone are a mate on the board.
    fn is_mate(&self) -> bool {
        let mut list: ArrayVec<(Color, Role, Square), 64> = self.placed.iter().copied().collect();
        let mut taken = self.occupied;
        for (i, man) in self.men.men.iter().enumerate() {
            let home = man.home.bit();
            let stays = (self.phase.states[i].permanent() | self.rammed & home) != 0;
            if stays && self.used & (1 << i) == 0 && taken & home == 0 {
                list.push((man.color, man.role, man.home));
                taken |= home;
            }
        }
        // The winning king, wherever it is, must not be forgotten: put it out of the way.
        let winner = self.men.winner;
        if !list.iter().any(|&(c, role, _)| c == winner && role == Role::King) {
            let set = self.phase.states[self.men.kings[winner]].squares;
            let safe = set & !taken & !attacks::king(self.loser_king);
            if safe == 0 {
                return false;
            }
            list.push((winner, Role::King, lowest(safe)));
        } else if self.is_exposed(&list) {
            return false;
        }
        Position::from_men(&list, !winner).is_checkmate()
            && self.p.occupied().count_ones() as usize >= list.len()
    }

    /// Whether the winning king is attacked: then the move before was no legal one.
    fn is_exposed(&self, list: &[(Color, Role, Square)]) -> bool {
        let p = Position::from_men(list, self.men.winner);
        p.checkers() != 0
    }
}
