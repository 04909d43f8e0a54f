//! Why a table cannot be had, in one sentence each.

use std::io;
use std::path::PathBuf;

use crate::material::{MAX_MEN, Material};
use crate::table::Measure;

/// Why a table cannot be had.
#[derive(thiserror::Error, Debug)]
pub enum TableError {
    /// It has not been built.
    #[error("there is no table of {material} ({measure}): {path} does not exist; build it first")]
    Missing {
        /// The men.
        material: Material,
        /// What it would tell.
        measure: Measure,
        /// Where it was looked for.
        path: PathBuf,
    },
    /// The file is not what it should be.
    #[error("{path}: {what}; delete the file and build the table again")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It would need more memory than allowed.
    #[error(
        "{material} needs {} MiB of memory, more than the {} MiB allowed",
        needed.div_ceil(1 << 20),
        allowed >> 20
    )]
    Memory {
        /// The men.
        material: Material,
        /// Bytes it needs.
        needed: u64,
        /// Bytes it may have.
        allowed: u64,
    },
    /// No table has so many men.
    #[error("tables go to {MAX_MEN} men, and here are more")]
    TooManyMen,
    /// A side has no men.
    #[error("the side that is not to move has no men")]
    NoMen,
    /// Someone asked to stop.
    #[error("stopped")]
    Stopped,
}
