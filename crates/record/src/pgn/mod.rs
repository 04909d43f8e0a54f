//! PGN files: cut into games, read, written.
//!
//! A file of games is larger than memory and never quite clean, so the work is in two steps: a
//! [`Splitter`] cuts the stream into [`RawGame`]s at the speed of the disk and understands only
//! what it must to find where a game ends; [`read`] then turns one of them into a [`Record`], or
//! says in one sentence why it cannot. The second step needs nothing but the game's own text, so
//! workers can do it side by side. [`annotate`] writes a game again with comments added,
//! [`write_game`] writes a list of moves.
//!
//! The lexer is our own because pgn-reader's visitor tells no line numbers, drops tokens it does
//! not know and `;` comments without a word, and ends a game at any blank line. It serves as the
//! second opinion in the tests; its tag values and shakmaty's SAN are used here.

mod annotate;
mod fault;
mod foreign;
mod lex;
mod read;
mod san;
mod split;
mod tags;
mod wrap;
mod write;

use std::fmt;

use zermelo_board as board;
use zermelo_kernel as kernel;

pub use annotate::annotate;
pub use fault::{Broken, Fault, Turn};
pub use foreign::{begins_with_position, foreign, lines_end_in_cr};
pub(crate) use read::is_lost_by_both;
pub use read::read;
pub use san::{san, san_and_next};
pub use split::{Cut, MAX_GAME, RawGame, Splitter};
pub use write::{roster, write_game};

/// One game of a PGN file, read but not judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Its number in the file, from 1.
    pub number: u64,
    /// The line of the file on which it begins, from 1.
    pub line: u64,
    /// The tag pairs, in order, as in the file; bytes that are not UTF-8 are replaced.
    pub tags: Vec<(String, String)>,
    /// The position the game started from.
    pub start: kernel::Position,
    /// Plies without capture or pawn move before the start (the fifth field of a FEN).
    pub clock: u32,
    /// The number of the first move (the sixth field of a FEN), at least 1.
    pub first_move: u32,
    /// The moves played, main line only.
    pub moves: Vec<board::Move>,
    /// The result at the end of the move text; `None` if it is missing there.
    pub marker: Option<Marker>,
}

impl Record {
    /// The value of a tag, its name in any letter case; the first one where there are several.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// The result at the end of a game's move text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Marker {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: unfinished, or not known.
    Unfinished,
}

impl Marker {
    /// The marker as PGN writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Marker::WhiteWins => "1-0",
            Marker::BlackWins => "0-1",
            Marker::Draw => "1/2-1/2",
            Marker::Unfinished => "*",
        }
    }

    /// Reads a marker, such as the value of a Result tag.
    ///
    /// ```
    /// use zermelo_record::pgn::Marker;
    ///
    /// assert_eq!(Marker::from_text("1/2-1/2"), Some(Marker::Draw));
    /// assert_eq!(Marker::from_text("?"), None);
    /// ```
    pub fn from_text(text: &str) -> Option<Marker> {
        match text.trim() {
            "*" => Some(Marker::Unfinished),
            word => lex::marker(word.as_bytes(), None),
        }
    }
}

impl fmt::Display for Marker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
