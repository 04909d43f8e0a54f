//! Tables on disk.
//!
//! A file holds one value for each place of the table, side by side: first those with the first
//! side to move, then the second; of each, plane by plane, config by config, the last man's square
//! running fastest. Values are cut into blocks that are compressed one by one, so that any of them
//! can be read alone. All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `ZERMTAB1` |
//! | 1, 1, 2 | rules (0 chess, 1 losing, 2 losing-fics, 3 losing-joint), measure (0 outcome, 1 conversion, 2 zeroing, 3 end), length of the material |
//! | n | the material, such as `KBNvK` |
//! | 8, 4, 4 | places, places in a block, number of different values (0 for outcomes) |
//! | 2 each | the values by their numbers: plies, + 0x4000 for a win, + 0x8000 for a loss; 0 a draw |
//! | 8 each | where each block begins, from the start of the file, and where the last one ends |
//! | 8 | XXH3 of all bytes before |
//! | | the blocks: a zstd frame, then four bytes, the low half of its XXH3 |
//!
//! A block of outcomes has two bits a place (0 draw, 1 win, 2 loss), four places a byte. A block of
//! distances has a byte a place, the number of the value, or two bytes if there are more than 256
//! values. Where no position stands, any value may be: what compresses best.

mod write;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;
use zermelo_kernel::{ByColor, Color, Rules, Square, Value};

use crate::error::TableError;
use crate::layout::Layout;
use crate::material::Material;
use crate::table::{Half, Measure, Table};

const MAGIC: &[u8; 8] = b"ZERMTAB1";
/// Decoded blocks that are kept for the next question.
const KEPT: usize = 1024;

/// What two bytes say, if anything.
fn value(code: u16) -> Option<Value> {
    let plies = code & 0x3FFF;
    match code >> 14 {
        0 if plies == 0 => Some(Value::Draw),
        1 => Some(Value::Win(plies)),
        2 => Some(Value::Loss(plies)),
        _ => None,
    }
}

/// What stands at the beginning of a file.
struct Header {
    rules: Rules,
    measure: Measure,
    layout: Layout,
    places: usize,
    block: usize,
    /// The values by their numbers, as two bytes each.
    values: Vec<u16>,
    /// Where the blocks begin and the last one ends.
    starts: Vec<u64>,
}

impl Header {
    fn to_bytes(&self) -> Vec<u8> {
        let name = self.layout.material.to_string();
        let mut bytes = MAGIC.to_vec();
        bytes.push(self.rules as u8);
        bytes.push(self.measure as u8);
        bytes.extend((name.len() as u16).to_le_bytes());
        bytes.extend(name.as_bytes());
        bytes.extend((self.places as u64).to_le_bytes());
        bytes.extend((self.block as u32).to_le_bytes());
        bytes.extend((self.values.len() as u32).to_le_bytes());
        bytes.extend(self.values.iter().flat_map(|value| value.to_le_bytes()));
        let length = bytes.len() + 8 * self.starts.len() + 8;
        for start in &self.starts {
            bytes.extend((start + length as u64).to_le_bytes());
        }
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }

    fn read(bytes: &[u8]) -> Result<Header, &'static str> {
        let mut at = 0;
        let mut take = |n: usize| {
            let part = bytes.get(at..).and_then(|rest| rest.get(..n)).ok_or("it is cut short")?;
            at += n;
            Ok::<&[u8], &'static str>(part)
        };
        let number =
            |bytes: &[u8]| bytes.iter().rev().fold(0_u64, |n, &byte| n << 8 | u64::from(byte));
        if take(8)? != MAGIC {
            return Err("it is not a table of zermelo");
        }
        let kinds = take(4)?.to_vec();
        let rules = Rules::ALL.get(usize::from(kinds[0])).ok_or("its rules are unknown")?;
        let measure = Measure::ALL.get(usize::from(kinds[1])).ok_or("its measure is unknown")?;
        let name = take(number(&kinds[2..4]) as usize)?;
        let material = std::str::from_utf8(name)
            .ok()
            .and_then(|name| Material::parse(name, *rules).ok().filter(|m| m.to_string() == name))
            .ok_or("its material is unknown")?;
        let layout = Layout::new(&material);
        let places = number(take(8)?) as usize;
        if places != 2 * 64 * layout.words() {
            return Err("it has the wrong size");
        }
        let block = number(take(4)?) as usize;
        if block != block_size(*measure) {
            return Err("its blocks have the wrong size");
        }
        let count = number(take(4)?) as usize;
        let values = take(count.saturating_mul(2))?
            .chunks_exact(2)
            .map(|pair| Some(number(pair) as u16).filter(|&code| value(code).is_some()))
            .collect::<Option<Vec<u16>>>()
            .ok_or("a value is unknown")?;
        let starts: Vec<u64> =
            take((places.div_ceil(block) + 1) * 8)?.chunks_exact(8).map(number).collect();
        let sum = number(take(8)?);
        if sum != xxh3_64(&bytes[..at - 8]) {
            return Err("its header is damaged");
        }
        let rising = starts.windows(2).all(|pair| pair[0] < pair[1]);
        if !rising || starts[0] != at as u64 {
            return Err("its header is damaged");
        }
        if starts[starts.len() - 1] != bytes.len() as u64 {
            return Err("it is cut short");
        }
        Ok(Header { rules: *rules, measure: *measure, layout, places, block, values, starts })
    }

    /// Bytes that a value takes in a block before compression; 0 means two bits.
    fn width(&self) -> usize {
        match self.values.len() {
            0 => 0,
            1..=256 => 1,
            _ => 2,
        }
    }
}

fn block_size(measure: Measure) -> usize {
    if measure == Measure::Outcome { 4096 } else { 1024 }
}

/// A table on disk, read where it is asked.
pub struct Mapped {
    path: PathBuf,
    header: Header,
    bytes: memmap2::Mmap,
    width: usize,
    kept: Vec<Mutex<Kept>>,
}

#[derive(Default)]
struct Kept {
    number: Option<usize>,
    bytes: Vec<u8>,
}

impl Mapped {
    /// Opens a table. Header, index and length are checked now, each block when it is read.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is no table, or a damaged one.
    pub fn open(path: &Path) -> Result<Mapped, TableError> {
        let io = |error| TableError::Io { path: path.to_path_buf(), error };
        let file = File::open(path).map_err(io)?;
        // SAFETY: the map is only read, as bytes. Tables are never changed in place: a new one
        // takes the name of the old, whose bytes stay. Should someone else cut the file short all
        // the same, the process ends; it does not go on with wrong values, for each block has a
        // checksum.
        #[allow(unsafe_code)]
        let bytes = unsafe { memmap2::Mmap::map(&file) }.map_err(io)?;
        let damaged =
            |what: &str| TableError::Damaged { path: path.to_path_buf(), what: what.to_string() };
        let header = Header::read(&bytes).map_err(damaged)?;
        let kept = (0..KEPT).map(|_| Mutex::default()).collect();
        let width = header.width();
        Ok(Mapped { path: path.to_path_buf(), header, bytes, width, kept })
    }

    /// The men.
    pub fn material(&self) -> &Material {
        &self.header.layout.material
    }

    /// The rules of play.
    pub fn rules(&self) -> Rules {
        self.header.rules
    }

    /// What is told of each position.
    pub fn measure(&self) -> Measure {
        self.header.measure
    }

    /// The size of the file in bytes.
    pub fn file_size(&self) -> u64 {
        self.bytes.len() as u64
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.header.layout
    }

    fn damaged(&self, number: usize) -> TableError {
        let what = format!("block {number} is damaged");
        TableError::Damaged { path: self.path.clone(), what }
    }

    /// A block as it stands in the file, its checksum compared and taken off.
    fn packed(&self, number: usize) -> Result<&[u8], TableError> {
        let [start, end] = [number, number + 1].map(|i| self.header.starts[i] as usize);
        match self.bytes[start..end].split_last_chunk::<4>() {
            Some((packed, sum)) if xxh3_64(packed) as u32 == u32::from_le_bytes(*sum) => Ok(packed),
            _ => Err(self.damaged(number)),
        }
    }

    /// Compares all checksums.
    ///
    /// # Errors
    ///
    /// If a block is damaged.
    pub fn check(&self) -> Result<(), TableError> {
        let blocks = (0..self.header.starts.len() - 1).into_par_iter();
        blocks.with_min_len(256).try_for_each(|number| self.packed(number).map(|_| ()))
    }

    fn block(&self, number: usize, bytes: &mut Vec<u8>) -> Result<(), TableError> {
        let packed = self.packed(number)?;
        let Header { block, places, .. } = self.header;
        let length = block.min(places - number * block);
        let size = if self.width == 0 { length.div_ceil(4) } else { length * self.width };
        bytes.resize(size, 0);
        thread_local! {
            static DECOMPRESSOR: std::cell::RefCell<Option<zstd::bulk::Decompressor<'static>>> =
                const { std::cell::RefCell::new(None) };
        }
        let filled = DECOMPRESSOR.with_borrow_mut(|decompressor| {
            if decompressor.is_none() {
                *decompressor = Some(zstd::bulk::Decompressor::new()?);
            }
            decompressor
                .as_mut()
                .map_or(Ok(0), |d| d.decompress_to_buffer(packed, bytes.as_mut_slice()))
        });
        match filled {
            Ok(n) if n == size => Ok(()),
            _ => Err(self.damaged(number)),
        }
    }

    /// The value at a place of a block, as two bytes.
    #[inline(always)]
    fn code(&self, bytes: &[u8], at: usize) -> Option<u16> {
        let number = match self.width {
            0 => return Some(u16::from(bytes[at / 4] >> (2 * (at % 4)) & 3) << 14),
            1 => usize::from(bytes[at]),
            _ => usize::from(u16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]])),
        };
        self.header.values.get(number).copied()
    }

    fn unknown_value(&self) -> TableError {
        let what = "it holds a value that it does not explain".to_string();
        TableError::Damaged { path: self.path.clone(), what }
    }

    /// What stands at a place; where no position does, anything may.
    pub(crate) fn at(&self, side: Color, word: usize, last: Square) -> Result<Value, TableError> {
        let place = (side.index() * self.header.layout.words() + word) * 64 + last.index();
        let number = place / self.header.block;
        let slot = &self.kept[number % KEPT];
        let mut kept = slot.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if kept.number != Some(number) {
            kept.number = None;
            self.block(number, &mut kept.bytes)?;
            kept.number = Some(number);
        }
        let code = self.code(&kept.bytes, place % self.header.block);
        code.and_then(value).ok_or_else(|| self.unknown_value())
    }

    /// The whole table, in memory.
    ///
    /// # Errors
    ///
    /// If a block is damaged.
    pub fn load(&self) -> Result<Table, TableError> {
        self.load_until(&|| false)
    }

    /// The same, given up once `stop` says so.
    ///
    /// # Errors
    ///
    /// If a block is damaged, or [`TableError::Stopped`].
    pub fn load_until(&self, stop: &(dyn Fn() -> bool + Sync)) -> Result<Table, TableError> {
        let mut table = self.read_until(stop)?;
        table.mark_voids();
        Ok(table)
    }

    /// The whole table, in memory, with anything where no position stands.
    pub(crate) fn read(&self) -> Result<Table, TableError> {
        self.read_until(&|| false)
    }

    fn read_until(&self, stop: &(dyn Fn() -> bool + Sync)) -> Result<Table, TableError> {
        let Header { rules, measure, .. } = self.header;
        let white = self.read_half(Color::White, stop)?;
        let halves = ByColor { white, black: self.read_half(Color::Black, stop)? };
        Ok(Table { layout: Layout::new(self.material()), rules, measure, halves })
    }

    fn read_half(&self, side: Color, stop: &(dyn Fn() -> bool + Sync)) -> Result<Half, TableError> {
        let words = self.layout().words();
        let plies = if self.measure() == Measure::Outcome { 0 } else { words * 64 };
        let mut half = Half { win: vec![0; words], loss: vec![0; words], plies: vec![0; plies] };
        // Blocks may straddle the halves; go by words, a block's worth at a time.
        let per_block = self.header.block / 64;
        let mut plies: Vec<&mut [u16]> = half.plies.chunks_mut(per_block * 64).collect();
        plies.resize_with(words.div_ceil(per_block), Default::default);
        half.win
            .par_chunks_mut(per_block)
            .zip(half.loss.par_chunks_mut(per_block))
            .zip(plies)
            .enumerate()
            .try_for_each_init(Kept::default, |kept, (chunk, ((win, loss), plies))| {
                if stop() {
                    return Err(TableError::Stopped);
                }
                for i in 0..win.len() {
                    let word = side.index() * words + chunk * per_block + i;
                    let plies = plies.get_mut(i * 64..).unwrap_or_default();
                    [win[i], loss[i]] = self.read_word(word, kept, plies)?;
                }
                Ok(())
            })?;
        Ok(half)
    }

    /// The wins and the losses of a word; the words of the second half are numbered after those of
    /// the first. Plies are written where there is room for them.
    #[inline(always)]
    fn read_word(
        &self,
        word: usize,
        kept: &mut Kept,
        plies: &mut [u16],
    ) -> Result<[u64; 2], TableError> {
        let (number, at) = (word * 64 / self.header.block, word * 64 % self.header.block);
        if kept.number != Some(number) {
            self.block(number, &mut kept.bytes)?;
            kept.number = Some(number);
        }
        if self.width == 0 {
            // Two bits each: a win, a loss.
            let half = |at: usize| {
                let bytes = kept.bytes[at..at + 8].try_into().expect("eight bytes");
                u64::from_le_bytes(bytes)
            };
            let (low, high) = (half(at / 4), half(at / 4 + 8));
            return Ok([0, 1].map(|bit| every_second(low >> bit) | every_second(high >> bit) << 32));
        }
        let [mut win, mut loss] = [0; 2];
        for bit in 0..64 {
            let code = self.code(&kept.bytes, at + bit).ok_or_else(|| self.unknown_value())?;
            win |= u64::from(code >> 14 & 1) << bit;
            loss |= u64::from(code >> 15) << bit;
            if let Some(plies) = plies.get_mut(bit) {
                *plies = code & 0x3FFF;
            }
        }
        Ok([win, loss])
    }
}

/// Every second bit, the lowest first.
fn every_second(mut bits: u64) -> u64 {
    bits &= 0x5555_5555_5555_5555;
    for (shift, mask) in [
        (1, 0x3333_3333_3333_3333),
        (2, 0x0F0F_0F0F_0F0F_0F0F),
        (4, 0x00FF_00FF_00FF_00FF),
        (8, 0x0000_FFFF_0000_FFFF),
        (16, 0x0000_0000_FFFF_FFFF),
    ] {
        bits = (bits | bits >> shift) & mask;
    }
    bits
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::ops::ControlFlow;

    use zermelo_board::Limits;

    use zermelo_kernel::{LosingPosition, Position};

    use super::*;
    use crate::library::Library;
    use crate::verify::{Claims, NotVerified};

    /// A folder with a table and what it leads to.
    fn made(name: &str, wanted: &str, rules: Rules, measure: Measure) -> (Library, Material) {
        let folder = std::env::temp_dir().join(format!("zermelo-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let library = Library::new(folder, rules);
        let material = Material::parse(wanted, rules).unwrap();
        let plan = library.plan(std::slice::from_ref(&material), measure);
        library
            .build(&plan, Limits::new(u64::MAX, 1 << 30), &mut |_| ControlFlow::Continue(()))
            .unwrap();
        (library, material)
    }

    fn library(name: &str) -> (Library, Material) {
        made(name, "BvP", Rules::Losing, Measure::Conversion)
    }

    fn read(path: &Path) -> Result<Table, TableError> {
        Mapped::open(path)?.load()
    }

    #[test]
    fn a_written_table_is_read_back() {
        let (library, material) = library("back");
        let path = library.path(&material, Measure::Conversion);
        let table = read(&path).unwrap();
        let again = path.with_extension("again");
        table.write(&again, Limits::default()).unwrap();
        assert_eq!(fs::read(&path).unwrap(), fs::read(&again).unwrap());
        // Places where no position stands are not in the file; all others are asked one by one.
        let mapped = Mapped::open(&path).unwrap();
        for word in 0..table.layout.words() {
            for (side, last) in
                Color::ALL.into_iter().flat_map(|c| Square::all().map(move |s| (c, s)))
            {
                if let Some(known) = table.at(side, word, last) {
                    assert_eq!(mapped.at(side, word, last).unwrap(), known);
                }
            }
        }
        fs::remove_dir_all(library.folder()).unwrap();
    }

    #[test]
    fn every_damaged_byte_and_every_cut_is_noticed() {
        let (library, material) = library("damage");
        for measure in [Measure::Outcome, Measure::Conversion] {
            let path = library.path(&material, measure);
            let sound = fs::read(&path).unwrap();
            for at in 0..sound.len() {
                let mut bytes = sound.clone();
                bytes[at] ^= 1 << (at % 8);
                fs::write(&path, &bytes).unwrap();
                assert!(read(&path).is_err(), "byte {at} of {}", sound.len());
            }
            for length in (0..sound.len()).step_by(7) {
                fs::write(&path, &sound[..length]).unwrap();
                assert!(read(&path).is_err(), "cut to {length} of {}", sound.len());
            }
            fs::write(&path, [&sound[..], b"more"].concat()).unwrap();
            assert!(read(&path).is_err());
            // What is damaged anywhere is built again.
            let mut bytes = sound.clone();
            bytes[sound.len() - 9] ^= 4;
            fs::write(&path, &bytes).unwrap();
            let again = Library::new(library.folder(), Rules::Losing);
            let plan = again.plan(std::slice::from_ref(&material), measure);
            assert_eq!(plan.len(), 1);
            again
                .build(&plan, Limits::new(u64::MAX, 1 << 30), &mut |_| ControlFlow::Continue(()))
                .unwrap();
            assert_eq!(fs::read(&path).unwrap(), sound);
        }
        fs::remove_dir_all(library.folder()).unwrap();
    }

    #[test]
    fn a_header_that_lies_with_a_right_checksum_is_refused_or_harmless() {
        let (library, material) = library("lies");
        let path = library.path(&material, Measure::Conversion);
        let sound = fs::read(&path).unwrap();
        let starts = Header::read(&sound).unwrap().starts;
        let header = starts[0] as usize - 8;
        for at in 0..header {
            for value in [0, 1, 0x7F, 0x80, 0xFF, sound[at].wrapping_add(1)] {
                let mut bytes = sound.clone();
                bytes[at] = value;
                let sum = xxh3_64(&bytes[..header]);
                bytes[header..header + 8].copy_from_slice(&sum.to_le_bytes());
                fs::write(&path, &bytes).unwrap();
                // Values of the palette may lie unnoticed: that is for the kernel to find out.
                if let Ok(table) = read(&path) {
                    assert_eq!(table.material(), &material, "byte {at} set to {value}");
                }
            }
        }
        fs::remove_dir_all(library.folder()).unwrap();
    }

    /// Has the kernel verify a table that is written anew with one value changed, for many values.
    fn one_wrong_value(name: &str, rules: Rules, measure: Measure, step: usize) {
        let (library, material) = made(name, name, rules, measure);
        let verify = || {
            let (done, stop) = Default::default();
            let claims =
                Claims::load(&Library::new(library.folder(), rules), &material, measure, &stop)?;
            match rules {
                Rules::Chess => claims.verify::<Position>(&done, &stop),
                _ => claims.verify::<LosingPosition>(&done, &stop),
            }
        };
        verify().unwrap();
        let path = library.path(&material, measure);
        let sound = read(&path).unwrap();
        let words = sound.layout.words();
        let mut tried = 0;
        for place in (0..2 * 64 * words).step_by(step) {
            let mut table = read(&path).unwrap();
            let (side, word) = (Color::ALL[place / 64 / words], place / 64 % words);
            let last = Square::wrapping(place as u8);
            let half = &mut table.halves[side];
            match sound.at(side, word, last) {
                None => continue,
                Some(Value::Draw) => half.win[word] |= last.bit(),
                Some(Value::Win(_)) if place % 2 == 0 => half.win[word] &= !last.bit(),
                Some(Value::Win(_) | Value::Loss(_)) => half.plies[word * 64 + last.index()] += 1,
            }
            let same = table.has_outcomes_of(&sound);
            table.write(&path, Limits::default()).unwrap();
            let fault = verify().unwrap_err();
            let rejected =
                matches!(fault, NotVerified::Rejected(_) | NotVerified::TwoPlaces { .. });
            assert!(rejected, "{name}, place {place}: {fault}");
            if measure == Measure::Conversion {
                let again = Library::new(library.folder(), rules);
                let claims = Claims::load(&again, &material, measure, &Default::default()).unwrap();
                assert_eq!(claims.same_outcomes(&again).unwrap(), same);
            }
            sound.write(&path, Limits::default()).unwrap();
            tried += 1;
        }
        assert!(tried > 20, "{name}: {tried}");
        fs::remove_dir_all(library.folder()).unwrap();
    }

    #[test]
    fn the_kernel_rejects_a_table_with_one_wrong_value() {
        one_wrong_value("BvP", Rules::Losing, Measure::Conversion, 41);
        // Here positions have several places, not all of which the kernel asks for.
        one_wrong_value("NvN", Rules::Losing, Measure::End, 17);
        one_wrong_value("NNvN", Rules::Losing, Measure::Conversion, 2777);
        one_wrong_value("PPvP", Rules::Losing, Measure::Conversion, 4001);
        one_wrong_value("KRvK", Rules::Chess, Measure::End, 2311);
    }

    #[test]
    fn leftovers_of_the_dead_are_removed_and_nothing_else() {
        let (library, material) = library("leftovers");
        let path = library.path(&material, Measure::Conversion);
        let dead = path.with_file_name("BvP.conversion.4294967295.new");
        let alive = path.with_file_name(format!("BvP.conversion.{}.new", 1));
        let other = path.with_file_name("BvP.conversion.new");
        for file in [&dead, &alive, &other] {
            fs::write(file, "half").unwrap();
        }
        read(&path).unwrap().write(&path, Limits::default()).unwrap();
        if Path::new("/proc/self").exists() {
            assert!(!dead.exists());
        }
        assert!(alive.exists() && other.exists());
        fs::remove_dir_all(library.folder()).unwrap();
    }
}
