//! A list of moves as a PGN game.
//!
//! The plain writer: tags, then moves in standard algebraic notation with their numbers. SAN wants
//! the legal moves of every position, so a ply costs about as much as generating them once.

use std::io::{self, Write};

use zermelo_board as board;
use zermelo_kernel::{Castling, Color, Position};

use super::Marker;
use super::read::initial;
use super::san;
use super::wrap::Wrapped;

/// The seven tags of a game that was made, not played: both players have this name.
pub fn roster(event: &str, player: &str, marker: Marker) -> Vec<(String, String)> {
    let tags = [
        ("Event", event),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "?"),
        ("White", player),
        ("Black", player),
        ("Result", marker.as_str()),
    ];
    tags.map(|(name, value)| (name.to_string(), value.to_string())).to_vec()
}

/// Writes a game: the tags, the moves from `start` in lines of 80 columns, the marker, a blank
/// line.
///
/// Where `start` is not the initial array and the tags have no FEN, SetUp and FEN are added, and
/// Variant for Chess960; a FEN among the tags must be that of `start` and gives the number of the
/// first move.
///
/// # Errors
///
/// Whatever `out` reports.
pub fn write_game(
    tags: &[(String, String)],
    start: &Position,
    moves: &[board::Move],
    marker: Marker,
    out: &mut impl Write,
) -> io::Result<()> {
    let find = |name: &str| tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name));
    for (name, value) in tags {
        write_tag(name.as_bytes(), value.as_bytes(), out)?;
    }
    if start.castling() == Castling::Chess960 && find("Variant").is_none() {
        write_tag(b"Variant", b"Chess960", out)?;
    }
    let fen = find("FEN").map(|(_, fen)| fen.as_str());
    if fen.is_none() && start != initial(start.castling()) {
        write_tag(b"SetUp", b"1", out)?;
        write_tag(b"FEN", format!("{start} 0 1").as_bytes(), out)?;
    }
    out.write_all(b"\n")?;

    let mut number = first_move(fen.unwrap_or(""));
    let mut lines = Wrapped::new(out);
    let mut position = board::Position::from_kernel(start);
    let mut word = Vec::with_capacity(16);
    for (index, &m) in moves.iter().enumerate() {
        let black = position.turn() == Color::Black;
        word.clear();
        if !black {
            write!(word, "{number}.")?;
        } else if index == 0 {
            write!(word, "{number}...")?;
        }
        if !word.is_empty() {
            lines.word(&word)?;
        }
        word.clear();
        let (san, next) = san::spell(&position, m);
        san.append_ascii_to(&mut word);
        lines.word(&word)?;
        position = next;
        number += u32::from(black);
    }
    lines.word(marker.as_str().as_bytes())?;
    lines.end()
}

/// The number of the first move by a FEN.
pub(super) fn first_move(fen: &str) -> u32 {
    let field = fen.split_ascii_whitespace().nth(5);
    field.and_then(|text| text.parse().ok()).unwrap_or(1).clamp(1, 1_000_000_000)
}

/// Writes a tag; the value has no escapes yet.
pub(super) fn write_tag(name: &[u8], value: &[u8], out: &mut impl Write) -> io::Result<()> {
    let mut line = Vec::with_capacity(name.len() + value.len() + 8);
    line.push(b'[');
    line.extend_from_slice(name);
    line.extend_from_slice(b" \"");
    for &byte in value {
        match byte {
            b'"' | b'\\' => line.extend_from_slice(&[b'\\', byte]),
            b'\n' | b'\r' => line.push(b' '),
            _ => line.push(byte),
        }
    }
    line.extend_from_slice(b"\"]\n");
    out.write_all(&line)
}
