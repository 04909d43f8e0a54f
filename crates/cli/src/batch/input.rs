//! Cutting the input into lines, whatever the input is: a file, a pipe that stays open, garbage.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use zermelo_answers::query::{GAMES, MAX_LINE, text_of_line};
use zermelo_record::pgn::{foreign, lines_end_in_cr};

use crate::exit::Fault;
use crate::input::{self, Opened};

/// A line that is neither blank nor a comment.
pub struct Line {
    /// Its number in the input, from 1.
    pub number: u64,
    /// The line without its end, or what is wrong with it.
    pub text: Result<String, String>,
    /// How many bytes of the input it and the skipped lines before it took.
    pub bytes: u64,
}

/// The lines of a file or of standard input.
pub struct Input {
    source: BufReader<Box<dyn Read + Send>>,
    size: Option<u64>,
    number: u64,
    ended: bool,
}

impl Input {
    /// Opens a file, or standard input if it is `-`; what is compressed is unpacked.
    pub fn open(path: &Path) -> Result<Input, Fault> {
        let named = |error| Fault::BadInput(format!("--batch {}: {error}", path.display()));
        let Opened { source, size } = input::open_unpacked(path).map_err(named)?;
        let mut source = BufReader::with_capacity(1 << 16, source);
        let start = source.fill_buf().map_err(named)?;
        let games = || start.starts_with(b"[").then(|| format!("these are games; {GAMES}"));
        let what = foreign(start).or_else(|| lines_end_in_cr(start));
        match what.map(String::from).or_else(games) {
            Some(what) => Err(named(io::Error::other(what))),
            None => Ok(Input::new(source, size)),
        }
    }

    fn new(source: BufReader<Box<dyn Read + Send>>, size: Option<u64>) -> Input {
        Input { source, size, number: 0, ended: false }
    }

    /// The size of the input in bytes, if it is known.
    pub fn size(&self) -> Option<u64> {
        self.size
    }

    /// Whether another line can be had without waiting for input.
    pub fn has_line_at_hand(&self) -> bool {
        self.source.buffer().contains(&b'\n')
    }

    /// The next line that asks something; `None` at the end, or at a line `quit`.
    pub fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = 0;
        while !self.ended {
            let mut kept = Vec::new();
            let length = self.read_line(&mut kept)?;
            if length == 0 {
                break;
            }
            self.number += 1;
            bytes += length;
            let text = match text_of_line(&kept) {
                None => continue,
                Some(Ok("quit")) => break,
                Some(text) => text.map(str::to_string),
            };
            return Ok(Some(Line { number: self.number, text, bytes }));
        }
        self.ended = true;
        Ok(None)
    }

    /// Reads up to the end of the line; of one that is too long only so much is kept that this shows.
    /// Returns the full length.
    fn read_line(&mut self, kept: &mut Vec<u8>) -> io::Result<u64> {
        let mut length = 0;
        loop {
            let buffer = match self.source.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if buffer.is_empty() {
                return Ok(length);
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let taken = end.map_or(buffer.len(), |end| end + 1);
            let room = (MAX_LINE + 1).saturating_sub(kept.len());
            kept.extend_from_slice(&buffer[..taken.min(room)]);
            self.source.consume(taken);
            length += taken as u64;
            if end.is_some() {
                return Ok(length);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &'static [u8]) -> Vec<(u64, Result<String, String>)> {
        let source: Box<dyn Read + Send> = Box::new(text);
        let source = BufReader::with_capacity(7, source);
        let mut input = Input::new(source, None);
        let mut lines = Vec::new();
        while let Some(line) = input.next_line().unwrap() {
            lines.push((line.number, line.text));
        }
        lines
    }

    #[test]
    fn comments_blank_lines_and_both_line_ends() {
        let found = lines(b"\xef\xbb\xbf# a comment\n\n  first \r\nsecond\n   \n#\nlast");
        let expected = [(3, Ok("first".into())), (4, Ok("second".into())), (7, Ok("last".into()))];
        assert_eq!(found, expected);
        assert!(lines(b"").is_empty() && lines(b"\n\n\n").is_empty());
        assert_eq!(lines(b"one\nquit\ntwo\n"), [(1, Ok("one".into()))]);
    }

    #[test]
    fn garbage_is_a_bad_line_and_the_rest_goes_on() {
        let found = lines(b"\xff\xfe\x00\nnext\n");
        assert!(found[0].1.is_err());
        assert_eq!(found[1], (2, Ok("next".into())));
        let huge: &'static [u8] = vec![b'x'; 100_000].leak();
        assert_eq!(lines(huge), [(1, Err("the line is too long to be a position".into()))]);
    }
}
