//! Parquet for the bare loop of `zermelo scan`: positions out of it as a table of text, rows into it.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::compute::cast;
use datafusion::arrow::csv::ReaderBuilder;
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::parquet::arrow::ProjectionMask;
use datafusion::parquet::arrow::arrow_reader::{
    ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use datafusion::parquet::file::reader::ChunkReader;
use zermelo_answers::scan::TagColumn;
use zermelo_scan::address_of;

use crate::cells::{Cells, coerced};
use crate::remote::Remote;
use crate::sink::{Form, Sink};

/// A source that the bare loop cannot read by itself, Parquet or an address: its text from this byte
/// on, and the number of its bytes where that is known.
///
/// # Errors
///
/// If it cannot be read, or has no positions.
pub fn open(source: &Path, at: u64) -> io::Result<(Box<dyn Read + Send>, Option<u64>)> {
    let name = address_of(source).map_or_else(|| source.to_string_lossy(), Into::into);
    if name.to_ascii_lowercase().ends_with(".parquet") {
        let mut lines = Lines::open(source)?;
        io::copy(&mut lines.by_ref().take(at), &mut io::sink())?;
        return Ok((Box::new(lines), None));
    }
    let file = Remote::open(&source.to_string_lossy())?;
    Ok((Box::new(file.read(at)?), Some(file.size())))
}

/// The columns that count, in the order in which they are written.
const COLUMNS: [&str; 4] = ["fen", "side", "flagged", "game"];

/// A file of positions read as a table of text (comma-separated): column `fen` (text) or `packed`
/// (bytes), and `side`, `flagged`, `game` or `id` where they are there.
pub struct Lines {
    batches: ParquetRecordBatchReader,
    /// Where in a batch the columns stand.
    columns: [Option<usize>; 4],
    text: Vec<u8>,
    read: usize,
}

impl Lines {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or has no positions.
    pub fn open(path: &Path) -> io::Result<Lines> {
        match address_of(path) {
            Some(_) => Lines::of(Remote::open(&path.to_string_lossy())?),
            None => Lines::of(File::open(path)?),
        }
    }

    fn of(file: impl ChunkReader + 'static) -> io::Result<Lines> {
        let builder = ParquetRecordBatchReaderBuilder::try_new(file)?;
        let schema = Arc::clone(builder.schema());
        let find = |names: &[&str]| names.iter().find_map(|name| schema.index_of(name).ok());
        let position = find(&["fen", "packed"])
            .ok_or_else(|| io::Error::other("there is no column fen (text) or packed (bytes)"))?;
        if coerced(schema.field(position).data_type()).is_none() {
            return Err(io::Error::other("the column of positions is neither text nor bytes"));
        }
        let places = [Some(position), find(&["side"]), find(&["flagged"]), find(&["id", "game"])];
        let mut wanted: Vec<usize> = places.into_iter().flatten().collect();
        wanted.sort_unstable();
        let mask = ProjectionMask::roots(builder.parquet_schema(), wanted.iter().copied());
        let batches = builder.with_projection(mask).build()?;
        // The columns stay in the order of the file.
        let place = |column| wanted.iter().position(|&other| Some(other) == column);
        let columns = places.map(place);
        let text = format!("{}\n", COLUMNS.join(",")).into_bytes();
        Ok(Lines { batches, columns, text, read: 0 })
    }

    /// Makes lines of the next batch; false at the end.
    fn fill(&mut self) -> io::Result<bool> {
        let Some(batch) = self.batches.next().transpose().map_err(io::Error::other)? else {
            return Ok(false);
        };
        self.text.clear();
        self.read = 0;
        let column = |index: usize| -> io::Result<ArrayRef> {
            let column = batch.column(index);
            let kind = coerced(column.data_type()).unwrap_or(DataType::Utf8);
            cast(column, &kind).map_err(io::Error::other)
        };
        let column = |place: &Option<usize>| place.map(column).transpose();
        let columns = self.columns.iter().map(column).collect::<io::Result<Vec<_>>>()?;
        let cells = columns.iter().map(|column| column.as_ref().map(Cells::new).transpose());
        let cells = cells.collect::<datafusion::common::Result<Vec<_>>>()?;
        for row in 0..batch.num_rows() {
            for (number, cells) in cells.iter().enumerate() {
                if number > 0 {
                    self.text.push(b',');
                }
                if let Some(text) = cells.as_ref().and_then(|cells| cells.text(row)) {
                    self.cell(&text, number == 0);
                }
            }
            self.text.push(b'\n');
        }
        Ok(true)
    }

    /// Writes a cell in quotes; a line break would end the line.
    fn cell(&mut self, text: &str, is_position: bool) {
        self.text.push(b'"');
        for byte in text.bytes() {
            match byte {
                b'"' => self.text.extend(b"\"\""),
                b'_' if is_position => self.text.push(b' '),
                byte if byte.is_ascii_control() => self.text.push(b' '),
                byte => self.text.push(byte),
            }
        }
        self.text.push(b'"');
    }
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.read == self.text.len() {
            if !self.fill()? {
                return Ok(0);
            }
        }
        let length = buffer.len().min(self.text.len() - self.read);
        buffer[..length].copy_from_slice(&self.text[self.read..self.read + length]);
        self.read += length;
        Ok(length)
    }
}

/// The rows of `zermelo scan`, written as CSV with these columns of tags, as Parquet.
///
/// # Errors
///
/// Whatever reading or writing reports.
pub fn from_csv(rows: &Path, columns: &[TagColumn], to: &Path) -> io::Result<()> {
    let text = |name| Field::new(name, DataType::Utf8, true);
    let mut fields = vec![
        text("game"),
        text("flagged"),
        Field::new("ply", DataType::UInt32, false),
        text("fen"),
        text("result"),
        text("verdict"),
        text("method"),
        Field::new("nodes", DataType::UInt64, false),
        Field::new("time_us", DataType::Float64, false),
        Field::new("checked", DataType::Boolean, false),
    ];
    fields.extend(columns.iter().map(|column| match column.is_number() {
        true => Field::new(column.name(), DataType::Int32, true),
        false => text(column.name()),
    }));
    let schema = Arc::new(Schema::new(fields));
    let source = BufReader::new(File::open(rows)?);
    let batches = ReaderBuilder::new(Arc::clone(&schema)).with_header(true).build(source);
    let mut sink = Sink::create(to, Form::Parquet)?;
    sink.write(&datafusion::arrow::record_batch::RecordBatch::new_empty(schema))?;
    for batch in batches.map_err(io::Error::other)? {
        sink.write(&batch.map_err(io::Error::other)?)?;
    }
    sink.close().map(drop)
}
