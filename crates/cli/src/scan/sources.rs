//! The files that are scanned, one after the other, from the beginning or from a place.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::args::scan::Output;
use zermelo_scan::{Block, Damage, Kind, Place, Unpacked, cut};

/// A source that the user named.
#[derive(Clone)]
pub struct Source {
    path: PathBuf,
    /// Its name as the user gave it.
    pub name: String,
    /// Its size, if it is a plain file.
    pub size: Option<u64>,
}

/// Looks whether all sources are there, before any is read. The error is one sentence.
pub fn find(paths: &[PathBuf]) -> Result<Vec<Source>, String> {
    let look = |path: &PathBuf| {
        let name = path.display().to_string();
        if name == "-" {
            return Ok(Source { path: path.clone(), name, size: None });
        }
        let about = fs::metadata(path).and_then(|about| {
            let is_folder = about.is_dir();
            File::open(path)?;
            let folder = || io::Error::new(io::ErrorKind::IsADirectory, "this is a directory");
            if is_folder { Err(folder()) } else { Ok(about) }
        });
        match about {
            Ok(about) => {
                // What is read of Parquet are lines, whose number of bytes nobody knows before.
                let size = (about.is_file() && !is_parquet(path)).then_some(about.len());
                if is_parquet(path) {
                    super::query::lines(path)
                        .map_err(|error| format!("{name}: cannot be read: {error}"))?;
                }
                Ok(Source { path: path.clone(), name, size })
            }
            Err(error) => Err(format!("{name}: cannot be read: {error}")),
        }
    };
    paths.iter().map(look).collect()
}

/// Looks whether the output can be written and is none of the sources. The error is one sentence.
pub fn apart(to: &Output, sources: &[PathBuf]) -> Result<(), String> {
    let name = to.path.display();
    if to.path.is_dir() {
        return Err(format!("--to {name}: this is a directory"));
    }
    let Ok(path) = to.path.canonicalize() else { return Ok(()) };
    match sources.iter().any(|source| source.canonicalize().is_ok_and(|source| source == path)) {
        true => Err(format!("--to {name}: this is a source")),
        false => Ok(()),
    }
}

/// Whether this is Parquet, by its name.
fn is_parquet(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("parquet"))
}

/// Opens a source at a byte.
fn open(path: &Path, at: u64) -> io::Result<Unpacked> {
    if path.as_os_str() == "-" {
        let mut input = io::stdin();
        io::copy(&mut input.by_ref().take(at), &mut io::sink())?;
        return Unpacked::new(Box::new(input));
    }
    if is_parquet(path) {
        let mut lines = super::query::lines(path)?;
        io::copy(&mut lines.by_ref().take(at), &mut io::sink())?;
        return Unpacked::new(Box::new(lines));
    }
    let mut file = File::open(path)?;
    if at > 0 {
        file.seek(SeekFrom::Start(at))?;
    }
    Unpacked::new(Box::new(file))
}

/// Whether a name calls a file comma-separated values, compressed or not.
fn is_table(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.strip_suffix(".zst").unwrap_or(&name).ends_with(".csv")
}

/// Cuts all sources into blocks, from this place on. What cannot be read is told in a block.
pub fn read(
    sources: &[Source],
    from: Place,
    mut put: impl FnMut(Block) -> io::Result<()>,
) -> io::Result<()> {
    for (index, source) in sources.iter().enumerate().skip(from.source) {
        let start = match index == from.source {
            true => from,
            false => Place { source: index, ..Place::default() },
        };
        match open(&source.path, start.frame) {
            Ok(unpacked) => {
                let is_table = is_table(&source.name) || is_parquet(&source.path);
                let unpacked = unpacked.as_table(is_table);
                cut(unpacked, start, &mut put)?;
            }
            Err(error) => {
                let what = format!("cannot be read: {error}");
                let damages = vec![Damage { offset: start.offset, packed: None, what }];
                let (kind, text) = (Kind::Games, Vec::new());
                put(Block { place: start, next: start, kind, text, damages, packed: 0 })?;
            }
        }
    }
    Ok(())
}
