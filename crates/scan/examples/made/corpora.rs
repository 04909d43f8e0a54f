//! What is at hand to make games of: records to replay, and flag falls whose answer is known.

use std::fs;
use std::path::PathBuf;

use zermelo_board::{Move, Position};
use zermelo_kernel::{self as kernel, Castling, Color};
use zermelo_record::pgn::{Splitter, read};

/// The games of the corpora that begin with the initial array and have ten plies at least; none
/// where the corpora are not at hand.
pub fn records(initial: &Position) -> Vec<Vec<Move>> {
    let Some(folder) = zermelo_testing::folder() else { return Vec::new() };
    let mut files = files(folder.join("games/pgn"));
    // A folder lists its files in no order; the same seed must give the same games.
    files.sort();
    let mut records = Vec::new();
    for file in files {
        let text = fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let mut splitter = Splitter::new(&text[..]);
        while let Ok(Some(raw)) = splitter.next_game() {
            let Ok(record) = read(&raw) else { continue };
            if Position::from_kernel(&record.start) == *initial && record.moves.len() >= 10 {
                records.push(record.moves);
            }
        }
    }
    records
}

fn files(folder: PathBuf) -> Vec<PathBuf> {
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    paths.flat_map(|path| if path.is_dir() { files(path) } else { vec![path] }).collect()
}

/// A flag fall of the corpora.
#[derive(Clone)]
pub struct Known {
    /// The position, four fields or six.
    pub fen: String,
    /// The game.
    pub game: String,
    /// The side with time left.
    pub winner: Color,
    /// Whether it could still mate, where the corpus says so.
    pub winnable: Option<bool>,
}

/// The side that is not to move.
fn waiting(fen: &str) -> Color {
    if fen.contains(" w ") { Color::Black } else { Color::White }
}

/// timeouts.txt and unfair.txt: real flag falls.
pub fn flag_falls() -> Vec<Known> {
    let mut known = Vec::new();
    for (name, winnable) in [("timeouts", None), ("unfair", Some(false))] {
        let text = zermelo_testing::text(&format!("winnable/{name}.txt")).unwrap_or_default();
        for line in text.lines() {
            let Some((fen, game)) = line.trim().rsplit_once(' ') else { continue };
            let (fen, game) = (fen.to_string(), game.to_string());
            known.push(Known { winner: waiting(&fen), fen, game, winnable });
        }
    }
    known
}

/// hard.txt and frontier.txt: what engines find hard, as if a flag had fallen there.
pub fn hard() -> Vec<Known> {
    let mut known = Vec::new();
    let text = zermelo_testing::text("winnable/hard.txt").unwrap_or_default();
    for (index, line) in text.lines().enumerate() {
        let Some((who, fen)) = line.trim().split_once(' ') else { continue };
        let (fen, winner) = (fen.to_string(), waiting(fen));
        let letter = if winner == Color::White { 'W' } else { 'B' };
        let winnable = Some(who.contains(letter));
        known.push(Known { fen, game: format!("hard{}", index + 1), winner, winnable });
    }
    let text = zermelo_testing::text("winnable/frontier.txt").unwrap_or_default();
    for (index, line) in text.lines().enumerate() {
        let Some((answer, query)) = line.trim().split_once('\t') else { continue };
        let Some((fen, side)) = query.rsplit_once(' ') else { continue };
        let winner = if side == "white" { Color::White } else { Color::Black };
        let winnable = ["unwinnable", "winnable"].iter().position(|word| *word == answer);
        let (fen, winnable) = (fen.to_string(), winnable.map(|index| index == 1));
        known.push(Known { fen, game: format!("frontier{}", index + 1), winner, winnable });
    }
    // A few of them cannot occur, and no record can be set up with them.
    known.retain(|known| kernel::Position::from_fen(&known.fen, Castling::Standard).is_ok());
    known
}
