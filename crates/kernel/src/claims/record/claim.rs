//! The `record` claim: how and when a game was over, or that it was not.
//!
//! The replay settles all rules but one. That a position was not yet dead is shown by a helpmate
//! from it, and so for every earlier position: the moves of the game lead there. That one was dead
//! is shown by a cover for each side. Who won when a player lost on time or resigned (articles 6.9
//! and 5.1.2) depends on whether the opponent could still mate, and is shown in the same way.
//!
//! Two readings of "any series of legal moves" are checked. [`Reading::Position`] asks only about
//! the position, as FIDE does. [`Reading::History`] asks for a mate before the game would end by
//! five-fold repetition or 75 moves; so a helpmate is replayed after the game, and a cover need
//! hold only what a capture or pawn move leads to: the moves up to there, few because the clock
//! runs, are walked through here.

use crate::{Color, Ending, Evidence, Game};

/// What "any series of legal moves" means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reading {
    /// The position alone counts.
    Position,
    /// The mate must come before the 75-move or five-fold end.
    History,
}

/// How a player gave up a game that was not over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Concession {
    /// The player ran out of time (article 6.9).
    FlagFell,
    /// The player resigned (article 5.1.2).
    Resigned,
}

/// What is claimed of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordClaim {
    /// The game was over after this ply by this rule, and by no rule before.
    Over {
        /// Plies played until then.
        ply: usize,
        /// The rule.
        ending: Ending,
    },
    /// No rule ended the game up to and including its last move.
    Unfinished,
    /// No rule ended the game up to its last move; then one player gave up.
    Conceded {
        /// The player who lost on time or resigned.
        loser: Color,
        /// What happened.
        how: Concession,
        /// The winner, or nobody: a draw, because the opponent could not mate.
        winner: Option<Color>,
    },
}

/// What is known of one side's chances at one moment of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// Plies played until then.
    pub ply: usize,
    /// The side that can or cannot mate.
    pub winner: Color,
    /// Why; its kind says which.
    pub evidence: Evidence,
}

/// A game, what is claimed of it, and the evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordCertificate {
    /// The game, all its moves, also those after its end.
    pub game: Game,
    /// The reading.
    pub reading: Reading,
    /// The claim.
    pub claim: RecordClaim,
    /// The evidence.
    pub facts: Vec<Fact>,
}
