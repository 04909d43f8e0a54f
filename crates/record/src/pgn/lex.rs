//! The words of a move text.
//!
//! Everything that reads a game agrees here on what a comment, a number, a result and a move are.
//! The lexer loses nothing: whatever it does not know is a [`Kind::Word`], and it is for the
//! reader to say whether that word may be passed over. Each token knows where it stands, so that a
//! fault can name its line.

use super::Marker;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A move, a decoration, or something garbled.
    Word,
    /// Digits with the dots that follow them, or dots alone.
    Number,
    /// `$14`, `!?`.
    Nag,
    /// `{ ... }`, braces included.
    Comment,
    /// `{ ...` up to the end of the text.
    Unclosed,
    /// `; ...` up to the end of the line.
    LineComment,
    /// A line that begins with `%`, meant for another program.
    Escape,
    /// `(`
    Open,
    /// `)`
    Close,
    /// The result.
    Result(Marker),
}

/// A token and where it begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token<'a> {
    pub kind: Kind,
    pub text: &'a [u8],
    pub start: usize,
}

impl Token<'_> {
    /// The first byte after the token.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// Whether a word ends before this byte.
#[inline(always)]
pub(super) fn is_boundary(byte: u8) -> bool {
    const BOUNDARY: [bool; 256] = table_of(b" \t\r\n\x0b\x0c{}();$!?.*");
    BOUNDARY[byte as usize]
}

/// A table that knows these bytes.
pub(super) const fn table_of(bytes: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut i = 0;
    while i < bytes.len() {
        table[bytes[i] as usize] = true;
        i += 1;
    }
    table
}

#[inline(always)]
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c)
}

/// The result a whole word stands for; `next` is the byte after it. A bare `1/2` counts before
/// white space only. (`*` is no word: it ends one.)
pub(super) fn marker(word: &[u8], next: Option<u8>) -> Option<Marker> {
    // The dashes of typographers are as common as the half sign.
    const BLACK: [&str; 3] = ["0-1", "0–1", "0—1"];
    const WHITE: [&str; 3] = ["1-0", "1–0", "1—0"];
    const DRAW: [&str; 6] = ["1/2-1/2", "1/2–1/2", "1/2—1/2", "½-½", "½–½", "½—½"];
    let is = |texts: &[&str]| texts.iter().any(|text| text.as_bytes() == word);
    if is(&WHITE) {
        Some(Marker::WhiteWins)
    } else if is(&BLACK) {
        Some(Marker::BlackWins)
    } else if is(&DRAW) || word == b"1/2" && next.is_none_or(is_space) {
        Some(Marker::Draw)
    } else {
        None
    }
}

/// Whether a word that is not a move says nothing about the game: evaluations (`+-`, `=`, `±`),
/// novelty, diagram and the like. Letters and digits otherwise mean a garbled move.
pub(super) fn is_decoration(word: &[u8]) -> bool {
    const LETTERS: [&str; 7] = ["N", "D", "TN", "RR", "ep", "e.p", "e.p."];
    if LETTERS.iter().any(|text| text.as_bytes() == word) {
        return true;
    }
    match std::str::from_utf8(word) {
        Ok(text) => text.chars().all(|c| !c.is_alphanumeric() && !"[]{}()@%".contains(c)),
        // Latin-1: its signs (±, ½, «) lie below its letters.
        Err(_) => word.iter().all(|&byte| {
            (0xa0..0xc0).contains(&byte)
                || byte.is_ascii_punctuation() && !b"[]{}()@%".contains(&byte)
        }),
    }
}

/// Walks over the tokens of a text.
pub(super) struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Lexer<'a> {
    /// Begins at this byte of the text.
    pub fn new(text: &'a [u8], at: usize) -> Lexer<'a> {
        Lexer { text, at }
    }

    /// How many bytes there are from `from` on for which `belongs` holds.
    #[inline(always)]
    fn run(&self, from: usize, belongs: impl Fn(u8) -> bool) -> usize {
        let rest = &self.text[from..];
        rest.iter().position(|&byte| !belongs(byte)).unwrap_or(rest.len())
    }

    /// Length and kind of the word that begins here, which has at least one byte.
    #[inline(always)]
    fn word(&self, first: u8) -> (Kind, usize) {
        let at = self.at;
        let mut len = self.run(at, |byte| !is_boundary(byte));
        let word = &self.text[at..at + len];
        if first.is_ascii_digit() || first == 0xc2 {
            // After a digit it is the rest of a word.
            let whole = at == 0 || !self.text[at - 1].is_ascii_digit();
            if whole && let Some(marker) = marker(word, self.text.get(at + len).copied()) {
                return (Kind::Result(marker), len);
            }
            let digits = self.run(at, |byte| byte.is_ascii_digit());
            let dash = [&b"-"[..], "–".as_bytes(), "—".as_bytes()];
            let castling = word[0] == b'0' && dash.iter().any(|dash| word[1..].starts_with(dash));
            if digits > 0 && !castling {
                // A move may follow its number without dot or blank.
                return (Kind::Number, digits + self.run(at + digits, |byte| byte == b'.'));
            }
        }
        let after = &self.text[at + len..];
        if word[len - 1] == b'e'
            && after.starts_with(b".p")
            && after.get(2).is_none_or(|&byte| is_boundary(byte))
        {
            // `exd6e.p.` is a move and a decoration.
            len = if len > 1 { len - 1 } else { 3 + usize::from(after.get(2) == Some(&b'.')) };
        }
        (Kind::Word, len)
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    #[inline]
    fn next(&mut self) -> Option<Token<'a>> {
        self.at += self.run(self.at, is_space);
        let at = self.at;
        let first = *self.text.get(at)?;
        let rest_of_line = || self.run(at, |byte| byte != b'\n');
        let (kind, len) = match first {
            b'{' => match self.run(at, |byte| byte != b'}') {
                len if at + len < self.text.len() => (Kind::Comment, len + 1),
                len => (Kind::Unclosed, len),
            },
            b';' => (Kind::LineComment, rest_of_line()),
            b'%' if at == 0 || self.text[at - 1] == b'\n' => (Kind::Escape, rest_of_line()),
            b'(' => (Kind::Open, 1),
            b')' => (Kind::Close, 1),
            b'}' => (Kind::Word, 1),
            b'*' => (Kind::Result(Marker::Unfinished), 1),
            b'$' => (Kind::Nag, 1 + self.run(at + 1, |byte| byte.is_ascii_digit())),
            b'!' | b'?' => (Kind::Nag, self.run(at, |byte| matches!(byte, b'!' | b'?'))),
            b'.' => (Kind::Number, self.run(at, |byte| byte == b'.')),
            _ => self.word(first),
        };
        self.at += len;
        Some(Token { kind, text: &self.text[at..at + len], start: at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> String {
        let tokens = Lexer::new(text.as_bytes(), 0);
        let shown = tokens.map(|token| {
            let kind = format!("{:?}", token.kind);
            format!("{}:{}", &kind[..1], String::from_utf8_lossy(token.text))
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn tokens() {
        assert_eq!(kinds("1.e4! e5$7 2...Nf3"), "N:1. W:e4 N:! W:e5 N:$7 N:2... W:Nf3");
        assert_eq!(kinds("1e4 12 0-0 0-0-0+"), "N:1 W:e4 N:12 W:0-0 W:0-0-0+");
        assert_eq!(kinds("(e4{a})1-0 ½–½ 1/2"), "O:( W:e4 C:{a} C:) R:1-0 R:½–½ R:1/2");
        assert_eq!(kinds("exd6e.p. e.p. e5"), "W:exd6 W:e.p. W:e.p. W:e5");
        assert_eq!(kinds("e4 ; x {\n% y\ne5 % z*"), "W:e4 L:; x { E:% y W:e5 W:% W:z R:*");
        assert_eq!(kinds("} {open"), "W:} U:{open");
    }

    #[test]
    fn decorations_are_told_from_garbled_moves() {
        for word in ["+-", "=", "+/-", "±", "□", "N", "D", "e.p.", "-"] {
            assert!(is_decoration(word.as_bytes()), "{word}");
        }
        for word in ["e", "Nf", "Qh9", "é", "[%clk", "}", "n", "4"] {
            assert!(!is_decoration(word.as_bytes()), "{word}");
        }
        assert!(is_decoration(b"\xb1") && !is_decoration(b"\xe9"));
    }
}
