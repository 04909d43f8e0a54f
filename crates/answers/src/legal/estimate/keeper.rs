//! What is decided, kept in a file, a line each with its certificate, so that an estimate can go on.

use std::collections::HashMap;
use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use zermelo_retro::superset::Superset;

use super::{Kept, Tally};
use crate::Fault;
use crate::judge::to_line;
use crate::legal::Question;

/// The first line.
#[derive(Serialize, Deserialize, PartialEq)]
struct Head {
    size: String,
    seed: u64,
}

/// The file.
pub struct Keeper {
    path: PathBuf,
    file: File,
    known: HashMap<u64, Kept>,
}

impl Keeper {
    /// Opens it, or begins it.
    ///
    /// # Errors
    ///
    /// If it cannot be read or written, or is something else: what another estimate has begun is
    /// left alone.
    pub fn open(path: &Path, set: &Superset, seed: u64) -> Result<Keeper, Fault> {
        let (head, path) = (Head { size: set.size().to_string(), seed }, path.to_path_buf());
        let opened = OpenOptions::new().read(true).append(true).create(true).open(&path);
        let mut file = opened.map_err(|error| bad(&path, error))?;
        if !file.metadata().is_ok_and(|about| about.is_file()) {
            return Err(bad(&path, "this is no plain file, which an estimate could go on with"));
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|error| bad(&path, error))?;
        // The last line may have been cut off by whatever ended the program.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        match lines.next().map(serde_json::from_str::<Head>) {
            Some(Ok(found)) if found == head => {}
            Some(Ok(Head { seed, .. })) => {
                return Err(bad(
                    &path,
                    format!("begun with --seed {seed}; give that, or another file"),
                ));
            }
            // Not begun; or the disk was full before its first line was whole.
            None if to_line(&head).starts_with(text.as_bytes()) => {
                file.set_len(0).map_err(|error| bad(&path, error))?;
                file.write_all(&to_line(&head)).map_err(|error| bad(&path, error))?;
                return Ok(Keeper { path, file, known: HashMap::new() });
            }
            _ => return Err(bad(&path, "this is no file of an estimate; give another name")),
        }
        let mut known = HashMap::new();
        for (number, line) in (2..).zip(lines) {
            let kept: Kept = serde_json::from_str(line)
                .map_err(|error| bad(&path, format!("line {number} is damaged: {error}")))?;
            known.insert(kept.number, kept);
        }
        file.set_len(whole as u64).map_err(|error| bad(&path, error))?;
        Ok(Keeper { path, file, known })
    }

    /// Takes what was decided before, each certificate checked once more, and returns the others.
    ///
    /// # Errors
    ///
    /// If the kernel does not accept what is kept.
    pub fn take_known(
        &mut self,
        candidates: Vec<(u64, Question)>,
        tally: &mut Tally,
    ) -> Result<Vec<(u64, Question)>, Fault> {
        let mut others = Vec::new();
        for (number, question) in candidates {
            match self.known.remove(&number) {
                Some(kept) if kept.is_proved(&question) => tally.decided(&kept),
                Some(_) => {
                    let why = format!("what is kept of sample {number} does not prove its verdict");
                    return Err(bad(&self.path, why));
                }
                None => others.push((number, question)),
            }
        }
        Ok(others)
    }

    pub(super) fn keep(&mut self, done: &Kept) -> Result<(), Fault> {
        self.file.write_all(&to_line(done)).map_err(|error| bad(&self.path, error))
    }
}

fn bad(path: &Path, why: impl Display) -> Fault {
    Fault::BadInput(format!("--to {}: {why}", path.display()))
}
