//! Certificates on disk: plain text, or zstd-compressed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use zermelo_answers::save;
use zermelo_kernel::Color;

use crate::exit::{Exit, Fault, bad_input};
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

/// Endings of names that promise what is not done.
const PACKED: [&str; 6] = ["gz", "bz2", "xz", "zip", "7z", "rar"];

/// Whether a file can be written there: better said before a long search than after it. The fault
/// names the option that asks for the file.
pub fn can_be_written(file: &Path, option: &str) -> Result<(), Fault> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let ending = file.extension().map(|ending| ending.to_ascii_lowercase());
    let is_packed = ending.is_some_and(|ending| PACKED.iter().any(|packed| ending == *packed));
    let why = if file.as_os_str() == "-" || file.file_name().is_none() {
        "a file name is needed"
    } else if is_packed {
        "what is written is compressed by zstd, if the name ends in .zst, or not at all"
    } else if file.is_dir() {
        "this is a directory"
    } else if folder.is_some_and(|folder| !folder.is_dir()) {
        "there is no such directory"
    } else {
        return named(save::try_out(file), file, option);
    };
    bad_input(format!("{option} {}: {why}", file.display()))
}

/// The same, as a fault that names file and option.
fn named(done: io::Result<()>, file: &Path, option: &str) -> Result<(), Fault> {
    done.or_else(|error| bad_input(format!("{option} {}: {error}", file.display())))
}

/// Makes the folder for proofs: better refused before a long search than after it.
pub fn make_folder(folder: &Path) -> Result<(), Fault> {
    let made = fs::create_dir_all(folder).and_then(|()| save::try_out(&folder.join("proof")));
    named(made, folder, "--proof")
}

/// Writes a certificate, or another text, compressed if the name ends in `.zst`.
pub fn write(text: impl AsRef<[u8]>, file: &Path, option: &str) -> Result<(), Fault> {
    named(save::write(text.as_ref(), file), file, option)
}

/// Files that go with an answer. A disk that is full costs the proof, not the answer: what could
/// not be written is said when the answer has been printed.
#[derive(Default)]
pub struct Saved(Option<Fault>);

impl Saved {
    /// Notes whether the file was written; returns it if so.
    pub fn note<'a>(&mut self, written: Result<(), Fault>, file: &'a Path) -> Option<&'a Path> {
        let fault = written.err();
        let saved = fault.is_none().then_some(file);
        self.0 = self.0.take().or(fault);
        saved
    }

    /// How the command ends, given how it ends by its answer.
    pub fn exit(self, by_answer: Exit) -> Result<Exit, Fault> {
        self.0.map_or(Ok(by_answer), Err)
    }
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
