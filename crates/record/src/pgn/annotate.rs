//! A game written again, with comments added.
//!
//! What the record says is kept token by token: tags in their order, comments, signs, variations.
//! What changes is the layout (80 columns, comments in braces) and what the caller asks for:
//! notes, and the result. The text is not read as chess, so this works on any game that was cut
//! out whole; one that was not is handed on as it is.

use std::io::{self, Write};

use pgn_reader::RawTag;

use super::Marker;
use super::lex::{Kind, Lexer, Token, is_decoration};
use super::split::RawGame;
use super::tags::{self, Section, Tag};
use super::wrap::Wrapped;
use super::write::{first_move, write_tag};

/// Writes a game again, each note as a comment after its ply (0: before the first move), behind
/// the signs and comments that stand there already.
///
/// Notes must be in the order of their plies; what lies beyond the last ply is written at the
/// end. A `}` in a note becomes `)`. With a `result`, the Result tag (added where it is missing)
/// and the marker at the end are replaced. A blank line follows the game. A game with a
/// [fault](RawGame::fault) is copied without a change.
///
/// # Errors
///
/// Whatever `out` reports.
pub fn annotate(
    raw: &RawGame,
    notes: &[(u32, String)],
    result: Option<Marker>,
    out: &mut impl Write,
) -> io::Result<()> {
    if raw.fault.is_some() {
        out.write_all(&raw.text)?;
        return out.write_all(b"\n\n");
    }
    let section = tags::section(&raw.text);
    write_tags(&section, result, out)?;
    let fen = section.tags.iter().find(|tag| tag.is("FEN"));
    let fen = fen.map_or(String::new(), super::read::decoded);
    let mut writer = Writer {
        lines: Wrapped::new(out),
        notes,
        ply: 0,
        black_first: fen.split_ascii_whitespace().nth(1) == Some("b"),
        first_move: first_move(&fen),
        marker: None,
        depth: 0,
        unit: Vec::new(),
        end: 0,
        number_wanted: false,
    };
    for range in &section.comments {
        for token in Lexer::new(&raw.text[..range.end], range.start) {
            writer.token(token)?;
        }
    }
    for token in Lexer::new(&raw.text, section.end) {
        writer.token(token)?;
    }
    let tag = section.tags.iter().find(|tag| tag.is("Result"));
    let tag = tag.and_then(|tag| Marker::from_text(&super::read::decoded(tag)));
    writer.finish(result, tag)
}

/// How the comments begin that the judge writes.
const OURS: &[u8] = b"{Zermelo: ";

fn write_tags(
    section: &Section<'_>,
    result: Option<Marker>,
    out: &mut impl Write,
) -> io::Result<()> {
    let write_result =
        |result: Marker, out: &mut _| write_tag(b"Result", result.as_str().as_bytes(), out);
    // A missing Result has its place after the other six of the roster.
    let is_roster = |tag: &Tag<'_>| {
        ["Event", "Site", "Date", "Round", "White", "Black"].iter().any(|name| tag.is(name))
    };
    let missing = result.filter(|_| !section.tags.iter().any(|tag| tag.is("Result")));
    let place = section.tags.iter().rposition(is_roster).map_or(0, |last| last + 1);
    for (index, tag) in section.tags.iter().enumerate() {
        if let Some(result) = missing.filter(|_| index == place) {
            write_result(result, out)?;
        }
        match result {
            Some(result) if tag.is("Result") => write_result(result, out)?,
            _ => write_tag(tag.name, &RawTag(tag.value).decode(), out)?,
        }
    }
    if let Some(result) = missing.filter(|_| place == section.tags.len()) {
        write_result(result, out)?;
    }
    if !section.tags.is_empty() || missing.is_some() {
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// The move text as far as it is written.
struct Writer<'w, 'n, W> {
    lines: Wrapped<'w, W>,
    /// The notes still to be written.
    notes: &'n [(u32, String)],
    /// Plies of the main line so far.
    ply: u32,
    black_first: bool,
    first_move: u32,
    marker: Option<Marker>,
    depth: u32,
    /// Tokens that stand together without a blank, such as `1.e4!`.
    unit: Vec<u8>,
    /// Where in the text the last token ended.
    end: usize,
    /// A note stands before a move of Black's, which then needs its number.
    number_wanted: bool,
}

impl<W: Write> Writer<'_, '_, W> {
    fn token(&mut self, token: Token<'_>) -> io::Result<()> {
        let together = token.start == self.end;
        self.end = token.end();
        match token.kind {
            // A note of ours from an earlier time is written anew, or is no longer true.
            Kind::Comment if token.text.starts_with(OURS) => self.flush(),
            Kind::Comment => {
                self.flush()?;
                self.lines.text(token.text)
            }
            Kind::LineComment => {
                self.flush()?;
                self.lines.comment(token.text[1..].trim_ascii())
            }
            Kind::Escape => {
                self.flush()?;
                self.lines.line(token.text)
            }
            Kind::Result(marker) if self.depth == 0 => {
                self.flush()?;
                self.marker.get_or_insert(marker);
                Ok(())
            }
            // Without its other half it means nothing.
            Kind::Close if self.depth == 0 => Ok(()),
            Kind::Unclosed => {
                self.flush()?;
                self.lines.comment(&token.text[1..])
            }
            _ => self.plain(token, together),
        }
    }

    /// A token that is copied as it is.
    fn plain(&mut self, token: Token<'_>, together: bool) -> io::Result<()> {
        let is_move = self.depth == 0 && token.kind == Kind::Word && !is_decoration(token.text);
        if self.depth == 0 && (is_move || matches!(token.kind, Kind::Number | Kind::Open)) {
            self.write_notes(self.ply)?;
        }
        if !together {
            self.flush()?;
        }
        match token.kind {
            Kind::Number => self.number_wanted &= self.depth > 0,
            Kind::Open => self.depth += 1,
            Kind::Close => self.depth -= 1,
            _ => {}
        }
        if is_move {
            if std::mem::take(&mut self.number_wanted) {
                let half = u64::from(self.ply) + u64::from(self.black_first);
                let number = u64::from(self.first_move) + half / 2;
                self.lines.word(format!("{number}...").as_bytes())?;
            }
            self.ply += 1;
        }
        self.unit.extend_from_slice(token.text);
        Ok(())
    }

    /// Writes the notes up to this ply.
    fn write_notes(&mut self, ply: u32) -> io::Result<()> {
        while let Some(((_, text), rest)) =
            self.notes.split_first().filter(|((after, _), _)| *after <= ply)
        {
            self.flush()?;
            self.lines.comment(text.trim().as_bytes())?;
            self.notes = rest;
            let black = (self.ply % 2 == 1) != self.black_first;
            self.number_wanted = black && self.ply > 0;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.unit.is_empty() {
            self.lines.word(&self.unit)?;
            self.unit.clear();
        }
        Ok(())
    }

    fn finish(mut self, result: Option<Marker>, tag: Option<Marker>) -> io::Result<()> {
        self.flush()?;
        self.write_notes(u32::MAX)?;
        let marker = result.or(self.marker).or(tag).unwrap_or(Marker::Unfinished);
        self.lines.word(marker.as_str().as_bytes())?;
        self.lines.end()
    }
}
