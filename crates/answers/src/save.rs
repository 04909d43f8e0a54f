//! Files that go with an answer: complete when they have their name.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Finds out whether [`write()`] would work, as far as room is not what is missing: opens what is
/// there already, and writes an empty file beside it.
///
/// # Errors
///
/// What would go wrong.
pub fn try_out(file: &Path) -> io::Result<()> {
    if !is_replaced(file) {
        return Ok(());
    }
    if file.exists() {
        OpenOptions::new().write(true).open(file)?;
    }
    let aside = aside(file);
    File::create(&aside)?;
    fs::remove_file(aside)
}

/// Writes a file, compressed if its name ends in `.zst`. It has another name until it is complete.
///
/// # Errors
///
/// What went wrong; then the file is as it was.
pub fn write(bytes: &[u8], file: &Path) -> io::Result<()> {
    let write = |to: &Path| match file.extension() {
        Some(extension) if extension == "zst" => {
            zstd::stream::copy_encode(bytes, File::create(to)?, 0)
        }
        _ => File::create(to)?.write_all(bytes),
    };
    if !is_replaced(file) {
        return write(file);
    }
    // Of a link it is the file behind it that is replaced.
    let file = &fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf());
    let aside = aside(file);
    write(&aside).and_then(|()| fs::rename(&aside, file)).inspect_err(|_| {
        // What is half written is of no use; it may not be there either.
        let _ = fs::remove_file(&aside);
    })
}

/// Whether a new file takes its place: devices and pipes are written to as they are.
fn is_replaced(file: &Path) -> bool {
    fs::metadata(file).map_or(true, |about| about.is_file())
}

/// What a file is called until it is complete.
fn aside(file: &Path) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", process::id()));
    file.with_file_name(name)
}
