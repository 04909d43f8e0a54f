//! The `unwinnable` claim: a cover of everything that can be reached.
//!
//! A cover lists single positions and regions. The root is covered; no listed position is a mate
//! by the intended winner; every legal move from a listed position leads to a listed position,
//! into a region, or to a position that a material lemma settles; every region checks.
//! By induction nothing outside the cover is ever reached, and inside there is no mate.

use std::collections::HashSet;

use crate::{Color, Position, Region, RegionFault, Square, insufficient};

/// Evidence that a position is unwinnable for a side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cover {
    /// Single positions, every legal move of which is covered.
    pub positions: Vec<Position>,
    /// Regions, entered by their anchors.
    pub regions: Vec<Region>,
}

/// Why a cover was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CoverFault {
    /// The position of the claim is not covered.
    Root,
    /// A listed position is a mate by the intended winner.
    Mate(String),
    /// A legal move leads out of the cover.
    Move {
        /// The listed position.
        position: String,
        /// The move, in UCI.
        uci: String,
    },
    /// There is more to walk through before the clock runs out than the kernel does.
    TooFar,
    /// A region was rejected.
    Region {
        /// Its number in the cover, from 1.
        number: usize,
        /// What is wrong with it.
        fault: RegionFault,
    },
}

impl std::fmt::Display for CoverFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CoverFault::Root => write!(f, "the position of the claim is not covered"),
            CoverFault::Mate(fen) => write!(f, "the covered position {fen} is a mate"),
            CoverFault::Move { position, uci } => {
                write!(f, "the move {uci} leads out of the cover from {position}")
            }
            CoverFault::TooFar => {
                write!(f, "too many positions are in reach before the clock runs out")
            }
            CoverFault::Region { number, fault } => write!(f, "in region {number}, {fault}"),
        }
    }
}

/// Two positions have the same packing only if they are the same position.
pub(crate) type Packed = [u8; 33];

pub(crate) fn pack(position: &Position) -> Packed {
    let mut packed = [0; 33];
    for (square, piece) in position.pieces() {
        packed[square.index() / 2] |=
            (1 + piece.role as u8 + 8 * piece.color as u8) << (4 * (square.index() % 2));
    }
    for color in Color::ALL {
        for side in crate::CastlingSide::ALL {
            if let Some(rook) = position.castling_rook(color, side) {
                // A rook that may castle is coded 7 or 15 instead of 4 or 12.
                packed[rook.index() / 2] |= 3 << (4 * (rook.index() % 2));
            }
        }
    }
    packed[32] =
        position.turn() as u8 + 2 * position.en_passant().map_or(0, |s: Square| s.file() as u8 + 1);
    packed
}

/// A cover that has been checked: no move leads out of it, and nothing in it is a mate.
pub(crate) struct Closed<'a> {
    cover: &'a Cover,
    winner: Color,
    listed: HashSet<Packed>,
}

impl Closed<'_> {
    /// Whether the position is covered, and so unwinnable.
    pub(crate) fn holds(&self, position: &Position) -> bool {
        self.listed.contains(&pack(position))
            || insufficient(position, self.winner).is_some()
            || self.cover.regions.iter().any(|region| region.holds(position))
    }
}

impl Cover {
    /// Checks the claim that `winner` can never mate from `root`.
    pub fn check(&self, root: &Position, winner: Color) -> Result<(), CoverFault> {
        if self.closed(winner)?.holds(root) { Ok(()) } else { Err(CoverFault::Root) }
    }

    /// Checks everything but that some position is covered.
    pub(crate) fn closed(&self, winner: Color) -> Result<Closed<'_>, CoverFault> {
        let mut listed: HashSet<Packed> = self.positions.iter().map(pack).collect();
        listed.extend(self.regions.iter().map(|region| pack(&region.anchor)));
        let closed = Closed { cover: self, winner, listed };
        for position in &self.positions {
            let moves = position.legal_moves();
            if moves.is_empty() && position.turn() != winner && position.is_check() {
                return Err(CoverFault::Mate(position.to_fen()));
            }
            for m in moves {
                if !closed.holds(&position.play(m)) {
                    let uci = m.to_uci(position);
                    return Err(CoverFault::Move { position: position.to_fen(), uci });
                }
            }
        }
        for (index, region) in self.regions.iter().enumerate() {
            region
                .check(winner)
                .map_err(|fault| CoverFault::Region { number: index + 1, fault })?;
        }
        Ok(closed)
    }
}
