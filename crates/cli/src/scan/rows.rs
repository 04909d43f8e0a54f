//! The file that rows go to. Nobody else writes to it meanwhile, and what it held before stays
//! until there is something to take its place: a wrong source costs nobody the rows of last month.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file of rows that is this run's alone.
pub struct Rows {
    file: BufWriter<File>,
    path: PathBuf,
    /// What comes before the rows, while it is not written yet.
    head: Option<String>,
    /// Whether there was no such file.
    is_new: bool,
}

impl Rows {
    /// Opens a file for new rows after this head. Until [`Rows::begin`] it is as it was.
    pub fn open(path: &Path, head: String) -> io::Result<Rows> {
        let is_new = !path.exists();
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        Rows::of(file, path, Some(head), is_new)
    }

    /// Opens the rows of an earlier run; what it wrote after its resume point is written anew.
    pub fn reopen(path: &Path, written: u64) -> io::Result<Rows> {
        let file = OpenOptions::new().write(true).open(path)?;
        let mut rows = Rows::of(file, path, None, false)?;
        let file = rows.file.get_mut();
        if file.metadata()?.len() < written {
            return Err(io::Error::other("it is shorter than it was when the run was stopped"));
        }
        file.set_len(written)?;
        file.seek(SeekFrom::End(0))?;
        Ok(rows)
    }

    fn of(file: File, path: &Path, head: Option<String>, is_new: bool) -> io::Result<Rows> {
        lock(&file)?;
        let file = BufWriter::with_capacity(1 << 16, file);
        Ok(Rows { file, path: path.to_path_buf(), head, is_new })
    }

    /// Whether the file holds what this run, or the one that it takes up again, has to say.
    pub fn has_begun(&self) -> bool {
        self.head.is_none()
    }

    /// Puts the head in place of what was there. Returns whether that was still to be done.
    pub fn begin(&mut self) -> io::Result<bool> {
        let Some(head) = self.head.take() else { return Ok(false) };
        let file = self.file.get_mut();
        // A pipe with a name holds nothing.
        if file.metadata()?.is_file() {
            file.set_len(0)?;
        }
        self.file.write_all(head.as_bytes())?;
        Ok(true)
    }

    /// Ends it, and lets others have it; a file that was made for nothing is removed.
    pub fn close(&mut self) -> io::Result<()> {
        self.file.flush()?;
        // What could not be locked is not locked now.
        let _ = self.file.get_ref().unlock();
        if self.is_new && !self.has_begun() { fs::remove_file(&self.path) } else { Ok(()) }
    }
}

impl Write for Rows {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Looks whether another run writes to this file.
pub fn look_for_others(path: &Path) -> io::Result<()> {
    match path.is_file() {
        true => File::open(path).and_then(|file| lock(&file)),
        false => Ok(()),
    }
}

/// Takes the file for this run alone, where there are locks.
fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(io::Error::other(
            "another scan writes to it; wait for its end, or give another name",
        )),
        // Some file systems have none.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}
