//! Parquet for the bare loop of `zermelo scan`: positions out of it as lines, rows into it.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef};
use datafusion::arrow::compute::cast;
use datafusion::arrow::csv::ReaderBuilder;
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::parquet::arrow::ProjectionMask;
use datafusion::parquet::arrow::arrow_reader::{
    ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};

use crate::cells::{Cells, coerced};
use crate::sink::{Form, Sink};

/// A file of positions read as lines `FEN GAME`: column `fen` (text) or `packed` (bytes), and
/// `game` or `id` if there is one.
pub struct Lines {
    batches: ParquetRecordBatchReader,
    /// Columns of a batch: the position, and perhaps the game.
    position: usize,
    game: Option<usize>,
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
        let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(path)?)?;
        let schema = Arc::clone(builder.schema());
        let find = |names: [&str; 2]| names.iter().find_map(|name| schema.index_of(name).ok());
        let position = find(["fen", "packed"])
            .ok_or_else(|| io::Error::other("there is no column fen (text) or packed (bytes)"))?;
        if coerced(schema.field(position).data_type()).is_none() {
            return Err(io::Error::other("the column of positions is neither text nor bytes"));
        }
        let game = find(["game", "id"]);
        let wanted = [Some(position), game].into_iter().flatten();
        let mask = ProjectionMask::roots(builder.parquet_schema(), wanted);
        let batches = builder.with_projection(mask).build()?;
        // The columns stay in the order of the file.
        let (position, game) = match game {
            Some(game) if game < position => (1, Some(0)),
            Some(_) => (0, Some(1)),
            None => (0, None),
        };
        Ok(Lines { batches, position, game, text: Vec::new(), read: 0 })
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
        let positions = column(self.position)?;
        let games = self.game.map(column).transpose()?;
        let positions = Cells::new(&positions)?;
        for row in 0..batch.num_rows() {
            if let Some(fen) = positions.text(row) {
                // What would break the line is not part of a position.
                self.text.extend(fen.bytes().filter(|byte| !byte.is_ascii_control()));
            } else {
                // The reader says that this is no position, and where.
                self.text.extend(b"?");
            }
            if let Some(games) = &games
                && games.is_valid(row)
                && let Some(game) = Cells::new(games)?.text(row)
            {
                self.text.push(b' ');
                self.text.extend(game.bytes().filter(|byte| !byte.is_ascii_whitespace()));
            }
            self.text.push(b'\n');
        }
        Ok(true)
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

/// The rows of `zermelo scan`, written as CSV, as Parquet.
///
/// # Errors
///
/// Whatever reading or writing reports.
pub fn from_csv(rows: &Path, to: &Path) -> io::Result<()> {
    let text = |name| Field::new(name, DataType::Utf8, true);
    let schema = Arc::new(Schema::new(vec![
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
    ]));
    let source = BufReader::new(File::open(rows)?);
    let batches = ReaderBuilder::new(Arc::clone(&schema)).with_header(true).build(source);
    let mut sink = Sink::create(to, Form::Parquet)?;
    sink.write(&datafusion::arrow::record_batch::RecordBatch::new_empty(schema))?;
    for batch in batches.map_err(io::Error::other)? {
        sink.write(&batch.map_err(io::Error::other)?)?;
    }
    sink.close().map(drop)
}
