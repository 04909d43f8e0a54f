//! What tables say of a position.

use std::io;

use zermelo_kernel::{GamePosition, Outcome, Rules, Value};

use super::Page;
use crate::diagram;
use crate::san;
use crate::table::{Answer, Ended, Known, Line, moves_of};

impl Page<'_> {
    /// The board, the value, every move and perhaps the main line.
    pub fn probe<P: GamePosition>(&mut self, answer: &Answer<P>) -> io::Result<()> {
        let position = &answer.position;
        self.table_board(position, answer.words.rules)?;
        match &answer.known {
            Known::Over(ended, outcome) => {
                self.over(position, answer.words.rules, *ended, *outcome)
            }
            Known::Found { probe, .. } => {
                self.headline(&answer.words.verdict(position.turn(), probe.value))?;
                self.gap()?;
                self.moves(answer, probe)?;
                if let Some(line) = &answer.line {
                    self.gap()?;
                    self.main_line(position, answer.move_number, line)?;
                }
                self.gap()?;
                let vouch = match &answer.proof {
                    Some(command) => format!(
                        "The kernel agrees that the entry follows from those of the positions one \
                         move later; the whole table is proved by: {command}"
                    ),
                    None => "Outcomes without distances cannot be checked by the kernel; --metric \
                             conversion or end can."
                        .to_string(),
                };
                self.say(2, &vouch)?;
                for note in &answer.notes {
                    self.say(2, &format!("Note: {note}."))?;
                }
                Ok(())
            }
        }
    }

    /// The board, whose move it is in which game, and notes on what cannot occur in play.
    pub(super) fn table_board<P: GamePosition>(
        &mut self,
        position: &P,
        rules: Rules,
    ) -> io::Result<()> {
        self.gap()?;
        for (row, text) in diagram::board(position, self.style).into_iter().enumerate() {
            match row {
                3 => self.line(&format!("{text}     {} to move", position.turn()))?,
                4 => self.line(&format!("{text}     rules: {rules}"))?,
                _ => self.line(&text)?,
            }
        }
        for note in position.oddities() {
            self.say(0, &format!("Note: {note}. Such a position cannot occur in play."))?;
        }
        self.gap()
    }

    pub(super) fn over<P: GamePosition>(
        &mut self,
        p: &P,
        rules: Rules,
        ended: Ended,
        outcome: Outcome,
    ) -> io::Result<()> {
        let turn = p.turn();
        let count = |color| p.board().iter().flatten().filter(|man| man.color == color).count();
        let why = match ended {
            Ended::Checkmate => format!("{turn} is mated"),
            Ended::Stalemate if rules == Rules::Chess => {
                return self.headline("The game is over by stalemate: a draw.");
            }
            Ended::NoMen => format!("{turn} has no men left"),
            Ended::Stalemate => {
                format!("{turn} has no move ({} against {} men)", count(turn), count(!turn))
            }
        };
        let result = match outcome {
            Outcome::Won(winner) => format!("{winner} has won"),
            Outcome::Drawn => "it is a draw".to_string(),
        };
        self.headline(&format!("The game is over: {why}, {result}."))
    }

    fn moves<P: GamePosition>(
        &mut self,
        answer: &Answer<P>,
        probe: &zermelo_tables::Probe<P>,
    ) -> io::Result<()> {
        let distance = answer.words.has_distance();
        let columns = if distance { "   moves   plies" } else { "" };
        self.line(&format!("  {:<9}value{columns}", "move"))?;
        for choice in &probe.moves {
            let (value, plies) = match choice.value {
                Value::Win(plies) => ("win", Some(plies)),
                Value::Draw => ("draw", None),
                Value::Loss(plies) => ("loss", Some(plies)),
            };
            let mut text = format!("  {:<9}{value:<5}", san::one(&answer.position, choice.made));
            if let (true, Some(plies)) = (distance, plies) {
                text += &format!("{:>8}{plies:>8}", moves_of(choice.value).unwrap_or(0));
            } else if distance {
                text += &" ".repeat(16);
            }
            if choice.converts {
                text += "   converts";
            }
            self.line(text.trim_end())?;
        }
        Ok(())
    }

    /// Best play, and where it has to end early.
    pub fn main_line<P: GamePosition>(
        &mut self,
        root: &P,
        number: u32,
        line: &Line<P>,
    ) -> io::Result<()> {
        if line.moves.is_empty() {
            return self.say(2, "There is no main line in a draw.");
        }
        let words = san::numbered(&line.san(root), number, root.turn());
        self.paragraph(2, words.iter().map(String::as_str))?;
        match &line.missing {
            Some(material) => {
                self.say(2, &format!("(Here the line ends: there is no table of {material}.)"))
            }
            None => Ok(()),
        }
    }
}
