//! What is asked: a position, perhaps with unknown fields, and a length.

use zermelo_kernel::{Castling, Move, Position};
use zermelo_retro::partial_fen::{FenPosition, PartialFen};
use zermelo_retro::query::{Query, Step, asks_for_game};

use crate::{legal, query};

/// Shortest games are looked for up to so many plies where none is known.
const MOST_PLIES: u32 = 120;

/// How long games may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// So many plies.
    Exactly(u32),
    /// As few plies as will do, at most so many.
    Shortest(u32),
}

/// A position and a length.
pub struct Question {
    /// What the FEN can mean; games to any of these count.
    pub readings: Vec<FenPosition>,
    /// How long.
    pub length: Length,
    /// The plies of a game that is known before the search, if the shortest are asked for.
    pub known: Option<u32>,
}

impl Question {
    /// Reads a position and `PG 12.5` or `dia 12.5`; `None` if the words ask something else.
    pub fn read(words: &[String]) -> Option<Result<Question, String>> {
        let text = words.join(" ").replace('_', " ");
        if text.contains(">>=") || !asks_for_game(&text) {
            return None;
        }
        let query: Query = match text.parse() {
            Ok(query) => query,
            Err(error) => return Some(Err(format!("{error}"))),
        };
        let [Step::ProofGames(plies)] = query.steps[..] else { return None };
        Some(Question::of(&query.fen, Length::Exactly(plies)))
    }

    /// Asks for the shortest games to a position; fields that are left out are unknown. They have no
    /// more plies than those that the `answers` for its readings have.
    pub fn shortest(fen: &str, answers: &[legal::Answer]) -> Result<Question, String> {
        let known = answers.iter().filter_map(|answer| Some(answer.game()?.len() as u32)).min();
        let text = query::plain(fen)?;
        let partial: PartialFen = text.parse().map_err(|error| format!("{error}"))?;
        let question = Question::of(&partial, Length::Shortest(known.unwrap_or(MOST_PLIES)))?;
        Ok(Question { known, ..question })
    }

    fn of(partial: &PartialFen, length: Length) -> Result<Question, String> {
        let readings = partial.readings(Castling::Standard).map_err(|error| format!("{error}"))?;
        Ok(Question { readings, length, known: None })
    }

    /// The men, whatever else the FEN leaves open.
    pub fn position(&self) -> &Position {
        &self.readings[0].position
    }

    /// The position to draw: of its readings one with the right side to move after so many plies.
    pub fn after(&self, plies: u32) -> &Position {
        let fitting = self.readings.iter().find(|reading| is_turn(reading, plies));
        &fitting.unwrap_or(&self.readings[0]).position
    }

    /// The men as a FEN has them.
    pub fn men(&self) -> String {
        self.position().to_fen().split(' ').next().unwrap_or_default().to_string()
    }

    /// Whether games of so many plies can end as the FEN says: who is to move is a matter of parity.
    pub fn fits(&self, plies: u32) -> bool {
        self.readings.iter().any(|reading| is_turn(reading, plies))
    }

    /// The reading that a game of legal moves leads to.
    pub fn reading(&self, game: &[Move]) -> Option<&FenPosition> {
        let mut at = Position::initial();
        let mut before = at.clone();
        for &made in game {
            before = at.clone();
            at = at.play(made);
        }
        let passes = |reading: &FenPosition| {
            reading.passed.is_none_or(|passed| {
                game.last().is_some_and(|made| passed_by(&before, *made) == Some(passed))
            })
        };
        self.readings.iter().find(|reading| reading.position == at && passes(reading))
    }
}

/// Whether the right side is to move after so many plies.
fn is_turn(reading: &FenPosition, plies: u32) -> bool {
    let first = Position::initial().turn();
    reading.position.turn() == if plies.is_multiple_of(2) { first } else { !first }
}

/// The square that a pawn's double step passes.
fn passed_by(before: &Position, made: Move) -> Option<zermelo_kernel::Square> {
    let pawn = before.piece_at(made.from)?.role == zermelo_kernel::Role::Pawn;
    let double = pawn && zermelo_board::is_double_step(made.from, made.to);
    double.then(|| zermelo_board::passed(made.to))
}
