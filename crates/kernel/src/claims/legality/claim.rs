//! The claims `legal` and `illegal`: can a position arise?

use super::rule::Rule;
use crate::{ByColor, Cover, Move, Position, Square};

/// A claim that a position can or cannot arise, with evidence. The position knows whether that is
/// asked of chess, or of Chess960: then from any of the 960 arrays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalityCertificate {
    /// The position.
    pub position: Position,
    /// The square over which a pawn has just passed, if that is part of the claim; also where
    /// nobody can capture there.
    pub passed: Option<Square>,
    /// Whether only those games count in which no move is made from a dead position.
    pub dead_reckoning: bool,
    /// The evidence; its kind is the claim.
    pub evidence: LegalityEvidence,
}

/// The evidence for `legal` or `illegal`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LegalityEvidence {
    /// `legal`: a game.
    Game(ProofGame),
    /// `illegal`: positions that no game can enter.
    Closed(Closed),
}

/// A game from an initial array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofGame {
    /// The array.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
    /// With dead reckoning: moves to a mate from the position before the last move. So no position
    /// before it was dead either.
    pub mate: Vec<Move>,
}

impl ProofGame {
    /// A game of chess.
    pub fn of_chess(moves: Vec<Move>) -> ProofGame {
        ProofGame { start: Position::initial(), moves, mate: Vec::new() }
    }
}

/// A set of positions closed under retraction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Closed {
    /// Positions all of whose retractions are in the set too.
    pub members: Vec<Position>,
    /// Positions in the set by a rule.
    pub excluded: Vec<(Rule, Position)>,
    /// With dead reckoning: dead positions, from which no move was made. They may arise themselves.
    pub dead: Vec<Position>,
    /// Covers of all dead positions, one against each side's mating.
    pub covers: ByColor<Cover>,
}

impl LegalityCertificate {
    /// The claim about all games.
    pub fn new(
        position: Position,
        passed: Option<Square>,
        evidence: LegalityEvidence,
    ) -> LegalityCertificate {
        LegalityCertificate { position, passed, dead_reckoning: false, evidence }
    }

    /// `legal` or `illegal`.
    pub fn claim(&self) -> &'static str {
        match self.evidence {
            LegalityEvidence::Game(_) => "legal",
            LegalityEvidence::Closed(_) => "illegal",
        }
    }
}
