//! The claims `legal` and `illegal`, with their evidence.

use std::collections::HashSet;
use std::fmt;

use super::rule::{Examiner, Rule};
use crate::{Castling, Move, Position, Retraction, Role, Square};

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

/// Why evidence about legality was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LegalityFault {
    /// Only standard chess has one initial array.
    Chess960,
    /// A move of the game is not legal; its number counts plies from 1.
    IllegalMove(usize),
    /// The game ends in another position.
    OtherPosition(Box<Position>),
    /// The last move was not the double step over this square.
    NotPassed(Square),
    /// The initial array is in the set.
    InitialArray,
    /// A last move comes from a position that is not in the set: the position after it and the
    /// one before.
    NotClosed(Box<Position>, Box<Position>),
    /// The rule does not exclude the position.
    NotExcluded(Rule, Box<Position>),
}

impl fmt::Display for LegalityFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LegalityFault::Chess960 => write!(f, "legality is settled for standard chess only"),
            LegalityFault::IllegalMove(ply) => write!(f, "move {ply} of the game is not legal"),
            LegalityFault::OtherPosition(position) => write!(f, "the game ends in {position}"),
            LegalityFault::NotPassed(square) => {
                write!(f, "the last move of the game does not pass over {square}")
            }
            LegalityFault::InitialArray => write!(f, "the initial array is in the set"),
            LegalityFault::NotClosed(after, before) => {
                write!(f, "{after} can come from {before}, which is not in the set")
            }
            LegalityFault::NotExcluded(rule, position) => {
                write!(f, "the rule `{}` does not exclude {position}", rule.name())
            }
        }
    }
}

impl Position {
    /// The initial array.
    pub fn initial() -> Position {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        Position::from_fen(START, Castling::Standard).expect("a good FEN")
    }
}

impl Retraction {
    /// Whether the move was a pawn's double step over this square.
    pub fn passes(&self, square: Square) -> bool {
        passes(&self.before, self.made, square)
    }
}

fn passes(before: &Position, made: Move, square: Square) -> bool {
    let forward = before.turn().forward();
    let pawn = before.piece_at(made.from).is_some_and(|man| man.role == Role::Pawn);
    pawn && square.offset(0, -forward) == Some(made.from)
        && square.offset(0, forward) == Some(made.to)
}

impl LegalityCertificate {
    /// `legal` or `illegal`.
    pub fn claim(&self) -> &'static str {
        match self.evidence {
            LegalityEvidence::Game(_) => "legal",
            LegalityEvidence::Closed(_) => "illegal",
        }
    }

    /// Checks the claim against the evidence.
    pub fn check(&self) -> Result<(), LegalityFault> {
        if self.position.castling() != Castling::Standard {
            return Err(LegalityFault::Chess960);
        }
        match &self.evidence {
            LegalityEvidence::Game(moves) => self.check_game(moves),
            LegalityEvidence::Closed(closed) => self.check_closed(closed),
        }
    }

    /// Every move legal, the last position the claimed one, the last move the claimed double step.
    fn check_game(&self, moves: &[Move]) -> Result<(), LegalityFault> {
        let mut position = Position::initial();
        let mut last_passed = false;
        for (index, &made) in moves.iter().enumerate() {
            if !position.is_legal(made) {
                return Err(LegalityFault::IllegalMove(index + 1));
            }
            last_passed = self.passed.is_some_and(|square| passes(&position, made, square));
            position = position.play(made);
        }
        if position != self.position {
            return Err(LegalityFault::OtherPosition(Box::new(position)));
        }
        match self.passed {
            Some(square) if !last_passed => Err(LegalityFault::NotPassed(square)),
            _ => Ok(()),
        }
    }

    /// No game enters the set: neither does one begin there, nor does a move lead into it.
    fn check_closed(&self, closed: &Closed) -> Result<(), LegalityFault> {
        let mut examiner = Examiner::default();
        let mut inside: HashSet<&Position> = closed.members.iter().collect();
        for (rule, position) in &closed.excluded {
            if examiner.excludes(*rule, position).is_none() {
                return Err(LegalityFault::NotExcluded(*rule, Box::new(position.clone())));
            }
            inside.insert(position);
        }
        for member in &closed.members {
            closed_at(member, None, &inside)?;
        }
        if inside.contains(&self.position) {
            return Ok(());
        }
        closed_at(&self.position, self.passed, &inside)
    }
}

/// Whether the position is not the initial array, and all its last moves (that passed over the
/// square, if there is one) come from inside.
fn closed_at(
    position: &Position,
    passed: Option<Square>,
    inside: &HashSet<&Position>,
) -> Result<(), LegalityFault> {
    // A game can begin here; but then no pawn has passed.
    if *position == Position::initial() && passed.is_none() {
        return Err(LegalityFault::InitialArray);
    }
    for found in position.retractions() {
        let relevant = passed.is_none_or(|square| found.passes(square));
        if relevant && !inside.contains(&found.before) {
            let (after, before) = (Box::new(position.clone()), Box::new(found.before));
            return Err(LegalityFault::NotClosed(after, before));
        }
    }
    Ok(())
}
