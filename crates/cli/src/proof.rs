//! Certificates on disk: plain text, or zstd-compressed.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use zermelo_kernel::Color;

use crate::exit::{Fault, bad_input};
use crate::names;

/// The file for one side's proof when both are asked: `dead.cert.zst` becomes
/// `dead.white.cert.zst`.
pub fn for_side(file: &Path, side: Color) -> PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (name, zst) = match name.strip_suffix(".zst") {
        Some(stem) if !stem.is_empty() => (stem.to_string(), ".zst"),
        _ => (name, ""),
    };
    let side = names::side(side);
    let (stem, extension) = match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => (stem, format!(".{extension}")),
        _ => (name.as_str(), String::new()),
    };
    file.with_file_name(format!("{stem}.{side}{extension}{zst}"))
}

/// Whether a file could be written there, as far as one can tell without writing: better said
/// before a long search than after it. The fault names the option that asks for the file.
pub fn can_be_written(file: &Path, option: &str) -> Result<(), Fault> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let why = if file.as_os_str() == "-" || file.file_name().is_none() {
        "a file name is needed"
    } else if file.is_dir() {
        "this is a directory"
    } else if folder.is_some_and(|folder| !folder.is_dir()) {
        "there is no such directory"
    } else {
        return Ok(());
    };
    bad_input(format!("{option} {}: {why}", file.display()))
}

/// Makes the folder for proofs: better refused before a long search than after it.
pub fn make_folder(folder: &Path) -> Result<(), Fault> {
    let made = fs::create_dir_all(folder);
    made.or_else(|error| bad_input(format!("--proof {}: {error}", folder.display())))
}

/// Writes a certificate, or another text, compressed if the name ends in `.zst`.
pub fn write(text: impl AsRef<[u8]>, file: &Path, option: &str) -> Result<(), Fault> {
    let written = File::create(file).and_then(|mut out| match file.extension() {
        Some(extension) if extension == "zst" => {
            zstd::stream::copy_encode(text.as_ref(), &mut out, 0)
        }
        _ => out.write_all(text.as_ref()),
    });
    written.or_else(|error| bad_input(format!("{option} {}: {error}", file.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_two_files() {
        let white = |name: &str| for_side(Path::new(name), Color::White);
        assert_eq!(white("p.cert"), Path::new("p.white.cert"));
        assert_eq!(white("p.cert.zst"), Path::new("p.white.cert.zst"));
        assert_eq!(white("a.b/p.zst"), Path::new("a.b/p.white.zst"));
        assert_eq!(white("p"), Path::new("p.white"));
        assert_eq!(white(".hidden"), Path::new(".hidden.white"));
        assert_eq!(for_side(Path::new("p.cert"), Color::Black), Path::new("p.black.cert"));
    }
}
