//! Opening what people name: a file or standard input, plain or zstd-compressed.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// The first bytes of every zstd frame (RFC 8878, section 3.1.1).
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

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

/// The bytes themselves, whether they come compressed or not: the first four tell, not the name.
pub fn unpacked(mut source: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
    // A pipe may hand over a few bytes at a time, so read the first four in earnest.
    let mut first = Vec::with_capacity(ZSTD_MAGIC.len());
    source.by_ref().take(ZSTD_MAGIC.len() as u64).read_to_end(&mut first)?;
    let compressed = first == ZSTD_MAGIC || is_skippable(&first);
    let whole = io::Cursor::new(first).chain(source);
    if compressed {
        return Ok(Box::new(zstd::stream::Decoder::new(whole)?));
    }
    Ok(Box::new(whole))
}

/// Whether this begins a frame that carries no data. Files compressed by pzstd, Lichess's among
/// them, begin with one.
fn is_skippable(first: &[u8]) -> bool {
    matches!(first, [0x50..=0x5F, 0x2A, 0x4D, 0x18])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut all = Vec::new();
        unpacked(Box::new(io::Cursor::new(bytes)))?.read_to_end(&mut all)?;
        Ok(all)
    }

    #[test]
    fn plain_compressed_in_frames_and_too_short_to_tell() {
        for text in ["", "1.", "1. e4 e5 *\n"] {
            assert_eq!(read(text.into()).unwrap(), text.as_bytes());
            let frame = zstd::encode_all(text.as_bytes(), 1).unwrap();
            let skippable = [0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 1, 2, 3, 4];
            let twice = [&skippable[..], &frame, &skippable, &frame].concat();
            assert_eq!(read(twice).unwrap(), text.repeat(2).as_bytes());
        }
    }

    #[test]
    fn half_a_frame_is_an_error() {
        let mut frame = zstd::encode_all(&[7; 1000][..], 1).unwrap();
        frame.truncate(frame.len() - 3);
        assert!(read(frame).is_err());
    }
}
