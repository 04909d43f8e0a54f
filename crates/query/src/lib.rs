//! SQL over games and positions, by Apache DataFusion: on this machine, or on a cluster of them.
//!
//! [`GamesTable`] reads PGN and lines of FENs with the reader of `zermelo-scan`; Parquet, CSV and
//! JSON lines are DataFusion's. [`functions`] are what SQL can ask of a position, with the kernel
//! behind them: every `unwinnable` is checked, of the rest a share. [`run`] puts a query to all of
//! it and hands over record batches; [`Sink`] writes them to files.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod cells;
#[cfg(feature = "cluster")]
pub mod cluster;
mod faults;
mod functions;
mod games;
mod job;
mod parquet;
mod parts;
mod remote;
mod sink;

pub use datafusion::arrow::record_batch::RecordBatch;
pub use faults::{FaultSummary, take as take_faults};
pub use functions::{Budget, functions};
pub use games::{GamesExec, GamesTable, Reading};
pub use job::{Failure, Job, Outcome, flag_falls, run, session};
pub use parquet::{from_csv, open};
pub use sink::{Form, Shown, Sink};
