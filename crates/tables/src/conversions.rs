//! The way out of a table: where a capture or a promotion leads.

use std::sync::Arc;

use zermelo_board::{Color, Role, Square};
use zermelo_kernel::{Piece, Rules, Value};

use crate::layout::{Layout, Placement};
use crate::material::{MAX_MEN, Material};
use crate::rules::{promotions, royal};
use crate::table::Table;

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
        men: &[Piece],
        removed: Option<usize>,
        changed: Option<(usize, Role)>,
        find: &dyn Fn(&Material) -> Arc<Table>,
    ) -> Conversion {
        let mut left: Vec<(usize, Piece)> = men.iter().copied().enumerate().collect();
        if let Some((pawn, role)) = changed {
            left[pawn].1.role = role;
        }
        left.retain(|&(slot, _)| removed != Some(slot));
        let side = |side: Color| -> Vec<Role> {
            left.iter().filter(|(_, man)| man.color == side).map(|(_, man)| man.role).collect()
        };
        let mut slots = [0; MAX_MEN];
        if side(Color::White).is_empty() || side(Color::Black).is_empty() {
            return Conversion { table: None, slots, flipped: false };
        }
        let (material, flipped) = Material::new(&side(Color::White), &side(Color::Black));
        let table = find(&material);
        for (there, man) in table.layout.men.iter().enumerate() {
            let color = if flipped { !man.color } else { man.color };
            let wanted = Piece { color, ..*man };
            let at = left.iter().position(|&(_, man)| man == wanted).expect("the same men");
            slots[there] = left.remove(at).0 as u8;
        }
        Conversion { table: Some(table), slots, flipped }
    }

    /// What the table there says for `side`, who is to move; `None` where there is no position.
    #[inline(always)]
    pub fn value(&self, squares: &Placement, side: Color) -> Option<Value> {
        let Some(table) = &self.table else { return Some(Value::Win(0)) };
        let flip = if self.flipped { 56 } else { 0 };
        let square = |slot: u8| Square::wrapping(squares[usize::from(slot)].number() ^ flip);
        let there = self.slots.map(square);
        table.value(&there, if self.flipped { !side } else { side })
    }
}

impl Conversions {
    pub fn new(
        layout: &Layout,
        rules: Rules,
        find: &dyn Fn(&Material) -> Arc<Table>,
    ) -> Conversions {
        let men = &layout.men;
        let stays = |man: Piece| royal(rules) && man.role == Role::King;
        let promoted = |pawn: usize, removed: Option<usize>| -> Vec<Conversion> {
            let can = men[pawn].role == Role::Pawn
                && removed.is_none_or(|at| men[at].role != Role::Pawn && !stays(men[at]));
            let roles = if can { promotions(rules) } else { &[] };
            roles
                .iter()
                .map(|&role| Conversion::new(men, removed, Some((pawn, role)), find))
                .collect()
        };
        let taking = |pawn: usize, at: usize| {
            let enemies = men[pawn].color != men[at].color;
            if enemies { promoted(pawn, Some(at)) } else { Vec::new() }
        };
        let taken =
            |at: usize| (!stays(men[at])).then(|| Conversion::new(men, Some(at), None, find));
        let slots = 0..men.len();
        Conversions {
            taken: slots.clone().map(taken).collect(),
            promoted: slots.clone().map(|pawn| promoted(pawn, None)).collect(),
            promoted_taking: slots
                .clone()
                .map(|pawn| slots.clone().map(|at| taking(pawn, at)).collect())
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
