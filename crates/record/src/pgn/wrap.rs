//! Words into lines of at most 80 columns.
//!
//! PGN allows a line break wherever it allows a blank, with two exceptions that a writer has to
//! mind: `%` in the first column hides its line, and `[` there looks like a tag, even in a comment.

use std::io::{self, Write};

const COLUMNS: usize = 80;

/// Writes words with a blank or a line break between them.
pub(super) struct Wrapped<'w, W> {
    out: &'w mut W,
    column: usize,
}

impl<'w, W: Write> Wrapped<'w, W> {
    /// Begins on a fresh line.
    pub fn new(out: &'w mut W) -> Wrapped<'w, W> {
        Wrapped { out, column: 0 }
    }

    /// Writes a word; it has no white space that matters.
    pub fn word(&mut self, word: &[u8]) -> io::Result<()> {
        // Characters, if it is UTF-8; something in any case.
        let width = word.iter().filter(|&&byte| byte & 0xc0 != 0x80).count().max(1);
        if self.column > 0 && self.column + 1 + width > COLUMNS {
            self.end_line()?;
        }
        if self.column > 0 || matches!(word.first(), Some(b'%' | b'[')) {
            self.out.write_all(b" ")?;
            self.column += 1;
        }
        self.column += width;
        self.out.write_all(word)
    }

    /// Writes a text word by word; runs of white space are one blank.
    pub fn text(&mut self, text: &[u8]) -> io::Result<()> {
        let words = text.split(|&byte| super::lex::is_space(byte));
        words.filter(|word| !word.is_empty()).try_for_each(|word| self.word(word))
    }

    /// Writes a comment; it cannot hold its own closing brace.
    pub fn comment(&mut self, text: &[u8]) -> io::Result<()> {
        let mut comment = Vec::with_capacity(text.len() + 2);
        comment.push(b'{');
        comment.extend(text.iter().map(|&byte| if byte == b'}' { b')' } else { byte }));
        comment.push(b'}');
        self.text(&comment)
    }

    /// Writes a line of its own, as it is.
    pub fn line(&mut self, line: &[u8]) -> io::Result<()> {
        self.end_line()?;
        self.out.write_all(line.trim_ascii_end())?;
        self.out.write_all(b"\n")
    }

    /// Ends the line if anything stands on it.
    pub fn end_line(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.column) > 0 {
            self.out.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Ends the line and leaves a blank one.
    pub fn end(mut self) -> io::Result<()> {
        self.end_line()?;
        self.out.write_all(b"\n")
    }
}
