//! The question as a person may put it: a FEN, perhaps with unknown fields.

use zermelo_kernel::{Castling, FenError, Position, Square};
use zermelo_retro::partial_fen::{FenPosition, PartialFen};

use crate::query;

/// What is asked of a position: which games count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Games of standard chess, or of Chess960 from any of the 960 arrays.
    pub castling: Castling,
    /// Only games in which no move is made from a dead position.
    pub dead_reckoning: bool,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading { castling: Castling::Standard, dead_reckoning: false }
    }
}

/// A position, and what its FEN says of the last move.
pub struct Question {
    /// The position.
    pub position: Position,
    /// The square over which a pawn has just passed, also where nobody can capture.
    pub passed: Option<Square>,
    /// The position with that square.
    pub fen: String,
    /// Whether only games count in which no move is made from a dead position.
    pub dead_reckoning: bool,
}

impl Question {
    /// Reads a FEN; underscores stand for spaces. Unknown fields give a question for each reading.
    pub fn readings(text: &str, asked: Reading) -> Result<Vec<Question>, String> {
        let text = query::plain(text)?;
        let partial = text.parse::<PartialFen>();
        let readings = partial.and_then(|partial| partial.readings(asked.castling));
        let readings = readings.map_err(|error| {
            // Of several faults the one counts that every other question would name.
            let known = if text.contains('?') { None } else { Some(&text) };
            let first = known.and_then(|text| Position::from_fen(text, asked.castling).err());
            refusal(first.unwrap_or(error))
        })?;
        Ok(readings.into_iter().map(|one| Question::of(one, asked.dead_reckoning)).collect())
    }

    /// Reads a FEN of standard chess that has one reading.
    pub fn read(text: &str) -> Result<Question, String> {
        Question::read_as(text, Reading::default())
    }

    /// Reads a FEN that has one reading.
    pub fn read_as(text: &str, asked: Reading) -> Result<Question, String> {
        let mut readings = Question::readings(text, asked)?;
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
    pub fn read_line(line: &str, asked: Reading) -> Result<(Question, Option<String>), String> {
        let (fen, expected) = match line.split_once('\t') {
            Some((fen, expected)) => (fen.trim(), Some(expected.trim())),
            None => (line, None),
        };
        let marks = ["WB ", "W- ", "-B ", "-- "];
        let marked = marks.into_iter().find_map(|mark| fen.strip_prefix(mark));
        let question = Question::read_as(marked.unwrap_or(fen), asked)?;
        match expected {
            None | Some("legal" | "illegal") => Ok((question, expected.map(String::from))),
            Some(_) => Err("after the tab, legal or illegal is expected".to_string()),
        }
    }

    fn of(FenPosition { position, passed, .. }: FenPosition, dead_reckoning: bool) -> Question {
        let mut fen = position.to_fen();
        if let (Some(square), None) = (passed, position.en_passant()) {
            fen.truncate(fen.len() - 1);
            fen.push_str(&square.to_string());
        }
        Question { position, passed, fen, dead_reckoning }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Query;

    #[test]
    fn of_several_faults_the_same_is_named_as_elsewhere() {
        for bad in [
            "x",
            "8/8/8/8 w - -",
            "8/8/8/8/8/8/8/8 w - -",
            "8/8/8/8/8/8/8/8 q q e4",
            "P3k3/8/8/8/8/8/8/3KK3 x K e4",
            "P3k3/8/8/8/8/8/8/4K3 w - - a b",
            "4k3/8/8/8/8/8/8/4K3",
            "4k3/8/8/8/8/8/8/4K3 w K e4 0 x",
            "4k3/8/8/8/8/8/8/4K3 w K e4",
            "4k2R/8/8/8/8/8/8/4K3 w K -",
            "4k3/9/8/8/8/8/8/4K3 x",
        ] {
            let other = Query::read(bad, Castling::Standard).err().unwrap();
            let own = Question::readings(bad, Reading::default()).err().unwrap();
            assert!(own.starts_with(&other), "{bad}: {own}, but {other}");
        }
    }
}
