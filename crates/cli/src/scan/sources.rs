//! The files that are scanned, one after the other, from the beginning or from a place.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use zermelo_answers::unpack::plain_name;
use zermelo_scan::{Block, Damage, Kind, Place, Unpacked, address_of, cut};

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
    match is_parquet(path) || address_of(path).is_some() {
        true => super::query::open(path, 0).map(|opened| opened.size),
        false => input::open(path).map(|opened| opened.size),
    }
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

/// What a file is called, without what follows the name in an address.
fn name_of(path: &Path) -> Cow<'_, str> {
    address_of(path).map_or_else(|| path.to_string_lossy(), Cow::from)
}

/// Whether this is Parquet, by its name.
fn is_parquet(path: &Path) -> bool {
    name_of(path).to_ascii_lowercase().ends_with(".parquet")
}

/// Opens a source at a byte.
fn open(path: &Path, at: u64) -> io::Result<Unpacked> {
    if path.as_os_str() == "-" {
        io::copy(&mut io::stdin().take(at), &mut io::sink())?;
        return Unpacked::new(Box::new(io::stdin()));
    }
    if is_parquet(path) || address_of(path).is_some() {
        return Unpacked::new(super::query::open(path, at)?.source);
    }
    let mut file = File::open(path)?;
    if at > 0 {
        file.seek(SeekFrom::Start(at))?;
    }
    Unpacked::new(Box::new(file))
}

/// Whether a name calls a file comma-separated values, compressed or not, or Parquet.
fn is_table(path: &Path) -> bool {
    is_parquet(path) || plain_name(&name_of(path)).to_ascii_lowercase().ends_with(".csv")
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
                let unpacked = unpacked.as_table(is_table(&source.path));
                cut(unpacked, start, &mut put).map_err(|error| {
                    io::Error::new(error.kind(), format!("{}: {error}", source.name))
                })?;
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
