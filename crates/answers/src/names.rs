//! The words that programs read: lower case, snake_case, stable. Documented in docs/guide/winnable.md.

use std::time::Duration;

use zermelo_kernel::{Color, Ending, Insufficient, Reading, Role, Squares};
use zermelo_winnable::Method;

/// `white` or `black`.
pub fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// What a man is called.
pub fn role(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
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

/// The material lemma.
pub fn material_rule(rule: Insufficient) -> &'static str {
    match rule {
        Insufficient::BareKing => "bare_king",
        Insufficient::LoneKnight => "lone_knight",
        Insufficient::BishopsOfOneColour => "bishops_of_one_colour",
    }
}

/// The names of squares, a1 first.
pub fn squares(squares: Squares) -> Vec<String> {
    squares.iter().map(|square| square.to_string()).collect()
}

/// `1 position`, `2 positions`.
pub fn counted(number: usize, thing: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{s}")
}

/// Microseconds with one decimal.
pub fn microseconds(time: Duration) -> f64 {
    (time.as_nanos() as f64 / 100.0).round() / 10.0
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

/// The reading of "any series of legal moves".
pub fn reading(reading: Reading) -> &'static str {
    match reading {
        Reading::Position => "position",
        Reading::History => "history",
    }
}
