//! The lines of an answer, and what they are made of: a position under way with its past.

use zermelo_kernel::{Move, Position, Retraction};

use super::text;
use crate::partial_fen::FenPosition;

/// What speaks against a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    /// No two moves can be taken back.
    Unretractable,
    /// All last moves were made from dead positions.
    Zombie,
    /// A move was made from a dead position.
    Dead,
}

impl Flag {
    /// As it stands in a line.
    pub fn name(self) -> &'static str {
        match self {
            Flag::Unretractable => "illegal (unretractable)",
            Flag::Zombie => "zombie",
            Flag::Dead => "dead",
        }
    }
}

/// One line of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The whole line: moves and remarks, then the position; or the value asked for.
    pub text: String,
    /// The position at its end, all six fields; `None` for a value.
    pub fen: Option<String>,
    /// What speaks against it, as far as was asked.
    pub flags: Vec<Flag>,
}

/// How many lines there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// All lines.
    pub lines: u64,
    /// Those without a flag.
    pub sound: u64,
    /// The solutions: the sound lines if the query asks at last which are legal, else all. A
    /// solution of a problem counts also if a flag speaks against it.
    pub solutions: u64,
}

/// Something that has happened on the way to a position.
#[derive(Clone)]
pub(super) enum Event {
    Back(Retraction),
    Made(Position, Move),
    Remark(String),
    Flagged(Flag),
}

/// A position under way, with its past.
#[derive(Clone)]
pub(super) struct Item {
    pub standing: FenPosition,
    /// Each event with the position after it (for a move taken back: before it).
    pub past: Vec<(Event, Option<FenPosition>)>,
    pub sound: bool,
}

impl Item {
    /// After a move, or with one taken back.
    pub fn with(&self, event: Event, standing: FenPosition) -> Item {
        let mut past = self.past.clone();
        past.push((event, Some(standing.clone())));
        Item { standing, past, sound: self.sound }
    }

    /// After a solution. It is not looked at again by `legal`, only where it leads.
    pub fn with_solution(&self, text: String, standing: FenPosition, dead: Option<String>) -> Item {
        let mut item = Item { standing, ..self.clone() };
        item.past.push((Event::Remark(text), None));
        if let Some(why) = dead {
            item.past.push((Event::Flagged(Flag::Dead), None));
            item.past.push((Event::Remark(why), None));
        }
        item
    }

    /// The line that is shown.
    pub fn line(&self) -> Line {
        let mut words: Vec<String> = Vec::with_capacity(self.past.len() + 1);
        let mut flags = Vec::new();
        for (event, _) in &self.past {
            match event {
                Event::Back(found) => words.push(text::retracted(found)),
                Event::Made(before, made) => words.push(text::made(before, *made)),
                Event::Remark(text) => words.push(text.clone()),
                Event::Flagged(flag) => {
                    words.push(flag.name().to_string());
                    flags.push(*flag);
                }
            }
        }
        let fen = self.standing.to_fen();
        words.push(fen.clone());
        Line { text: words.join(" "), fen: Some(fen), flags }
    }
}
