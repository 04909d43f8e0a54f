//! How `winnable` and `unwinnable` are checked: a line of moves, or a cover.
//!
//! A cover lists single positions and regions. The root is covered; no listed position is a mate
//! by the intended winner; every legal move from a listed position leads to a listed position,
//! into a region, or to a position that a material lemma settles; every region checks.
//! By induction nothing outside the cover is ever reached, and inside there is no mate.

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
    listed: Listed<'a>,
    meter: &'a Meter<'a>,
}

impl Closed<'_> {
    /// Whether the position is covered, and so unwinnable.
    pub(crate) fn holds(&self, position: &Position) -> bool {
        self.listed.find(&position.packed(), self.meter).is_ok() || self.settles(position)
    }

    /// Whether a position that is not listed is covered.
    fn settles(&self, position: &Position) -> bool {
        insufficient(position, self.winner).is_some()
            || self.cover.regions.iter().any(|region| {
                self.meter.count(2 * MOVE_STEPS);
                region.holds(position)
            })
    }

    /// Whether no listed position is a mate, and no move from one leads out of the cover.
    fn check_positions(&self, castling: Castling) -> Result<(), CoverFault> {
        let (mut moves, mut after, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
        for packed in &self.cover.positions {
            let position = packed.position(castling);
            let check = position.list_legal_moves(&mut moves);
            self.meter.step(MOVE_STEPS * (1 + moves.len() as u64))?;
            if moves.is_empty() && position.turn() != self.winner && check {
                return Err(CoverFault::Mate(position.to_fen()));
            }
            // All are looked for together: a processor waits for many as long as for one.
            after.clear();
            after.extend(moves.iter().map(|&m| packed.after(&position, m)));
            numbers.clear();
            numbers.extend(after.iter().map(|next| self.listed.likely(next)));
            for ((&m, next), &number) in moves.iter().zip(&after).zip(&numbers) {
                let is_listed =
                    || self.listed.is(number, next) || self.listed.find(next, self.meter).is_ok();
                if !is_listed() && !self.settles(&position.play(m)) {
                    let uci = m.to_uci(&position);
                    return Err(CoverFault::Move { position: position.to_fen(), uci });
                }
            }
        }
        Ok(())
    }
}

/// The listed positions and the anchors of the regions, found by their hashes: a table of their
/// numbers, at least half of it empty. What it takes to look for one is counted.
struct Listed<'a> {
    positions: &'a [PackedPosition],
    anchors: Vec<PackedPosition>,
    slots: Vec<u32>,
}

/// A slot without a position.
const FREE: u32 = u32::MAX;

impl<'a> Listed<'a> {
    fn new(cover: &'a Cover, meter: &Meter) -> Result<Listed<'a>, CoverFault> {
        let anchors: Vec<_> = cover.regions.iter().map(|region| region.anchor.packed()).collect();
        let count = cover.positions.len() + anchors.len();
        let size = (2 * count).next_power_of_two();
        meter
            .hold((anchors.len() * size_of::<PackedPosition>() + size * size_of::<u32>()) as u64)?;
        let mut listed = Listed { positions: &cover.positions, anchors, slots: vec![FREE; size] };
        for number in 0..u32::try_from(count).unwrap_or(FREE) {
            meter.step(1)?;
            if let Err(slot) = listed.find(listed.position(number), meter) {
                listed.slots[slot] = number;
            }
        }
        Ok(listed)
    }

    fn position(&self, number: u32) -> &PackedPosition {
        let number = number as usize;
        self.positions.get(number).unwrap_or_else(|| &self.anchors[number - self.positions.len()])
    }

    /// The number that is likely to be the position's.
    fn likely(&self, position: &PackedPosition) -> u32 {
        self.slots[position.hash() as usize & (self.slots.len() - 1)]
    }

    fn is(&self, number: u32, position: &PackedPosition) -> bool {
        number != FREE && self.position(number) == position
    }

    /// The number of the position, or the free slot (`Err`) where it would be found.
    fn find(&self, position: &PackedPosition, meter: &Meter) -> Result<u32, usize> {
        let mut slot = position.hash() as usize;
        loop {
            slot &= self.slots.len() - 1;
            match self.slots[slot] {
                FREE => return Err(slot),
                number if self.is(number, position) => return Ok(number),
                _ => slot += 1,
            }
            meter.count(1);
        }
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
        let listed = Listed::new(self, meter)?;
        let closed = Closed { cover: self, winner, listed, meter };
        closed.check_positions(castling)?;
        Ok(closed)
    }
}
