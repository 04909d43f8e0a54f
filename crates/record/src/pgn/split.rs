//! Cutting a stream into games.
//!
//! The one part that must see every byte of a file in order, so it does as little as possible: it
//! looks at a line at a time and, within the moves, only at the few bytes that can open a comment,
//! a variation or a result. Memory is bounded whatever the input: a game beyond [`MAX_GAME`] is
//! passed over and flagged, a line is taken in pieces.
//!
//! A game ends after its result (comments on the same line belong to it), before the next tag
//! section, or with the input. A forgotten `}` or `)` would swallow the rest of the file; a line
//! that begins with `[Event "` ends the game all the same, and the game is flagged. What has
//! neither tags nor a word that could be a move (a result written twice, say) is no game.

use std::io::{self, BufRead, Read};

use super::lex::{self, Kind, Lexer, is_boundary, is_space};
use super::tags;
use super::{begins_with_position, foreign};

/// The longest game that is kept, in bytes; 17,697 plies need 122 KiB.
pub const MAX_GAME: usize = 16 << 20;

/// What is kept of a longer game.
const REMNANT: usize = 64 << 10;

/// The longest piece of a line that is looked at in one go.
const PIECE: usize = 1 << 20;

/// Why a game could not be cut out whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// A comment is never closed.
    UnclosedComment {
        /// The line on which it begins.
        line: u64,
    },
    /// A variation is never closed.
    UnclosedVariation {
        /// The line on which the outermost one begins.
        line: u64,
    },
    /// The game is longer than the limit; only its beginning is kept.
    TooLong {
        /// Its full length.
        bytes: u64,
    },
}

/// The text of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawGame {
    /// Its number in the file, from 1.
    pub number: u64,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// Its bytes, from the first tag, comment or move to the result.
    pub text: Vec<u8>,
    /// How many bytes of the input lie before the end of this game.
    pub bytes: u64,
    /// Why it is not whole, if it is not.
    pub fault: Option<Cut>,
}

/// Cuts a stream into games.
///
/// ```
/// use zermelo_record::pgn::Splitter;
///
/// let mut games = Splitter::new("1. e4 e5 1-0\n1. d4 { 0-1? } *".as_bytes());
/// assert_eq!(games.next_game()?.unwrap().text, b"1. e4 e5 1-0");
/// assert_eq!(games.next_game()?.unwrap().text, b"1. d4 { 0-1? } *");
/// assert!(games.next_game()?.is_none());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Splitter<R> {
    input: R,
    limit: usize,
    /// The line at hand, or a piece of it; `at..end` is still to be looked at.
    line: Vec<u8>,
    at: usize,
    end: usize,
    /// Whether `at` is the first byte of a line.
    fresh: bool,
    line_number: u64,
    games: u64,
    bytes: u64,
}

impl<R: BufRead> Splitter<R> {
    /// Cuts this input.
    pub fn new(input: R) -> Splitter<R> {
        Splitter::with_limit(input, MAX_GAME)
    }

    /// Cuts this input with another limit than [`MAX_GAME`] for the length of a game.
    pub fn with_limit(input: R, limit: usize) -> Splitter<R> {
        Splitter {
            input,
            limit,
            line: Vec::new(),
            at: 0,
            end: 0,
            fresh: true,
            line_number: 1,
            games: 0,
            bytes: 0,
        }
    }

    /// How many bytes of the input were cut so far; in the end, all of them.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The next game, or `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// Whatever the input reports; a broken game is no error but flagged as such.
    pub fn next_game(&mut self) -> io::Result<Option<RawGame>> {
        let mut draft = Draft::default();
        loop {
            let more = self.at < self.end || self.fill()?;
            let piece = &self.line[self.at..self.end];
            let step = match more {
                true => draft.step(piece, self.fresh, self.line_number),
                false => Some(0),
            };
            let length = step.unwrap_or(piece.len());
            draft.keep(&piece[..length], self.line_number, self.limit);
            self.advance(length);
            if step.is_some() {
                if let Some(game) = draft.finish(self.games + 1, self.bytes) {
                    self.games += 1;
                    return Ok(Some(game));
                }
                if !more {
                    return Ok(None);
                }
                draft = Draft::default();
            }
        }
    }

    fn advance(&mut self, length: usize) {
        self.at += length;
        self.bytes += length as u64;
        self.fresh &= length == 0;
        if length > 0 && self.line[self.at - 1] == b'\n' {
            self.fresh = true;
            self.line_number += 1;
        }
    }

    /// Takes the next line, or the next piece of a long one; false at the end of the input.
    fn fill(&mut self) -> io::Result<bool> {
        self.line.drain(..self.end);
        self.at = 0;
        // What cannot be read is told below.
        if self.bytes == 0
            && self.line.is_empty()
            && self.input.fill_buf().is_ok_and(begins_with_position)
        {
            let what = "these are positions, not games; winnable and legal take them, with --batch";
            return Err(io::Error::new(io::ErrorKind::InvalidData, what));
        }
        let read = self.input.by_ref().take(PIECE as u64).read_until(b'\n', &mut self.line)?;
        self.end = self.line.len();
        if read == PIECE && self.line.last() != Some(&b'\n') {
            // A piece must not end within a word.
            self.end = self.line.iter().rposition(|&b| is_space(b)).map_or(self.end, |at| at + 1);
        }
        if self.bytes == 0
            && let Some(what) = foreign(&self.line)
        {
            return Err(io::Error::new(io::ErrorKind::InvalidData, what));
        }
        if self.fresh && self.line.starts_with("\u{feff}".as_bytes()) {
            self.at = 3;
            self.bytes += 3;
        }
        Ok(self.at < self.end || self.at > 0 && self.fill()?)
    }
}

/// Tags that a game has once.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Where in a game the cutter is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Part {
    #[default]
    Tags,
    Moves,
    /// After the result, on its line.
    Trailer,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Inside {
    #[default]
    Nothing,
    Comment,
    RestOfLine,
}

/// The game being cut.
#[derive(Default, Debug)]
struct Draft {
    text: Vec<u8>,
    line: u64,
    /// The length of the game, kept or not.
    length: u64,
    too_long: bool,
    part: Part,
    inside: Inside,
    depth: u64,
    /// The line of the comment or variation that is open.
    comment_line: u64,
    variation_line: u64,
    tagged: bool,
    /// Which tags of the roster were seen.
    roster: u8,
    blank_line: bool,
}

impl Draft {
    /// Looks at the next piece; says how many bytes of it still belong to the game if that ends.
    fn step(&mut self, piece: &[u8], fresh: bool, line: u64) -> Option<usize> {
        let open = self.inside == Inside::Comment || self.depth > 0;
        if fresh && open && piece.starts_with(b"[Event \"") {
            return Some(0);
        }
        if fresh && self.inside == Inside::Nothing {
            if piece[0] == b'%' {
                self.inside = Inside::RestOfLine;
            } else if self.part == Part::Moves && tags::is_tag_line(piece) {
                return Some(0);
            } else if self.part == Part::Tags && self.tagged && piece.iter().all(|&b| is_space(b)) {
                self.blank_line = true;
            }
        }
        let mut at = 0;
        while at < piece.len() {
            let rest = &piece[at..];
            match (self.inside, self.part) {
                (Inside::Comment, _) => {
                    let Some(close) = rest.iter().position(|&byte| byte == b'}') else { break };
                    self.inside = Inside::Nothing;
                    at += close + 1;
                }
                (Inside::RestOfLine, _) => break,
                (Inside::Nothing, Part::Tags) => {
                    at += rest.iter().position(|&byte| !is_space(byte)).unwrap_or(rest.len());
                    match self.in_tags(&piece[at..], line) {
                        Some(length) => at += length,
                        None => return Some(at),
                    }
                }
                (Inside::Nothing, Part::Moves) => at += self.in_moves(piece, at, line),
                (Inside::Nothing, Part::Trailer) => {
                    let blanks = rest.iter().position(|&b| !matches!(b, b' ' | b'\t'));
                    let next = at + blanks.unwrap_or(0);
                    if !self.comment(piece[next], line) {
                        return Some(at);
                    }
                    at = next + 1;
                }
            }
        }
        if piece.ends_with(b"\n") {
            if self.inside == Inside::RestOfLine {
                self.inside = Inside::Nothing;
            }
            if self.inside == Inside::Nothing && self.part == Part::Trailer {
                return Some(piece.len());
            }
        }
        None
    }

    /// Goes into a comment if this byte opens one.
    #[inline(always)]
    fn comment(&mut self, byte: u8, line: u64) -> bool {
        match byte {
            b'{' => {
                self.inside = Inside::Comment;
                self.comment_line = line;
            }
            b';' => self.inside = Inside::RestOfLine,
            _ => return false,
        }
        true
    }

    /// One step in the tag section; `None` if another game begins here.
    fn in_tags(&mut self, rest: &[u8], line: u64) -> Option<usize> {
        let Some(&first) = rest.first() else { return Some(0) };
        if self.comment(first, line) {
            return Some(1);
        }
        if first == b'['
            && let Some((tag, length)) = tags::tag(rest)
        {
            // After a blank line, Event or a tag of the roster again: the game before has no moves.
            if let Some(bit) = ROSTER.iter().position(|name| tag.is(name)) {
                let again = self.roster & (1 << bit) != 0 || (bit == 0 && self.tagged);
                if again && self.blank_line {
                    return None;
                }
                self.roster |= 1 << bit;
            }
            self.tagged = true;
            self.blank_line = false;
            return Some(length);
        }
        self.part = Part::Moves;
        Some(0)
    }

    /// Goes on to the next byte of the moves that matters, and past it.
    fn in_moves(&mut self, piece: &[u8], at: usize, line: u64) -> usize {
        let rest = &piece[at..];
        let Some(skip) = rest.iter().position(|&byte| matters(byte)) else { return rest.len() };
        let here = at + skip;
        match piece[here] {
            b'(' => {
                if self.depth == 0 {
                    self.variation_line = line;
                }
                self.depth += 1;
            }
            b')' => self.depth = self.depth.saturating_sub(1),
            byte if self.comment(byte, line) => {}
            _ if self.depth > 0 => {}
            b'*' => self.part = Part::Trailer,
            _ => {
                let is_start = |&byte: &u8| is_boundary(byte);
                let start =
                    rest[..skip].iter().rposition(is_start).map_or(at, |last| at + last + 1);
                let length = piece[here..].iter().position(is_start);
                let end = length.map_or(piece.len(), |length| here + length);
                if lex::marker(&piece[start..end], piece.get(end).copied()).is_some() {
                    self.part = Part::Trailer;
                }
                return end - at;
            }
        }
        skip + 1
    }

    /// Takes bytes over, as far as there is room.
    fn keep(&mut self, mut piece: &[u8], line: u64, limit: usize) {
        if self.length == 0 {
            piece = piece.trim_ascii_start();
            self.line = line;
        }
        self.length += piece.len() as u64;
        if self.length > limit as u64 && !self.too_long {
            self.too_long = true;
            let room = REMNANT.min(limit);
            self.text.extend_from_slice(&piece[..piece.len().min(room)]);
            self.text.truncate(room);
            self.text.shrink_to_fit();
        } else if !self.too_long {
            self.text.extend_from_slice(piece);
        }
    }

    /// The game, if it is one.
    fn finish(&mut self, number: u64, bytes: u64) -> Option<RawGame> {
        let mut text = std::mem::take(&mut self.text);
        text.truncate(text.trim_ascii_end().len());
        let fault = if self.too_long {
            Some(Cut::TooLong { bytes: self.length })
        } else if self.inside == Inside::Comment {
            Some(Cut::UnclosedComment { line: self.comment_line })
        } else if self.depth > 0 {
            Some(Cut::UnclosedVariation { line: self.variation_line })
        } else {
            None
        };
        let has_word = || {
            Lexer::new(&text, 0)
                .any(|token| token.kind == Kind::Word && !lex::is_decoration(token.text))
        };
        let is_game = self.tagged || fault.is_some() || has_word();
        is_game.then_some(RawGame { number, line: self.line, text, bytes, fault })
    }
}

/// Whether a byte of the moves can open or close something, or lie within a result.
#[inline(always)]
fn matters(byte: u8) -> bool {
    // The last two begin a long dash and the half sign in UTF-8.
    const MATTERS: [bool; 256] = lex::table_of(b"{();*-/\xe2\xc2");
    MATTERS[byte as usize]
}
