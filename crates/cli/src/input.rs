//! Opening what people name: a file or standard input, plain or zstd-compressed.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

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

/// Opens a file, or standard input if it is `-`; what is compressed is unpacked.
pub fn open_unpacked(path: &Path) -> io::Result<BufReader<Box<dyn Read + Send>>> {
    Ok(BufReader::with_capacity(1 << 16, unpacked(open(path)?.source)?))
}
