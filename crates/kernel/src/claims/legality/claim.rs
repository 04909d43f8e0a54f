//! The claims `legal` and `illegal`: can a position arise?

use super::rule::Rule;
use crate::{Move, Position, Square};

/// A claim that a position can or cannot arise, with evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalityCertificate {
    /// The position.
    pub position: Position,
    /// The square over which a pawn has just passed, if that is part of the claim; also where
    /// nobody can capture there.
    pub passed: Option<Square>,
    /// The evidence; its kind is the claim.
    pub evidence: LegalityEvidence,
}

/// The evidence for `legal` or `illegal`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LegalityEvidence {
    /// `legal`: the moves of a game from the initial array.
    Game(Vec<Move>),
    /// `illegal`: positions that no game can enter.
    Closed(Closed),
}

/// A set of positions closed under retraction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Closed {
    /// Positions all of whose retractions are in the set too.
    pub members: Vec<Position>,
    /// Positions in the set by a rule.
    pub excluded: Vec<(Rule, Position)>,
}

impl LegalityCertificate {
    /// `legal` or `illegal`.
    pub fn claim(&self) -> &'static str {
        match self.evidence {
            LegalityEvidence::Game(_) => "legal",
            LegalityEvidence::Closed(_) => "illegal",
        }
    }
}
