//! Bytes that people hand over, compressed with zstd, gzip or bzip2, or not at all.

use std::io::{self, Read};

/// How bytes are compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    /// RFC 8878.
    Zstd,
    /// RFC 1952.
    Gzip,
    /// As bzip2 writes it.
    Bzip2,
}

impl Packing {
    /// How what begins like this is compressed, which four bytes tell; `None` if it is not.
    pub fn of(first: &[u8]) -> Option<Packing> {
        match first {
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Packing::Zstd),
            // A frame that carries no data: files compressed by pzstd, Lichess's among them, begin
            // with such a one.
            [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Some(Packing::Zstd),
            [0x1F, 0x8B, 8, ..] => Some(Packing::Gzip),
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(Packing::Bzip2),
            _ => None,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Packing::Zstd => "zstd",
            Packing::Gzip => "gzip",
            Packing::Bzip2 => "bzip2",
        }
    }

    /// The bytes that were compressed, of all frames, members or streams one after the other.
    ///
    /// # Errors
    ///
    /// If no decoder can be had.
    pub fn unpack<'a>(
        self,
        packed: impl Read + Send + 'a,
    ) -> io::Result<Box<dyn Read + Send + 'a>> {
        Ok(match self {
            Packing::Zstd => Box::new(zstd::stream::Decoder::new(packed)?),
            Packing::Gzip => Box::new(flate2::read::MultiGzDecoder::new(packed)),
            Packing::Bzip2 => Box::new(bzip2::read::MultiBzDecoder::new(packed)),
        })
    }
}

impl Packing {
    /// Compresses bytes, for tests and for whoever wants to hand some over.
    ///
    /// # Errors
    ///
    /// If no encoder can be had.
    pub fn pack(self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut packed = Vec::new();
        match self {
            Packing::Zstd => zstd::stream::copy_encode(bytes, &mut packed, 1)?,
            Packing::Gzip => {
                flate2::read::GzEncoder::new(bytes, flate2::Compression::fast())
                    .read_to_end(&mut packed)?;
            }
            Packing::Bzip2 => {
                bzip2::read::BzEncoder::new(bytes, bzip2::Compression::fast())
                    .read_to_end(&mut packed)?;
            }
        }
        Ok(packed)
    }
}

/// A name without the ending that tells how the file is compressed.
pub fn plain_name(name: &str) -> &str {
    let ending = |ending: &&str| name.to_ascii_lowercase().ends_with(ending);
    let found = [".zst", ".gz", ".bz2"].iter().find(|e| ending(e));
    &name[..name.len() - found.map_or(0, |ending| ending.len())]
}

/// The bytes themselves, whether they come compressed or not: the first four tell, not the name.
///
/// # Errors
///
/// If the first bytes cannot be read.
pub fn unpacked<'a>(source: impl Read + Send + 'a) -> io::Result<Box<dyn Read + Send + 'a>> {
    let (packing, whole) = recognised(source)?;
    match packing {
        Some(packing) => packing.unpack(whole),
        None => Ok(Box::new(whole)),
    }
}

/// So much of a source is read at first: enough to see what it is, if it is no text.
const FIRST: usize = 1024;

/// How a source is compressed, and all its bytes, those that were looked at again among them.
///
/// # Errors
///
/// If the first bytes cannot be read.
pub fn recognised<R: Read>(mut source: R) -> io::Result<(Option<Packing>, impl Read + use<R>)> {
    let mut first = vec![0; FIRST];
    let mut length = 0;
    // A pipe may hand over a few bytes at a time, and four are needed.
    while length < 4 {
        match source.read(&mut first[length..]) {
            Ok(0) => break,
            Ok(more) => length += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    first.truncate(length);
    Ok((Packing::of(&first), io::Cursor::new(first).chain(source)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut all = Vec::new();
        unpacked(io::Cursor::new(bytes))?.read_to_end(&mut all)?;
        Ok(all)
    }

    const ALL: [Packing; 3] = [Packing::Zstd, Packing::Gzip, Packing::Bzip2];

    #[test]
    fn plain_compressed_in_parts_and_too_short_to_tell() {
        for text in ["", "1.", "1. e4 e5 *\n"] {
            assert_eq!(read(text.into()).unwrap(), text.as_bytes());
            let skippable = [0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 1, 2, 3, 4];
            for packing in ALL {
                let mut part = packing.pack(text.as_bytes()).unwrap();
                assert_eq!(Packing::of(&part), Some(packing));
                if packing == Packing::Zstd {
                    part = [&skippable[..], &part].concat();
                }
                assert_eq!(read(part.repeat(2)).unwrap(), text.repeat(2).as_bytes());
            }
        }
    }

    #[test]
    fn half_a_file_is_an_error() {
        let text: Vec<u8> = (0..100_000_u32).map(|n| (n.wrapping_mul(n) >> 9) as u8).collect();
        for packing in ALL {
            let whole = packing.pack(&text).unwrap();
            for length in [5, whole.len() / 2, whole.len() - 3] {
                assert!(read(whole[..length].to_vec()).is_err(), "{length}");
            }
            assert!(read([&whole[..], b"garbage"].concat()).is_err());
        }
    }

    #[test]
    fn names() {
        for name in ["may.pgn", "may.pgn.zst", "may.pgn.GZ", "may.pgn.bz2"] {
            assert_eq!(plain_name(name), "may.pgn");
        }
    }
}
