//! Bytes that people hand over, compressed with zstd or not.

use std::io::{self, Read};

/// The first bytes of every zstd frame (RFC 8878, section 3.1.1).
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// Whether a zstd frame begins here, perhaps one that carries no data: files compressed by pzstd,
/// Lichess's among them, begin with such a one.
pub fn is_compressed(bytes: &[u8]) -> bool {
    bytes.starts_with(&ZSTD_MAGIC) || matches!(bytes, [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..])
}

/// The bytes themselves, whether they come compressed or not: the first four tell, not the name.
///
/// # Errors
///
/// If the first bytes cannot be read.
pub fn unpacked<'a>(mut source: impl Read + Send + 'a) -> io::Result<Box<dyn Read + Send + 'a>> {
    // A pipe may hand over a few bytes at a time, so read the first four in earnest.
    let mut first = Vec::with_capacity(ZSTD_MAGIC.len());
    source.by_ref().take(ZSTD_MAGIC.len() as u64).read_to_end(&mut first)?;
    let compressed = is_compressed(&first);
    let whole = io::Cursor::new(first).chain(source);
    if compressed {
        return Ok(Box::new(zstd::stream::Decoder::new(whole)?));
    }
    Ok(Box::new(whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut all = Vec::new();
        unpacked(io::Cursor::new(bytes))?.read_to_end(&mut all)?;
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
