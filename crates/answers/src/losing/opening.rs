//! A position, and the moves that lead to it.

use zermelo_kernel::{Color, LosingPosition};
use zermelo_losing::{Move, Position};

use crate::{Fault, query, san};

/// The initial array.
pub const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";

/// A line of moves from a position.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Where it begins.
    pub start: Position,
    /// The number of its first move.
    pub number: u32,
    /// The moves.
    pub line: Vec<Move>,
}

impl Opening {
    /// Reads a position (the initial array unless it is said) and moves.
    ///
    /// # Errors
    ///
    /// What is wrong with them.
    pub fn read(fen: Option<&str>, moves: &[String]) -> Result<Opening, Fault> {
        let fen = fen.unwrap_or(INITIAL).replace('_', " ");
        query::refuse_long(&fen).map_err(Fault::BadInput)?;
        let start = LosingPosition::from_fen(&fen);
        let start = start.map_err(|error| Fault::BadInput(format!("--fen: {error}")))?;
        let start = Position::from_kernel(&start);
        let line = read_line(&start, moves)?;
        Ok(Opening { start, number: query::move_number(&fen), line })
    }

    /// The position after the moves.
    pub fn root(&self) -> Position {
        after(&self.start, &self.line)
    }

    /// Whether the start is the initial array.
    pub fn is_from_initial_array(&self) -> bool {
        self.start.to_fen() == INITIAL
    }

    /// Reads moves after this line. They may begin at the start or where the line ends.
    pub fn rest(&self, words: &[String]) -> Result<Vec<Move>, Fault> {
        match read_line(&self.start, words) {
            Ok(line) if line.starts_with(&self.line) => Ok(line[self.line.len()..].to_vec()),
            // A part of the way to the root.
            Ok(line) if !line.is_empty() && self.line.starts_with(&line) => {
                Err(Fault::BadInput(format!("the tree begins{}, not before", self.after())))
            }
            whole => {
                let rest = read_line(&self.root(), words);
                rest.map_err(|fault| whole.err().unwrap_or(fault))
            }
        }
    }

    /// The line with more moves.
    pub fn followed_by(&self, rest: &[Move]) -> Opening {
        let line = [&self.line[..], rest].concat();
        Opening { line, ..self.clone() }
    }

    /// ` after 1. e3 d5`, or nothing if there are no moves.
    pub fn after(&self) -> String {
        match &self.numbered(&self.start, 0, &self.line)[..] {
            [] => String::new(),
            words => format!(" after {}", words.join(" ")),
        }
    }

    /// Moves as players write them, with numbers, from a position so many single moves after the
    /// start.
    pub fn numbered(&self, from: &Position, plies: usize, line: &[Move]) -> Vec<String> {
        let black = usize::from(turn(&self.start) == Color::Black);
        let number = self.number.saturating_add(((plies + black) / 2) as u32);
        san::numbered(&in_san(from, line), number, turn(from))
    }
}

/// Who is to move.
pub fn turn(position: &Position) -> Color {
    if position.turn_index() == 0 { Color::White } else { Color::Black }
}

/// The position after some legal moves.
pub fn after(start: &Position, line: &[Move]) -> Position {
    line.iter().fold(*start, |position, &made| position.play(made))
}

/// Moves as players write them.
pub fn in_san(from: &Position, line: &[Move]) -> Vec<String> {
    let mut position = *from;
    let mut words = Vec::with_capacity(line.len());
    for &made in line {
        words.push(san::one(&position.to_kernel(), made.to_kernel()));
        position = position.play(made);
    }
    words
}

/// Moves as engines write them.
pub fn in_uci(line: &[Move]) -> Vec<String> {
    line.iter().map(Move::to_string).collect()
}

/// Reads moves from a position, `1. e3 d5` or `e2e3 d7d5`.
pub fn read_line(start: &Position, words: &[String]) -> Result<Vec<Move>, Fault> {
    let mut position = start.to_kernel();
    let mut line = Vec::new();
    let words = words.iter().flat_map(|word| word.split_whitespace());
    for word in words.map(without_number).filter(|word| !word.is_empty()) {
        let made = san::read_losing(&position, word).map_err(|error| {
            let number = line.len() + 1;
            Fault::BadInput(format!("single move {number}: {error}"))
        })?;
        position = position.play(made);
        line.push(Move::from_kernel(made));
    }
    Ok(line)
}

/// A word without the number of a move before it.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let move_follows = rest.starts_with('.') || rest.is_empty();
    if move_follows { rest.trim_start_matches('.') } else { word }
}
