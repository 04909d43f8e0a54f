//! Files of games, whole or in parts, as the rows by which they are shared out.

use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, StringArray, UInt64Array};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::common::Result;
use datafusion::common::cast::{as_string_array, as_uint64_array};
use zermelo_scan::{Block, Place, Unpacked, address_of, cut, cut_part, in_parts};

use crate::remote::Remote;

/// A file, or what begins in it between two bytes.
#[derive(Clone)]
pub(crate) struct Part {
    pub path: String,
    pub bytes: Range<u64>,
}

/// Where a file ends that is not cut into parts.
const END: u64 = u64::MAX;
/// Smaller parts cost more than they give.
const SMALLEST: u64 = 64 << 10;

impl Part {
    pub(crate) fn whole(path: &str) -> Part {
        Part { path: path.to_string(), bytes: 0..END }
    }

    /// Cuts a file into parts of about this size; nobody looks yet whether its frames allow it.
    pub(crate) async fn of(path: &str, size: u64) -> Vec<Part> {
        let length = match address_of(Path::new(path)) {
            None => std::fs::metadata(path).map_or(0, |about| about.len()),
            Some(_) => match Remote::look(path).await {
                Ok(file) if file.sends_parts().await => file.size(),
                _ => 0,
            },
        };
        let count = (length / size.max(SMALLEST)).max(1);
        let cut = |number| if number == count { END } else { length / count * number };
        let part = |number| Part { path: path.to_string(), bytes: cut(number)..cut(number + 1) };
        (0..count).map(part).collect()
    }

    /// Parts as rows, and back.
    pub(crate) fn encode(parts: &[Part]) -> Result<RecordBatch> {
        let paths = StringArray::from_iter_values(parts.iter().map(|part| &part.path));
        let starts = UInt64Array::from_iter_values(parts.iter().map(|part| part.bytes.start));
        let ends = UInt64Array::from_iter_values(parts.iter().map(|part| part.bytes.end));
        let columns: Vec<ArrayRef> = vec![Arc::new(paths), Arc::new(starts), Arc::new(ends)];
        Ok(RecordBatch::try_new(Part::schema(), columns)?)
    }

    pub(crate) fn decode(batch: &RecordBatch) -> Result<Vec<Part>> {
        let paths = as_string_array(batch.column(0))?;
        let (starts, ends) = (as_uint64_array(batch.column(1))?, as_uint64_array(batch.column(2))?);
        let part = |row| Part {
            path: paths.value(row).to_string(),
            bytes: starts.value(row)..ends.value(row),
        };
        Ok((0..batch.num_rows()).map(part).collect())
    }

    pub(crate) fn schema() -> SchemaRef {
        let field = |name, kind| Field::new(name, kind, false);
        Arc::new(Schema::new(vec![
            field("path", DataType::Utf8),
            field("start", DataType::UInt64),
            field("end", DataType::UInt64),
        ]))
    }

    /// Opens its file at a byte.
    fn open(&self, byte: u64) -> std::io::Result<Box<dyn Read + Send>> {
        if address_of(Path::new(&self.path)).is_some() {
            return Ok(Box::new(Remote::open(&self.path)?.read(byte)?));
        }
        let mut file = std::fs::File::open(&self.path)?;
        if byte > 0 {
            file.seek(SeekFrom::Start(byte))?;
        }
        Ok(Box::new(file))
    }

    /// Cuts it into blocks.
    pub(crate) fn cut(&self, put: impl FnMut(Block) -> std::io::Result<()>) -> std::io::Result<()> {
        let bytes = self.bytes.clone();
        let packing = if bytes == (0..END) { None } else { in_parts(self.open(0)?)? };
        match packing {
            Some(packing) => cut_part(self.open(bytes.start)?, packing, bytes, put),
            // What cannot be read in parts is read by whoever has the first.
            None if bytes.start > 0 => Ok(()),
            None => cut(Unpacked::new(self.open(0)?)?, Place::default(), put),
        }
    }
}
