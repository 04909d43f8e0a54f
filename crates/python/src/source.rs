//! The bytes of a certificate, in memory or in a file, plain or zstd-compressed, from the first one
//! on as often as they are needed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::PathBuf;

/// The first bytes of every zstd frame (RFC 8878, section 3.1.1).
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// Where the bytes are.
pub enum Source<'a> {
    /// At hand.
    Bytes(&'a [u8]),
    /// In a file, which is opened each time.
    File(PathBuf),
}

impl zermelo_answers::check::Source for Source<'_> {
    /// Unpacked from the first byte on. What is large is never in memory as a whole.
    fn open(&self) -> io::Result<Box<dyn BufRead + '_>> {
        match self {
            Source::Bytes(bytes) => unpacked(*bytes),
            Source::File(path) => unpacked(File::open(path)?),
        }
    }
}

/// The first four bytes tell whether it is compressed.
fn unpacked<'a>(mut source: impl Read + 'a) -> io::Result<Box<dyn BufRead + 'a>> {
    let mut first = Vec::with_capacity(ZSTD_MAGIC.len());
    source.by_ref().take(ZSTD_MAGIC.len() as u64).read_to_end(&mut first)?;
    // Files compressed by pzstd begin with a frame that carries no data.
    let skippable = matches!(first[..], [0x50..=0x5F, 0x2A, 0x4D, 0x18]);
    let compressed = first == ZSTD_MAGIC || skippable;
    let whole = Cursor::new(first).chain(source);
    Ok(match compressed {
        true => Box::new(BufReader::new(zstd::stream::Decoder::new(whole)?)),
        false => Box::new(BufReader::new(whole)),
    })
}
