//! How many moves a man needs from square to square: the measure by which the search steers.
//!
//! Two kinds. On the empty board, for every role. And home to the initial array, past the own men
//! that stand at home already: a pawn at home never leaves again when time runs backwards, so a
//! bishop behind two of them is shut out for good, and the search must know.

use std::cell::RefCell;
use std::sync::LazyLock;

use zermelo_board::{Role, Square, attacks, squares};

/// Farther than any way.
pub(crate) const FAR: u8 = 99;

/// Distances to one square from all others.
pub(super) type Field = [u8; 64];

/// Moves to one of `targets` from everywhere for an officer that cannot cross `blocked`.
fn field(role: Role, targets: u64, blocked: u64) -> Field {
    let mut field = [FAR; 64];
    let mut seen = blocked | targets;
    let mut edge = targets;
    let mut moves = 0;
    while edge != 0 {
        let mut next = 0;
        for s in squares(edge) {
            field[s.index()] = moves;
            next |= attacks::piece(role, s, blocked);
        }
        edge = next & !seen;
        seen |= next;
        moves += 1;
    }
    field
}

static EMPTY: LazyLock<Vec<Field>> = LazyLock::new(|| {
    let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
    roles.iter().flat_map(|&role| Square::all().map(move |to| field(role, to.bit(), 0))).collect()
});

/// Moves of an officer between two squares of the empty board.
#[inline]
pub(crate) fn on_empty_board(role: Role, from: Square, to: Square) -> u8 {
    EMPTY[(role as usize - 1) * 64 + to.index()][from.index()]
}

/// Fields that have been asked for, the newest in each place.
pub(super) struct Fields {
    keys: Vec<u64>,
    fields: Vec<Field>,
}

/// How many fields are kept.
const KEPT: usize = 1 << 13;

thread_local! {
    static SPARE: RefCell<Option<Fields>> = const { RefCell::new(None) };
}

impl Fields {
    /// Those that this thread has left over from the last time.
    pub(super) fn take() -> Fields {
        let empty = || Fields { keys: vec![0; KEPT], fields: vec![[FAR; 64]; KEPT] };
        SPARE.take().unwrap_or_else(empty)
    }

    /// Leaves them for the next time.
    pub(super) fn leave(self) {
        SPARE.set(Some(self));
    }

    /// Moves of an officer from a square to the nearest of `targets`, past what is `blocked`.
    #[inline]
    pub(super) fn way(&mut self, role: Role, targets: u64, blocked: u64, from: Square) -> u8 {
        let blocked = blocked & !targets;
        let mut key = (blocked ^ (role as u64 + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        key = (key ^ key >> 32 ^ targets).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        key ^= key >> 32;
        let place = key as usize % KEPT;
        if self.keys[place] != key {
            self.keys[place] = key;
            self.fields[place] = field(role, targets, blocked);
        }
        self.fields[place][from.index()]
    }

    /// Moves home for White's officer of this file. For Black, turn the board over.
    #[inline]
    pub(super) fn home(&mut self, blocked: u64, file: usize, from: Square) -> u8 {
        self.way(Role::BACK_RANK[file], 1 << file, blocked & !from.bit(), from)
    }
}

/// Moves home for White's officer of this file on the empty board.
pub(super) fn straight_home(file: usize, from: Square) -> u8 {
    on_empty_board(Role::BACK_RANK[file], from, Square::wrapping(file as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bishop_behind_two_pawns_is_shut_out() {
        let mut fields = Fields::take();
        let mut home = |blocked, file, from| fields.home(blocked, file, Square::wrapping(from));
        let walls = 0b0000_1010_0000_0000;
        assert_eq!(home(walls, 2, 28), FAR);
        assert_eq!(home(0b0000_0010_0000_0000, 2, 11), 1);
        assert_eq!(home(0, 4, 60), 7);
        assert_eq!(on_empty_board(Role::Knight, Square::wrapping(0), Square::wrapping(63)), 6);
    }
}
