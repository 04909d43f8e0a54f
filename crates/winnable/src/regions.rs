//! Regions found so far in one query, and the memory of where looking for one was in vain.

use std::collections::HashMap;

use zermelo_board::{
    ByColor, Color, LIGHT, Move, Position, Prehashed, Role, Square, back_rank, squares,
};
use zermelo_kernel as kernel;

use crate::cells;
use crate::mobility::{Exit, MAX_MEN, Man, Men, Saturated, State, States};
use crate::rollout::{self, Dice};

/// Proved regions of one query.
pub struct Regions {
    winner: Color,
    /// The regions: anchor, men, phases.
    pub found: Vec<Found>,
    tried: Classes,
    by_pawns: HashMap<u64, Vec<u32>, Prehashed>,
    loose: Vec<u32>,
    games: u64,
    played: Classes,
    dice: Dice,
    /// How many mobility analyses were made.
    pub analyses: u64,
}

/// A proved region.
pub struct Found {
    anchor: Position,
    men: Men,
    phases: Vec<Saturated>,
    /// In phase 0, by colour and role: where such men may stand, and where one always stands.
    may: ByColor<[u64; 6]>,
    must: ByColor<[u64; 6]>,
}

impl Found {
    /// A region of a single phase where pawns look locked: kings are let loose first, which mostly is
    /// the end of it.
    pub fn locked(p: &Position, winner: Color) -> Option<Found> {
        let men = Men::new(p, winner)?;
        let phase = men.saturate(men.with_kings_abroad(p), true)?;
        let proved = !men.may_be_mated(&phase);
        proved.then(|| Found::new(*p, men, vec![phase]))
    }

    fn new(anchor: Position, men: Men, phases: Vec<Saturated>) -> Found {
        let [mut may, mut must] = [ByColor::<[u64; 6]>::default(); 2];
        for (man, state) in men.men.iter().zip(&phases[0].states) {
            for role in Role::ALL {
                if role == man.role || state.promoted && role != Role::King {
                    may[man.color][role as usize] |= state.squares;
                }
            }
            if !state.promoted {
                must[man.color][man.role as usize] |= state.permanent();
            }
        }
        Found { anchor, men, phases, may, must }
    }
}

/// Something counted for each class.
pub type Classes = HashMap<u64, u32, Prehashed>;

impl Regions {
    /// None yet.
    pub fn new(winner: Color) -> Regions {
        Regions {
            winner,
            found: Vec::new(),
            tried: Default::default(),
            analyses: 0,
            by_pawns: Default::default(),
            loose: Vec::new(),
            games: 0,
            played: Default::default(),
            dice: Dice::new(7),
        }
    }

    /// Whether the position is proved unwinnable by a region, old or new. A search that has
    /// visited `nodes` positions so far pays for one analysis in 32 of them; in fewer, if most
    /// are in vain.
    pub fn settles(&mut self, p: &Position, nodes: usize) -> bool {
        let pawns = pawns(p);
        let known = |list: &[u32]| list.iter().any(|&i| self.found[i as usize].holds(p));
        if self.by_pawns.get(&pawns).is_some_and(|list| known(list)) || known(&self.loose) {
            return true;
        }
        let yields = self.found.len() as u64 * 8 >= self.analyses;
        if self.analyses > 32 + nodes as u64 / if yields { 32 } else { 128 } {
            return false;
        }
        let vain = self.tried.entry(class(p)).or_insert(0);
        if *vain >= 6 {
            return false;
        }
        *vain += 1;
        self.prove(p)
    }

    /// Whether the position is proved by a region, old or new, splitting `cases` deep.
    pub fn covers(&mut self, p: &Position, cases: u32) -> bool {
        self.found.iter().any(|found| found.holds(p)) || self.prove_with(p, cases)
    }

    /// One guided game from a position of a class not tried often yet; one in 64 positions.
    pub fn rollout(&mut self, p: &Position, nodes: usize) -> Option<Vec<Move>> {
        if self.games > 64 + nodes as u64 / 64 {
            return None;
        }
        let tries = self.played.entry(class(p)).or_insert(0);
        if *tries >= 3 {
            return None;
        }
        *tries += 1;
        self.games += 1;
        let plans = rollout::plans(p, self.winner);
        let mut line = Vec::new();
        let mut nodes = 0;
        let plan = plans[*tries as usize - 1];
        rollout::play(p, self.winner, plan, &mut self.dice, 60, &mut line, &mut nodes)
            .then_some(line)
    }

    /// Tries to prove the position by a fresh region of a single phase.
    pub fn prove(&mut self, p: &Position) -> bool {
        self.prove_with(p, 0)
    }

    /// Tries to prove the position by a fresh region, splitting cases `depth` deep.
    pub fn prove_with(&mut self, p: &Position, depth: u32) -> bool {
        let Some(men) = Men::new(p, self.winner) else { return false };
        let mut split = Split { men: &men, phases: Vec::new(), budget: 60 };
        let proved = split.prove(men.at_home(), depth);
        let phases = split.phases;
        self.analyses += 1;
        if proved {
            self.keep(p, men, phases);
        }
        proved
    }

    /// Tries to prove the position by a region that follows kings and loose pawns exactly, in so many
    /// cells.
    pub fn prove_by_cells(&mut self, p: &Position, budget: u32) -> bool {
        let grown = Men::new(p, self.winner).and_then(|men| {
            let phases = cells::grow(&men, budget)?;
            Some((men, phases))
        });
        self.analyses += 1;
        let Some((men, phases)) = grown else { return false };
        self.keep(p, men, phases);
        true
    }

    fn keep(&mut self, p: &Position, men: Men, phases: Vec<Saturated>) {
        let found = Found::new(*p, men, phases);
        let index = self.found.len() as u32;
        // A region whose pawns all stay is only met with the same pawns.
        if Color::ALL.iter().all(|&c| found.may[c][0] == found.must[c][0]) {
            self.by_pawns.entry(pawns(p)).or_default().push(index);
        } else {
            self.loose.push(index);
        }
        self.found.push(found);
    }
}

/// A proof by cases: what happens first to a man that stands where it always stood.
struct Split<'a> {
    men: &'a Men,
    phases: Vec<Saturated>,
    budget: u32,
}

impl Split<'_> {
    /// Proves everything that can come of `start`; on success the phases are added, the one that
    /// holds `start` before those it leads to.
    fn prove(&mut self, start: States, depth: u32) -> bool {
        if self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        let Some(phase) = self.men.saturate(start.clone(), depth == 0) else { return false };
        if !self.men.may_be_mated(&phase) {
            self.phases.push(phase);
            return true;
        }
        if depth == 0 {
            return false;
        }
        phase.events.iter().take(4).any(|&man| self.by_cases(&start, man as usize, depth - 1))
    }

    /// As long as the man is neither moved nor taken; once it is taken; once it has moved.
    fn by_cases(&mut self, start: &States, man: usize, depth: u32) -> bool {
        let before = self.phases.len();
        let mut still = start.clone();
        if still[man].permanent() == 0 || still[man].frozen {
            return false;
        }
        still[man] = State { frozen: true, spared: true, ..still[man] };
        let Some(phase) = self.men.saturate(still, false) else { return false };
        if self.men.may_be_mated(&phase) {
            return false;
        }
        let mut free = phase.states.clone();
        free[man] = State { squares: 0, frozen: false, spared: false, ..free[man] };
        let (mut taken, mut moved) = (free.clone(), free);
        taken[man].gone = true;
        let (mut is_taken, mut is_moved) = (false, false);
        let Man { color, role, .. } = self.men.men[man];
        for &Exit { man: mover, to, victim } in &phase.exits {
            if victim == Some(man) {
                is_taken = true;
                taken[mover].squares |= to.bit();
            } else if mover == man {
                is_moved = true;
                moved[man].squares |= to.bit();
                moved[man].promoted |= role == Role::Pawn && to.bit() & back_rank(!color) != 0;
                if let Some(victim) = victim {
                    moved[victim].gone = true;
                }
            } else {
                return false; // An exit of an outer case: not followed here.
            }
        }
        self.phases.push(phase);
        let proved =
            (!is_taken || self.prove(taken, depth)) && (!is_moved || self.prove(moved, depth));
        if !proved {
            self.phases.truncate(before);
        }
        proved
    }
}

/// A hash of the pawns.
fn pawns(p: &Position) -> u64 {
    let mut h = 0x9E37_79B9_7F4A_7C15u64;
    for c in Color::ALL {
        h = (h ^ p.of(c, Role::Pawn)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        h ^= h >> 29;
    }
    h
}

/// A hash of pawns and material: what only irreversible moves change.
pub fn class(p: &Position) -> u64 {
    let mut h = pawns(p);
    for c in Color::ALL {
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let men = p.of(c, role);
            h = (h ^ u64::from((men & LIGHT).count_ones() * 16 + (men & !LIGHT).count_ones()))
                .wrapping_mul(0x94D0_49BB_1331_11EB);
            h ^= h >> 31;
        }
    }
    h
}

impl Found {
    /// Whether the position lies in phase 0: its men can be matched with the region's.
    pub fn holds(&self, p: &Position) -> bool {
        let n = self.men.men.len();
        let marked = p.castling_rights() != 0 || p.en_passant().is_some();
        if marked || p.occupied().count_ones() as usize > n {
            return false;
        }
        let states = &self.phases[0].states;
        for c in Color::ALL {
            for role in Role::ALL {
                let men = p.of(c, role);
                let (may, must) = (self.may[c][role as usize], self.must[c][role as usize]);
                if men & !may != 0 || must & !men != 0 {
                    return false;
                }
            }
        }
        // Men that stay for ever match themselves; the rest is matched by augmenting paths.
        let mut taken = [None; MAX_MEN];
        for s in squares(p.occupied()) {
            let color = p.color_at(s);
            let Some(role) = p.role_at(s) else { return false };
            if !self.augment(p, s, color, role, &mut taken, &mut 0) {
                return false;
            }
        }
        // Facing pawns keep their order as long as both are there.
        (0..n).all(|i| taken[i].is_some() || states[i].gone)
            && self.phases[0].facing.iter().all(|&(white, black)| {
                let (white, black) = (taken[white as usize], taken[black as usize]);
                black.is_none() || white <= black
            })
    }

    fn augment(
        &self,
        p: &Position,
        s: Square,
        color: Color,
        role: Role,
        taken: &mut [Option<Square>; MAX_MEN],
        seen: &mut u64,
    ) -> bool {
        for (i, man) in self.men.men.iter().enumerate() {
            let state = &self.phases[0].states[i];
            let fits = man.color == color
                && state.squares & s.bit() != 0
                && (man.role == role || state.promoted && role != Role::King);
            if !fits || *seen & (1 << i) != 0 {
                continue;
            }
            *seen |= 1 << i;
            let free = taken[i].is_none_or(|other| {
                let role = p.role_at(other).unwrap_or(Role::Pawn);
                self.augment(p, other, color, role, taken, seen)
            });
            if free {
                taken[i] = Some(s);
                return true;
            }
        }
        false
    }

    /// The region as the kernel wants it; `None` if its anchor is no position there.
    pub fn to_kernel(&self) -> Option<kernel::Region> {
        let anchor = self.anchor.to_kernel()?;
        let phases = self
            .phases
            .iter()
            .map(|phase| kernel::Phase {
                men: phase
                    .states
                    .iter()
                    .map(|state| kernel::ManState {
                        squares: kernel::Squares(state.squares),
                        may_be_gone: state.gone,
                        may_be_promoted: state.promoted,
                    })
                    .collect(),
                facing: phase.facing.iter().map(|&(w, b)| (w as usize, b as usize)).collect(),
            })
            .collect();
        Some(kernel::Region { anchor, phases })
    }
}
