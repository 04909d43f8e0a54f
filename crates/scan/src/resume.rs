//! Where a run can be taken up again.

use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use zermelo_answers::scan::{Format, TagColumn, Tally};

use crate::blocks::Place;

/// A point up to which everything is written. It is kept beside the output.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ResumePoint {
    /// The form of this file.
    pub version: u32,
    /// The sources with their sizes; both must be the same again.
    pub sources: Vec<(String, Option<u64>)>,
    /// The form of the rows.
    pub format: Format,
    /// Columns that repeat tags; before there were any, none were written.
    #[serde(default)]
    pub columns: Vec<TagColumn>,
    /// Whether there is a row for every flag fall.
    pub all: bool,
    /// The share of the verdicts that the kernel checks.
    pub check_sample: f64,
    /// Whether the fast test is timed too.
    pub quick: bool,
    /// Where to go on.
    pub place: Place,
    /// The length of the output up to there.
    pub written: u64,
    /// The counts up to there.
    pub tally: Tally,
    /// Seconds spent up to there.
    pub elapsed: f64,
}

impl ResumePoint {
    /// The form that this program writes and reads.
    pub const VERSION: u32 = 2;

    /// Whether both are of runs with the same sources and options.
    pub fn is_of_same_run(&self, other: &ResumePoint) -> bool {
        let asked =
            |point: &ResumePoint| (point.format, point.all, point.check_sample, point.quick);
        self.sources == other.sources
            && self.columns == other.columns
            && asked(self) == asked(other)
            && self.place.source <= self.sources.len()
    }

    /// Writes it; whoever reads it finds the old one or this one, whole.
    ///
    /// # Errors
    ///
    /// Whatever the file system reports.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let mut fresh = path.as_os_str().to_owned();
        fresh.push(".new");
        let mut text = serde_json::to_vec(self)?;
        text.push(b'\n');
        let written = fs::write(&fresh, text).and_then(|()| fs::rename(&fresh, path));
        // Half a file, on a full disk, is of no use to anybody.
        written.inspect_err(|_| drop(fs::remove_file(&fresh)))
    }

    /// Reads it.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is none.
    pub fn load(path: &Path) -> io::Result<ResumePoint> {
        let text = fs::read(path)?;
        let is_whole = |point: &ResumePoint| {
            point.version == ResumePoint::VERSION && point.place.offset >= point.place.frame_offset
        };
        serde_json::from_slice(&text).ok().filter(is_whole).ok_or_else(|| {
            let what = "this is damaged, or no resume point of this version; remove it, and leave \
                        --resume out, to begin anew";
            io::Error::new(io::ErrorKind::InvalidData, what)
        })
    }
}
