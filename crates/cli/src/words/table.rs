//! What tables say of a position.

use std::io;

use zermelo_answers::explain::{Columns, MoveRow};
use zermelo_kernel::{GamePosition, Rules, Squares};

use super::Page;

impl Page<'_> {
    /// Every move with its value.
    pub(super) fn choices(&mut self, columns: Columns, choices: &[MoveRow]) -> io::Result<()> {
        let (value, moves, plies) = match columns {
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
        for one in choices {
            let in_moves = one.moves.map_or(String::new(), |moves| moves.to_string());
            let converts = if one.converts { "   converts" } else { "" };
            self.line(&row([&one.san, one.value, &in_moves, &one.plies, converts]))?;
        }
        Ok(())
    }

    /// The board, whose move it is in which game, and notes on what cannot occur in play.
    pub fn table_board<P: GamePosition>(&mut self, position: &P, rules: Rules) -> io::Result<()> {
        self.board(position, &format!("rules: {rules}"), Squares::EMPTY)?;
        self.notes(position)?;
        self.gap()
    }
}
