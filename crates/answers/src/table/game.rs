//! The game of a table: reading its positions, and how it is over.

use zermelo_kernel::{GamePosition, Outcome, Rules};

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

/// Reads the FEN of a position that tables may hold. The fault is one sentence.
pub fn read<P: GamePosition>(fen: &str, rules: Rules) -> Result<P, String> {
    let position = P::from_fen(fen).map_err(|error| error.to_string())?;
    let castling = "castling: tables know no castling; they answer where nobody has the right to \
                    castle";
    position.belongs_to(rules).then_some(position).ok_or_else(|| castling.to_string())
}

/// How the game is over; `None` while there is a move.
pub fn over<P: GamePosition>(position: &P, rules: Rules) -> Option<(Ended, Outcome)> {
    if !position.legal_moves().is_empty() {
        return None;
    }
    let has_men = position.board().iter().flatten().any(|man| man.color == position.turn());
    let ended = match has_men {
        false => Ended::NoMen,
        true if position.is_check() => Ended::Checkmate,
        true => Ended::Stalemate,
    };
    Some((ended, position.verdict(rules)))
}
