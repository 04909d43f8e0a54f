//! The claims `winnable` and `unwinnable`: one side's chances in one position, with the evidence.

use crate::budget::{Budget, Meter};
use crate::proved::{Certificate, Proved};
use crate::{Color, Move, PackedPosition, Position, Squares, WinnableFault};

/// What is claimed, with the evidence for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// `winnable`: moves, the last of which mates.
    Helpmate(Vec<Move>),
    /// `unwinnable`: a cover of everything reachable.
    Cover(Cover),
}

impl Evidence {
    /// What this is evidence for: `winnable` or `unwinnable`.
    pub fn claim(&self) -> &'static str {
        match self {
            Evidence::Helpmate(_) => "winnable",
            Evidence::Cover(_) => "unwinnable",
        }
    }
}

/// A claim about one position and one side, with evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinnableCertificate {
    /// The position.
    pub position: Position,
    /// The intended winner.
    pub winner: Color,
    /// The evidence; its kind is the claim.
    pub evidence: Evidence,
}

/// Evidence that a position is unwinnable for a side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cover {
    /// Single positions, every legal move of which is covered.
    pub positions: Vec<PackedPosition>,
    /// Regions, entered by their anchors.
    pub regions: Vec<Region>,
}

/// What a phase says of one man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ManState {
    /// Where it may stand; empty when it is gone for certain.
    pub squares: Squares,
    /// Whether it may be gone, so that taking it stays in this phase.
    pub may_be_gone: bool,
    /// Whether it is a pawn that may have promoted: then it may be of any role but king.
    pub may_be_promoted: bool,
}

impl ManState {
    /// Whether some covered placement is without it.
    pub(crate) fn may_be_absent(&self) -> bool {
        self.may_be_gone || self.squares.is_empty()
    }
}

/// A box of positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phase {
    /// One state for each man of the region.
    pub men: Vec<ManState>,
    /// Pairs of a white and a black pawn of one file, the white one below the black one in every
    /// covered position that has both.
    pub facing: Vec<(usize, usize)>,
}

/// An anchor and the phases that cover all that can come of it. The anchor lies in phase 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// Where it starts.
    pub anchor: Position,
    /// The phases; the men are those of the anchor, a1 first.
    pub phases: Vec<Phase>,
}

impl WinnableCertificate {
    /// `winnable` or `unwinnable`.
    pub fn claim(&self) -> &'static str {
        self.evidence.claim()
    }

    /// Checks the claim within the usual budget: the only way to make it an answer.
    ///
    /// # Errors
    ///
    /// The fault, if the evidence does not prove the claim.
    pub fn check(self) -> Result<Proved<WinnableCertificate>, WinnableFault> {
        Proved::new(self, &Budget::default())
    }
}

impl Certificate for WinnableCertificate {
    type Fault = WinnableFault;

    fn examine(&self, meter: &Meter) -> Result<(), WinnableFault> {
        self.evidence.examine(&self.position, self.winner, meter)
    }
}
