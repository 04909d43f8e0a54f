//! The files that are scanned, one after the other, from the beginning or from a place.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use zermelo_answers::unpack::plain_name;
use zermelo_scan::{Block, Damage, Kind, Place, Unpacked, cut};

use crate::args::scan::Output;
use crate::exit::{Fault, bad_input};
use crate::input;

/// A source that the user named.
#[derive(Clone)]
pub struct Source {
    path: PathBuf,
    /// Its name as the user gave it.
    pub name: String,
    /// Its size, if it is a plain file.
    pub size: Option<u64>,
}

/// Looks whether all sources are there, before any is read.
pub fn find(paths: &[PathBuf]) -> Result<Vec<Source>, Fault> {
    let look = |path: &PathBuf| {
        let name = path.display().to_string();
        let size =
            size(path).or_else(|error| bad_input(format!("{name}: cannot be read: {error}")));
        Ok(Source { path: path.clone(), name, size: size? })
    };
    paths.iter().map(look).collect()
}

/// The size of a source that can be read, if it is known before.
fn size(path: &Path) -> io::Result<Option<u64>> {
    if path.as_os_str() == "-" {
        return Ok(None);
    }
    let size = input::open(path)?.size;
    // What is read of Parquet are lines, whose number of bytes nobody knows before.
    if is_parquet(path) { super::query::lines(path).map(|_| None) } else { Ok(size) }
}

/// Looks whether the output can be written and is none of the sources.
pub fn apart(to: &Output, sources: &[PathBuf]) -> Result<(), Fault> {
    let same = |path: &PathBuf| {
        let (source, to) = (path.canonicalize(), to.path.canonicalize());
        matches!((source, to), (Ok(source), Ok(to)) if source == to)
    };
    let what = match to.path.is_dir() {
        _ if to.is_stdout() => return Ok(()),
        true => "directory",
        false if sources.iter().any(same) => "source",
        false => return Ok(()),
    };
    bad_input(format!("--to {}: this is a {what}", to.path.display()))
}

/// Whether this is Parquet, by its name.
fn is_parquet(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("parquet"))
}

/// Opens a source at a byte.
fn open(path: &Path, at: u64) -> io::Result<Unpacked> {
    let mut source: Box<dyn Read + Send> = if path.as_os_str() == "-" {
        Box::new(io::stdin())
    } else if is_parquet(path) {
        super::query::lines(path)?
    } else {
        let mut file = File::open(path)?;
        if at > 0 {
            file.seek(SeekFrom::Start(at))?;
        }
        return Unpacked::new(Box::new(file));
    };
    io::copy(&mut source.by_ref().take(at), &mut io::sink())?;
    Unpacked::new(source)
}

/// Whether a name calls a file comma-separated values, compressed or not.
fn is_table(name: &str) -> bool {
    plain_name(name).to_ascii_lowercase().ends_with(".csv")
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
