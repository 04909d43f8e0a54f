//! What a search has not seen yet: a man on a square, or two men on two squares at once.
//!
//! A guess of how far a goal is leads a search into places from which it only gets farther away before
//! it can come nearer. There it helps to go on first from positions that show something new among those
//! of the same guess (best-first width search; N. Lipovetzky and H. Geffner, *Best-First Width Search*,
//! 2017). Pairs are remembered by a hash: two that share a bit may make a position look older than it
//! is, which costs time and nothing else. 32 KiB for each guess, and some hundred operations a position.

use arrayvec::ArrayVec;
use zermelo_board::{Position, squares};

/// How new a position is; what is newer comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Novelty {
    /// Some man is on a square where no such man was before.
    Man,
    /// Some two men were never on their squares at once.
    Pair,
    /// Nothing is new.
    None,
}

/// The men of a position, each with its square, as numbers below 768.
pub type Facts = ArrayVec<u16, 64>;

/// The facts of a position.
pub fn facts(p: &Position) -> Facts {
    let fact = |s| (p.color_at(s) as u16 * 6 + p.role_on(s) as u16) * 64 + u16::from(s.number());
    squares(p.occupied()).map(fact).collect()
}

/// So many bits remember pairs.
const PAIRS: u32 = 1 << 18;

/// What positions of one guess have shown.
pub struct Seen {
    men: [u64; 12],
    pairs: Vec<u64>,
}

impl Seen {
    /// Nothing yet.
    pub fn new() -> Seen {
        Seen { men: [0; 12], pairs: vec![0; PAIRS as usize / 64] }
    }

    /// How new a position with these facts is; from now on it is not.
    pub fn look(&mut self, facts: &Facts) -> Novelty {
        let (mut men, mut pairs) = (false, false);
        for (i, &fact) in facts.iter().enumerate() {
            men |= mark(&mut self.men, fact.into());
            for &other in &facts[..i] {
                let pair = (u32::from(fact) * 768 + u32::from(other)).wrapping_mul(0x9E37_79B1);
                pairs |= mark(&mut self.pairs, pair >> (32 - PAIRS.ilog2()));
            }
        }
        match (men, pairs) {
            (true, _) => Novelty::Man,
            (false, true) => Novelty::Pair,
            (false, false) => Novelty::None,
        }
    }
}

/// Sets a bit; whether it was not set before.
fn mark(set: &mut [u64], number: u32) -> bool {
    let (word, bit) = (&mut set[number as usize / 64], 1 << (number % 64));
    let new = *word & bit == 0;
    *word |= bit;
    new
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_kernel::{Castling, Position as Root};

    #[test]
    fn what_was_shown_is_not_new() {
        let facts = |fen| {
            let root = Root::from_fen(fen, Castling::Standard).expect("a position");
            facts(&Position::from_kernel(&root))
        };
        let mut seen = Seen::new();
        let mut look = |fen| seen.look(&facts(fen));
        assert_eq!(look("k7/8/8/8/8/8/8/K5N1 w - -"), Novelty::Man);
        assert_eq!(
            look("k7/8/8/8/8/8/8/K5N1 b - -"),
            Novelty::None,
            "whose move it is does not count"
        );
        assert_eq!(look("1k6/8/8/8/8/5N2/8/K7 b - -"), Novelty::Man);
        assert_eq!(
            look("1k6/8/8/8/8/8/8/K5N1 b - -"),
            Novelty::Pair,
            "each was there, but not both"
        );
        assert_eq!(look("1k6/8/8/8/8/8/8/K5N1 b - -"), Novelty::None);
        assert_eq!(look("1k6/8/8/8/8/8/8/K5n1 b - -"), Novelty::Man, "another's knight");
    }
}
