//! A position of the game played backwards: the 32 men by name, and how far the plan is taken back.
//!
//! A man knows where it must go, and what it is; see `plan.rs`. This is all that a node of the
//! search keeps, 48 bytes.

use zermelo_board::{Color, Role, Square};

use super::plan::{Place, Plan, home_square};

/// Where the men are, and how far the plan is taken back.
#[derive(Clone, Copy)]
pub(super) struct Men {
    pub(super) at: [Place; 32],
    /// Events taken back.
    pub(super) done: u64,
    /// Castling rights that must still be lost: K, Q, k, q.
    pub(super) needs: u8,
    /// Who is to move. The other side takes back next.
    pub(super) turn: Color,
    /// Kings and rooks whose castling has been taken back: they had not moved before.
    pub(super) castled: u32,
}

/// Black's squares as White's.
#[inline]
pub(super) fn turned(c: Color, s: Square) -> Square {
    if c == Color::White { s } else { Square::wrapping(s.number() ^ 56) }
}

/// Whether a man of this number is a pawn of the array.
#[inline]
pub(super) fn is_pawn(man: usize) -> bool {
    (8..24).contains(&man)
}

/// The colour of a man.
#[inline]
pub(super) fn color_of(man: usize) -> Color {
    if man < 16 { Color::White } else { Color::Black }
}

/// The numbers of the men of a colour.
#[inline]
pub(super) fn men_of(c: Color) -> std::ops::Range<usize> {
    c.index() * 16..c.index() * 16 + 16
}

impl Men {
    /// The goal.
    pub(super) fn goal(plan: &Plan, turn: Color) -> Men {
        Men { at: plan.men, done: 0, needs: plan.needs, turn, castled: 0 }
    }

    /// The role of a man now; a promoted pawn is an officer until that is taken back.
    #[inline]
    pub(super) fn role(&self, plan: &Plan, man: usize) -> Role {
        if !is_pawn(man) {
            Role::BACK_RANK[man & 7]
        } else if plan.promotion[man - 8] & !self.done != 0 {
            plan.promoted[man - 8]
        } else {
            Role::Pawn
        }
    }

    /// The men that have not moved before.
    #[inline]
    pub(super) fn frozen(&self, plan: &Plan) -> u32 {
        plan.frozen | self.castled
    }

    /// The next event of a pawn to take back, and how many captures are left.
    #[inline]
    pub(super) fn pending(&self, plan: &Plan, pawn: usize) -> (Option<u8>, u8) {
        let next = plan.chains[pawn].iter().find(|&&event| self.done & 1 << event == 0);
        (next.copied(), self.captures_left(plan, pawn))
    }

    /// The least rank, from its own side, to which a pawn may go back.
    #[inline]
    pub(super) fn limit(&self, plan: &Plan, pawn: usize) -> u8 {
        let open = plan.limits[pawn].iter().find(|(event, _)| self.done & 1 << event == 0);
        open.map_or(1, |&(_, rank)| rank)
    }

    /// How many captures of a pawn are left to take back.
    #[inline]
    pub(super) fn captures_left(&self, plan: &Plan, pawn: usize) -> u8 {
        (plan.captures[pawn] & !self.done).count_ones() as u8
    }

    /// Whether this is the initial array with White to move.
    pub(super) fn is_array(&self) -> bool {
        self.turn == Color::White
            && self.needs == 0
            && self.at.iter().enumerate().all(|(man, &at)| at == Place::on(home_square(man)))
    }

    /// Where an officer must go: home, or to the square where it promoted.
    #[inline]
    pub(super) fn target(&self, plan: &Plan, man: usize) -> Square {
        if !is_pawn(man) {
            return home_square(man);
        }
        turned(color_of(man), Square::wrapping(56 + plan.promotion_file[man - 8]))
    }

    /// Men of one role are alike: if one has come to the target of another, they change names.
    pub(super) fn swap(&mut self, plan: &Plan, man: usize, role: Role) {
        let Some(here) = self.at[man].square() else { return };
        if matches!(here.rank(), 0 | 7) && self.target(plan, man) != here {
            for other in men_of(color_of(man)) {
                if other != man
                    && self.at[other] != Place::NOWHERE
                    && self.role(plan, other) == role
                    && self.target(plan, other) == here
                    && self.frozen(plan) & 1 << other == 0
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
            ^ (self.turn as u64) << 17
            ^ u64::from(self.needs) << 9
            ^ u64::from(self.castled) << 24;
        for chunk in self.at.map(Place::number).as_chunks::<8>().0 {
            key = (key ^ u64::from_le_bytes(*chunk)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            key ^= key >> 29;
        }
        key
    }
}
