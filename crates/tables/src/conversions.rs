//! The way out of a table: where a capture or a promotion leads.

use std::sync::Arc;

use zermelo_board::{Color, Role};
use zermelo_kernel::Rules;

use crate::layout::{Layout, Man, Squares};
use crate::material::{MAX_MEN, Material};
use crate::rules::RulesExt;
use crate::table::{Entry, Table};

/// One way out: which table, and which of its men is which of ours.
pub(crate) struct Conversion {
    /// `None` where the opponent has no men left: he has won.
    table: Option<Arc<Table>>,
    /// For each slot there the slot here.
    slots: [u8; MAX_MEN],
    flipped: bool,
}

/// All ways out of a table.
pub(crate) struct Conversions {
    /// By the slot of the man taken.
    taken: Vec<Option<Conversion>>,
    /// By the slot of the pawn, and by what it becomes.
    promoted: Vec<Vec<Conversion>>,
    /// By the slot of the pawn, of the man taken, and by what it becomes.
    promoted_taking: Vec<Vec<Vec<Conversion>>>,
}

impl Conversion {
    fn new(
        men: &[Man],
        removed: Option<usize>,
        changed: Option<(usize, Role)>,
        find: &dyn Fn(&Material) -> Arc<Table>,
    ) -> Conversion {
        let mut left: Vec<(usize, Man)> = Vec::new();
        for (slot, &man) in men.iter().enumerate() {
            if removed != Some(slot) {
                let role =
                    changed.filter(|&(pawn, _)| pawn == slot).map_or(man.role, |(_, role)| role);
                left.push((slot, Man { role, ..man }));
            }
        }
        let side = |side: Color| -> Vec<Role> {
            left.iter().filter(|(_, man)| man.side == side).map(|(_, man)| man.role).collect()
        };
        let mut slots = [0; MAX_MEN];
        if side(Color::White).is_empty() || side(Color::Black).is_empty() {
            return Conversion { table: None, slots, flipped: false };
        }
        let (material, flipped) = Material::new(&side(Color::White), &side(Color::Black));
        let table = find(&material);
        for (there, man) in table.layout.men.iter().enumerate() {
            let wanted = Man { side: if flipped { !man.side } else { man.side }, ..*man };
            let at = left.iter().position(|&(_, man)| man == wanted).expect("the same men");
            slots[there] = left.remove(at).0 as u8;
        }
        Conversion { table: Some(table), slots, flipped }
    }

    /// What the table there says for `side`, who is to move.
    #[inline(always)]
    pub fn entry(&self, squares: &Squares, side: Color) -> Entry {
        let Some(table) = &self.table else { return Entry::Win(0) };
        let flip = if self.flipped { 56 } else { 0 };
        let there = self.slots.map(|slot| squares[usize::from(slot)] ^ flip);
        table.entry(&there, if self.flipped { !side } else { side })
    }
}

impl Conversions {
    pub fn new(
        layout: &Layout,
        rules: Rules,
        find: &dyn Fn(&Material) -> Arc<Table>,
    ) -> Conversions {
        let men = &layout.men;
        let slots = 0..men.len();
        let promotions = |pawn: usize, removed: Option<usize>| -> Vec<Conversion> {
            let can = men[pawn].role == Role::Pawn
                && removed.is_none_or(|at| {
                    men[at].role != Role::Pawn && !(rules.royal() && men[at].role == Role::King)
                });
            let roles = if can { rules.promotions() } else { &[] };
            roles
                .iter()
                .map(|&role| Conversion::new(men, removed, Some((pawn, role)), find))
                .collect()
        };
        let enemies = |a: usize, b: usize| men[a].side != men[b].side;
        Conversions {
            taken: slots
                .clone()
                .map(|at| {
                    let royal = rules.royal() && men[at].role == Role::King;
                    (!royal).then(|| Conversion::new(men, Some(at), None, find))
                })
                .collect(),
            promoted: slots.clone().map(|pawn| promotions(pawn, None)).collect(),
            promoted_taking: slots
                .clone()
                .map(|pawn| {
                    slots
                        .clone()
                        .map(
                            |at| {
                                if enemies(pawn, at) { promotions(pawn, Some(at)) } else { vec![] }
                            },
                        )
                        .collect()
                })
                .collect(),
        }
    }

    /// After the man in this slot was taken; `None` if it cannot be.
    pub fn taken(&self, slot: usize) -> Option<&Conversion> {
        self.taken[slot].as_ref()
    }

    /// After the pawn in this slot was promoted, one conversion for each choice.
    pub fn promoted(&self, pawn: usize) -> &[Conversion] {
        &self.promoted[pawn]
    }

    /// After the pawn took a man on the last rank.
    pub fn promoted_taking(&self, pawn: usize, taken: usize) -> &[Conversion] {
        &self.promoted_taking[pawn][taken]
    }
}
