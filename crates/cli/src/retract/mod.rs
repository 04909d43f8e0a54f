//! `zermelo retract FEN`: what was the last move?
//!
//! The kernel lists the retractions; nothing else is asked. Here the list is split by the count of
//! men and put into words (`words.rs`, `reason.rs`) or JSON (`report.rs`). Costs milliseconds.

mod reason;
mod report;
mod words;

use std::io::{self, Write};

use zermelo_kernel::{Castling, CastlingSide, Color, Piece, Position, Retraction, Role, Square};

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
        let initial = is_initial_array(&position);
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

/// Whether the position is the initial array, or with Chess960 one of the 960.
fn is_initial_array(position: &Position) -> bool {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    if position.castling() == Castling::Standard {
        return position.to_fen() == START;
    }
    let sides =
        Color::ALL.into_iter().flat_map(|color| CastlingSide::ALL.map(|side| (color, side)));
    let pawns_at_home = |color: Color| {
        let pawn = Some(Piece { color, role: Role::Pawn });
        let row = (0..8).filter_map(|file| Square::from_coords(file, color.pawn_rank()));
        row.into_iter().all(|at| position.piece_at(at) == pawn)
    };
    let alike = |file: i8| {
        let role = |rank| position.piece_at(Square::from_coords(file, rank)?).map(|man| man.role);
        role(0).is_some() && role(0) == role(7)
    };
    // No oddities: with all pawns there, one queen, two rooks and knights, two unlike bishops. All
    // rights: the kings stand between their rooks, and nobody has changed sides.
    position.turn() == Color::White
        && position.pieces().count() == 32
        && Color::ALL.into_iter().all(pawns_at_home)
        && (0..8).all(alike)
        && position.oddities().is_empty()
        && sides.into_iter().all(|(color, side)| position.castling_rook(color, side).is_some())
}
