//! Where games begin in a text, found without reading them.
//!
//! A game begins with a tag line: `[Event "` after a blank line, or after something that is no tag;
//! another tag after a blank line and something that is no tag, since it may stand in a comment.
//! After a blank line within the tags, a tag of the roster that was there already begins a game as
//! well: the one before has no moves. That is the rule of the splitter in `zermelo-record` for all
//! but games without tags, which say nothing of a flag fall anyway.

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
    let is_blank = before.trim_ascii().is_empty();
    if text[at..].starts_with(EVENT) {
        return is_blank || !is_tag(before);
    }
    if !is_blank {
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

/// Whether a tag after a blank line begins another game, given the tags before.
fn begins_another(tags: &[u8], line: &[u8]) -> bool {
    const ROSTER: [&[u8]; 6] =
        [b"[Site \"", b"[Date \"", b"[Round \"", b"[White \"", b"[Black \"", b"[Result \""];
    let again = |name: &&&[u8]| memmem::find(tags, name).is_some();
    line.starts_with(EVENT)
        || ROSTER.iter().find(|name| line.starts_with(name)).filter(again).is_some()
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
pub struct Piece<'a> {
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
pub struct Pieces<'a> {
    text: &'a [u8],
    at: usize,
    finder: memmem::Finder<'static>,
}

impl<'a> Pieces<'a> {
    /// Begins at the beginning.
    pub fn new(text: &'a [u8]) -> Pieces<'a> {
        Pieces { text, at: 0, finder: memmem::Finder::new(b"\n[") }
    }

    /// The end of the tag section that begins here, the Termination in it, and whether another
    /// game begins at that end.
    fn tags(&self, from: usize) -> (usize, Option<&'a [u8]>, bool) {
        let (mut at, mut termination) = (from, None);
        let (mut tagged, mut blank) = (false, false);
        while at < self.text.len() {
            let end = memchr(b'\n', &self.text[at..]).map_or(self.text.len(), |end| at + end + 1);
            let line = self.text[at..end].trim_ascii_start();
            match line.first() {
                Some(b'[') => {
                    if blank && begins_another(&self.text[from..at], line) {
                        return (at, termination, true);
                    }
                    termination = termination.or(termination_of(line));
                    (tagged, blank) = (true, false);
                }
                None => blank = tagged,
                _ => break,
            }
            at = end;
        }
        (at, termination, false)
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
        let (mut from, mut termination, ended) = self.tags(start);
        if ended {
            self.at = from;
            return Some(Piece { start, text: &self.text[start..from], termination });
        }
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
        let three = "[Site \"b\"]\n\n[Black \"x\"]\n{why}\n[Termination \"t\"]\n\n*\n\n";
        // No moves, and a result that does not begin its line.
        let four = "[Event \"a\"]\n[Site \"b\"]\n\n";
        let five = "[Event \"a\"]\n[Site \"b\"]\n\n 1-0\n\n";
        let all = [one, two, three, four, five];
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..300 {
            let order: Vec<&str> = (0..6).map(|_| all[rng.usize(..5)]).collect();
            // A tag other than Event after tags belongs to them, unless it is there twice.
            if order.windows(2).any(|pair| pair == [four, three]) {
                continue;
            }
            let text = order.concat();
            let found = cut(&text);
            assert_eq!(found.iter().map(|game| game.0).collect::<Vec<_>>(), order);
            let ends = |game: &str| match game {
                _ if game == one => Some("Time forfeit"),
                _ if game == three => Some("t"),
                _ => None,
            };
            assert!(found.iter().all(|(game, end)| *end == ends(game)), "{found:?}");
            assert_eq!(last_of_any(text.as_bytes()), Some(text.len() - order[5].len()));
            let event = order.iter().rposition(|&game| game != three).filter(|&at| at > 0);
            let event = event.map(|at| order[..at].concat().len());
            assert_eq!(last(text.as_bytes()), event);
            assert_eq!(first(text.as_bytes(), 0), Some(0));
        }
        let again = "[Site \"a\"]\n\n[Site \"b\"]\n\n";
        assert_eq!(cut(again).len(), 2);
        assert!(cut("").is_empty() && cut("\n\n").is_empty());
        assert_eq!(cut("1. e4 *\n[Event \"a\"]\n*").len(), 2);
    }
}
