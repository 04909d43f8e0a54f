//! Who has too little on the board: the paper's Lemmas 5 and 6, the cheapest proof there is.
//!
//! The engine's copy on bitboards; the kernel has its own (`zermelo_kernel::insufficient`), and
//! docs/theory/unwinnability.md argues both lemmas. Captures and moves only make the material smaller,
//! so what holds now holds for ever: each lemma is a cover of a single box.

use zermelo_board::{Color, LIGHT, Position, Role};

/// Whether colour `c` can never mate with the men on the board.
#[inline]
pub fn insufficient(p: &Position, c: Color) -> bool {
    let ours = p.men(c);
    let men = ours.count_ones();
    if men == 1 {
        return true; // A bare king.
    }
    if men > 2 && ours & !(p.role(Role::Bishop) | p.role(Role::King)) != 0 {
        return false;
    }
    if p.role(Role::Pawn) != 0 {
        return false;
    }
    let theirs = p.men(!c);
    let knights = p.role(Role::Knight);
    let bishops = p.role(Role::Bishop);
    if men == 2 && ours & knights != 0 {
        return theirs & (knights | bishops | p.role(Role::Rook)) == 0; // Lemma 5.
    }
    if ours & !(bishops | p.role(Role::King)) != 0 {
        return false;
    }
    // Lemma 6: bishops of one square colour, and nothing of the other colour to block with.
    knights == 0 && (bishops & LIGHT == 0 || bishops & !LIGHT == 0)
}
