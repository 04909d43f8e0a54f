//! Certificates: a claim with its evidence, and the function that believes nothing.

use crate::{
    Census, Color, Cover, CoverFault, LegalityCertificate, LegalityFault, Move, PopulationFault,
    Position, RecordCertificate, RecordFault,
};

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
pub struct Certificate {
    /// The position.
    pub position: Position,
    /// The intended winner.
    pub winner: Color,
    /// The evidence; its kind is the claim.
    pub evidence: Evidence,
}

/// Why evidence was rejected, in the language of chess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// A move of the helpmate is not legal; its number counts plies from 1.
    IllegalMove(usize),
    /// The line does not end in mate.
    NoMate,
    /// The line ends in mate of the wrong side.
    WrongSideMated,
    /// The cover does not hold.
    Cover(CoverFault),
    /// What is claimed of a game does not hold.
    Record(Box<RecordFault>),
    /// What is claimed of a position's past does not hold.
    Legality(Box<LegalityFault>),
    /// What is claimed of the positions of some men does not hold.
    Census(PopulationFault),
}

/// Any claim with its evidence, as it is saved and checked later.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// About one side's chances in one position.
    Chances(Certificate),
    /// About the end of a game.
    Record(RecordCertificate),
    /// About whether a position can arise.
    Legality(LegalityCertificate),
    /// About all positions of some men.
    Census(Census),
}

impl Proof {
    /// Checks the claim against the evidence.
    pub fn check(&self) -> Result<(), Rejection> {
        match self {
            Proof::Chances(certificate) => certificate.check(),
            Proof::Record(record) => {
                record.check().map_err(|fault| Rejection::Record(Box::new(fault)))
            }
            Proof::Legality(legality) => {
                legality.check().map_err(|fault| Rejection::Legality(Box::new(fault)))
            }
            Proof::Census(census) => census.check().map(|_| ()).map_err(Rejection::Census),
        }
    }
}

impl std::fmt::Display for Rejection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Rejection::IllegalMove(ply) => write!(f, "move {ply} of the line is not legal"),
            Rejection::NoMate => write!(f, "the line does not end in mate"),
            Rejection::WrongSideMated => write!(f, "the line mates the wrong side"),
            Rejection::Cover(fault) => fault.fmt(f),
            Rejection::Record(fault) => fault.fmt(f),
            Rejection::Legality(fault) => fault.fmt(f),
            Rejection::Census(fault) => fault.fmt(f),
        }
    }
}

/// Checks the claim `winnable`: every move legal, the last one mates, the right side mates.
pub fn check_helpmate(root: &Position, winner: Color, moves: &[Move]) -> Result<(), Rejection> {
    let mut position = root.clone();
    for (index, m) in moves.iter().enumerate() {
        if !position.is_legal(*m) {
            return Err(Rejection::IllegalMove(index + 1));
        }
        position = position.play(*m);
    }
    if !position.is_checkmate() {
        return Err(Rejection::NoMate);
    }
    if position.turn() == winner {
        return Err(Rejection::WrongSideMated);
    }
    Ok(())
}

impl Certificate {
    /// Checks the claim against the evidence. The only way a claim becomes an answer.
    pub fn check(&self) -> Result<(), Rejection> {
        match &self.evidence {
            Evidence::Helpmate(moves) => check_helpmate(&self.position, self.winner, moves),
            Evidence::Cover(cover) => {
                cover.check(&self.position, self.winner).map_err(Rejection::Cover)
            }
        }
    }

    /// `winnable` or `unwinnable`.
    pub fn claim(&self) -> &'static str {
        self.evidence.claim()
    }
}
