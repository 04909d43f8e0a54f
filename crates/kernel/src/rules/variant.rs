//! What the games have in common: the trait that tables, notation and reports are written against.

use std::fmt;

use crate::rules::board::Board;
use crate::rules::chess::{Color, Square};
use crate::rules::fen_error::FenError;
use crate::rules::losing::{LosingPosition, Outcome, Rules};
use crate::rules::movement;
use crate::rules::moves::Move;
use crate::rules::position::{Castling, Position};

/// The rules of a game, as its positions know them: [`Position`] plays chess, [`LosingPosition`]
/// losing chess. A further variant implements this, and has tables, notation and reports.
///
/// A position here is men, side to move and en-passant square, so one of chess with castling
/// rights, or of Chess960, belongs to no table. What a check proves, it proves of the rules that
/// the type plays by: only the two types of this crate are to be trusted.
pub trait GamePosition: Clone + fmt::Display + Send {
    /// Whether these are positions of the game with these rules.
    fn plays(rules: Rules) -> bool;

    /// Whether this one can be in a table for these rules.
    fn belongs_to(&self, rules: Rules) -> bool {
        Self::plays(rules)
    }

    /// Reads a FEN.
    ///
    /// # Errors
    ///
    /// A [`FenError`] that names the field.
    fn from_fen(fen: &str) -> Result<Self, FenError>;

    /// The position with these men, if it can be one.
    fn from_men(board: impl Into<Board>, turn: Color, en_passant: Option<Square>) -> Option<Self>;

    /// The men on the 64 squares.
    fn board(&self) -> &Board;

    /// The side to move.
    fn turn(&self) -> Color;

    /// The square on which a pawn can capture en passant now.
    fn en_passant(&self) -> Option<Square>;

    /// Adds the legal moves to an empty list.
    fn push_moves(&self, moves: &mut Vec<Move>);

    /// The legal moves.
    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.push_moves(&mut moves);
        moves
    }

    /// Whether a legal move captures.
    fn is_capture(&self, m: Move) -> bool {
        movement::takes(self.board(), m)
    }

    /// Whether a legal move is a capture or a promotion.
    fn converts(&self, m: Move) -> bool {
        m.promotion.is_some() || self.is_capture(m)
    }

    /// The position after a legal move.
    fn play(&self, m: Move) -> Self;

    /// Whether a royal king of the side to move is attacked.
    fn is_check(&self) -> bool;

    /// How the game is over where there is no legal move.
    fn verdict(&self, rules: Rules) -> Outcome;

    /// Why such a position cannot occur in play, if that is plain to see.
    fn oddities(&self) -> Vec<String> {
        Vec::new()
    }
}

impl GamePosition for Position {
    fn plays(rules: Rules) -> bool {
        rules == Rules::Chess
    }

    fn belongs_to(&self, rules: Rules) -> bool {
        Position::plays(rules)
            && self.castling() == Castling::Standard
            && !self.has_castling_rights()
    }

    fn from_fen(fen: &str) -> Result<Position, FenError> {
        Position::from_fen(fen, Castling::Standard)
    }

    fn from_men(
        board: impl Into<Board>,
        turn: Color,
        en_passant: Option<Square>,
    ) -> Option<Position> {
        Position::from_men(board, turn, en_passant)
    }

    fn board(&self) -> &Board {
        self.board()
    }

    fn turn(&self) -> Color {
        self.turn()
    }

    fn en_passant(&self) -> Option<Square> {
        self.en_passant()
    }

    fn push_moves(&self, moves: &mut Vec<Move>) {
        moves.extend(self.legal_moves());
    }

    fn play(&self, m: Move) -> Position {
        self.play(m)
    }

    fn is_check(&self) -> bool {
        self.is_check()
    }

    fn verdict(&self, _: Rules) -> Outcome {
        if self.is_check() { Outcome::Won(!self.turn()) } else { Outcome::Drawn }
    }

    fn oddities(&self) -> Vec<String> {
        self.oddities()
    }
}

impl GamePosition for LosingPosition {
    fn plays(rules: Rules) -> bool {
        rules != Rules::Chess
    }

    fn from_fen(fen: &str) -> Result<LosingPosition, FenError> {
        LosingPosition::from_fen(fen)
    }

    fn from_men(
        board: impl Into<Board>,
        turn: Color,
        en_passant: Option<Square>,
    ) -> Option<LosingPosition> {
        LosingPosition::from_men(board, turn, en_passant)
    }

    fn board(&self) -> &Board {
        self.board()
    }

    fn turn(&self) -> Color {
        self.turn()
    }

    fn en_passant(&self) -> Option<Square> {
        self.en_passant()
    }

    fn push_moves(&self, moves: &mut Vec<Move>) {
        self.push_moves(moves);
    }

    fn play(&self, m: Move) -> LosingPosition {
        self.play(m)
    }

    fn is_check(&self) -> bool {
        false
    }

    fn verdict(&self, rules: Rules) -> Outcome {
        self.verdict(rules)
    }
}
