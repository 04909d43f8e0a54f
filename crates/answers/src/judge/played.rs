//! The moves of a record by the names that players give them.

use zermelo_board::Position;
use zermelo_kernel as kernel;
use zermelo_record::pgn::{self, Record};

/// A record, and how far it was played through. Going forward is cheap, going back begins anew.
pub struct Played<'a> {
    record: &'a Record,
    position: Position,
    ply: usize,
}

impl<'a> Played<'a> {
    /// Before the first move.
    pub fn new(record: &'a Record) -> Played<'a> {
        Played { record, position: Position::from_kernel(&record.start), ply: 0 }
    }

    /// The position after so many plies.
    pub fn at(&mut self, ply: usize) -> &Position {
        if ply < self.ply {
            *self = Played::new(self.record);
        }
        for &m in &self.record.moves[self.ply..ply] {
            self.position = self.position.play(m);
        }
        self.ply = ply;
        &self.position
    }

    /// The move that was the last of so many plies, such as `Kd4`; `None` if there was none.
    pub fn san(&mut self, ply: usize) -> Option<String> {
        let before = ply.checked_sub(1)?;
        let m = self.record.moves[before];
        Some(pgn::san(self.at(before), m))
    }

    /// When it was: `after 56. Kd4`, or `at the start`.
    pub fn when(&mut self, ply: usize) -> String {
        match self.san(ply) {
            Some(san) => format!("after {}", self.numbered(ply, &san)),
            None => "at the start".to_string(),
        }
    }

    /// A move with its number, as the last of so many plies: `56. Kd4`, `31... Qh2#`.
    pub fn numbered(&self, ply: usize, san: &str) -> String {
        let dots = if self.half(ply).is_multiple_of(2) { "." } else { "..." };
        format!("{}{dots} {san}", self.number(ply))
    }

    /// The number of the move that is the last of so many plies.
    pub fn number(&self, ply: usize) -> u32 {
        self.record.first_move.saturating_add((self.half(ply) / 2) as u32)
    }

    /// Moves of one side before it, a missing one of White's counted too.
    fn half(&self, ply: usize) -> usize {
        let black_first = self.record.start.turn() == kernel::Color::Black;
        ply.saturating_sub(1) + usize::from(black_first)
    }

    /// A move that could be made after so many plies.
    pub fn announced(&mut self, ply: usize, m: kernel::Move) -> String {
        let position = self.at(ply);
        let legal = position.legal_moves().into_iter().find(|legal| legal.to_kernel() == m);
        legal.map_or(String::new(), |m| pgn::san(position, m))
    }
}
