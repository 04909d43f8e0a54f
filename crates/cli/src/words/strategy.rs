//! Strategies: figures that a diagram marks, the diagram, and a question.

use std::io;

use zermelo_answers::explain::Mark;
use zermelo_answers::strategy::men_text;
use zermelo_kernel_strategy::{Board, Men, Place};

use super::Page;
use crate::strategy::{drawn, picture};

impl Page<'_> {
    /// A figure, with the sign by which the diagram marks it.
    pub(super) fn marked_figure(
        &mut self,
        name: &str,
        text: &str,
        mark: Option<Mark>,
    ) -> io::Result<()> {
        let sign = match (mark, self.style.colour) {
            (None, _) => return self.figure(name, text),
            (Some(Mark::Room), true) => "sand",
            (Some(Mark::Room), false) => "o",
            (Some(Mark::Critical), true) => "×",
            (Some(Mark::Critical), false) => "*",
        };
        self.figure(name, &format!("{text} ({sign})"))
    }

    /// A position, with the room and the critical square; in words if the board is too large.
    pub(super) fn diagram(&mut self, board: &Board<i32>, men: Men<i32>) -> io::Result<()> {
        match picture(board, men, true, self.style) {
            rows if rows.is_empty() => self.line(&men_text(men)),
            rows => self.rows(rows),
        }
    }

    /// Men on a board; in words if it is too large.
    pub(super) fn standing(
        &mut self,
        board: &Board<i32>,
        men: &[(Place<i32>, char)],
        text: &str,
    ) -> io::Result<()> {
        match drawn(board, men, None, self.style) {
            rows if rows.is_empty() => self.line(text),
            rows => self.rows(rows),
        }
    }

    /// Asks for Black's move.
    pub fn ask(&mut self) -> io::Result<()> {
        write!(self.out, "Black: ")?;
        self.out.flush()
    }
}
