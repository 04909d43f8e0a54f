//! The slow twin of a scan: every game is cut out, read and replayed in full, and each flag fall
//! decided by itself. Nothing of the scan's own reader is used.

use std::collections::HashMap;

use zermelo_board::{Move, Position};
use zermelo_kernel::{self as kernel, Castling, Color};
use zermelo_record::pgn::{RawGame, read};
use zermelo_winnable::{Limits, Verdict, decide};

use super::corpora;

/// What a row must say of a flag fall.
#[derive(Debug)]
pub struct Expected {
    /// The Site.
    pub game: String,
    /// Who ran out of time.
    pub flagged: &'static str,
    /// Plies played.
    pub ply: usize,
    /// The first four fields of the position.
    pub fen: String,
    /// What the engine says of it, asked alone.
    pub verdict: &'static str,
    /// What the corpus says, where it does.
    pub known: Option<&'static str>,
}

/// Expects rows.
pub struct Twin {
    /// Answers of the corpora, by Site and position.
    known: HashMap<(String, String), &'static str>,
    limits: Limits,
}

impl Twin {
    /// A twin that knows the answers of the corpora.
    pub fn new() -> Twin {
        let mut known = HashMap::new();
        for fall in corpora::flag_falls().into_iter().chain(corpora::hard()) {
            let root = kernel::Position::from_fen(&fall.fen, Castling::Standard);
            if let (Ok(root), Some(winnable)) = (root, fall.winnable) {
                let verdict = if winnable { "winnable" } else { "unwinnable" };
                let site = format!("https://lichess.org/{}", fall.game);
                known.insert((site, root.to_fen()), verdict);
            }
        }
        Twin { known, limits: Limits::default() }
    }

    /// What the row of a made game must be; nothing if there must be none.
    pub fn expect(&self, raw: &RawGame) -> Option<Expected> {
        let record = read(raw).expect("made games can be read");
        if record.tag("Termination") != Some("Time forfeit") {
            return None;
        }
        let play = |position: Position, m: &Move| position.play(*m);
        let last = record.moves.iter().fold(Position::from_kernel(&record.start), play);
        let fen = last.to_fen();
        let root = kernel::Position::from_fen(&fen, Castling::Standard).expect("it is a position");
        let winner = match record.tag("Result") {
            Some("1-0") => Color::White,
            _ => Color::Black,
        };
        let verdict = match decide(&root, winner, &self.limits).verdict {
            Verdict::Winnable(_) => "winnable",
            Verdict::Unwinnable(_) => "unwinnable",
            Verdict::Open => "open",
        };
        let game = record.tag("Site").unwrap_or_default().to_string();
        let flagged = if winner == Color::White { "black" } else { "white" };
        let key = (game, fen);
        let known = self.known.get(&key).copied();
        let (game, fen) = key;
        Some(Expected { game, flagged, ply: record.moves.len(), fen, verdict, known })
    }
}
