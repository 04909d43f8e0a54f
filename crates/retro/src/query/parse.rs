//! Reading a query. Whatever is wrong is said in one sentence, with the column where it begins.

use std::str::FromStr;

use zermelo_kernel::{Castling, Role};

use super::{Aim, Begins, Query, Step, Stipulation};
use crate::partial_fen::PartialFen;

/// What joins the steps.
const JOIN: &str = ">>=";
/// The steps that are one word.
const PLAIN: [&str; 11] =
    ["r", "retract", "m", "move", "flip", "legal", "DP", "dp", "turn", "castling", "ep"];
/// Problems of more moves are refused.
const MAX_MOVES: u32 = 20;
/// And proof games of more.
const MAX_GAME: u32 = 60;
/// Words are shown up to this length.
const SHOWN: usize = 20;

/// Why a text is not a query, and where.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[error("column {column}: {fault}")]
pub struct QueryError {
    /// Which character of the text is at fault, from 1.
    pub column: usize,
    /// What is wrong with it.
    pub fault: String,
}

impl FromStr for Query {
    type Err = QueryError;

    /// ```
    /// use zermelo_retro::query::Query;
    ///
    /// let query: Query = "8/8/8/8/K7/8/b7/kB6 b >>= r >>= h=0.5 >>= legal".parse()?;
    /// assert_eq!(query.steps.len(), 3);
    /// let error = "8/8/8/8/K7/8/b7/kB6 b >>= x".parse::<Query>().unwrap_err();
    /// assert_eq!(error.column, 27);
    /// # Ok::<(), zermelo_retro::query::QueryError>(())
    /// ```
    fn from_str(text: &str) -> Result<Query, QueryError> {
        // Composers write `placement PG 12.5`, without a join and without the other fields.
        if let Some((joined, game)) = as_game(text) {
            // What is not about the position, in column 1, is about the game.
            let in_text = |error: QueryError| match error.column {
                1 => error,
                _ => QueryError { column: game, ..error },
            };
            return joined.parse().map_err(in_text);
        }
        let mut parts = Parts { text, at: 0 };
        let (column, fen) = parts.next().unwrap_or((1, ""));
        let in_fen = |error: zermelo_kernel::FenError| QueryError {
            column,
            fault: format!("the position: {error}"),
        };
        let partial: PartialFen = fen.parse().map_err(in_fen)?;
        partial.readings(Castling::Standard).map_err(in_fen)?;
        let mut steps: Vec<Step> = Vec::new();
        for (column, part) in parts {
            let fault = |fault| QueryError { column, fault };
            if let Some(last @ (Step::Turn | Step::Castling | Step::EnPassant)) = steps.last() {
                return Err(fault(format!("nothing can follow {last}, which gives no positions")));
            }
            steps.push(read_step(part).map_err(fault)?);
        }
        Ok(Query { fen: partial, steps })
    }
}

/// A proof game after a position as a query, if the text is one, and the column where it is named.
fn as_game(text: &str) -> Option<(String, usize)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let game = words.iter().position(|word| after_game(word).is_some())?;
    let begin = words[game].as_ptr() as usize - text.as_ptr() as usize;
    let (fen, game) = words.split_at(game);
    let unknown = if fen.len() == 1 { " ?" } else { "" };
    let plain = !fen.is_empty() && !text.contains(JOIN);
    let joined = format!("{}{unknown} {JOIN} {}", fen.join(" "), game.join(" "));
    plain.then(|| (joined, text[..begin].chars().count() + 1))
}

/// What follows in a word that names a proof game, in capitals or not: `PG`, or `dia` as Popeye has it.
fn after_game(word: &str) -> Option<&str> {
    ["pg", "dia"].iter().find_map(|name| {
        let begin = word.get(..name.len())?;
        begin.eq_ignore_ascii_case(name).then(|| &word[name.len()..])
    })
}

/// Whether some word of a text names a proof game.
pub fn asks_for_game(text: &str) -> bool {
    text.split_whitespace().any(|word| after_game(word).is_some())
}

/// The parts between the joins, trimmed, with the columns where they begin.
struct Parts<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Parts<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<(usize, &'a str)> {
        let rest = self.text.get(self.at..)?;
        let end = rest.find(JOIN);
        let part = &rest[..end.unwrap_or(rest.len())];
        let begin = self.at + (part.len() - part.trim_start().len());
        self.at = end.map_or(usize::MAX, |end| self.at + end + JOIN.len());
        Some((self.text[..begin].chars().count() + 1, part.trim()))
    }
}

fn read_step(text: &str) -> Result<Step, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [] => Err(format!("a step is missing after {JOIN}")),
        ["r" | "retract"] => Ok(Step::Retract),
        ["m" | "move"] => Ok(Step::Move),
        ["flip"] => Ok(Step::Flip),
        ["legal"] => Ok(Step::Legal),
        ["DP" | "dp"] => Ok(Step::Dead),
        ["turn"] => Ok(Step::Turn),
        ["castling"] => Ok(Step::Castling),
        ["ep"] => Ok(Step::EnPassant),
        [step, extra, ..] if PLAIN.contains(&step) => Err(format!(
            "{} takes no option, but {} follows; is a {JOIN} missing?",
            quoted(step),
            quoted(extra)
        )),
        [first, ..] if let Some(moves) = after_game(first) => read_game(moves, &words[1..]),
        [first, ..] => match read_aim(first) {
            Some((aim, moves)) => read_stipulation(aim, moves, &words[1..]).map(Step::Solve),
            None => Err(format!(
                "unknown step {}; there are r, m, flip, legal, DP, turn, castling, ep, #n, h#n, \
                 h=n, hdp n, h~=n and PG n",
                quoted(first)
            )),
        },
    }
}

/// The length of a proof game.
fn read_game(moves: &str, words: &[&str]) -> Result<Step, String> {
    let moves = match (moves, words) {
        ("", []) => return Err("the number of moves is missing, such as 12 or 12.5".to_string()),
        ("", [moves]) => moves,
        (moves, []) => moves,
        (_, [.., extra]) => {
            return Err(format!("{} does not belong to a proof game", quoted(extra)));
        }
    };
    read_plies(moves, MAX_GAME).map(|(plies, _)| Step::ProofGames(plies))
}

/// The aim and what follows it in the same word.
fn read_aim(word: &str) -> Option<(Aim, &str)> {
    let aims = [
        ("h#", Aim::HelpMate),
        ("h=", Aim::HelpStalemate),
        ("hdp", Aim::HelpDead),
        ("h~=", Aim::HelpDraw),
        ("#", Aim::Mate),
    ];
    let (name, aim) = aims.into_iter().find(|(name, _)| word.starts_with(name))?;
    Some((aim, &word[name.len()..]))
}

fn read_stipulation(aim: Aim, moves: &str, words: &[&str]) -> Result<Stipulation, String> {
    // `hdp 3.5` and `hdp3.5` are the same.
    let (moves, words) = match (moves, words) {
        ("", [first, rest @ ..]) => (*first, rest),
        _ => (moves, words),
    };
    if moves.is_empty() {
        return Err("the number of moves is missing, such as 2 or 2.5".to_string());
    }
    let plies = read_moves(aim, moves)?;
    let mut stipulation = Stipulation { aim, plies, begins: Begins::Convention, last: None };
    for &word in words {
        let inside = word.strip_prefix('(').and_then(|word| word.strip_suffix(')'));
        match (word, inside) {
            ("duplex", _) => stipulation.begins = Begins::Duplex,
            ("half-duplex", _) => stipulation.begins = Begins::HalfDuplex,
            (_, Some(letter)) => stipulation.last = Some(read_man(aim, plies, letter)?),
            _ => {
                return Err(format!(
                    "{} does not belong to a stipulation; duplex, half-duplex and a man such as \
                     (p) do",
                    quoted(word)
                ));
            }
        }
    }
    Ok(stipulation)
}

/// The number of moves in plies, at most so many moves, and the half one of them.
fn read_plies(text: &str, most: u32) -> Result<(u32, u32), String> {
    let (whole, half) = match text.split_once('.') {
        Some((whole, "5")) => (whole, 1),
        Some((whole, "0")) => (whole, 0),
        Some(_) => ("", 0),
        None => (text, 0),
    };
    let digits = !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit());
    if !digits {
        return Err(format!("{} is no number of moves, such as 2 or 2.5", quoted(text)));
    }
    let plies = whole.parse::<u32>().ok().and_then(|moves| moves.checked_mul(2)?.checked_add(half));
    match plies.filter(|&plies| plies <= 2 * most) {
        None => Err(format!("{} moves are too many; at most {most} are taken", quoted(text))),
        Some(plies) => Ok((plies, half)),
    }
}

/// The plies of a problem.
fn read_moves(aim: Aim, text: &str) -> Result<u32, String> {
    match read_plies(text, MAX_MOVES)? {
        (plies, _) if aim.is_help() => Ok(plies),
        (0, _) => Err("#0 is no problem".to_string()),
        (plies, 0) => Ok(plies - 1),
        _ => Err("there are no half moves in #n: the side that mates begins".to_string()),
    }
}

fn read_man(aim: Aim, plies: u32, letter: &str) -> Result<Role, String> {
    let mut letters = letter.chars();
    let role = letters.next().and_then(|letter| Role::from_letter(letter.to_ascii_lowercase()));
    match role.filter(|_| letters.next().is_none()) {
        None => Err(format!("{} is no man; there are p, n, b, r, q and k", quoted(letter))),
        Some(_) if aim == Aim::Mate && plies > 1 => {
            Err("a man for the last move needs #1: of longer mates only the key is shown".into())
        }
        Some(role) => Ok(role),
    }
}

/// The word in quotes, not too long.
fn quoted(word: &str) -> String {
    match word.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("'{}...'", &word[..end]),
        None => format!("'{word}'"),
    }
}
