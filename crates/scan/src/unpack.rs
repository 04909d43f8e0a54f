//! The bytes of a source, compressed or not, past whatever is damaged.
//!
//! A damaged zstd frame costs what is left of that frame: the next one is found by its first four
//! bytes (RFC 8878, section 3.1.1). Should these four stand in the middle of data by chance, what
//! follows is no frame, and the search goes on. What gzip or bzip2 has packed has no such marks that
//! can be relied on: damage costs the rest of the file.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use memchr::memmem;
use zermelo_answers::unpack::Packing;
use zstd::stream::raw::{Decoder, InBuffer, Operation, OutBuffer};

const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// Read at once, and unpacked at once.
const CHUNK: usize = 128 << 10;

/// Bytes that were passed over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// Where in the unpacked text it is.
    pub offset: u64,
    /// Where in the compressed file, if it is one.
    pub packed: Option<u64>,
    /// What is wrong, in a few words.
    pub what: String,
}

/// What the reader of a source says whose connection was lost: nothing is damaged, and it may be read
/// another time.
pub const LOST: io::ErrorKind = io::ErrorKind::ConnectionAborted;

/// What came next.
#[derive(Debug)]
pub(crate) enum Next {
    /// Text was added.
    Text,
    /// Something is missing here.
    Damaged(Damage),
    /// The rest is not to be had now.
    Lost(io::Error),
    /// That was all.
    End,
}

/// A source that is unpacked as it is read.
pub struct Unpacked {
    input: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    at: usize,
    /// Where in the file `buffer[at]` stands.
    position: u64,
    ended: bool,
    lost: Option<io::Error>,
    packing: Option<Packing>,
    /// Of zstd; the others stand between the file and `input`.
    decoder: Option<Decoder<'static>>,
    /// Bytes of the file that such another one has taken.
    taken: Arc<AtomicU64>,
    /// Where the frame at hand begins, in the file and in the text.
    frame: (u64, u64),
    /// Where the frame of the last text begins in the file.
    origin: u64,
    /// The text so far.
    produced: u64,
    /// Whether the next frame is being looked for.
    searching: bool,
    /// Whether nothing was unpacked since the last damage, which was told.
    told: bool,
    /// The first frame must begin before this byte.
    until: Option<u64>,
    /// Whether its name says that it is a table.
    is_table: bool,
}

impl Unpacked {
    /// Unpacks a source from its beginning.
    ///
    /// # Errors
    ///
    /// If its first bytes cannot be read.
    pub fn new(input: Box<dyn Read + Send>) -> io::Result<Unpacked> {
        let mut unpacked = Unpacked::bare(input);
        while unpacked.buffer.len() < 4 && unpacked.more()? {}
        unpacked.packing = Packing::of(&unpacked.buffer);
        match unpacked.packing {
            None => {}
            Some(Packing::Zstd) => unpacked.decoder = Some(Decoder::new()?),
            Some(packing) => {
                let first = io::Cursor::new(std::mem::take(&mut unpacked.buffer));
                let taken = Arc::clone(&unpacked.taken);
                let whole = Counted { input: first.chain(unpacked.input), taken };
                unpacked.input = packing.unpack(whole)?;
                unpacked.ended = false;
            }
        }
        Ok(unpacked)
    }

    /// Reads a plain or zstd file from some byte on, zstd from the first frame that begins there or
    /// later, if that is before the last of these bytes.
    pub(crate) fn from_byte(
        input: Box<dyn Read + Send>,
        packing: Option<Packing>,
        part: &Range<u64>,
    ) -> io::Result<Unpacked> {
        let is_zstd = packing == Some(Packing::Zstd);
        let inside = is_zstd && part.start > 0;
        Ok(Unpacked {
            packing,
            position: part.start,
            frame: (part.start, 0),
            origin: part.start,
            decoder: if is_zstd { Some(Decoder::new()?) } else { None },
            searching: inside,
            // What lies before is no damage.
            told: inside,
            until: inside.then_some(part.end),
            ..Unpacked::bare(input)
        })
    }

    fn bare(input: Box<dyn Read + Send>) -> Unpacked {
        Unpacked {
            input,
            buffer: Vec::new(),
            at: 0,
            position: 0,
            ended: false,
            lost: None,
            packing: None,
            decoder: None,
            taken: Arc::default(),
            frame: (0, 0),
            origin: 0,
            produced: 0,
            searching: false,
            told: false,
            until: None,
            is_table: false,
        }
    }

    /// Says that the name calls it comma-separated values: a first line that names no `fen` is a
    /// fault then, and nothing else is made of it.
    #[must_use]
    pub fn as_table(self, is_table: bool) -> Unpacked {
        Unpacked { is_table, ..self }
    }

    /// Whether it must be a table.
    pub(crate) fn is_table(&self) -> bool {
        self.is_table
    }

    /// Says where in the file the input begins: at the first byte of a frame, which is `produced`
    /// in the text.
    pub(crate) fn begins_at(&mut self, position: u64, produced: u64) {
        self.position = position;
        self.produced = produced;
        self.frame = (position, produced);
    }

    /// How it is packed.
    pub(crate) fn packing(&self) -> Option<Packing> {
        self.packing
    }

    /// How many of the last bytes of text, of which there are so many, come from frames (or, of a
    /// plain file, stand) at this byte of the file or later.
    pub(crate) fn after(&self, byte: u64, length: usize) -> usize {
        match self.packing {
            Some(_) if self.origin >= byte => length,
            Some(_) => 0,
            None => length.min(self.position.saturating_sub(byte) as usize),
        }
    }

    /// Whether it is compressed.
    pub fn is_compressed(&self) -> bool {
        self.packing.is_some()
    }

    /// Bytes of the file that are done with.
    pub fn position(&self) -> u64 {
        match self.packing {
            Some(Packing::Gzip | Packing::Bzip2) => self.taken.load(Relaxed),
            Some(Packing::Zstd) | None => self.position,
        }
    }

    /// Where the frame at hand begins, in the file and in the text.
    pub(crate) fn frame(&self) -> (u64, u64) {
        self.frame
    }

    /// Reads more of the file; false at its end.
    fn more(&mut self) -> io::Result<bool> {
        self.buffer.drain(..self.at);
        self.at = 0;
        let length = self.buffer.len();
        self.buffer.resize(length + CHUNK, 0);
        let read = loop {
            match self.input.read(&mut self.buffer[length..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.buffer.truncate(length + *read.as_ref().unwrap_or(&0));
        self.ended |= matches!(read, Ok(0));
        match read {
            Err(error) if error.kind() == LOST => {
                (self.ended, self.lost) = (true, Some(error));
                Ok(false)
            }
            read => Ok(read? > 0),
        }
    }

    fn advance(&mut self, length: usize) {
        self.at += length;
        self.position += length as u64;
    }

    fn damage(&self, what: String) -> Next {
        let packed = self.packing.map(|_| self.position());
        Next::Damaged(Damage { offset: self.produced, packed, what })
    }

    /// Adds what is at hand of a source that is not packed.
    fn plain(&mut self, text: &mut Vec<u8>) -> Next {
        let length = self.buffer.len() - self.at;
        text.extend_from_slice(&self.buffer[self.at..]);
        self.advance(length);
        self.produced += length as u64;
        if length == 0 { Next::End } else { Next::Text }
    }

    /// Adds the next text, some of it at least.
    pub(crate) fn next(&mut self, text: &mut Vec<u8>) -> Next {
        loop {
            if let Some(error) = self.lost.take() {
                return Next::Lost(error);
            }
            if self.at == self.buffer.len() && !self.ended {
                if let Err(error) = self.more() {
                    self.ended = true;
                    let what = match self.packing {
                        Some(packing) => format!("damaged {} from here on", packing.name()),
                        None => "cannot be read".to_string(),
                    };
                    return self.damage(format!("{what}: {error}"));
                }
                continue;
            }
            if self.decoder.is_none() {
                return self.plain(text);
            }
            let found = !self.searching || self.find_frame();
            if self.until.is_some_and(|end| self.position >= end) {
                return Next::End;
            }
            if !found {
                continue;
            }
            let at_end = self.at == self.buffer.len();
            if at_end && (self.searching || self.frame.0 == self.position) {
                return Next::End;
            }
            match self.step(text) {
                Ok(0) if at_end && self.frame.0 != self.position => {
                    self.frame.0 = self.position;
                    if !self.told {
                        let what = "the file ends in the middle of a zstd frame";
                        return self.damage(what.to_string());
                    }
                }
                Ok(0) => {}
                Ok(_) => {
                    (self.told, self.until) = (false, None);
                    return Next::Text;
                }
                Err(error) => {
                    self.searching = true;
                    let damage = self.damage(format!("a damaged zstd frame: {error}"));
                    if self.frame.0 == self.position && !at_end {
                        // Past its first byte, so that it is not found again.
                        self.advance(1);
                    }
                    if !std::mem::replace(&mut self.told, true) {
                        return damage;
                    }
                }
            }
        }
    }

    /// Goes to the next frame, or to the end of what is at hand; false where more must be read.
    fn find_frame(&mut self) -> bool {
        let rest = self.buffer.len() - self.at;
        match memmem::find(&self.buffer[self.at..], &MAGIC) {
            Some(found) => {
                self.advance(found);
                self.frame = (self.position, self.produced);
                self.searching = false;
                if let Some(decoder) = &mut self.decoder {
                    // A decoder that is not ready again fails at the next step.
                    let _ = decoder.reinit();
                }
                true
            }
            None if self.ended => {
                self.advance(rest);
                true
            }
            None => {
                // The first bytes of a frame may be the last at hand.
                self.advance(rest.saturating_sub(MAGIC.len() - 1));
                self.ended |= self.more().is_err();
                false
            }
        }
    }

    /// Unpacks some of what is at hand; gives the length of the text.
    fn step(&mut self, text: &mut Vec<u8>) -> io::Result<usize> {
        let Some(decoder) = &mut self.decoder else { return Ok(0) };
        self.origin = self.frame.0;
        let length = text.len();
        text.resize(length + CHUNK, 0);
        let mut input = InBuffer::around(&self.buffer[self.at..]);
        let mut output = OutBuffer::around(&mut text[length..]);
        let result = decoder.run(&mut input, &mut output);
        let (read, written) = match result {
            Ok(_) => (input.pos(), output.pos()),
            Err(_) => (0, 0),
        };
        text.truncate(length + written);
        self.advance(read);
        self.produced += written as u64;
        if result? == 0 {
            self.frame = (self.position, self.produced);
        }
        Ok(written)
    }
}

/// Counts the bytes that are read.
struct Counted<R> {
    input: R,
    taken: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.taken.fetch_add(read as u64, Relaxed);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpack(bytes: &[u8]) -> (Vec<u8>, Vec<Damage>) {
        let mut unpacked = Unpacked::new(Box::new(io::Cursor::new(bytes.to_vec()))).unwrap();
        let (mut text, mut damages) = (Vec::new(), Vec::new());
        loop {
            match unpacked.next(&mut text) {
                Next::Text => {}
                Next::Damaged(damage) => damages.push(damage),
                Next::Lost(error) => panic!("{error}"),
                Next::End => return (text, damages),
            }
        }
    }

    fn frame(text: &[u8]) -> Vec<u8> {
        zstd::encode_all(text, 1).unwrap()
    }

    #[test]
    fn plain_and_in_frames() {
        let skippable = [0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 1, 2, 3, 4];
        for text in [&b""[..], b"1.", b"1. e4 e5 *\n"] {
            assert_eq!(unpack(text), (text.to_vec(), vec![]));
            let twice = [&skippable[..], &frame(text), &skippable, &frame(text)].concat();
            assert_eq!(unpack(&twice), (text.repeat(2), vec![]));
        }
        let long: Vec<u8> = (0..3_000_000_u32).map(|n| (n.wrapping_mul(n) >> 9) as u8).collect();
        assert_eq!(unpack(&frame(&long)), (long, vec![]));
    }

    /// What is damaged ends it, but what lies before is there, and the place is told.
    #[test]
    fn gzip_and_bzip2() {
        let text: Vec<u8> = (0..600_000_u32).map(|n| (n.wrapping_mul(n) >> 9) as u8).collect();
        for packing in [Packing::Gzip, Packing::Bzip2] {
            let pack = |text| packing.pack(text).unwrap();
            let two = [pack(&text), pack(b"more")].concat();
            assert_eq!(unpack(&two), ([&text[..], b"more"].concat(), vec![]));
            let half = &two[..two.len() / 2];
            let (begun, damages) = unpack(half);
            assert!(begun.len() > 100_000 && text.starts_with(&begun), "{}", begun.len());
            assert_eq!(damages.len(), 1, "{damages:?}");
            assert_eq!(damages[0].offset, begun.len() as u64);
            assert_eq!(damages[0].packed, Some(half.len() as u64));
            assert!(damages[0].what.contains("from here on"), "{damages:?}");
        }
    }

    /// A connection that is lost is no damage, and no end.
    #[test]
    fn a_lost_connection() {
        struct Cut(io::Cursor<Vec<u8>>);
        impl Read for Cut {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                match self.0.read(buffer)? {
                    0 => Err(io::Error::new(LOST, "the cable was pulled out")),
                    read => Ok(read),
                }
            }
        }
        let text: Vec<u8> = (0..600_000_u32).map(|n| (n.wrapping_mul(n) >> 9) as u8).collect();
        let packings = [Packing::Zstd, Packing::Gzip, Packing::Bzip2];
        let packed = packings.map(|packing| packing.pack(&text).unwrap());
        for bytes in packed.into_iter().chain([text]) {
            let half = bytes[..bytes.len() / 2].to_vec();
            for bytes in [half, Vec::new()] {
                let mut unpacked = Unpacked::new(Box::new(Cut(io::Cursor::new(bytes)))).unwrap();
                let mut text = Vec::new();
                let end = loop {
                    match unpacked.next(&mut text) {
                        Next::Text => {}
                        other => break other,
                    }
                };
                assert!(matches!(end, Next::Lost(_)), "{end:?}");
            }
        }
    }

    #[test]
    fn past_damage_with_its_place() {
        let (one, two) = (frame(&[b'a'; 1000]), frame(&[b'b'; 1000]));
        // Half a frame at the end.
        let half = [&one[..], &two[..two.len() - 3]].concat();
        let (text, damages) = unpack(&half);
        assert!(text.starts_with(&[b'a'; 1000]) && damages.len() == 1);
        assert_eq!(damages[0].packed, Some(half.len() as u64));
        // Garbage between frames, with a false beginning in it.
        let garbage = [&b"garbage"[..], &MAGIC, b"more \xff\xff\xff garbage"].concat();
        let (text, damages) = unpack(&[&one[..], &garbage, &two].concat());
        assert_eq!(text, [[b'a'; 1000], [b'b'; 1000]].concat());
        assert_eq!(damages.len(), 1, "{damages:?}");
        assert_eq!((damages[0].offset, damages[0].packed), (1000, Some(one.len() as u64)));
        // A frame whose middle is gone.
        let mut rng = fastrand::Rng::with_seed(1);
        let noise: Vec<u8> = (0..400_000).map(|_| rng.u8(b'a'..=b'p')).collect();
        let mut broken = frame(&noise);
        let middle = broken.len() / 2;
        broken[middle..middle + 50_000].fill(0xFF);
        let (text, damages) = unpack(&[&one[..], &broken, &two].concat());
        assert!(text.starts_with(&[b'a'; 1000]) && text.ends_with(&[b'b'; 1000]));
        assert!(!damages.is_empty() && damages[0].packed > Some(one.len() as u64), "{damages:?}");
    }
}
