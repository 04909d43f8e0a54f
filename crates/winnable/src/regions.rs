//! Regions found so far in one query, and the memory of where looking for one was in vain.

use zermelo_board::{Position, Role};
use zermelo_kernel as kernel;

use crate::mobility::{Men, Saturated};

/// Proved regions of one query.
pub struct Regions {
    winner: usize,
    /// The regions: anchor, men, phases.
    pub found: Vec<Found>,
    tried: std::collections::HashMap<u64, u32>,
    played: std::collections::HashMap<u64, u32>,
    dice: crate::rollout::Dice,
    /// How many mobility analyses were made.
    pub analyses: u64,
}

/// A proved region.
pub struct Found {
    /// Its anchor.
    pub anchor: Position,
    /// The men.
    pub men: Men,
    /// Its phases.
    pub phases: Vec<Saturated>,
}

const MAX_VAIN: u32 = 6;

impl Regions {
    /// None yet.
    pub fn new(winner: usize) -> Regions {
        Regions {
            winner,
            found: Vec::new(),
            tried: Default::default(),
            analyses: 0,
            played: Default::default(),
            dice: crate::rollout::Dice::new(7),
        }
    }

    /// Whether the position is proved unwinnable by a region, old or new.
    pub fn settles(&mut self, p: &Position, new: bool) -> bool {
        if self.found.iter().any(|found| found.holds(p)) {
            return true;
        }
        if !new {
            return false;
        }
        let class = class(p);
        let vain = self.tried.entry(class).or_insert(0);
        if *vain >= MAX_VAIN {
            return false;
        }
        *vain += 1;
        if self.prove(p) {
            *self.tried.get_mut(&class).unwrap() -= 1;
            return true;
        }
        false
    }

    /// One guided game from a position of a class not tried often yet.
    pub fn rollout(&mut self, p: &Position) -> Option<Vec<zermelo_board::Move>> {
        let tries = self.played.entry(class(p)).or_insert(0);
        if *tries >= 3 {
            return None;
        }
        *tries += 1;
        let plans = crate::rollout::plans(p, self.winner);
        let mut line = Vec::new();
        let mut nodes = 0;
        match crate::rollout::play(
            p,
            self.winner,
            plans[*tries as usize - 1],
            &mut self.dice,
            60,
            &mut line,
            &mut nodes,
        ) {
            crate::rollout::Game::Mate => Some(line),
            crate::rollout::Game::Nothing => None,
        }
    }

    /// The cover of these positions and all regions.
    pub fn into_cover(self, positions: Vec<zermelo_board::Key>) -> crate::Verdict {
        crate::Verdict::Unwinnable(crate::Cover { positions, regions: self.found })
    }

    /// Tries to prove the position by a fresh region.
    pub fn prove(&mut self, p: &Position) -> bool {
        self.analyses += 1;
        let Some(men) = Men::new(p, self.winner) else { return false };
        let Some(phase) = men.saturate(men.at_home()) else { return false };
        if men.may_be_mated(&phase) {
            return false;
        }
        self.found.push(Found { anchor: *p, men, phases: vec![phase] });
        true
    }
}

/// Pawns and material: what only irreversible moves change.
fn class(p: &Position) -> u64 {
    let mut h = 0x9E37_79B9_7F4A_7C15u64;
    for c in 0..2 {
        h = (h ^ p.of(c, Role::Pawn)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        h ^= h >> 29;
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let light = 0x55AA_55AA_55AA_55AA_u64;
            let men = p.of(c, role);
            h = (h ^ u64::from((men & light).count_ones() * 16 + (men & !light).count_ones()))
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
        if p.occupied().count_ones() as usize > n || p.castling_rights() != 0 {
            return false;
        }
        if p.en_passant().is_some() {
            return false;
        }
        let states = &self.phases[0].states;
        // Men that stay for ever match themselves; the rest is matched by augmenting paths.
        let mut taken = [u8::MAX; crate::mobility::MAX_MEN];
        for s in zermelo_board::squares(p.occupied()) {
            let color = usize::from(p.men(1) & (1 << s) != 0);
            let Some(role) = p.role_at(s) else { return false };
            let mut seen = 0u64;
            if !self.augment(p, s, color, role, &mut taken, &mut seen) {
                return false;
            }
        }
        for i in 0..n {
            if taken[i] == u8::MAX && !states[i].gone {
                return false;
            }
        }
        for &(white, black) in &self.phases[0].facing {
            let (w, b) = (taken[white as usize], taken[black as usize]);
            if w != u8::MAX && b != u8::MAX && w > b {
                return false;
            }
        }
        true
    }

    fn augment(
        &self,
        p: &Position,
        s: u8,
        color: usize,
        role: Role,
        taken: &mut [u8; crate::mobility::MAX_MEN],
        seen: &mut u64,
    ) -> bool {
        for (i, man) in self.men.men.iter().enumerate() {
            let state = &self.phases[0].states[i];
            let fits = man.color == color
                && state.squares & (1 << s) != 0
                && (man.role == role || state.promoted && role != Role::King);
            if !fits || *seen & (1 << i) != 0 {
                continue;
            }
            *seen |= 1 << i;
            let free = taken[i] == u8::MAX || {
                let other = taken[i];
                let role = p.role_at(other).unwrap_or(Role::Pawn);
                self.augment(p, other, color, role, taken, seen)
            };
            if free {
                taken[i] = s;
                return true;
            }
        }
        false
    }

    /// The region as the kernel wants it.
    pub fn to_kernel(&self, mode: kernel::Castling) -> Result<kernel::Region, kernel::FenError> {
        let anchor = kernel::Position::from_fen(&self.anchor.to_fen(), mode)?;
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
        Ok(kernel::Region { anchor, phases })
    }
}
