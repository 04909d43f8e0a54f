//! Where the tables are, and what they and their distances are called.

use std::path::{Path, PathBuf};
use std::{fs, io};

use zermelo_kernel::Color;
use zermelo_tables::{Library, Material, Measure, Rules, TableError};

use crate::args::{FOLDER, TableOptions};
use crate::exit::{Exit, Fault};
use crate::words::counted;

/// The tables of one game with one metric.
pub struct Shelf {
    /// The folder.
    pub library: Library,
    /// What they tell.
    pub measure: Measure,
}

impl Shelf {
    /// The tables that the options name; they need not be there.
    ///
    /// # Errors
    ///
    /// If something is in the way where they should be.
    pub fn new(options: &TableOptions) -> Result<Shelf, Fault> {
        Shelf::at(options.folder(), options.rules, options.measure())
    }

    /// The tables in a folder; they need not be there.
    ///
    /// # Errors
    ///
    /// If something is in the way where they should be.
    pub fn at(folder: PathBuf, rules: Rules, measure: Measure) -> Result<Shelf, Fault> {
        for at in [folder.clone(), folder.join(rules.to_string())] {
            // Nothing there yet is fine.
            match fs::metadata(at.join(".")) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(Fault::BadInput(format!("{}: {error}", at.display())));
                }
                _ => {}
            }
        }
        Ok(Shelf { library: Library::new(folder, rules), measure })
    }

    /// How to speak of their distances.
    pub fn words(&self) -> Words {
        Words { rules: self.library.rules(), measure: self.measure }
    }

    /// Whether a table is there.
    pub fn has(&self, material: &Material) -> bool {
        self.library.has(material, self.measure)
    }

    /// The command that builds tables.
    pub fn build_command(&self, which: &str) -> String {
        self.command("build", which)
    }

    /// A command for these tables: `what` to do with which.
    pub fn command(&self, what: &str, which: &str) -> String {
        let (rules, measure) = (self.library.rules(), self.measure);
        let folder = match self.library.folder() {
            folder if folder == Path::new(FOLDER) => String::new(),
            folder => format!(" --folder {}", quoted(&folder.display().to_string())),
        };
        format!("zermelo table {what} {which} --rules {rules} --metric {measure}{folder}")
    }

    /// Why a table cannot be had. What is missing is built with `wanted`.
    pub fn fault(&self, error: &TableError, wanted: &Material) -> Fault {
        match error {
            TableError::Missing { material, measure, .. } => Fault::Open(format!(
                "there is no table of {material} ({measure}) in {}; build it with: {}",
                self.library.folder().display(),
                self.build_command(&wanted.to_string())
            )),
            _ => Fault::BadInput(error.to_string()),
        }
    }
}

/// Why one table cannot be told of, where others can.
pub struct Unreadable {
    /// One sentence.
    pub why: String,
    /// How the command ends because of it.
    pub exit: Exit,
}

impl Unreadable {
    /// Sets a fault aside, if it is one of a table.
    pub fn new(fault: Fault) -> Result<Unreadable, Fault> {
        match fault {
            Fault::BadInput(why) => Ok(Unreadable { why, exit: Exit::BadInput }),
            Fault::Open(why) => Ok(Unreadable { why, exit: Exit::Open }),
            _ => Err(fault),
        }
    }
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// How to speak of values and distances.
#[derive(Clone, Copy)]
pub struct Words {
    /// The game.
    pub rules: Rules,
    /// What distances count.
    pub measure: Measure,
}

impl Words {
    /// Whether there are distances at all.
    pub fn has_distance(self) -> bool {
        self.measure != Measure::Outcome
    }

    /// What is so far away: `mate`, `conversion`.
    pub fn goal(self) -> &'static str {
        match (self.measure, self.rules) {
            (Measure::Outcome, _) => "outcome",
            (Measure::Conversion, _) => "conversion",
            (Measure::Zeroing, _) => "capture or pawn move",
            (Measure::End, Rules::Chess) => "mate",
            (Measure::End, _) => "end of the game",
        }
    }

    /// A table's name: `KQvK (chess, mate)`.
    pub fn name(self, material: &Material) -> String {
        format!("{material} ({}, {})", self.rules, self.goal())
    }

    /// The value in a sentence.
    pub fn verdict(self, turn: Color, value: zermelo_kernel::Value) -> String {
        use zermelo_kernel::Value::{Draw, Loss, Win};
        let (winner, plies) = match value {
            Draw => return "The position is drawn.".to_string(),
            Win(plies) => (turn, plies),
            Loss(plies) => (!turn, plies),
        };
        if !self.has_distance() {
            return format!("{winner} wins.");
        }
        let distance = distance(moves_of(value).unwrap_or(0), plies);
        format!("{winner} wins: {} {distance}.", self.goal())
    }
}

/// `in 10 moves (19 plies)`.
pub fn distance(moves: u16, plies: u16) -> String {
    let word = if plies == 1 { "ply" } else { "plies" };
    match moves {
        0 => format!("at once ({plies} {word})"),
        _ => format!("in {} ({plies} {word})", counted(usize::from(moves), "move")),
    }
}

/// How many moves the side that wins makes; nothing in a draw.
pub fn moves_of(value: zermelo_kernel::Value) -> Option<u16> {
    use zermelo_kernel::Value::{Draw, Loss, Win};
    match value {
        Win(plies) => Some(plies.div_ceil(2)),
        Loss(plies) => Some(plies / 2),
        Draw => None,
    }
}
