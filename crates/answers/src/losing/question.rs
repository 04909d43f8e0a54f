//! A position, the moves that lead to it, and the tables that a search may ask.

use std::path::{Path, PathBuf};

use zermelo_kernel::{Color, LosingPosition, Rules};
use zermelo_losing::campaign::{self, CampaignError, Order, Status};
use zermelo_losing::search::Question;
use zermelo_losing::{Move, Position};
use zermelo_tables::{Library, Material, Measure, Quick, Step};

use crate::names::{self, counted};
use crate::table::Tables;
use crate::{Fault, query, san};

/// The initial array.
pub const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";

/// A line of moves from a position.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Where it begins.
    pub start: Position,
    /// The number of its first move.
    pub number: u32,
    /// The moves.
    pub line: Vec<Move>,
}

impl Opening {
    /// Reads a position (the initial array unless it is said) and moves.
    ///
    /// # Errors
    ///
    /// What is wrong with them.
    pub fn read(fen: Option<&str>, moves: &[String]) -> Result<Opening, Fault> {
        let fen = query::plain(fen.unwrap_or(INITIAL)).map_err(Fault::BadInput)?;
        let start = LosingPosition::from_fen(&fen);
        let start = start.map_err(|error| Fault::BadInput(format!("--fen: {error}")))?;
        let start = Position::from_kernel(&start);
        let line = read_line(&start, moves)?;
        Ok(Opening { start, number: query::move_number(&fen), line })
    }

    /// A line whose first move has the number 1.
    pub fn new(start: Position, line: Vec<Move>) -> Opening {
        Opening { start, number: 1, line }
    }

    /// The line to the root of a campaign.
    ///
    /// # Errors
    ///
    /// If the campaign is damaged.
    pub fn of_campaign(status: &Status) -> Result<Opening, CampaignError> {
        let start = LosingPosition::from_fen(&status.start);
        let start = start.map_err(|error| CampaignError::Damaged(error.to_string()))?;
        let start = Position::from_kernel(&start);
        let line = campaign::read_line(&start, &status.opening);
        let line = line.map_err(|error| CampaignError::Damaged(error.to_string()))?;
        Ok(Opening::new(start, line))
    }

    /// An order to follow the last of these moves alone.
    ///
    /// # Errors
    ///
    /// If there is none, one is not legal, or the last is not the prover's.
    pub fn force(&self, words: &[String], prover: &str) -> Result<Order, Fault> {
        let mut line = self.rest(words)?;
        let made = line.pop();
        let made = made.ok_or(Fault::BadInput("the prover's move is missing".to_string()))?;
        let before = after(&self.root(), &line);
        if names::side(before.turn()) != prover {
            let made = in_san(&before, &[made]).join("");
            let what =
                format!("{made} is the defender's; only moves of the prover's can be forced");
            return Err(Fault::BadInput(what));
        }
        Ok(Order::Force(line, made))
    }

    /// The position after the moves.
    pub fn root(&self) -> Position {
        after(&self.start, &self.line)
    }

    /// Whether the start is the initial array.
    pub fn is_from_initial_array(&self) -> bool {
        self.start.to_fen() == INITIAL
    }

    /// Reads moves after this line. They may begin at the start or where the line ends.
    pub fn rest(&self, words: &[String]) -> Result<Vec<Move>, Fault> {
        match read_line(&self.start, words) {
            Ok(line) if line.starts_with(&self.line) => Ok(line[self.line.len()..].to_vec()),
            // A part of the way to the root.
            Ok(line) if !line.is_empty() && self.line.starts_with(&line) => {
                Err(Fault::BadInput(format!("the tree begins{}, not before", self.after())))
            }
            whole => match (read_line(&self.root(), words), whole) {
                // Who writes a number means the start, unless the line ends with that number.
                (Ok(rest), Ok(_)) if !self.is_numbered_from_start(words) => Ok(rest),
                (Ok(rest), Err(_)) => Ok(rest),
                // Another first move can only be meant from the root.
                (Err(fault), Ok(line))
                    if line.first() != self.line.first() && !self.is_numbered_from_start(words) =>
                {
                    Err(fault)
                }
                (_, Ok(line)) => {
                    let line = self.numbered(&self.start, 0, &line).join(" ");
                    let what = format!("the tree begins{}; {line} leads elsewhere", self.after());
                    Err(Fault::BadInput(what))
                }
                // The fault is where either reading stopped, and meant is the one that came further.
                (Err(rest), Err(whole)) => {
                    let read = |from: &Position| {
                        (1..words.len())
                            .take_while(|&n| read_line(from, &words[..n]).is_ok())
                            .count()
                    };
                    Err(if read(&self.root()) > read(&self.start) { rest } else { whole })
                }
            },
        }
    }

    /// Whether the moves begin with the number of the start's first move, and the root has
    /// another.
    fn is_numbered_from_start(&self, words: &[String]) -> bool {
        let first = words.first().map_or("", |word| word.trim());
        let digits = first.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = first[..first.len() - digits.len()].parse();
        digits.starts_with('.') && number == Ok(self.number) && self.line.len() > 1
    }

    /// The line with more moves.
    pub fn followed_by(&self, rest: &[Move]) -> Opening {
        let line = [&self.line[..], rest].concat();
        Opening { line, ..self.clone() }
    }

    /// ` after 1. e3 d5`; empty if there are no moves.
    pub fn after(&self) -> String {
        match &self.numbered(&self.start, 0, &self.line)[..] {
            [] => String::new(),
            words => format!(" after {}", words.join(" ")),
        }
    }

    /// Moves as players write them, with numbers, from a position so many plies after the
    /// start.
    pub fn numbered(&self, from: &Position, plies: usize, line: &[Move]) -> Vec<String> {
        let black = usize::from(self.start.turn() == Color::Black);
        let number = self.number.saturating_add(((plies + black) / 2) as u32);
        san::numbered(&in_san(from, line), number, from.turn())
    }
}

/// The position after some legal moves.
pub fn after(start: &Position, line: &[Move]) -> Position {
    line.iter().fold(*start, |position, &made| position.play(made))
}

/// Moves as players write them.
pub fn in_san(from: &Position, line: &[Move]) -> Vec<String> {
    let mut position = *from;
    let mut words = Vec::with_capacity(line.len());
    for &made in line {
        words.push(san::one(&position.to_kernel(), made.to_kernel()));
        position = position.play(made);
    }
    words
}

/// Moves as engines write them.
pub fn in_uci(line: &[Move]) -> Vec<String> {
    line.iter().map(Move::to_string).collect()
}

/// Reads moves from a position, `1. e3 d5` or `e2e3 d7d5`.
pub fn read_line(start: &Position, words: &[String]) -> Result<Vec<Move>, Fault> {
    let mut position = start.to_kernel();
    let mut line = Vec::new();
    let words = words.iter().flat_map(|word| word.split_whitespace());
    for word in words.map(without_number).filter(|word| !word.is_empty()) {
        let made = san::read_losing(&position, word).map_err(|error| {
            let number = line.len() + 1;
            Fault::BadInput(format!("ply {number}: {error}"))
        })?;
        position = position.play(made);
        line.push(Move::from_kernel(made));
    }
    Ok(line)
}

/// A word without the number of a move before it.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let move_follows = rest.starts_with('.') || rest.is_empty();
    if move_follows { rest.trim_start_matches('.') } else { word }
}

/// Reads lines of moves from a position, one a line of a text; empty ones and those that begin with
/// `#` mean nothing. Returns them as engines write them.
///
/// # Errors
///
/// The first line that makes no sense.
pub fn read_lines(start: &Position, text: &str) -> Result<String, Fault> {
    let mut lines = String::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if !line.is_empty() && !line.starts_with('#') {
            let moves = read_line(start, &[line.to_string()]);
            let moves = moves.map_err(|why| Fault::BadInput(format!("line {number}: {why}")))?;
            lines += &campaign::to_text(&moves);
            lines.push('\n');
        }
    }
    Ok(lines)
}

/// Tables of all positions with up to so many men, and what must be built of them. Those of
/// distances bring those of outcomes with them.
///
/// # Errors
///
/// If the folder cannot be used.
pub fn missing(
    folder: PathBuf,
    rules: Rules,
    men: u8,
    measure: Measure,
) -> Result<(Tables, Vec<Step>), Fault> {
    let all = (2..=usize::from(men)).flat_map(|men| Material::all(men, rules));
    let there = Tables::new(folder, rules, measure)?;
    let missing: Vec<Material> = all.filter(|material| !there.has(material)).collect();
    let plan = there.library.plan(&missing, measure);
    Ok((there, plan))
}

/// What a search is asked, with the tables that are in a folder.
pub fn question(rules: Rules, prover: Color, folder: &Path, men: u8) -> Question {
    let tables = || Quick::new(Library::new(folder, rules), usize::from(men));
    Question { rules, prover, tables: (men >= 2).then(tables) }
}

/// Why something cannot be done with the campaign in a folder.
pub fn campaign_fault(folder: &Path, error: &CampaignError) -> Fault {
    let folder = folder.display();
    match error {
        CampaignError::File(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Fault::BadInput(format!("{folder}: there is no campaign here"))
        }
        CampaignError::Open => Fault::Open(format!("{folder}: {error}")),
        CampaignError::Flaw(_) => Fault::Bug(format!("{folder}: {error}")),
        _ => Fault::BadInput(format!("{folder}: {error}")),
    }
}

/// Refuses an answer for which tables were needed that cannot be had.
///
/// # Errors
///
/// If there are such tables.
pub fn complete(question: &Question) -> Result<(), Fault> {
    let Some(tables) = &question.tables else { return Ok(()) };
    let missing: Vec<&Material> = tables.missing().collect();
    let Some(first) = missing.first() else { return Ok(()) };
    Err(Fault::BadInput(format!(
        "{} in {} cannot be read, that of {first} first",
        counted(missing.len(), "table"),
        tables.library().folder().display(),
    )))
}
