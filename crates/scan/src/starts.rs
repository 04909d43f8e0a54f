//! Where games begin in a text, found without reading them.
//!
//! A game begins with a tag line after something that is no tag: `[Event "` in any case, another
//! tag only after a blank line, since it may stand in a comment. That is the rule of the splitter
//! in `zermelo-record` for all but games without tags, which say nothing of a flag fall anyway.

use memchr::{memchr, memmem};

/// The tag that is first in nearly every game.
const EVENT: &[u8] = b"[Event \"";
const AFTER_LINE: &[u8] = b"\n[Event \"";

/// Whether a line is a tag: `[Name "`.
fn is_tag(line: &[u8]) -> bool {
    line.first() == Some(&b'[') && {
        let name = line[1..].trim_ascii_start();
        let length = name.iter().position(|&b| !b.is_ascii_alphanumeric() && b != b'_');
        length.is_some_and(|n| n > 0 && name[n..].trim_ascii_start().first() == Some(&b'"'))
    }
}

/// The line that ends just before `at`, with its line end.
fn line_before(text: &[u8], at: usize) -> &[u8] {
    let body = &text[..at.saturating_sub(1)];
    &text[memchr::memrchr(b'\n', body).map_or(0, |end| end + 1)..at]
}

/// Whether a game begins with the line at `at`.
fn begins(text: &[u8], at: usize) -> bool {
    if !is_tag(&text[at..]) {
        return false;
    }
    let mut before = line_before(text, at);
    if !text[at..].starts_with(EVENT) && !before.trim_ascii().is_empty() {
        return false;
    }
    let mut end = at;
    while end > 0 {
        if !before.trim_ascii().is_empty() {
            return !is_tag(before);
        }
        end -= before.len();
        before = line_before(text, end);
    }
    true
}

/// The first beginning of a game at `from` or after; `from` is the beginning of a line.
pub(crate) fn first(text: &[u8], from: usize) -> Option<usize> {
    if text.get(from) == Some(&b'[') && begins(text, from) {
        return Some(from);
    }
    let finder = memmem::find_iter(&text[from..], b"\n[");
    finder.map(|at| from + at + 1).find(|&at| begins(text, at))
}

/// The last beginning of a game, the very first byte aside.
pub(crate) fn last(text: &[u8]) -> Option<usize> {
    let mut places = memmem::rfind_iter(text, AFTER_LINE).map(|at| at + 1);
    places.find(|&at| begins(text, at))
}

/// The same, for texts whose games do not begin with `[Event "`.
pub(crate) fn last_of_any(text: &[u8]) -> Option<usize> {
    let mut places = memmem::rfind_iter(text, b"\n[").map(|at| at + 1);
    places.find(|&at| begins(text, at))
}

/// A game's text, not read.
pub(crate) struct Piece<'a> {
    /// Where it begins in the block.
    pub start: usize,
    /// Its bytes.
    pub text: &'a [u8],
    /// The value of its Termination, if it has one.
    pub termination: Option<&'a [u8]>,
}

impl Piece<'_> {
    /// Whether it begins with a tag.
    pub fn is_tagged(&self) -> bool {
        self.text.trim_ascii_start().first() == Some(&b'[')
    }
}

/// Walks over the games of a text that begins with one.
pub(crate) struct Pieces<'a> {
    text: &'a [u8],
    at: usize,
    finder: memmem::Finder<'static>,
}

impl<'a> Pieces<'a> {
    pub fn new(text: &'a [u8]) -> Pieces<'a> {
        Pieces { text, at: 0, finder: memmem::Finder::new(b"\n[") }
    }

    /// The end of the tag section that begins here, and the Termination in it.
    fn tags(&self, from: usize) -> (usize, Option<&'a [u8]>) {
        let (mut at, mut termination) = (from, None);
        while at < self.text.len() {
            let line = &self.text[at..];
            match line[0] {
                b'[' => termination = termination.or(termination_of(line)),
                b'\n' | b'\r' | b' ' | b'\t' => {}
                _ => break,
            }
            at = memchr(b'\n', line).map_or(self.text.len(), |end| at + end + 1);
        }
        (at, termination)
    }
}

/// The value of a Termination tag.
fn termination_of(line: &[u8]) -> Option<&[u8]> {
    let value = line.strip_prefix(b"[Termination \"")?;
    Some(&value[..memchr::memchr2(b'"', b'\n', value).unwrap_or(value.len())])
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let start = self.at;
        if self.text[start..].trim_ascii_start().is_empty() {
            return None;
        }
        let (mut from, mut termination) = self.tags(start);
        // The line before the moves may be the one that the finder needs.
        from = from.saturating_sub(1).max(start);
        let end = loop {
            let Some(found) = self.finder.find(&self.text[from..]) else { break self.text.len() };
            let line = from + found + 1;
            if line > start && begins(self.text, line) {
                break line;
            }
            termination = termination.or(termination_of(&self.text[line..]));
            from = line;
        };
        self.at = end;
        Some(Piece { start, text: &self.text[start..end], termination })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<(&str, Option<&str>)> {
        let word = |bytes| std::str::from_utf8(bytes).unwrap();
        let pieces = Pieces::new(text.as_bytes());
        pieces.map(|piece| (word(piece.text), piece.termination.map(word))).collect()
    }

    #[test]
    fn games_are_told_apart() {
        let one = "[Event \"a\"]\n[Site \"b\"]\n[Termination \"Time forfeit\"]\n\n1. e4 *\n\n";
        let two = "[Event \"a\"]\r\n[Site \"b\"]\r\n\r\n1. e4 {[%clk 0:01]\n[x] } *\r\n\r\n";
        let three = "[Site \"b\"]\n\n[Event \"x\"]\n{why}\n[Termination \"t\"]\n\n*\n\n";
        for order in [[one, two, three], [three, one, two], [two, three, one]] {
            let text = order.concat();
            let found = cut(&text);
            assert_eq!(found.iter().map(|game| game.0).collect::<Vec<_>>(), order);
            let ends = |game: &str| {
                if game == one {
                    Some("Time forfeit")
                } else if game == three {
                    Some("t")
                } else {
                    None
                }
            };
            assert!(found.iter().all(|(game, end)| *end == ends(game)), "{found:?}");
            assert_eq!(last_of_any(text.as_bytes()), Some(text.len() - order[2].len()));
            let event = if order[2] == three {
                text.len() - order[2].len() - order[1].len()
            } else {
                text.len() - order[2].len()
            };
            assert_eq!(last(text.as_bytes()), Some(event));
            assert_eq!(first(text.as_bytes(), 0), Some(0));
        }
        assert!(cut("").is_empty() && cut("\n\n").is_empty());
        assert_eq!(cut("1. e4 *\n[Event \"a\"]\n*").len(), 2);
    }
}
