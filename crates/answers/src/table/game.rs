//! What chess and losing chess do not have in common.

use zermelo_kernel::{Castling, LosingPosition, Move, Outcome, Position, TablePosition};
use zermelo_tables::Rules;

use crate::san;

/// How a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The king is attacked and cannot escape.
    Checkmate,
    /// The side to move has men but no move.
    Stalemate,
    /// The side to move has no men.
    NoMen,
}

/// A position of a game that has tables.
pub trait Game: TablePosition + Send {
    /// Reads a FEN. The fault is one sentence.
    fn read(fen: &str) -> Result<Self, String>;

    /// A legal move as players write it.
    fn san(&self, m: Move) -> String;

    /// Why such a position cannot occur in play, if that is plain to see.
    fn notes(&self) -> Vec<String>;

    /// Why there is no move, where there is none.
    fn ended(&self) -> Ended;

    /// How the game is over; nothing while there is a move.
    fn over(&self, rules: Rules) -> Option<(Ended, Outcome)> {
        let mut moves = Vec::new();
        self.push_moves(&mut moves);
        moves.is_empty().then(|| (self.ended(), self.verdict(rules)))
    }
}

impl Game for Position {
    fn read(fen: &str) -> Result<Position, String> {
        let position = Position::from_fen(fen, Castling::Standard).map_err(|e| e.to_string())?;
        if !position.belongs_to(Rules::Chess) {
            return Err("castling: tables know no castling; they answer where nobody has the \
                        right to castle"
                .to_string());
        }
        Ok(position)
    }

    fn san(&self, m: Move) -> String {
        san::san(self, &[m]).pop().unwrap_or_else(|| m.to_string())
    }

    fn notes(&self) -> Vec<String> {
        self.oddities()
    }

    fn ended(&self) -> Ended {
        if self.is_check() { Ended::Checkmate } else { Ended::Stalemate }
    }
}

impl Game for LosingPosition {
    fn read(fen: &str) -> Result<LosingPosition, String> {
        LosingPosition::from_fen(fen).map_err(|error| error.to_string())
    }

    fn san(&self, m: Move) -> String {
        san::losing(self, m)
    }

    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    fn ended(&self) -> Ended {
        let has_men = self.pieces().any(|(_, man)| man.color == self.turn());
        if has_men { Ended::Stalemate } else { Ended::NoMen }
    }
}
