//! What follows for a FEN with unknown fields: who may be to move, which rights and en-passant
//! squares may stand.

use serde::Serialize;

use super::Answer;
use super::explain::{all_readings, in_short, notes};
use crate::explain::Paragraph::{self, Entry, Headline, Item, Line, Sentence};
use crate::names::{listed, plies};

/// A reason of more characters has lines of its own.
const LONG: usize = 45;

/// One field of the FEN, and which of its values may stand.
#[derive(Serialize)]
pub struct Field {
    /// `turn`, `castling` or `en_passant`.
    pub field: &'static str,
    /// What follows for it, a sentence.
    pub text: String,
    /// Values with which some reading is legal.
    pub legal: Vec<String>,
    /// Others with which some reading is open.
    pub open: Vec<String>,
    /// Those with which all are illegal.
    pub illegal: Vec<String>,
}

/// The fields of which there are several values.
pub fn fields(answers: &[Answer]) -> Vec<Field> {
    let value = |answer: &Answer, index: usize| {
        answer.question.fen.split(' ').nth(index).unwrap_or_default().to_string()
    };
    let field = |(index, field)| {
        let mut found = Field {
            field,
            text: String::new(),
            legal: Vec::new(),
            open: Vec::new(),
            illegal: Vec::new(),
        };
        for verdict in ["legal", "open", "illegal"] {
            for answer in answers.iter().filter(|answer| answer.verdict() == verdict) {
                let value = value(answer, index);
                let known = [&found.legal, &found.open, &found.illegal];
                if known.iter().any(|list| list.contains(&value)) {
                    continue;
                }
                match verdict {
                    "legal" => found.legal.push(value),
                    "open" => found.open.push(value),
                    _ => found.illegal.push(value),
                }
            }
        }
        found.text = sentence(&found);
        found
    };
    let all = [(1, "turn"), (2, "castling"), (3, "en_passant")].into_iter().map(field);
    all.filter(|found| found.legal.len() + found.open.len() + found.illegal.len() > 1).collect()
}

/// The conclusion, then a line for each reading, and the premises.
pub fn conclusion(answers: &[Answer]) -> Vec<Paragraph> {
    let mut text = vec![Headline(all_readings(answers))];
    text.extend(fields(answers).into_iter().map(|field| Item(field.text)));
    let width = answers.iter().map(|answer| rest(answer).len()).max().unwrap_or(0);
    let mut reasons = Vec::new();
    for answer in answers {
        let why = match (answer.game(), answer.closed()) {
            (Some(game), _) => format!("a game of {}", plies(game.len() as u64)),
            (_, Some(closed)) => in_short(&answer.question, closed),
            _ => "neither a game nor a reason was found".to_string(),
        };
        // A long reason is said once, below the first of those that have it.
        let is_long = why.len() > LONG;
        let beside = match is_long {
            true if reasons.contains(&why) => "as above",
            true => "",
            false => &why,
        };
        let after = format!("  {:width$}  {beside}", rest(answer));
        let after = after.trim_end().to_string();
        text.push(Line("  ".to_string(), format!("{:7}", answer.verdict()), after));
        if is_long && beside.is_empty() {
            text.push(Entry(6, String::new(), format!("{why}.")));
            reasons.push(why);
        }
    }
    // The same games count for each reading.
    text.extend(answers.iter().take(1).flat_map(|one| notes(&one.question)).map(Sentence));
    text
}

/// The fields of a reading after its men.
fn rest(answer: &Answer) -> &str {
    answer.question.fen.split_once(' ').map_or("", |(_, rest)| rest)
}

fn sentence(field: &Field) -> String {
    let name = match field.field {
        "turn" => "To move",
        "castling" => "Castling rights",
        _ => "En-passant square",
    };
    let named = |values: &[String]| {
        let words: Vec<String> = values.iter().map(|value| word(field.field, value)).collect();
        listed(&words, "or")
    };
    let mut parts = Vec::new();
    if !field.legal.is_empty() {
        parts.push(named(&field.legal));
    }
    if !field.open.is_empty() {
        parts.push(format!("perhaps {}", named(&field.open)));
    }
    if !field.illegal.is_empty() {
        parts.push(format!("not {}", named(&field.illegal)));
    }
    format!("{name}: {}.", parts.join("; "))
}

fn word(field: &str, value: &str) -> String {
    match (field, value) {
        ("turn", "w") => "White".to_string(),
        ("turn", _) => "Black".to_string(),
        (_, "-") => "none".to_string(),
        _ => value.to_string(),
    }
}
