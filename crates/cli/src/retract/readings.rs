//! A FEN with unknown fields: each reading with its last moves, and what follows from all of them.

use std::collections::BTreeSet;
use std::io::{self, Write};

use zermelo_answers::retract::{LastMoves, listed};

use super::words::{self, counted, say};
use crate::style::Style;

/// The fields of a FEN, as a person names them.
const FIELDS: [&str; 4] = ["men", "side to move", "castling rights", "en-passant square"];

/// Prints all readings, and what they have in common.
pub fn print(out: &mut dyn Write, style: Style, found: &[LastMoves], all: bool) -> io::Result<()> {
    for (number, one) in (1..).zip(found) {
        let title = format!("Reading {number} of {}: {}", found.len(), one.position.to_fen());
        writeln!(out, "{}", style.bold(&title))?;
        words::print_moves(out, style, one, all)?;
        writeln!(out)?;
    }
    let standing: Vec<&LastMoves> = found.iter().filter(|one| one.stands()).collect();
    let can = match standing.len() {
        0 => "No reading can stand: the position cannot arise.".to_string(),
        n if n == found.len() => "Every reading may stand.".to_string(),
        n => {
            let can = counted(n, "reading may", "readings may");
            format!("{can} stand, of {}.{}", found.len(), deduced(found, &standing))
        }
    };
    say(out, 0, &style.bold(&can))
}

/// The fields that were open and are not any more.
fn deduced(found: &[LastMoves], standing: &[&LastMoves]) -> String {
    let values = |list: &mut dyn Iterator<Item = String>, field: usize| -> BTreeSet<String> {
        list.filter_map(|fen| fen.split(' ').nth(field).map(String::from)).collect()
    };
    let mut sentences = Vec::new();
    for (field, name) in FIELDS.iter().enumerate() {
        let before = values(&mut found.iter().map(|one| one.position.to_fen()), field);
        let after = values(&mut standing.iter().map(|one| one.position.to_fen()), field);
        if after.len() < before.len() {
            let after: Vec<String> = after.into_iter().collect();
            sentences.push(format!(" The {name}: {}.", listed(&after, "or")));
        }
    }
    sentences.concat()
}
