//! Answers in words and pictures, for people.
//!
//! A [`Page`] is written from top to bottom: a position, and an explanation as `answers` makes it,
//! paragraph by paragraph. Besides: an answer for each side and what they mean under the Laws
//! (`winnable.rs`), a place in a proof of losing chess
//! (`losing.rs`), and rows and pictures for `table.rs` and `strategy.rs`.

mod losing;
mod strategy;
mod table;
mod winnable;

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use console::Term;
use serde::Serialize;
use zermelo_answers::explain::Paragraph;
pub use zermelo_answers::names::{counted, duration, thousands};

use zermelo_answers::winnable::RegionView;
use zermelo_kernel::{GamePosition, Position, Squares};

use crate::args::{ColorWhen, JsonOrWords};
use crate::diagram;
use crate::exit::{Exit, Fault};
use crate::style::Style;

/// Where lines end that are read elsewhere than on a terminal.
const WIDTH: usize = 78;
/// Lines on a terminal: narrower ones cannot be read, nor can longer ones.
const ON_TERMINAL: RangeInclusive<usize> = 40..=120;

/// Where lines end: at the terminal's edge, if there is one.
fn width() -> usize {
    static FOUND: OnceLock<usize> = OnceLock::new();
    *FOUND.get_or_init(|| fitting(Term::stdout().size_checked().map(|(_, columns)| columns)))
}

fn fitting(columns: Option<u16>) -> usize {
    let (least, most) = ON_TERMINAL.into_inner();
    columns.map_or(WIDTH, |columns| usize::from(columns).clamp(least, most))
}

/// Prints for programs or for people, whichever is asked for. What is printed is answered.
pub fn answer(
    output: JsonOrWords,
    report: &impl Serialize,
    write: impl FnOnce(&mut Page<'_>) -> io::Result<()>,
) -> Result<Exit, Fault> {
    if output.json { print_json(report) } else { print(output.color, write) }
}

/// Prints one line.
pub fn print_line(text: &str) -> Result<Exit, Fault> {
    print_all(|out| writeln!(out, "{text}"))
}

/// Prints for people.
pub fn print(
    color: ColorWhen,
    write: impl FnOnce(&mut Page<'_>) -> io::Result<()>,
) -> Result<Exit, Fault> {
    print_all(|out| write(&mut Page::new(out, Style::new(color))))
}

/// Prints for programs.
pub fn print_json(report: &impl Serialize) -> Result<Exit, Fault> {
    print_all(|mut out| {
        serde_json::to_writer_pretty(&mut out, report)?;
        writeln!(out)
    })
}

/// Prints what this writes. Who reads no further (a closed pipe) has heard enough: the command goes
/// on to its end, and its status is that of the answer.
pub fn print_all(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Exit, Fault> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(Exit::Answered),
    }
}

/// What a person reads.
pub struct Page<'a> {
    out: &'a mut dyn Write,
    style: Style,
    /// The region drawn last, so that no picture is drawn twice.
    drawn: Option<RegionView>,
}

impl<'a> Page<'a> {
    /// An empty page.
    pub fn new(out: &'a mut dyn Write, style: Style) -> Page<'a> {
        Page { out, style, drawn: None }
    }

    /// The board, the side to move, and notes on what cannot occur in play.
    pub fn position(&mut self, position: &Position) -> io::Result<()> {
        self.marked_position(position, Squares::EMPTY, None)
    }

    /// The same with squares marked, and what they are.
    pub fn marked_position(
        &mut self,
        position: &Position,
        marked: Squares,
        legend: Option<&str>,
    ) -> io::Result<()> {
        let remark = match position {
            mated if mated.is_checkmate() => "mated",
            checked if checked.is_check() => "in check",
            stuck if stuck.is_stalemate() => "stalemated",
            _ => "",
        };
        self.board(position, remark, marked)?;
        if let Some(legend) = legend.filter(|_| !marked.is_empty()) {
            self.gap()?;
            let mark = if self.style.colour { "Marked" } else { "*" };
            self.say(2, &format!("{mark}: {legend}."))?;
        }
        if !position.oddities().is_empty() {
            self.gap()?;
        }
        self.notes(position)
    }

    /// The board, whose move it is, and a remark.
    fn board(
        &mut self,
        position: &impl GamePosition,
        remark: &str,
        marked: Squares,
    ) -> io::Result<()> {
        self.gap()?;
        let rows = diagram::marked_board(position, marked, self.style);
        for (row, text) in rows.into_iter().enumerate() {
            match row {
                3 => self.line(&format!("{text}     {} to move", position.turn()))?,
                4 if !remark.is_empty() => self.line(&format!("{text}     {remark}"))?,
                _ => self.line(&text)?,
            }
        }
        Ok(())
    }

    /// Notes on what cannot occur in play.
    fn notes(&mut self, position: &impl GamePosition) -> io::Result<()> {
        let mut notes = position.oddities().into_iter();
        notes.try_for_each(|note| {
            self.say(0, &format!("Note: {note}. Such a position cannot occur in play."))
        })
    }

    /// An explanation. Moves stand below what announces them.
    pub fn explain(&mut self, text: &[Paragraph]) -> io::Result<()> {
        let mut indent = 2;
        for paragraph in text {
            match paragraph {
                Paragraph::Headline(text) => self.headline(text)?,
                Paragraph::Remark(text) => self.say(0, text)?,
                Paragraph::Sentence(text) => self.say(2, text)?,
                Paragraph::Item(text) => write_wrapped(&mut self.out, 6, &format!("  {text}"))?,
                Paragraph::Moves(words) => self.paragraph(indent, words)?,
                Paragraph::Entry(indent, name, text) => {
                    self.say(*indent, &format!("{}{text}", self.strong(name)))?;
                }
                Paragraph::Line(before, strong, after) if strong.is_empty() => {
                    write!(self.out, "{}", folded(&format!("{before}{after}\n")))?;
                }
                Paragraph::Line(before, strong, after) => {
                    self.line(&format!("{before}{}{after}", self.strong(strong)))?;
                }
                Paragraph::Figure(name, text, mark) => self.marked_figure(name, text, *mark)?,
                Paragraph::Choices(columns, moves) => self.choices(*columns, moves)?,
                Paragraph::Diagram(board, men) => self.diagram(board, *men)?,
                Paragraph::Standing(board, men, text) => self.standing(board, men, text)?,
                Paragraph::Gap => self.gap()?,
            }
            match paragraph {
                Paragraph::Headline(_) => indent = 2,
                Paragraph::Sentence(_) => indent = 4,
                _ => {}
            }
        }
        Ok(())
    }

    /// Words that stand out.
    fn strong(&self, text: &str) -> String {
        if text.is_empty() { String::new() } else { self.style.bold(text) }
    }

    /// A row of figures.
    fn figure(&mut self, name: &str, text: &str) -> io::Result<()> {
        let indent = 14;
        for (number, line) in wrap(text.split_whitespace(), width() - indent).iter().enumerate() {
            let name = if number == 0 { name } else { "" };
            self.line(&format!("  {name:<12}{line}"))?;
        }
        Ok(())
    }

    /// One line, as it is.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// An empty line.
    pub fn gap(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    fn rows(&mut self, rows: Vec<String>) -> io::Result<()> {
        self.gap()?;
        for row in rows {
            writeln!(self.out, "{row}")?;
        }
        self.gap()
    }

    /// A wrapped paragraph.
    pub fn say(&mut self, indent: usize, text: &str) -> io::Result<()> {
        self.paragraph(indent, text.split_whitespace())
    }

    /// A wrapped paragraph of words that are not to be broken.
    fn paragraph(
        &mut self,
        indent: usize,
        words: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> io::Result<()> {
        for line in wrap(words, width() - indent) {
            writeln!(self.out, "{:indent$}{line}", "")?;
        }
        Ok(())
    }

    /// A wrapped paragraph in bold.
    pub fn headline(&mut self, text: &str) -> io::Result<()> {
        for line in wrap(text.split_whitespace(), width()) {
            writeln!(self.out, "{}", self.style.bold(&line))?;
        }
        Ok(())
    }
}

fn wrap(words: impl IntoIterator<Item = impl AsRef<str>>, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        let word = word.as_ref();
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// Lines that are folded at the terminal's edge; elsewhere as they are, for who reads by lines.
pub fn folded(text: &str) -> String {
    folded_on(&Term::stdout(), text)
}

/// The same for standard error.
pub fn folded_aside(text: &str) -> String {
    folded_on(&Term::stderr(), text)
}

fn folded_on(terminal: &Term, text: &str) -> String {
    match terminal.size_checked() {
        Some((_, columns)) => folded_at(fitting(Some(columns)), text),
        None => text.to_string(),
    }
}

/// Lines that fit stay as they are, tables among them; the rest of a longer one is indented.
fn folded_at(width: usize, text: &str) -> String {
    let mut folded = String::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len() + 4;
        let mut rest = line.to_string();
        while let Some((fits, more)) = split_at_width(&rest, width) {
            folded += &format!("{fits}\n");
            rest = format!("{:indent$}{more}", "");
        }
        folded += &format!("{rest}\n");
    }
    folded
}

/// What of a line fits, up to the end of a word, and what does not; `None` if all fits, or nothing.
fn split_at_width(line: &str, width: usize) -> Option<(&str, &str)> {
    let (edge, beyond) = line.char_indices().nth(width)?;
    let edge = edge + beyond.len_utf8();
    let start = line.len() - line.trim_start().len();
    // A blank just beyond the edge does no harm, and a word that is too long stands out.
    let blank = line.get(start..edge)?.rfind(' ').map(|at| start + at);
    let blank = blank.or_else(|| line[edge..].find(' ').map(|at| edge + at))?;
    let (fits, more) = line.split_at(blank);
    Some((fits.trim_end(), more.trim_start())).filter(|(_, more)| !more.is_empty())
}

/// A wrapped paragraph; lines after the first are indented.
pub fn write_wrapped(out: &mut impl Write, indent: usize, text: &str) -> io::Result<()> {
    let first = text.len() - text.trim_start().len();
    for (number, line) in wrap(text.split_whitespace(), width() - indent).iter().enumerate() {
        let indent = if number == 0 { first } else { indent };
        writeln!(out, "{:indent$}{line}", "")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_where_the_terminal_does() {
        assert_eq!(fitting(None), WIDTH);
        assert_eq!([20, 64, 100, 300].map(|columns| fitting(Some(columns))), [40, 64, 100, 120]);
    }

    #[test]
    fn long_lines_are_folded_and_none_is_joined() {
        let long = format!("game 1: {}\n  8/8/8 w - -\n", "over; ".repeat(20));
        let folded = folded_at(40, &long);
        assert!(folded.lines().all(|line| line.chars().count() <= 40), "{folded}");
        assert!(
            folded.contains("\n    over;") && folded.ends_with("\n  8/8/8 w - -\n"),
            "{folded}"
        );
        assert_eq!(folded_at(40, "short\n"), "short\n");
        // The columns of a table stay, and nothing reaches beyond the edge.
        let table = "  games                    5  in all\n  checked                  5  all unwinnable ones\n";
        let edge = "  games                    5  in all\n  checked                  5  all\n      unwinnable ones\n";
        assert_eq!(folded_at(36, table), edge);
        let line = format!("    {}\n", "Qh4xf2 ".repeat(40));
        assert!(folded_at(40, &line).lines().all(|line| line.chars().count() <= 40));
        let word = format!("{} and {}\n", "x".repeat(60), "y".repeat(60));
        assert_eq!(folded_at(40, &word).split_whitespace().count(), 3);
    }

    #[test]
    fn paragraphs_hang() {
        let mut out = Vec::new();
        write_wrapped(&mut out, 4, &format!(" 1. {}", "word ".repeat(30))).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.starts_with(" 1. word") && text.contains("\n    word"), "{text}");
        assert!(text.lines().all(|line| line.len() <= width()));
    }
}
