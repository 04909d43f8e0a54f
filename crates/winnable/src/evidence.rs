//! What the engine hands over: a helpmate or a cover, in its own types, and how they become a
//! certificate of the kernel's.

use zermelo_board::{Key, Move};
use zermelo_kernel as kernel;

use crate::regions::Found;

/// A line of legal moves that ends in mate by the intended winner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Helpmate(pub Vec<Move>);

/// A proof that no such line exists: everything reachable is listed, or lies in a region, or is
/// settled by a material lemma.
#[derive(Default)]
pub struct Cover {
    /// Single positions, by their keys.
    pub positions: Vec<Key>,
    /// Regions.
    pub regions: Vec<Found>,
}

impl Helpmate {
    /// The evidence as the kernel reads it. Nothing is checked here: that is the kernel's work.
    pub fn to_kernel(&self) -> kernel::Evidence {
        kernel::Evidence::Helpmate(self.0.iter().map(|m| m.to_kernel()).collect())
    }
}

impl Cover {
    /// The evidence as the kernel reads it.
    ///
    /// `None` if the kernel does not take one of the positions for a position.
    pub fn to_kernel(&self, root: &kernel::Position) -> Option<kernel::Evidence> {
        let chess960 = root.castling() == kernel::Castling::Chess960;
        let keys = self.positions.iter();
        let positions =
            keys.map(|key| key.position(chess960).to_kernel()).collect::<Option<_>>()?;
        let regions = self.regions.iter().map(Found::to_kernel).collect::<Option<_>>()?;
        Some(kernel::Evidence::Cover(kernel::Cover { positions, regions }))
    }
}
