//! The bytes of a certificate, in memory or in a file, plain or compressed, from the first one
//! on as often as they are needed.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;

use zermelo_answers::unpack::unpacked;

/// Where the bytes are.
pub enum Source {
    /// At hand.
    Bytes(Vec<u8>),
    /// In a file, which is opened each time.
    File(PathBuf),
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
