//! Endings in words: what a strategy must know of itself to be shown, played and walked.

use std::fmt;

use serde::Serialize;
use zermelo_kernel::Role;
use zermelo_kernel_strategy::{Board, Kind, Men, Pieces, Place, Played, Strategy, StrategyEnding};

use super::kinds::{NOTIONS, Term, why};
use super::notation::{played_text, standing_text};
use crate::explain::Paragraph;

pub use zermelo_kernel_strategy::MenOf;

/// Something that can be seen in a position.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum Figure {
    /// A number.
    Number(i32),
    /// Whether it is so.
    Holds(bool),
    /// Words.
    Words(String),
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Figure::Number(number) => number.fmt(f),
            Figure::Holds(holds) => f.write_str(if *holds { "yes" } else { "no" }),
            Figure::Words(words) => words.fmt(f),
        }
    }
}

/// A strategy that can be told.
pub trait Told: Played + Clone {
    /// The ending.
    const ENDING: StrategyEnding;
    /// The letter of a piece, beside the king.
    const LETTER: char;
    /// What a piece is called.
    const PIECE: &'static str;
    /// What it is.
    const ROLE: Role;
    /// A position, as an example.
    const EXAMPLE: &'static str;

    /// On this board.
    fn on(board: Board<i32>) -> Self;

    /// The kinds of move, in the order in which they are tried.
    fn kinds() -> Vec<Term>;

    /// The words that the kinds are told in.
    fn notions() -> Vec<Term>;

    /// What there is to see in a position: its name, its key for programs, and what it is.
    fn figures(&self, men: MenOf<Self>) -> Vec<(&'static str, &'static str, Figure)>;

    /// Why this move is played.
    fn why(&self, kind: Self::Kind, _from: MenOf<Self>, _to: MenOf<Self>) -> String {
        let text = Self::kind(kind).text;
        let (first, rest) = text.split_at(1);
        first.to_lowercase() + rest.trim_end_matches('.')
    }

    /// The position as it is drawn.
    fn diagram(&self, board: &Board<i32>, men: MenOf<Self>) -> Paragraph {
        Paragraph::Standing(*board, Self::standing(men), self.text(men))
    }

    /// A kind of move.
    fn kind(kind: Self::Kind) -> Term {
        Self::kinds().swap_remove(Self::place(kind))
    }

    /// Who stands where.
    fn standing(men: MenOf<Self>) -> Vec<(Place<i32>, char)> {
        let pieces = men.piece.places().iter().map(|&place| (place, Self::LETTER));
        [(men.king, 'K')].into_iter().chain(pieces).chain([(men.black, 'k')]).collect()
    }

    /// A position.
    fn text(&self, men: MenOf<Self>) -> String {
        standing_text(Self::LETTER, men)
    }

    /// A move.
    fn move_text(&self, from: MenOf<Self>, to: MenOf<Self>) -> String {
        played_text(Self::LETTER, self.rules(), from, to)
    }
}

impl Told for Strategy<i32> {
    const ENDING: StrategyEnding = StrategyEnding::Krk;
    const LETTER: char = 'R';
    const PIECE: &'static str = "rook";
    const ROLE: Role = Role::Rook;
    const EXAMPLE: &'static str = "Kc3 Ra1 kd5";

    fn on(board: Board<i32>) -> Self {
        Strategy::new(board)
    }

    fn kinds() -> Vec<Term> {
        Kind::ALL.map(Term::of).into()
    }

    fn notions() -> Vec<Term> {
        NOTIONS.into()
    }

    fn figures(&self, men: Men<i32>) -> Vec<(&'static str, &'static str, Figure)> {
        vec![("room", "room", Figure::Number(self.board.room(men)))]
    }

    fn why(&self, kind: Kind, from: Men<i32>, to: Men<i32>) -> String {
        why(&self.board, kind, from, to)
    }

    fn diagram(&self, board: &Board<i32>, men: Men<i32>) -> Paragraph {
        Paragraph::Diagram(*board, men)
    }
}
