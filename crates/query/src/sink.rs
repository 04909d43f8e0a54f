//! Record batches written to a file or shown.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use datafusion::arrow::csv;
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::json;
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::{Compression, ZstdLevel};
use datafusion::parquet::errors::ParquetError;
use datafusion::parquet::file::properties::WriterProperties;

/// How rows are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Comma-separated, with a line of names.
    Csv,
    /// One JSON object a line.
    JsonLines,
    /// Apache Parquet.
    Parquet,
}

/// Where it goes. (A type parameter would have all writers compiled anew for whoever writes.)
type Output = Box<dyn Write + Send>;

/// What is written; the first batch brings the columns.
pub struct Sink {
    form: Form,
    /// Until the first batch.
    output: Option<Output>,
    writer: Option<Writer>,
    rows: u64,
}

enum Writer {
    Csv(Box<csv::Writer<Output>>),
    Json(json::LineDelimitedWriter<Output>),
    Parquet(Box<ArrowWriter<Output>>),
}

fn arrow(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, inner) => inner,
        other => io::Error::other(other),
    }
}

fn parquet(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => io::Error::other(inner),
        other => io::Error::other(other),
    }
}

/// How Parquet is written.
pub(crate) fn properties() -> Result<WriterProperties, ParquetError> {
    let zstd = Compression::ZSTD(ZstdLevel::try_new(3)?);
    Ok(WriterProperties::builder().set_compression(zstd).build())
}

impl Sink {
    /// A sink that writes a new file.
    ///
    /// # Errors
    ///
    /// If the file cannot be made.
    pub fn create(path: &Path, form: Form) -> io::Result<Sink> {
        Ok(Sink::new(Box::new(BufWriter::new(File::create(path)?)), form))
    }

    /// A sink into anything.
    pub fn new(output: Output, form: Form) -> Sink {
        Sink { form, output: Some(output), writer: None, rows: 0 }
    }

    /// Rows written.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Writes a batch.
    ///
    /// # Errors
    ///
    /// Whatever the output reports, or if the columns have no form of this kind.
    pub fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
        if let Some(output) = self.output.take() {
            self.writer = Some(match self.form {
                Form::Csv => Writer::Csv(Box::new(csv::Writer::new(output))),
                Form::JsonLines => {
                    // A NULL is said, as in the rows of `zermelo scan`.
                    let builder = json::WriterBuilder::new().with_explicit_nulls(true);
                    Writer::Json(builder.build(output))
                }
                Form::Parquet => {
                    let properties = properties().map_err(parquet)?;
                    let writer = ArrowWriter::try_new(output, batch.schema(), Some(properties));
                    Writer::Parquet(Box::new(writer.map_err(parquet)?))
                }
            });
        }
        self.rows += batch.num_rows() as u64;
        match &mut self.writer {
            Some(Writer::Csv(writer)) => writer.write(batch).map_err(arrow),
            Some(Writer::Json(writer)) => writer.write(batch).map_err(arrow),
            Some(Writer::Parquet(writer)) => writer.write(batch).map_err(parquet),
            None => Ok(()),
        }
    }

    /// Ends the output; what was written so far is whole.
    ///
    /// # Errors
    ///
    /// Whatever the output reports.
    pub fn close(self) -> io::Result<u64> {
        match self.writer {
            Some(Writer::Csv(writer)) => writer.into_inner().flush()?,
            Some(Writer::Json(mut writer)) => {
                writer.finish().map_err(arrow)?;
                writer.into_inner().flush()?;
            }
            Some(Writer::Parquet(writer)) => {
                writer.into_inner().map_err(parquet)?.flush()?;
            }
            None => {}
        }
        Ok(self.rows)
    }
}

/// The first rows, as a table for people; the others are counted.
pub struct Shown {
    batches: Vec<RecordBatch>,
    left: usize,
    /// Rows in all.
    pub rows: u64,
}

impl Shown {
    /// Nothing yet; at most so many rows will be shown.
    pub fn new(most: usize) -> Shown {
        Shown { batches: Vec::new(), left: most, rows: 0 }
    }

    /// Takes a batch.
    pub fn add(&mut self, batch: &RecordBatch) {
        self.rows += batch.num_rows() as u64;
        let taken = self.left.min(batch.num_rows());
        self.left -= taken;
        if taken > 0 || self.batches.is_empty() {
            self.batches.push(batch.slice(0, taken));
        }
    }

    /// The table.
    ///
    /// # Errors
    ///
    /// If a value cannot be shown.
    pub fn table(&self) -> Result<String, ArrowError> {
        Ok(pretty_format_batches(&self.batches)?.to_string())
    }
}
