//! `zermelo retract FEN`: what was the last move?
//!
//! The kernel lists the retractions; nothing else is asked. Here the list is split by the count of
//! men and put into words (`words.rs`, `reason.rs`) or JSON (`report.rs`). Costs milliseconds.

mod reason;
mod report;
mod words;

use std::io::{self, Write};

use zermelo_kernel::{Color, Position, Retraction, Role, Square};

use crate::args::RetractArgs;
use crate::exit::{Exit, Fault};
use crate::query::Query;
use crate::style::Style;

pub use words::long;

/// What is known of the last move.
pub struct LastMoves {
    /// The position asked about.
    position: Position,
    /// The square over which a pawn has just passed, as the FEN says: a claim about the last move,
    /// also where nobody can capture.
    passed: Option<Square>,
    /// Whether a game may begin here.
    initial: bool,
    /// The last moves that movement and the count of men allow.
    possible: Vec<Retraction>,
    /// Those that only the count of men excludes.
    excluded: Vec<Retraction>,
}

/// Answers the question.
pub fn run(args: &RetractArgs) -> Result<Exit, Fault> {
    let text = args.fen.join(" ");
    let query = Query::read(&text, args.castling()).map_err(Fault::BadInput)?;
    // The kernel has read the field, so it is a square that fits, or nothing.
    let fen = text.replace('_', " ");
    let passed = fen.split_ascii_whitespace().nth(3).and_then(|square| square.parse().ok());
    let found = LastMoves::of(query.position, passed);
    let mut out = io::BufWriter::new(io::stdout().lock());
    if args.json {
        let report = report::Report::new(&found);
        serde_json::to_writer_pretty(&mut out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        words::print(&mut out, Style::new(args.color), &found, args.all)?;
    }
    out.flush()?;
    Ok(Exit::Answered)
}

/// Sentences saying why no last move leads to the position, if none does.
pub fn why_no_last_move(position: &Position, passed: Option<Square>) -> Vec<String> {
    let found = LastMoves::of(position.clone(), passed);
    if found.cannot_arise() { reason::why_none(&found) } else { Vec::new() }
}

impl LastMoves {
    /// Asks the kernel.
    fn of(position: Position, passed: Option<Square>) -> LastMoves {
        let mut list = position.retractions();
        list.retain(|found| passed.is_none_or(|passed| passes(found, passed)));
        list.sort_by_cached_key(|found| (found.made, found.taken, found.before.to_fen()));
        let (possible, excluded) = list.into_iter().partition(Retraction::is_possible_by_count);
        let initial = position.is_initial_array();
        LastMoves { position, passed, initial, possible, excluded }
    }

    /// The side that has moved last.
    fn mover(&self) -> Color {
        !self.position.turn()
    }

    /// Whether there is neither a last move nor a beginning.
    fn cannot_arise(&self) -> bool {
        self.possible.is_empty() && !self.initial
    }
}

/// Whether the move was a pawn's double step over this square.
fn passes(found: &Retraction, square: Square) -> bool {
    let forward = found.before.turn().forward();
    let man = found.before.piece_at(found.made.from);
    man.is_some_and(|man| man.role == Role::Pawn)
        && square.offset(0, -forward) == Some(found.made.from)
        && square.offset(0, forward) == Some(found.made.to)
}
