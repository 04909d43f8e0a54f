//! A source cut into blocks of whole games, each with the place where it begins.

use std::collections::VecDeque;
use std::io;

use serde::{Deserialize, Serialize};
use zermelo_record::pgn::{foreign, lines_end_in_cr};

use crate::cells::Columns;
use crate::starts;
use crate::unpack::{Damage, Next, Unpacked};

/// A block holds about so much text.
const BLOCK: usize = 512 << 10;
/// From here on any tag will do as the beginning of a game.
const LARGE: usize = 4 << 20;
/// The most text that is kept without the beginning of a game in it.
pub(crate) const MAX: usize = 16 << 20;

/// What some programs write before any text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Where a block begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Place {
    /// Which of the sources, from 0.
    pub source: usize,
    /// The byte of the unpacked text.
    pub offset: u64,
    /// The byte of the file at which the zstd frame of that text begins, 0 in gzip and bzip2; in
    /// plain files `offset` itself.
    pub frame: u64,
    /// The byte of the unpacked text at which that frame begins.
    pub frame_offset: u64,
    /// Lines before it, where the source is one of lines.
    pub line: u64,
    /// The columns, after the line of a table that names them.
    pub columns: Option<Columns>,
}

/// What a source holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Games in PGN.
    Games,
    /// Positions, one a line: FEN, then perhaps the game.
    Positions,
    /// Comma-separated values with such columns; the line that names them is in no block.
    Table(Columns),
}

impl Kind {
    /// What a text is, by its first line, and how many of its bytes name the columns of a table.
    /// The error says what it is instead, or that it should be a table and is none.
    pub(crate) fn of(text: &[u8], is_table: bool) -> Result<(Kind, usize), &'static str> {
        if let Some(what) = foreign(text).or_else(|| lines_end_in_cr(text)) {
            return Err(what);
        }
        let mut lines = text.split_inclusive(|&byte| byte == b'\n');
        let (mut end, mut line) = (0, &b""[..]);
        for candidate in lines.by_ref() {
            end += candidate.len();
            line = candidate.trim_ascii();
            if !line.is_empty() && line[0] != b'#' {
                break;
            }
            line = b"";
        }
        if let Some(columns) = Columns::of_head(line) {
            return Ok((Kind::Table(columns), end));
        }
        if is_table {
            return Err("the first line of a CSV file names its columns; there is no fen");
        }
        let word = line.split(|&byte| byte == b' ' || byte == b'_').next().unwrap_or_default();
        let is_placement = word.iter().filter(|&&byte| byte == b'/').count() == 7;
        let is_position = is_placement && word[0] != b'[';
        Ok((if is_position { Kind::Positions } else { Kind::Games }, 0))
    }

    fn is_of_lines(self) -> bool {
        self != Kind::Games
    }

    fn first(self, text: &[u8]) -> Option<usize> {
        let line = memchr::memchr(b'\n', text).map(|end| end + 1);
        match self {
            Kind::Games => starts::first(text, 0),
            Kind::Positions | Kind::Table(_) => line,
        }
    }

    fn last(self, text: &[u8]) -> Option<usize> {
        let found = match self {
            Kind::Games if text.len() >= LARGE => starts::last_of_any(text),
            Kind::Games => starts::last(text),
            Kind::Positions | Kind::Table(_) => memchr::memrchr(b'\n', text).map(|end| end + 1),
        };
        found.filter(|&at| at > 0)
    }
}

/// Whole games, or lines.
#[derive(Debug)]
pub struct Block {
    /// Where it begins.
    pub place: Place,
    /// Where the next one begins.
    pub next: Place,
    /// What it holds.
    pub kind: Kind,
    /// Its text.
    pub text: Vec<u8>,
    /// What was passed over just before it.
    pub damages: Vec<Damage>,
    /// Bytes of the file that it stands for.
    pub packed: u64,
}

/// Cuts a source into blocks, from its beginning or, if `from` is not that, from a frame of it:
/// the input must begin with that frame, and what lies before the place is passed over.
///
/// # Errors
///
/// Whatever `put` says, or that a connection was lost ([`LOST`](crate::LOST)); what is wrong with the
/// source is told in the blocks.
pub fn cut(
    mut source: Unpacked,
    from: Place,
    put: impl FnMut(Block) -> io::Result<()>,
) -> io::Result<()> {
    source.begins_at(from.frame, from.frame_offset);
    let mut cutter = Cutter::new(&source, from, put);
    let mut skip = from.offset - from.frame_offset;
    loop {
        let next = source.next(&mut cutter.text);
        if cutter.frames.back() != Some(&source.frame()) {
            cutter.frames.push_back(source.frame());
        }
        if skip > 0 {
            let passed = skip.min(cutter.text.len() as u64);
            // Their lines are counted already.
            cutter.text.drain(..passed as usize);
            cutter.offset += passed;
            skip -= passed;
        }
        match next {
            Next::Text => cutter.text(source.position())?,
            Next::Damaged(damage) => cutter.damaged(damage, source.position())?,
            Next::Lost(error) => return Err(error),
            Next::End => return cutter.end(source.position()),
        }
        if cutter.refused {
            return cutter.emit(0, source.position());
        }
    }
}

pub(crate) struct Cutter<P> {
    source: usize,
    /// The text that is in no block yet, and where it begins.
    pub(crate) text: Vec<u8>,
    offset: u64,
    line: u64,
    /// `None` before enough of the text is seen.
    kind: Option<Kind>,
    is_table: bool,
    /// Whether it is not what its name says.
    refused: bool,
    /// The frames whose text may still be at hand: where they begin in the file and in the text.
    frames: VecDeque<(u64, u64)>,
    damages: Vec<Damage>,
    /// After damage: the text at hand may begin in the middle of a game.
    astray: bool,
    packed: u64,
    compressed: bool,
    put: P,
}

impl<P: FnMut(Block) -> io::Result<()>> Cutter<P> {
    fn new(source: &Unpacked, from: Place, put: P) -> Cutter<P> {
        Cutter {
            source: from.source,
            text: Vec::new(),
            offset: from.frame_offset,
            line: from.line,
            kind: from.columns.map(Kind::Table),
            is_table: source.is_table(),
            refused: false,
            frames: VecDeque::new(),
            damages: Vec::new(),
            astray: false,
            packed: from.frame,
            compressed: source.is_compressed(),
            put,
        }
    }

    /// For games, from the middle of a file perhaps.
    pub(crate) fn of_games(source: &Unpacked, put: P) -> Cutter<P> {
        let packed = source.position();
        Cutter { kind: Some(Kind::Games), packed, ..Cutter::new(source, Place::default(), put) }
    }

    /// Ends where the text is cut off: by damage, if it is for us to tell, else for others.
    pub(crate) fn cut_off(&mut self, damage: Option<Damage>, position: u64) -> io::Result<()> {
        match damage {
            Some(damage) => self.damaged(damage, position)?,
            None => {
                if self.find_way()
                    && let Some(at) = self.kind().last(&self.text)
                {
                    self.emit(at, position)?;
                }
                self.drop_first(self.text.len());
            }
        }
        self.emit(0, position)
    }

    /// The text at hand is no game's beginning, nor what follows up to one.
    pub(crate) fn forget(&mut self) {
        self.drop_first(self.text.len());
        self.astray = true;
    }

    pub(crate) fn drop_first(&mut self, length: usize) {
        self.pass(length);
        self.text.drain(..length);
    }

    /// Counts the first bytes of the text as done.
    fn pass(&mut self, length: usize) {
        self.offset += length as u64;
        if self.kind().is_of_lines() {
            self.line += memchr::memchr_iter(b'\n', &self.text[..length]).count() as u64;
        }
    }

    fn place(&mut self) -> Place {
        let columns = match self.kind {
            Some(Kind::Table(columns)) => Some(columns),
            _ => None,
        };
        let (source, offset, line) = (self.source, self.offset, self.line);
        if !self.compressed {
            return Place { source, offset, frame: offset, frame_offset: offset, line, columns };
        }
        while self.frames.len() > 1 && self.frames[1].1 <= self.offset {
            self.frames.pop_front();
        }
        let (frame, frame_offset) = self.frames.front().copied().unwrap_or_default();
        Place { source, offset, frame, frame_offset, line, columns }
    }

    fn kind(&self) -> Kind {
        self.kind.unwrap_or(Kind::Games)
    }

    /// Sees what the source is, if that is not known yet; false if it is not what it should be.
    fn recognise(&mut self) -> bool {
        if self.kind.is_none() {
            if self.offset == 0 && self.text.starts_with(BYTE_ORDER_MARK) {
                self.drop_first(BYTE_ORDER_MARK.len());
            }
            match Kind::of(&self.text, self.is_table) {
                Ok((kind, head)) => {
                    self.kind = Some(kind);
                    self.drop_first(head);
                }
                Err(what) => {
                    self.lose(what);
                    self.refused = true;
                }
            }
        }
        !self.refused
    }

    fn emit(&mut self, length: usize, position: u64) -> io::Result<()> {
        let (place, kind) = (self.place(), self.kind());
        self.pass(length);
        let rest = self.text.split_off(length);
        let text = std::mem::replace(&mut self.text, rest);
        let block = Block {
            place,
            next: self.place(),
            kind,
            text,
            damages: std::mem::take(&mut self.damages),
            packed: position - self.packed,
        };
        self.packed = position;
        (self.put)(block)
    }

    /// Goes to the first beginning after damage; false if there is none yet.
    fn find_way(&mut self) -> bool {
        if self.astray {
            let kind = self.kind();
            match kind.first(&self.text) {
                Some(at) => self.drop_first(at),
                None => {
                    // The beginning of a tag may be at the end.
                    self.drop_first(self.text.len().saturating_sub(16));
                    return false;
                }
            }
            self.astray = false;
        }
        true
    }

    pub(crate) fn text(&mut self, position: u64) -> io::Result<()> {
        if self.text.len() < BLOCK || !self.recognise() || !self.find_way() {
            return Ok(());
        }
        let kind = self.kind();
        match kind.last(&self.text) {
            Some(at) => self.emit(at, position),
            None if self.text.len() >= MAX => {
                self.lose("no game begins in 16 MiB of text");
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Gives up the text at hand.
    fn lose(&mut self, what: &str) {
        let what = what.to_string();
        self.damages.push(Damage { offset: self.offset, packed: None, what });
        self.drop_first(self.text.len());
        self.astray = true;
    }

    pub(crate) fn damaged(&mut self, damage: Damage, position: u64) -> io::Result<()> {
        let is_blank = self.text.trim_ascii().is_empty();
        if !is_blank && !self.recognise() {
            return Ok(());
        }
        if !is_blank && self.find_way() {
            let kind = self.kind();
            if let Some(at) = kind.last(&self.text) {
                self.emit(at, position)?;
            }
        }
        self.damages.push(damage);
        if !self.text.trim_ascii().is_empty() {
            self.lose("the text from here on to the damage is cut off");
        }
        self.drop_first(self.text.len());
        self.astray = true;
        Ok(())
    }

    pub(crate) fn end(&mut self, position: u64) -> io::Result<()> {
        if self.recognise() && !self.find_way() {
            self.drop_first(self.text.len());
        }
        self.emit(self.text.len(), position)
    }
}
