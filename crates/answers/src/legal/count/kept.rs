//! Settled endings, kept in a folder as certificates, so that a count of many goes on where it was.
//!
//! What is kept is the proof and nothing else: whoever goes on puts it to the kernel again, within the
//! usual budget, for a folder may come from anybody.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use zermelo_board::clock::Instant;
use zermelo_kernel::{Budget, Counted, Exhausted, Proof, Proved, Rejection, Source};
use zermelo_retro::endings::Ending;

use super::{Checked, Stage};
use crate::{Fault, save};

/// A folder of certificates, one for each ending.
pub struct Kept {
    folder: PathBuf,
}

/// The bytes of a file, unpacked.
struct Packed(PathBuf);

impl Source for Packed {
    fn open(&self) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(Box::new(BufReader::new(zstd::stream::Decoder::new(File::open(&self.0)?)?)))
    }
}

impl Kept {
    /// Opens the folder, or makes it.
    ///
    /// # Errors
    ///
    /// If nothing can be written there.
    pub fn open(folder: &Path) -> Result<Kept, Fault> {
        let folder = folder.to_path_buf();
        let made = fs::create_dir_all(&folder).and_then(|()| save::try_out(&folder.join("count")));
        made.map_err(|error| Fault::BadInput(format!("--to {}: {error}", folder.display())))?;
        Ok(Kept { folder })
    }

    /// Where the certificate of an ending is, or would be.
    pub fn file(&self, ending: &Ending) -> PathBuf {
        self.folder.join(format!("{}.cert.zst", ending.material()))
    }

    /// What is kept of an ending, checked by the kernel once more; `None` if nothing is, or if `progress`
    /// breaks it off.
    ///
    /// # Errors
    ///
    /// A sentence, if what is there does not prove it.
    pub fn take(
        &self,
        ending: &Ending,
        progress: &(dyn Fn(Stage) -> ControlFlow<()> + Sync),
    ) -> Result<Option<Checked>, String> {
        let file = Packed(self.file(ending));
        if !file.0.exists() {
            return Ok(None);
        }
        let bad = |why: &dyn std::fmt::Display| {
            format!("{} does not prove the count: {why}", file.0.display())
        };
        let start = Instant::now();
        let (stopped, done) = (AtomicBool::new(false), AtomicU64::new(0));
        let say = || {
            if progress(Stage::Checking(done.fetch_add(1, Relaxed))).is_break() {
                stopped.store(true, Relaxed);
            }
        };
        say();
        let budget = Budget::default().until(|| stopped.load(Relaxed));
        match check(&file, ending, &budget, say) {
            Ok(counted) => Ok(Some(Checked { counted, time: start.elapsed() })),
            Err(Refused::Rejected(Rejection::Exhausted(Exhausted::Interrupted))) => Ok(None),
            Err(Refused::Rejected(why)) => Err(bad(&why)),
            Err(Refused::AboutElse) => Err(bad(&"it is about something else")),
        }
    }

    /// Keeps what was proved; where.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn keep(&self, ending: &Ending, counted: &Proved<Counted>) -> Result<PathBuf, Fault> {
        let file = self.file(ending);
        let written = save::write(counted.census.to_text().as_bytes(), &file);
        written.map_err(|error| Fault::BadInput(format!("--to {}: {error}", file.display())))?;
        Ok(file)
    }
}

/// Why a file proves nothing.
enum Refused {
    Rejected(Rejection),
    AboutElse,
}

impl<R: Into<Rejection>> From<R> for Refused {
    fn from(why: R) -> Refused {
        Refused::Rejected(why.into())
    }
}

fn check(
    file: &Packed,
    ending: &Ending,
    budget: &Budget,
    done: impl Fn() + Sync,
) -> Result<Proved<Counted>, Refused> {
    let Proof::Census(census) = Proof::read_within(file, budget)? else {
        return Err(Refused::AboutElse);
    };
    if census.material != *ending.material() {
        return Err(Refused::AboutElse);
    }
    Ok(census.check_on(rayon::current_num_threads(), budget, done)?)
}
