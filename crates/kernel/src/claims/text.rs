//! Certificates as text, read without believing anything: what all claims share.
//!
//! The form is specified in docs/formats/certificates.md, line by line, so that a second checker can be
//! written from that page. A line ends with LF or CR LF, and errors name it. Every byte read and
//! everything kept is counted, so that no text fills the memory.

use std::fmt::Write as _;
use std::io::{BufRead, Read};

use crate::budget::Meter;
use crate::rules::moves::MOVE_STEPS;
use crate::{Castling, Color, Exhausted, Move, Position};

/// Why a text is no certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// The line, from 1; 0 if it is not about one.
    pub line: usize,
    /// What is wrong there.
    pub fault: String,
    /// Why reading was given up, if it was.
    pub exhausted: Option<Exhausted>,
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => f.write_str(&self.fault),
            line => write!(f, "line {line}: {}", self.fault),
        }
    }
}

impl std::error::Error for Unreadable {}

impl Unreadable {
    /// The bytes themselves cannot be had.
    pub fn bytes(error: impl std::fmt::Display) -> Unreadable {
        Unreadable { line: 0, fault: format!("cannot be read: {error}"), exhausted: None }
    }
}

impl From<Exhausted> for Unreadable {
    fn from(why: Exhausted) -> Unreadable {
        Unreadable { line: 0, fault: why.to_string(), exhausted: Some(why) }
    }
}

/// The first line of every certificate.
pub const MAGIC: &str = "zermelo-certificate 1";

pub(crate) fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The first two lines.
pub(crate) fn header(position: &Position) -> String {
    let rules = match position.castling() {
        Castling::Standard => "chess",
        Castling::Chess960 => "chess960",
    };
    format!("{MAGIC}\nrules {rules}\n")
}

/// A line of moves in UCI, as far as they are legal; the rest is evidence no check will accept.
pub(crate) fn moves_to_text(root: &Position, moves: &[Move], text: &mut String) {
    let mut position = root.clone();
    for m in moves {
        // Writing to a string cannot fail.
        let _ = write!(text, " {}", m.to_uci(&position));
        let Some(next) = position.try_play(*m) else { break };
        position = next;
    }
    text.push('\n');
}

/// No line of a certificate is longer.
const LONGEST_LINE: u64 = 16 << 20;

/// Reads a certificate line by line, never further than it must.
pub(crate) struct Reader<'a, R> {
    input: R,
    pub(crate) meter: &'a Meter<'a>,
    /// No line may be longer.
    longest: u64,
    line: usize,
    /// A line that was looked at and belongs to what follows.
    ahead: Option<String>,
}

impl<'a, R: BufRead> Reader<'a, R> {
    pub(crate) fn new(input: R, meter: &'a Meter) -> Reader<'a, R> {
        Reader { input, meter, longest: LONGEST_LINE, line: 0, ahead: None }
    }

    /// The same for text with short lines only.
    pub(crate) fn with_longest(self, longest: u64) -> Reader<'a, R> {
        Reader { longest, ..self }
    }

    pub(crate) fn fault<T>(&self, fault: impl Into<String>) -> Result<T, Unreadable> {
        Err(Unreadable { line: self.line, fault: fault.into(), exhausted: None })
    }

    pub(crate) fn next(&mut self) -> Result<String, Unreadable> {
        self.line += 1;
        if let Some(line) = self.ahead.take() {
            return Ok(line);
        }
        let mut bytes = Vec::new();
        if let Err(error) = self.input.by_ref().take(self.longest).read_until(b'\n', &mut bytes) {
            return self.fault(format!("cannot be read: {error}"));
        }
        self.meter.read(bytes.len() as u64)?;
        if bytes.is_empty() {
            return self.fault("the certificate ends here, before its `end` line");
        }
        if bytes.pop_if(|byte| *byte == b'\n').is_some() {
            bytes.pop_if(|byte| *byte == b'\r');
        } else if bytes.len() as u64 == self.longest {
            return self.fault("the line is too long");
        }
        String::from_utf8(bytes).or_else(|_| self.fault("cannot be read: not UTF-8"))
    }

    /// The last line, which may lack its end.
    pub(crate) fn end(&mut self) -> Result<(), Unreadable> {
        if self.next()? == "end" { Ok(()) } else { self.fault("expected `end`") }
    }

    pub(crate) fn put_back(&mut self, line: String) {
        self.line -= 1;
        self.ahead = Some(line);
    }

    /// The next line, which must start with this word; what follows the word.
    pub(crate) fn expect(&mut self, word: &str) -> Result<String, Unreadable> {
        let line = self.next()?;
        match line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' ')) {
            Some(rest) => Ok(rest.to_string()),
            None => self.fault(format!("expected `{word} ...`")),
        }
    }

    /// A position, which will be kept.
    pub(crate) fn position(&self, fen: &str, rules: Castling) -> Result<Position, Unreadable> {
        self.meter.hold(2 * size_of::<Position>() as u64)?;
        self.meter.step(MOVE_STEPS)?;
        Position::from_fen(fen, rules).or_else(|error| self.fault(error.to_string()))
    }

    pub(crate) fn number<N: std::str::FromStr>(&self, text: &str) -> Result<N, Unreadable> {
        match text.parse() {
            Ok(number) if text.bytes().all(|byte| byte.is_ascii_digit()) => Ok(number),
            _ => self.fault(format!("expected a number, found `{text}`")),
        }
    }

    pub(crate) fn color(&self, text: &str) -> Result<Color, Unreadable> {
        match text {
            "white" => Ok(Color::White),
            "black" => Ok(Color::Black),
            _ => self.fault(format!("expected a colour, found `{text}`")),
        }
    }

    /// The moves of a line that starts with this word.
    pub(crate) fn moves(&mut self, word: &str, root: &Position) -> Result<Vec<Move>, Unreadable> {
        let line = self.next()?;
        match line.strip_prefix(word) {
            Some(moves) => self.moves_in(moves, root),
            None => self.fault(format!("expected `{word} ...`")),
        }
    }

    /// The moves in a part of a line.
    pub(crate) fn moves_in(&self, moves: &str, root: &Position) -> Result<Vec<Move>, Unreadable> {
        // After a move that is not legal the rest is read as it stands: the check will stop there.
        let mut position = Some(root.clone());
        let mut list = Vec::new();
        for uci in moves.split_ascii_whitespace() {
            self.meter.step(MOVE_STEPS)?;
            self.meter.hold(2 * size_of::<Move>() as u64)?;
            let number = list.len() + 1;
            let Some(spelt) = Move::from_uci(uci) else {
                return self.fault(format!("move {number}: `{uci}` is no move"));
            };
            // Castling has two spellings; the kernel's own is king takes rook.
            let legal = position.as_ref().and_then(|position| {
                let read = position.parse_uci(uci).ok();
                read.or_else(|| Some(spelt).filter(|&m| position.is_legal(m)))
            });
            position = position.and_then(|position| Some(position.play(legal?)));
            list.push(legal.unwrap_or(spelt));
        }
        Ok(list)
    }
}
