//! Certificates on disk: plain text, or zstd-compressed.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use zermelo_kernel::Color;

use crate::{input, names};

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
pub fn can_be_written(file: &Path, option: &str) -> Result<(), String> {
    let fault = |why: &str| Err(format!("{option} {}: {why}", file.display()));
    if file.as_os_str() == "-" || file.file_name().is_none() {
        return fault("a file name is needed");
    }
    if file.is_dir() {
        return fault("this is a directory");
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        return fault("there is no such directory");
    }
    Ok(())
}

/// Makes the folder for proofs: better refused before a long search than after it.
pub fn make_folder(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("--proof {}: {error}", folder.display()))
}

/// Writes a certificate, or another text, compressed if the name ends in `.zst`.
pub fn write(text: &[u8], file: &Path, option: &str) -> Result<(), String> {
    let write = || -> io::Result<()> {
        let mut out = File::create(file)?;
        if file.extension().is_some_and(|extension| extension == "zst") {
            zstd::stream::copy_encode(text, &mut out, 0)
        } else {
            out.write_all(text)
        }
    };
    write().map_err(|error| format!("{option} {}: {error}", file.display()))
}

/// Opens a certificate, plain or compressed; `-` is standard input.
pub fn open(file: &Path) -> io::Result<impl BufRead> {
    Ok(BufReader::new(input::unpacked(input::open(file)?.source)?))
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
