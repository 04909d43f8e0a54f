//! What the engine hands over: a helpmate or a cover, in its own types, and how they become a
//! certificate of the kernel's.

use zermelo_board::{Key, Move, Position};
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
    /// The evidence as the kernel reads it.
    pub fn to_kernel(&self, root: &kernel::Position) -> Result<kernel::Evidence, kernel::UciError> {
        let mut board = Position::from_kernel(root);
        let mut position = root.clone();
        let mut moves = Vec::with_capacity(self.0.len());
        for &m in &self.0 {
            let found = position.parse_uci(&m.to_uci(&board))?;
            position = position.play(found);
            board = board.play(m);
            moves.push(found);
        }
        Ok(kernel::Evidence::Helpmate(moves))
    }
}

impl Cover {
    /// The evidence as the kernel reads it.
    pub fn to_kernel(&self, root: &kernel::Position) -> Result<kernel::Evidence, kernel::FenError> {
        let mode = root.castling();
        let chess960 = mode == kernel::Castling::Chess960;
        let positions = self
            .positions
            .iter()
            .map(|key| kernel::Position::from_fen(&key.position(chess960).to_fen(), mode))
            .collect::<Result<_, _>>()?;
        let regions =
            self.regions.iter().map(|found| found.to_kernel(mode)).collect::<Result<_, _>>()?;
        Ok(kernel::Evidence::Cover(kernel::Cover { positions, regions }))
    }
}
