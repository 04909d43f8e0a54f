//! The question as a person may put it: a FEN, perhaps with unknown fields.

use zermelo_kernel::{Castling, FenError, Position, Square};
use zermelo_retro::partial_fen::{FenPosition, PartialFen};

use crate::query;

/// A position, and what its FEN says of the last move.
pub struct Question {
    /// The position.
    pub position: Position,
    /// The square over which a pawn has just passed, also where nobody can capture.
    pub passed: Option<Square>,
    /// The position with that square.
    pub fen: String,
}

impl Question {
    /// Reads a FEN; underscores stand for spaces. Unknown fields give a question for each reading.
    pub fn readings(text: &str) -> Result<Vec<Question>, String> {
        let partial: PartialFen =
            query::plain(text)?.parse().map_err(|error: FenError| error.to_string())?;
        let readings = partial.readings(Castling::Standard).map_err(refusal)?;
        Ok(readings.into_iter().map(Question::of).collect())
    }

    /// Reads a FEN that has one reading.
    pub fn read(text: &str) -> Result<Question, String> {
        let mut readings = Question::readings(text)?;
        match (readings.pop(), readings.len()) {
            (Some(question), 0) => Ok(question),
            (_, others) => Err(format!(
                "the FEN has {} readings, for some field is unknown; give one of them",
                others + 1
            )),
        }
    }

    /// Reads a line of a batch: a FEN, perhaps after the mark of `winnable` (`WB`, `W-`, `-B`,
    /// `--`), perhaps before a tab and the verdict that is expected, which comes with it.
    pub fn read_line(line: &str) -> Result<(Question, Option<String>), String> {
        let (fen, expected) = match line.split_once('\t') {
            Some((fen, expected)) => (fen.trim(), Some(expected.trim())),
            None => (line, None),
        };
        let marks = ["WB ", "W- ", "-B ", "-- "];
        let marked = marks.into_iter().find_map(|mark| fen.strip_prefix(mark));
        let question = Question::read(marked.unwrap_or(fen))?;
        match expected {
            None | Some("legal" | "illegal") => Ok((question, expected.map(String::from))),
            Some(_) => Err("after the tab, legal or illegal is expected".to_string()),
        }
    }

    fn of(FenPosition { position, passed, .. }: FenPosition) -> Question {
        let mut fen = position.to_fen();
        if let (Some(square), None) = (passed, position.en_passant()) {
            fen.truncate(fen.len() - 1);
            fen.push_str(&square.to_string());
        }
        Question { position, passed, fen }
    }
}

/// What is wrong with a FEN that names no position; if it is the men, that is an answer, too.
fn refusal(error: FenError) -> String {
    use FenError::*;
    match error {
        KingCount(..)
        | PawnOnLastRank(_)
        | OpponentInCheck(_)
        | ImpossibleRight(..)
        | EnPassantRank(_)
        | EnPassantPawn(..)
        | EnPassantOccupied(..) => {
            format!("{error}, so no game leads here")
        }
        _ => error.to_string(),
    }
}
