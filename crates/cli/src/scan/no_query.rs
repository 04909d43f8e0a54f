//! What `query.rs` does, in a build without DataFusion: saying so.

use std::io;
use std::path::Path;

use zermelo_answers::scan::TagColumn;

use crate::args::scan::{Output, ScanArgs, WITHOUT_SQL};
use crate::exit::{Exit, Fault, bad_input};
use crate::input::Opened;

/// Asks in SQL, or a cluster.
pub fn run(_: &ScanArgs) -> Result<Exit, Fault> {
    bad_input(WITHOUT_SQL)
}

/// Opens Parquet, or an address.
pub fn open(_: &Path, _: u64) -> io::Result<Opened> {
    Err(io::Error::other(WITHOUT_SQL))
}

/// Makes Parquet of the rows, if that is wanted.
pub fn to_parquet(_: &Output, _: &[TagColumn], _: bool) -> io::Result<()> {
    Ok(())
}
