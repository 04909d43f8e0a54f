//! The words that programs read, the same as in the command's JSON (docs/winnable.md).

use zermelo_kernel::{Color, Ending, Move, Position};
use zermelo_winnable::Method;

/// `white` or `black`.
pub fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The part of the engine that found the answer; nothing stands for the fast test.
pub fn method(method: Option<Method>) -> &'static str {
    match method {
        None => "fast",
        Some(Method::Material) => "material",
        Some(Method::Imminent) => "imminent",
        Some(Method::Rollout) => "rollout",
        Some(Method::Region) => "region",
        Some(Method::Search) => "search",
    }
}

/// The rule that ended a game.
pub fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Checkmate => "checkmate",
        Ending::Stalemate => "stalemate",
        Ending::DeadPosition => "dead_position",
        Ending::FivefoldRepetition => "fivefold_repetition",
        Ending::SeventyFiveMoves => "seventy_five_moves",
    }
}

/// The moves as chess engines write them.
pub fn uci(root: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = root.clone();
    let mut line = Vec::with_capacity(moves.len());
    for m in moves {
        line.push(m.to_uci(&position));
        position = position.play(*m);
    }
    line
}
