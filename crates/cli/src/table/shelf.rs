//! Where the tables are, and what they and their distances are called.

use std::path::Path;

use zermelo_kernel::Color;
use zermelo_tables::{Library, Material, Measure, Rules, TableError};

use crate::args::TableOptions;
use crate::exit::Fault;
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
    pub fn new(options: &TableOptions) -> Shelf {
        let library = Library::new(&options.folder, options.rules);
        Shelf { library, measure: options.measure() }
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
        let (rules, measure) = (self.library.rules(), self.measure);
        let folder = match self.library.folder() {
            folder if folder == Path::new("tables") => String::new(),
            folder if folder.display().to_string().contains(char::is_whitespace) => {
                format!(" --folder '{}'", folder.display())
            }
            folder => format!(" --folder {}", folder.display()),
        };
        format!("zermelo table build {which} --rules {rules} --metric {measure}{folder}")
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
