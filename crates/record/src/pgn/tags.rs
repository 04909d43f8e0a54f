//! The tag section at the head of a game.
//!
//! A tag stays on its line, and that is what makes it safe to be generous: quotes inside a value
//! that nobody escaped, a missing bracket or quote, blank lines and comments between tags are all
//! found in the wild, and none of them can reach beyond the end of the line.

use std::ops::Range;

use super::lex::is_space;

/// A tag as it stands in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag<'a> {
    pub name: &'a [u8],
    /// The value with its escapes; empty where there is none.
    pub value: &'a [u8],
    /// Where in the text the tag begins.
    pub start: usize,
}

impl Tag<'_> {
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }
}

/// The tag section of a game.
#[derive(Debug)]
pub(super) struct Section<'a> {
    pub tags: Vec<Tag<'a>>,
    /// Comments and escaped lines before or between the tags.
    pub comments: Vec<Range<usize>>,
    /// Where the move text begins.
    pub end: usize,
}

/// The first byte from `at` on, not beyond the end of the line, that is not blank.
fn after_blanks(text: &[u8], mut at: usize) -> usize {
    while at < text.len() && is_space(text[at]) && text[at] != b'\n' {
        at += 1;
    }
    at
}

/// The tag that begins with the `[` at the start of the text, and its length.
pub(super) fn tag(text: &[u8]) -> Option<(Tag<'_>, usize)> {
    let from = after_blanks(text, 1);
    let is_name = |byte: u8| !is_space(byte) && !matches!(byte, b'"' | b']' | b'[');
    let length = text[from..].iter().position(|&byte| !is_name(byte)).unwrap_or(text.len() - from);
    let name = &text[from..from + length];
    if !name.first()?.is_ascii_alphanumeric() {
        return None;
    }
    let at = after_blanks(text, from + length);
    if text.get(at) != Some(&b'"') {
        let rest = &text[at..];
        let stop = rest.iter().position(|&byte| matches!(byte, b']' | b'\n'));
        let end = at + stop.map_or(rest.len(), |stop| stop + usize::from(rest[stop] == b']'));
        return Some((Tag { name, value: &[], start: 0 }, end));
    }
    let (value, end) = value(text, at + 1);
    Some((Tag { name, value: &text[value], start: 0 }, end))
}

/// The value that begins at `from`, after its quote, and the end of the tag.
fn value(text: &[u8], from: usize) -> (Range<usize>, usize) {
    let mut at = from;
    let mut last_quote = None;
    while at < text.len() && text[at] != b'\n' {
        match text[at] {
            b'\\' if matches!(text.get(at + 1), Some(b'"' | b'\\')) => at += 1,
            b'"' => {
                let bracket = after_blanks(text, at + 1);
                if text.get(bracket) == Some(&b']') {
                    return (from..at, bracket + 1);
                }
                last_quote = Some(at);
            }
            _ => {}
        }
        at += 1;
    }
    // Never closed properly: up to the last quote, else the whole line.
    let line = text[from..at].trim_ascii_end();
    let line = line.strip_suffix(b"]").unwrap_or(line);
    let line = line.strip_suffix(b"\"").unwrap_or(line);
    (from..last_quote.unwrap_or(from + line.len()), at)
}

/// Whether a line is the first of a new tag section: `[Name "`.
pub(super) fn is_tag_line(line: &[u8]) -> bool {
    line.first() == Some(&b'[') && {
        let name = line[1..].trim_ascii_start();
        let length = name.iter().position(|&b| !b.is_ascii_alphanumeric() && b != b'_');
        length.is_some_and(|n| n > 0 && name[n..].trim_ascii_start().first() == Some(&b'"'))
    }
}

/// Reads the tag section of a game.
pub(super) fn section(text: &[u8]) -> Section<'_> {
    let mut section = Section { tags: Vec::with_capacity(24), comments: Vec::new(), end: 0 };
    let mut comments = Vec::new();
    let mut at = 0;
    loop {
        at += text[at..].iter().position(|&byte| !is_space(byte)).unwrap_or(text.len() - at);
        let until = |stop: u8| text[at..].iter().position(|&byte| byte == stop);
        match text.get(at) {
            Some(b'[') => {
                let Some((tag, length)) = tag(&text[at..]) else { return section };
                section.tags.push(Tag { start: at, ..tag });
                section.comments.append(&mut comments);
                at += length;
                section.end = at;
            }
            Some(b'{') => {
                let Some(length) = until(b'}') else { return section };
                comments.push(at..at + length + 1);
                at += length + 1;
            }
            Some(&first @ (b';' | b'%')) if first == b';' || at == 0 || text[at - 1] == b'\n' => {
                let end = until(b'\n').map_or(text.len(), |length| at + length);
                comments.push(at..end);
                at = end;
            }
            _ => return section,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn read(text: &str, name: &str, value: &str, rest: &str) {
        let (tag, length) = tag(text.as_bytes()).unwrap();
        assert_eq!(String::from_utf8_lossy(tag.name), name);
        assert_eq!(String::from_utf8_lossy(tag.value), value);
        assert_eq!(&text[length..], rest);
    }

    #[test]
    fn tags_of_all_sorts() {
        read(r#"[White "Deep Blue"]"#, "White", "Deep Blue", "");
        read(r#"[A "1"] [B "2"]"#, "A", "1", r#" [B "2"]"#);
        read(r#"[A"x" ]1. e4"#, "A", "x", "1. e4");
        read(r#"[A "say \"x\"] \\"] e4"#, "A", r#"say \"x\"] \\"#, " e4");
        read(r#"[A "an "odd" name"]"#, "A", r#"an "odd" name"#, "");
        read("[A \"open\nB", "A", "open", "\nB");
        read("[A \"open]\nB", "A", "open", "\nB");
        read("[A \"C:\\\"]\nB", "A", "C:\\", "\nB");
        read("[A \"x\"\nB", "A", "x", "\nB");
        read("[A]e4", "A", "", "e4");
        read("[A\ne4", "A", "", "\ne4");
        assert!(tag(b"[%clk 0:01]").is_none() && tag(b"[").is_none() && tag(b"[]").is_none());
    }

    #[test]
    fn tag_lines() {
        assert!(is_tag_line(b"[Event \"x\"]") && is_tag_line(b"[ Event\"x\"]"));
        assert!(
            !is_tag_line(b"[%eval 0.3]") && !is_tag_line(b"[Event]") && !is_tag_line(b" [E \"x\"]")
        );
    }
}
