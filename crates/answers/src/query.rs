//! Reading a question: a FEN as people type it, and which move number it has.

use zermelo_kernel::{Castling, Position};

/// No FEN is this long; whatever is, is refused before it is looked at or echoed.
const MAX_CHARACTERS: usize = 200;

/// A position with the number of its move, for numbering lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Query {
    /// The position.
    pub position: Position,
    /// The full-move number of the FEN, or 1.
    pub move_number: u32,
    /// Plies without capture and pawn move, by the FEN, or 0.
    pub clock: u32,
}

/// Refuses a text that is too long to be a FEN.
pub fn refuse_long(text: &str) -> Result<(), String> {
    match text.chars().count() {
        length if length > MAX_CHARACTERS => {
            Err(format!("placement: a text of {length} characters is no position"))
        }
        _ => Ok(()),
    }
}

/// A FEN with spaces for its underscores; the error is that it is too long to be one.
pub fn spaced(text: &str) -> Result<String, String> {
    refuse_long(text).map(|()| text.replace('_', " "))
}

/// The full-move number of a FEN, or 1.
pub fn move_number(fen: &str) -> u32 {
    let number = fen.split_ascii_whitespace().nth(5);
    number.and_then(|number| number.parse().ok()).unwrap_or(1).max(1)
}

impl Query {
    /// Reads a FEN; underscores stand for spaces. The error is one sentence that names the field.
    pub fn read(text: &str, castling: Castling) -> Result<Query, String> {
        let fen = spaced(text)?;
        let position = Position::from_fen(&fen, castling).map_err(|error| error.to_string())?;
        let move_number = move_number(&fen);
        // Digits, as the kernel has seen; a clock that no number holds has long run out.
        let clock = fen.split_ascii_whitespace().nth(4);
        let clock = clock.map_or(0, |clock| clock.parse().unwrap_or(u32::MAX));
        Ok(Query { position, move_number, clock })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn underscores_and_move_numbers() {
        let number =
            |fen: &str| Query::read(fen, Castling::Standard).map(|query| query.move_number);
        assert_eq!(number("8/8/4k3/8/8/3NK3/8/8_w_-_-_3_57"), Ok(57));
        assert_eq!(number("8/8/4k3/8/8/3NK3/8/8 w - - 3 0"), Ok(1));
        assert_eq!(number("8/8/4k3/8/8/3NK3/8/8 w - -"), Ok(1));
        assert_eq!(number("8/8/4k3/8/8/3NK3/8/8 w - - 0 99999999999999999999"), Ok(1));
        assert!(number("").is_err());
        assert!(number(&"é".repeat(100_000)).is_err());
    }
}
