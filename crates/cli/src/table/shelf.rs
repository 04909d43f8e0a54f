//! Where the tables are, and what they and their distances are called.

use std::path::{Path, PathBuf};
use std::{fs, io};

use zermelo_answers::table::Words;
use zermelo_tables::{Library, Material, Measure, Rules, TableError};

use crate::args::{FOLDER, TableOptions};
use crate::exit::{Exit, Fault};

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
