//! `GET /strategy/krk`: what the strategy of king and rook plays, by which rule.
//!
//! The move is the one of the kernel's own definition, so there is nothing to check.

use serde::Serialize;
use zermelo_answers::names;
use zermelo_answers::strategy::{
    Told, board_text, men_text, move_text, place_text, read_men, read_placement, why,
};
use zermelo_kernel::Color;
use zermelo_kernel_strategy::{Board, Choice, Men, STEPS, Strategy};

use crate::error::Error;
use crate::params::Params;
use crate::reply::{self, Reply};

/// The sides of the boards that are served.
const SIDES: std::ops::RangeInclusive<i32> = 4..=16;

/// A position, and what is played.
#[derive(Serialize)]
struct Report {
    board: String,
    men: String,
    turn: &'static str,
    /// The name of the kind of move.
    rule: Option<&'static str>,
    /// What moves of that kind are.
    told: Option<&'static str>,
    /// Why this move, here.
    words: Option<String>,
    #[serde(rename = "move")]
    made: Option<MoveReport>,
    men_after: Option<String>,
    /// Where the black king may go, then or now; none if he is mated or stalemated.
    black_moves: Vec<String>,
    /// Whether one of these takes the rook.
    rook_hangs: bool,
    mate: bool,
    stalemate: bool,
    room_before: i32,
    room_after: Option<i32>,
}

#[derive(Serialize)]
struct MoveReport {
    from: String,
    to: String,
    uci: String,
    san: String,
}

/// Reads `8` or `8x5`.
fn board(params: Params<'_>) -> Result<Board<i32>, Error> {
    let text = params.get("board")?.unwrap_or_default();
    let text = if text.is_empty() { "8" } else { &text };
    let (files, ranks) = text.split_once('x').unwrap_or((text, text));
    let side = |text: &str| text.parse().ok().filter(|side| SIDES.contains(side));
    match (side(files), side(ranks)) {
        (Some(files), Some(ranks)) => Ok(Board::new(files, ranks)),
        _ => {
            let (least, most) = SIDES.into_inner();
            let why = format!("board: N or NxM is needed, from {least} to {most}");
            Err(Error::BadRequest(why))
        }
    }
}

/// Answers for programs.
pub fn krk(params: Params<'_>) -> Result<Reply, Error> {
    let board = board(params)?;
    let fen = params.get("fen")?.unwrap_or_default();
    let text = if fen.is_empty() { params.needed("men")? } else { fen };
    let bad = |why: String| Error::BadRequest(why);
    let (men, said) = read_placement(&text, &board).map_err(bad)?;
    let turn = said.or(params.side("turn")?).unwrap_or(Color::White);
    let report = Report {
        board: board_text(&board),
        men: men_text(men),
        turn: names::side(turn),
        rule: None,
        told: None,
        words: None,
        made: None,
        men_after: None,
        black_moves: Vec::new(),
        rook_hangs: false,
        mate: false,
        stalemate: false,
        room_before: board.room(men),
        room_after: None,
    };
    if turn == Color::Black {
        return reply::json(&report.with_black_to_move(&board, men));
    }
    let men = read_men(&text, &board).map_err(bad)?;
    let played = Strategy::new(board).played(Choice::Function, men);
    let Some((kind, to)) = played.and_then(|(kind, moves)| Some((kind, *moves.first()?))) else {
        return reply::json(&report);
    };
    let (from, goal) = if men.king == to.king { (men.rook, to.rook) } else { (men.king, to.king) };
    let (from, goal) = (place_text(from), place_text(goal));
    let Told { name, text } = Told::of(kind);
    let report = Report {
        rule: Some(name),
        told: Some(text),
        words: Some(why(&board, kind, men, to)),
        made: Some(MoveReport {
            uci: format!("{from}{goal}"),
            san: move_text(&board, men, to),
            from,
            to: goal,
        }),
        men_after: Some(men_text(to)),
        room_after: Some(board.room(to)),
        ..report
    };
    reply::json(&report.with_black_to_move(&board, to))
}

impl Report {
    /// With what Black may do in a position.
    fn with_black_to_move(self, board: &Board<i32>, men: Men<i32>) -> Report {
        let takes = men.black_takes_rook();
        let steps = STEPS.into_iter().map(|step| Men { black: men.black.step(step), ..men });
        let steps = steps.filter(|to| {
            board.has(to.black) && (to.black == men.rook && takes || board.white_to_move(*to))
        });
        Report {
            black_moves: steps.map(|to| place_text(to.black)).collect(),
            rook_hangs: takes,
            mate: board.mate(men),
            stalemate: board.stalemate(men),
            ..self
        }
    }
}
