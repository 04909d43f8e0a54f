//! How `winnable` and `unwinnable` are checked: a line of moves, or a cover.
//!
//! A cover lists single positions and regions. The root is covered; no listed position is a mate
//! by the intended winner; every legal move from a listed position leads to a listed position,
//! into a region, or to a position that a material lemma settles; every region checks.
//! By induction nothing outside the cover is ever reached, and inside there is no mate.

use std::collections::HashSet;

use crate::budget::Meter;
use crate::rules::moves::MOVE_STEPS;
use crate::{
    Castling, Color, Cover, CoverFault, Evidence, Move, PackedPosition, Position, RegionFault,
    WinnableFault, insufficient,
};

impl Evidence {
    /// Checks the evidence that `winner` can mate, or cannot, from `root`.
    pub(crate) fn examine(
        &self,
        root: &Position,
        winner: Color,
        meter: &Meter,
    ) -> Result<(), WinnableFault> {
        match self {
            Evidence::Helpmate(moves) => examine_helpmate(root, winner, moves, meter),
            Evidence::Cover(cover) => {
                match cover.closed(root.castling(), winner, meter)?.holds(root) {
                    true => Ok(()),
                    false => Err(WinnableFault::Cover(CoverFault::Root)),
                }
            }
        }
    }
}

/// Every move legal, the last one mates, the right side mates.
fn examine_helpmate(
    root: &Position,
    winner: Color,
    moves: &[Move],
    meter: &Meter,
) -> Result<(), WinnableFault> {
    let mut position = root.clone();
    for (index, m) in moves.iter().enumerate() {
        meter.step(MOVE_STEPS)?;
        position = position.try_play(*m).ok_or(WinnableFault::IllegalMove(index + 1))?;
    }
    if !position.is_checkmate() {
        return Err(WinnableFault::NoMate);
    }
    if position.turn() == winner {
        return Err(WinnableFault::WrongSideMated);
    }
    Ok(())
}

/// A cover that has been checked: no move leads out of it, and nothing in it is a mate.
pub(crate) struct Closed<'a> {
    cover: &'a Cover,
    winner: Color,
    listed: HashSet<PackedPosition>,
    meter: &'a Meter<'a>,
}

impl Closed<'_> {
    /// Whether the position is covered, and so unwinnable.
    pub(crate) fn holds(&self, position: &Position) -> bool {
        self.listed.contains(&position.packed())
            || insufficient(position, self.winner).is_some()
            || self.cover.regions.iter().any(|region| {
                self.meter.count(2 * MOVE_STEPS);
                region.holds(position)
            })
    }
}

impl Cover {
    /// Checks everything but that some position is covered.
    pub(crate) fn closed<'a>(
        &'a self,
        castling: Castling,
        winner: Color,
        meter: &'a Meter,
    ) -> Result<Closed<'a>, CoverFault> {
        for (index, region) in self.regions.iter().enumerate() {
            region.check(winner, meter).map_err(|fault| match fault {
                RegionFault::Exhausted(why) => CoverFault::Exhausted(why),
                fault => CoverFault::Region { number: index + 1, fault },
            })?;
        }
        let count = self.positions.len() + self.regions.len();
        meter.hold((2 * count * size_of::<PackedPosition>()) as u64)?;
        let mut listed: HashSet<PackedPosition> = self.positions.iter().copied().collect();
        listed.extend(self.regions.iter().map(|region| region.anchor.packed()));
        let closed = Closed { cover: self, winner, listed, meter };
        for position in &self.positions {
            meter.step(MOVE_STEPS)?;
            let position = position.position(castling);
            let moves = position.legal_moves();
            if moves.is_empty() && position.turn() != winner && position.is_check() {
                return Err(CoverFault::Mate(position.to_fen()));
            }
            for m in moves {
                meter.step(MOVE_STEPS)?;
                if !closed.holds(&position.play(m)) {
                    let uci = m.to_uci(&position);
                    return Err(CoverFault::Move { position: position.to_fen(), uci });
                }
            }
        }
        Ok(closed)
    }
}
