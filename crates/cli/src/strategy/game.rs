//! Games and lines: the moves as they are written, with their kinds.

use serde::Serialize;
use zermelo_kernel_strategy::{Board, Kind, Men};

use zermelo_answers::strategy::Told;
use zermelo_answers::strategy::{men_text, move_text};

/// A move of White and the reply.
#[derive(Serialize, Clone)]
pub struct Round {
    /// The kind of White's move.
    pub kind: &'static str,
    /// White's move.
    pub white: String,
    /// Black's reply, if the line goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<String>,
    /// The position after both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

impl Round {
    /// One round.
    pub fn new(
        board: &Board<i32>,
        from: Men<i32>,
        kind: Kind,
        to: Men<i32>,
        reply: Option<Men<i32>>,
    ) -> Round {
        Round {
            kind: Told::of(kind).name,
            white: move_text(board, from, to),
            black: reply.map(|reply| move_text(board, to, reply)),
            position: reply.map(men_text),
        }
    }

    /// All rounds of a line.
    pub fn all(
        board: &Board<i32>,
        start: Men<i32>,
        line: impl IntoIterator<Item = (Kind, Men<i32>, Option<Men<i32>>)>,
    ) -> Vec<Round> {
        let mut from = start;
        let mut rounds = Vec::new();
        for (kind, to, reply) in line {
            rounds.push(Round::new(board, from, kind, to, reply));
            from = reply.unwrap_or(to);
        }
        rounds
    }
}
