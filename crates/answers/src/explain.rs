//! Explanations as data: what is said, paragraph by paragraph. Terminal, form and page lay it out.

use zermelo_kernel_strategy::{Board, Men, Place};

/// One paragraph of an explanation.
#[derive(Clone, Debug)]
pub enum Paragraph {
    /// The answer in one sentence.
    Headline(String),
    /// Something else that stands by itself.
    Remark(String),
    /// More about the headline before it.
    Sentence(String),
    /// One of several reasons or cases.
    Item(String),
    /// What is said of something whose name stands out, so far to the right.
    Entry(usize, String, String),
    /// One line as it is: what is before the words that stand out, these, and those after them.
    Line(String, String, String),
    /// A figure with its name, and whether the diagram marks it.
    Figure(&'static str, String, Option<Mark>),
    /// Moves with their numbers, not to be broken inside a word.
    Moves(Vec<String>),
    /// Every move of a position that tables know, with what is told of each.
    Choices(Columns, Vec<MoveRow>),
    /// A position of a strategy, with the room and the critical square.
    Diagram(Board<i32>, Men<i32>),
    /// Men on a board, and the same in words.
    Standing(Board<i32>, Vec<(Place<i32>, char)>, String),
    /// Something new begins.
    Gap,
}

/// What a diagram marks.
#[derive(Clone, Copy, Debug)]
pub enum Mark {
    /// The room that the rook leaves to the black king.
    Room,
    /// The critical square.
    Critical,
}

/// What is told of each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Columns {
    /// The value.
    Outcome,
    /// The value, and the distance in moves and in plies.
    Distance,
    /// The value under the fifty-move rule, and the distance in plies.
    Syzygy,
}

/// A move, its value being that for the side that makes it, its distance from before the move.
#[derive(Clone, Debug)]
pub struct MoveRow {
    /// The move.
    pub san: String,
    /// Its value.
    pub value: &'static str,
    /// The distance in moves of the side that wins.
    pub moves: Option<u16>,
    /// The distance in plies, `17-18` where it is rounded; empty where it is not known.
    pub plies: String,
    /// Whether it is a capture or a promotion.
    pub converts: bool,
}

impl Paragraph {
    /// A figure that is not marked.
    pub fn figure(name: &'static str, text: impl Into<String>) -> Paragraph {
        Paragraph::Figure(name, text.into(), None)
    }

    /// A line in which no words stand out.
    pub fn line(text: impl Into<String>) -> Paragraph {
        Paragraph::Line(text.into(), String::new(), String::new())
    }
}
