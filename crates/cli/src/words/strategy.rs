//! Strategies: what there is to say, laid out for a terminal.

use std::io;

use zermelo_answers::strategy::{Mark, Part, men_text};

use super::Page;
use crate::strategy::picture;

impl Page<'_> {
    /// An explanation, from top to bottom.
    pub fn strategy(&mut self, parts: impl IntoIterator<Item = Part>) -> io::Result<()> {
        let style = self.style;
        let strong = |text: &str| if text.is_empty() { String::new() } else { style.bold(text) };
        for part in parts {
            match part {
                Part::Headline(text) => self.headline(&text)?,
                Part::Gap => self.gap()?,
                Part::Paragraph(indent, stands_out, text) => {
                    self.say(indent, &format!("{}{text}", strong(&stands_out)))?;
                }
                Part::Line(before, stands_out, after) => {
                    self.line(&format!("{before}{}{after}", strong(&stands_out)))?;
                }
                Part::Figure(name, text, None) => self.figure(name, &text)?,
                Part::Figure(name, text, Some(mark)) => {
                    let sign = match (mark, style.colour) {
                        (Mark::Room, true) => "sand",
                        (Mark::Room, false) => "o",
                        (Mark::Critical, true) => "×",
                        (Mark::Critical, false) => "*",
                    };
                    self.figure(name, &format!("{text} ({sign})"))?;
                }
                Part::Diagram(board, men) => match picture(&board, men, true, style) {
                    rows if rows.is_empty() => self.line(&men_text(men))?,
                    rows => self.rows(rows)?,
                },
            }
        }
        Ok(())
    }

    /// Asks for Black's move.
    pub fn ask(&mut self) -> io::Result<()> {
        write!(self.out, "Black: ")?;
        self.out.flush()
    }
}
