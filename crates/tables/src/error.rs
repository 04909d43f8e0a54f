//! Why a table cannot be had, in one sentence each.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::material::{MAX_MEN, Material};
use crate::table::Measure;

/// Why a table cannot be had.
#[derive(Debug)]
pub enum TableError {
    /// It has not been built.
    Missing {
        /// The men.
        material: Material,
        /// What it would tell.
        measure: Measure,
        /// Where it was looked for.
        path: PathBuf,
    },
    /// The file is not what it should be.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The file cannot be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It would need more memory than allowed.
    Memory {
        /// The men.
        material: Material,
        /// Bytes it needs.
        needed: u64,
        /// Bytes it may have.
        allowed: u64,
    },
    /// No table has so many men.
    TooManyMen,
    /// A side has no men.
    NoMen,
    /// Someone asked to stop.
    Stopped,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Missing { material, measure, path } => write!(
                f,
                "there is no table of {material} ({measure}): {} does not exist; build it first",
                path.display()
            ),
            TableError::Damaged { path, what } => {
                write!(f, "{}: {what}; delete the file and build the table again", path.display())
            }
            TableError::Io { path, error } => write!(f, "{}: {error}", path.display()),
            TableError::Memory { material, needed, allowed } => write!(
                f,
                "{material} needs {} MiB of memory, more than the {} MiB allowed",
                needed.div_ceil(1 << 20),
                allowed >> 20
            ),
            TableError::TooManyMen => write!(f, "tables go to {MAX_MEN} men, and here are more"),
            TableError::NoMen => f.write_str("the side that is not to move has no men"),
            TableError::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for TableError {}
