//! A file that is read more than once.

use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

use crate::input;

/// Where the bytes of a certificate come from, again and again.
pub enum Source {
    /// A file, which is opened each time.
    File(PathBuf),
    /// Something that can be read only once, such as standard input, as it was read.
    Kept(Vec<u8>),
}

impl Source {
    /// What a name stands for. What can be read only once must not be longer than `most`.
    pub fn of(file: &Path, most: u64) -> io::Result<Source> {
        // A pipe with a name is no file either.
        if file.metadata().is_ok_and(|about| about.is_file()) {
            return Ok(Source::File(file.to_path_buf()));
        }
        let mut bytes = Vec::new();
        input::open_buffered(file)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > most {
            return Err(io::Error::other(format!("it is longer than {most} bytes")));
        }
        Ok(Source::Kept(bytes))
    }
}

impl zermelo_answers::check::Source for Source {
    fn open(&self) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(match self {
            Source::File(file) => Box::new(input::open_buffered(file)?),
            Source::Kept(bytes) => Box::new(&bytes[..]),
        })
    }
}
