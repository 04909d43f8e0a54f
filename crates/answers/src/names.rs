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

/// Reads a side by its name or by the letter of a FEN, in whatever case, as the command line does;
/// nothing at all is none. `name` is what was asked for.
///
/// # Errors
///
/// One sentence, if it is neither `white` nor `black`.
pub fn read_side(name: &str, given: Option<&str>) -> Result<Option<Color>, String> {
    match given.unwrap_or_default().to_ascii_lowercase().as_str() {
        "" => Ok(None),
        "white" | "w" => Ok(Some(Color::White)),
        "black" | "b" => Ok(Some(Color::Black)),
        _ => Err(format!("{name}: white or black is needed")),
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

/// The part of the engine that found the answer; `None` stands for the fast test.
pub fn method(method: Option<Method>) -> &'static str {
    method.map_or("fast", Method::name)
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

/// The same of large numbers: `1,234 positions`.
pub fn many(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// `1 ply`, `2 plies`.
pub fn plies(number: u64) -> String {
    format!("{number} {}", if number == 1 { "ply" } else { "plies" })
}

/// `a, b or c`.
pub fn listed(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., end] => format!("{} {last} {end}", rest.join(", ")),
    }
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

/// A number with its thousands apart: `17,697`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// An amount of memory.
pub fn size(bytes: u64) -> String {
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    match units.into_iter().find(|(unit, _)| bytes >= 10 * unit) {
        Some((unit, name)) => format!("{} {name}", thousands(bytes.div_ceil(unit))),
        None => format!("{} bytes", thousands(bytes)),
    }
}

/// A time with a unit that fits.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..1e-3 => format!("{:.1} us", seconds * 1e6),
        ..1.0 => format!("{:.1} ms", seconds * 1e3),
        _ => format!("{seconds:.2} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_apart() {
        let table = [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")];
        for (number, text) in table {
            assert_eq!(thousands(number), text);
        }
    }
}
