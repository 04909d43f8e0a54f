//! Writing a table: its values numbered, packed into blocks and compressed.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;
use zermelo_board::Limits;
use zermelo_kernel::Color;

use super::{Header, block_size};
use crate::error::TableError;
use crate::layout::Layout;
use crate::table::{Measure, Table};

const LEVEL: i32 = 6;

/// The bytes of some words: sixty-four values each, and where there are none.
fn pack(words: impl Iterator<Item = ([u16; 64], u64)>, numbers: &[u16], width: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Where no position stands, the value before goes on.
    let mut number = 0;
    for (codes, void) in words {
        let mut packed = [0; 64];
        for (bit, (place, &code)) in packed.iter_mut().zip(&codes).enumerate() {
            if void >> bit & 1 == 0 {
                number = if width == 0 { code >> 14 } else { numbers[usize::from(code)] };
            }
            *place = number;
        }
        match width {
            0 => {
                bytes.extend(packed.as_chunks::<4>().0.iter().map(|four| {
                    four.iter().rev().fold(0, |byte, &number| byte << 2 | number as u8)
                }))
            }
            1 => bytes.extend(packed.map(|number| number as u8)),
            _ => bytes.extend(packed.iter().flat_map(|number| number.to_le_bytes())),
        }
    }
    bytes
}

impl Table {
    /// The values of a word as two bytes each, and where there are none; the words of the second
    /// half are numbered after those of the first.
    fn codes(&self, word: usize) -> ([u16; 64], u64) {
        let words = self.layout.words();
        let (half, word) = (&self.halves[Color::ALL[word / words]], word % words);
        let (win, loss) = (half.win[word], half.loss[word]);
        let mut codes = [0; 64];
        for (bit, code) in codes.iter_mut().enumerate() {
            *code = ((win >> bit & 1) << 14 | (loss >> bit & 1) << 15) as u16;
        }
        if let Some(plies) = half.plies.get(word * 64..word * 64 + 64) {
            for (bit, (code, &plies)) in codes.iter_mut().zip(plies).enumerate() {
                let decided = (win ^ loss) >> bit & 1;
                *code |= plies * decided as u16;
            }
        }
        (codes, win & loss)
    }

    /// How often each value occurs.
    fn count_codes(&self) -> Vec<u64> {
        let none = || vec![0_u64; 1 << 16];
        let count = |mut count: Vec<u64>, word: usize| {
            let (codes, void) = self.codes(word);
            for place in zermelo_board::squares(!void) {
                count[usize::from(codes[place.index()])] += 1;
            }
            count
        };
        let add = |mut a: Vec<u64>, b: Vec<u64>| {
            a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
            a
        };
        let words = (0..2 * self.layout.words()).into_par_iter();
        words.with_min_len(1 << 16).fold(none, count).reduce(none, add)
    }

    /// Writes the table: beside the file first, which then takes its name. Of the limits only
    /// deadline and interrupt are looked at.
    ///
    /// # Errors
    ///
    /// What the system says, or that a limit was reached; nothing half-written is left behind.
    pub fn write(&self, path: &Path, limits: Limits) -> Result<u64, TableError> {
        let places = 2 * 64 * self.layout.words();
        let block = block_size(self.measure);
        let mut values = Vec::new();
        // The number of each value, by its code.
        let mut numbers = vec![0_u16; 1 << 16];
        if self.measure != Measure::Outcome {
            let count = self.count_codes();
            // The commonest value first.
            let mut codes: Vec<u16> =
                (0..=u16::MAX).filter(|&c| count[usize::from(c)] > 0).collect();
            codes.sort_by_key(|&code| std::cmp::Reverse(count[usize::from(code)]));
            for (number, &code) in codes.iter().enumerate() {
                numbers[usize::from(code)] = number as u16;
                values.push(code);
            }
        }
        let mut header = Header {
            rules: self.rules,
            measure: self.measure,
            layout: Layout::new(self.material()),
            places,
            block,
            values,
            starts: vec![0],
        };
        let width = header.width();
        let damaged = |error: io::Error| TableError::Io { path: path.to_path_buf(), error };
        let blocks: Vec<Vec<u8>> = (0..places.div_ceil(block))
            .into_par_iter()
            .with_min_len(64)
            .map_init(
                || zstd::bulk::Compressor::new(LEVEL),
                |compressor, number| {
                    if limits.is_over() {
                        return Err(TableError::Stopped);
                    }
                    let range = number * block / 64..((number + 1) * block).min(places) / 64;
                    let bytes = pack(range.map(|word| self.codes(word)), &numbers, width);
                    let compressor = compressor
                        .as_mut()
                        .map_err(|error| damaged(io::Error::other(error.to_string())))?;
                    let mut packed = compressor.compress(&bytes).map_err(damaged)?;
                    packed.extend((xxh3_64(&packed) as u32).to_le_bytes());
                    Ok(packed)
                },
            )
            .collect::<Result<_, _>>()?;
        for bytes in &blocks {
            header.starts.push(header.starts[header.starts.len() - 1] + bytes.len() as u64);
        }
        let file = TempFile::new(path).map_err(damaged)?;
        file.fill(&header.to_bytes(), &blocks).map_err(damaged)
    }
}

/// A file that is being written, and is taken away again if it does not come to its end.
struct TempFile {
    temporary: PathBuf,
    path: PathBuf,
}

impl TempFile {
    fn new(path: &Path) -> io::Result<TempFile> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        remove_leftovers(path, &name);
        let temporary = path.with_file_name(format!("{name}.{}.new", std::process::id()));
        Ok(TempFile { temporary, path: path.to_path_buf() })
    }

    fn fill(&self, header: &[u8], blocks: &[Vec<u8>]) -> io::Result<u64> {
        let mut file = io::BufWriter::with_capacity(1 << 20, File::create(&self.temporary)?);
        file.write_all(header)?;
        for block in blocks {
            file.write_all(block)?;
        }
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        let size = file.metadata()?.len();
        fs::rename(&self.temporary, &self.path)?;
        Ok(size)
    }
}

/// Takes away what a process that was killed has left of this table.
fn remove_leftovers(path: &Path, name: &str) {
    let Some(folder) = path.parent() else { return };
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let other = entry.file_name();
        let process = other.to_str().and_then(|other| {
            other.strip_prefix(name)?.strip_prefix('.')?.strip_suffix(".new")?.parse::<u32>().ok()
        });
        // Where there is no /proc nobody can tell whether that process lives: let it be.
        let gone = |process: u32| {
            Path::new("/proc/self").exists() && !Path::new(&format!("/proc/{process}")).exists()
        };
        if process.is_some_and(gone) {
            // Some other process may have been quicker.
            let _ = fs::remove_file(entry.path());
        }
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        // Gone already if all went well.
        let _ = fs::remove_file(&self.temporary);
    }
}
