//! Opening what people name: a file or standard input, plain or compressed.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use zermelo_answers::unpack::recognised;
pub use zermelo_answers::unpack::unpacked;

/// An input, not read yet.
pub struct Opened {
    /// Its bytes.
    pub source: Box<dyn Read + Send>,
    /// How many there are, if that is known.
    pub size: Option<u64>,
}

/// Opens a file, or standard input if it is `-`.
pub fn open(path: &Path) -> io::Result<Opened> {
    if path.as_os_str() == "-" {
        return Ok(Opened { source: Box::new(io::stdin()), size: None });
    }
    let file = File::open(path)?;
    let about = file.metadata()?;
    if about.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "this is a directory"));
    }
    let size = about.is_file().then_some(about.len());
    Ok(Opened { source: Box::new(file), size })
}

/// Opens a file, or standard input if it is `-`; what is compressed is unpacked, and its size is
/// not known then.
pub fn open_unpacked(path: &Path) -> io::Result<Opened> {
    let Opened { source, size } = open(path)?;
    let (packing, whole) = recognised(source)?;
    Ok(match packing {
        Some(packing) => Opened { source: packing.unpack(whole)?, size: None },
        None => Opened { source: Box::new(whole), size },
    })
}

/// The same, to be read in parts.
pub fn open_buffered(path: &Path) -> io::Result<BufReader<Box<dyn Read + Send>>> {
    Ok(BufReader::with_capacity(1 << 16, open_unpacked(path)?.source))
}
