//! `zermelo strategy krk show`: the strategy in words, and what it plays in a position.

use std::io::{self, Write};

use serde::Serialize;
use zermelo_kernel_strategy::{Board, Choice, Kind, Men, Strategy};

use super::{board_text, one_board};
use crate::args::{BoardSize, ShowArgs};
use crate::exit::{Exit, Fault};
use crate::style::Style;
use crate::table::print_json;
use crate::words::Page;
use zermelo_answers::strategy::{CONDITIONS, NOTIONS, Told, why};
use zermelo_answers::strategy::{men_text, move_text, place_text, read_men};

/// What the strategy plays in a position.
pub struct Shown {
    /// The board.
    pub board: Board<i32>,
    /// The position.
    pub men: Men<i32>,
    /// The kind of move that applies, the moves that fit it, and the one that is played; nothing
    /// where no kind applies.
    pub moves: Option<(Kind, Vec<Men<i32>>, Men<i32>)>,
}

/// Shows.
pub fn run(args: &ShowArgs) -> Result<Exit, Fault> {
    let Some(text) = &args.position else { return strategy(args) };
    let board = one_board(
        args.board.board,
        "a position is on one board: say which with --board, such as 8 or 4x7",
    )?;
    let men =
        read_men(text, &board).map_err(|why| Fault::BadInput(format!("--position: {why}")))?;
    let strategy = Strategy::new(board);
    // By the kernel's definition alone; one position needs no quicker way.
    let moves = strategy.played(Choice::Relation, men).and_then(|(kind, all)| {
        let (_, one) = strategy.played(Choice::Function, men)?;
        Some((kind, all, one[0]))
    });
    let shown = Shown { board, men, moves };
    if args.output.json {
        print_json(&PositionReport::new(&shown))?;
    } else {
        let mut out = io::BufWriter::new(io::stdout().lock());
        Page::new(&mut out, Style::new(args.output.color)).shown(&shown)?;
        out.flush()?;
    }
    Ok(Exit::Answered)
}

/// The strategy itself.
fn strategy(args: &ShowArgs) -> Result<Exit, Fault> {
    if args.output.json {
        let told = |kind| {
            let Told { name, text } = Told::of(kind);
            Text { name, text }
        };
        print_json(&StrategyReport {
            ending: "krk",
            kinds: Kind::ALL.map(told).into(),
            notions: NOTIONS.map(|(name, text)| Text { name, text }).into(),
            king_moves: CONDITIONS,
        })?;
    } else {
        let mut out = io::BufWriter::new(io::stdout().lock());
        let board = match args.board.board {
            BoardSize::One(width, height) => Some(Board::new(width, height)),
            BoardSize::All => None,
        };
        Page::new(&mut out, Style::new(args.output.color)).strategy(board.as_ref())?;
        out.flush()?;
    }
    Ok(Exit::Answered)
}

/// The strategy for programs. The keys are documented in docs/guide/strategy.md.
#[derive(Serialize)]
struct StrategyReport {
    ending: &'static str,
    kinds: Vec<Text>,
    notions: Vec<Text>,
    king_moves: &'static str,
}

#[derive(Serialize)]
struct Text {
    name: &'static str,
    text: &'static str,
}

/// A position for programs.
#[derive(Serialize)]
struct PositionReport {
    board: String,
    position: String,
    room: i32,
    critical_square: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// All moves that fit.
    moves: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl PositionReport {
    fn new(shown: &Shown) -> PositionReport {
        let Shown { board, men, moves } = shown;
        let text = |to: &Men<i32>| move_text(board, *men, *to);
        PositionReport {
            board: board_text(board),
            position: men_text(*men),
            room: board.room(*men),
            critical_square: place_text(men.critical_square()),
            kind: moves.as_ref().map(|(kind, ..)| Told::of(*kind).name),
            moves: moves.iter().flat_map(|(_, all, _)| all).map(text).collect(),
            played: moves.as_ref().map(|(_, _, one)| text(one)),
            why: moves.as_ref().map(|&(kind, _, one)| why(board, kind, *men, one)),
        }
    }
}
