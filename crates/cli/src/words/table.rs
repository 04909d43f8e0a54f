//! What tables say of a position.

use std::io;

use zermelo_answers::table::{Columns, Explanation};
use zermelo_kernel::{GamePosition, Rules};

use super::Page;

impl Page<'_> {
    /// The board, the value, every move, perhaps the main line, and how far to trust them.
    pub fn probe<P: GamePosition>(
        &mut self,
        position: &P,
        rules: Rules,
        answer: &Explanation,
    ) -> io::Result<()> {
        self.table_board(position, rules)?;
        self.headline(&answer.headline)?;
        if answer.moves.is_empty() {
            return Ok(());
        }
        self.gap()?;
        let (value, moves, plies) = match answer.columns {
            Columns::Outcome => (5, 0, 0),
            Columns::Distance => (5, 8, 8),
            Columns::Syzygy => (13, 0, 8),
        };
        let row = |cells: [&str; 5]| {
            let [a, b, c, d, e] = cells;
            let c = if moves == 0 { "" } else { c };
            let d = if plies == 0 { "" } else { d };
            format!("  {a:<9}{b:<value$}{c:>moves$}{d:>plies$}{e}").trim_end().to_string()
        };
        self.line(&row(["move", "value", "moves", "plies", ""]))?;
        for one in &answer.moves {
            let in_moves = one.moves.map_or(String::new(), |moves| moves.to_string());
            let converts = if one.converts { "   converts" } else { "" };
            self.line(&row([&one.san, one.value, &in_moves, &one.plies, converts]))?;
        }
        if !answer.line.is_empty() || answer.line_remark.is_some() {
            self.gap()?;
            self.main_line(&answer.line, answer.line_remark.as_deref())?;
        }
        self.gap()?;
        answer.remarks.iter().try_for_each(|remark| self.say(2, remark))
    }

    /// The board, whose move it is in which game, and notes on what cannot occur in play.
    pub fn table_board<P: GamePosition>(&mut self, position: &P, rules: Rules) -> io::Result<()> {
        self.board(position, &format!("rules: {rules}"))?;
        self.notes(position)?;
        self.gap()
    }

    /// Best play, and where it has to end early.
    pub(super) fn main_line(&mut self, line: &[String], remark: Option<&str>) -> io::Result<()> {
        self.paragraph(2, line)?;
        remark.map_or(Ok(()), |remark| self.say(2, remark))
    }
}
