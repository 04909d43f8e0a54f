//! The bytes of a certificate, in memory or in a file, plain or compressed, from the first one
//! on as often as they are needed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;

use pyo3::PyResult;
use zermelo_answers::unpack::unpacked;

use crate::fault::of_file;

/// Where the bytes are.
pub enum Source {
    /// At hand.
    Bytes(Vec<u8>),
    /// In a file, which is opened each time.
    File(PathBuf),
}

impl Source {
    /// The file of this name, if it can be read. To try a pipe would be to wait for it.
    pub fn file(path: PathBuf) -> PyResult<Source> {
        let tried = path.metadata().and_then(|found| match found.is_file() || found.is_dir() {
            true => File::open(&path)?.read(&mut [0]).map(drop),
            false => Ok(()),
        });
        match tried {
            Ok(()) => Ok(Source::File(path)),
            Err(error) => Err(of_file(&path, &error)),
        }
    }
}

impl zermelo_answers::check::Source for Source {
    /// Unpacked from the first byte on. What is large is never in memory as a whole.
    fn open(&self) -> io::Result<Box<dyn BufRead + '_>> {
        let unpacked = match self {
            Source::Bytes(bytes) => unpacked(&bytes[..]),
            Source::File(path) => unpacked(File::open(path)?),
        };
        Ok(Box::new(BufReader::new(unpacked?)))
    }
}
