//! Whole databases: what a scan may be asked for, what it counts, and what is said of it.
//!
//! The crate `scan` reads games and decides; here are the columns that a row may have
//! ([`TagColumn`]), the counts ([`Tally`]), the closing table for people ([`Tally::table`]) and for
//! programs ([`Tally::report`]), the rows themselves ([`Row`]) and the picture of times.

mod answer;
mod explain;
mod histogram;
mod picture;
mod question;
mod report;

pub use answer::{Tally, Timing};
pub use explain::Run;
pub use histogram::Histogram;
pub use question::{TagColumn, TagColumns, TagValues, is_known};
pub use report::{Format, Row};
