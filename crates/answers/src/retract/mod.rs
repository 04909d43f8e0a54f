//! What was the last move?
//!
//! The kernel lists the retractions. Here the list is split by the count of men, and if asked by
//! whether the position before was dead (dead reckoning); [`explain`] says that in sentences, with
//! why there is none ([`why_none`]), and [`RetractReport`] is for programs. Costs milliseconds.

mod answer;
pub mod explain;
mod notation;
mod reason;
mod report;

pub use answer::{LastMoves, Reckoned, ask, why_no_last_move};
pub use notation::{Way, long, man_name};
pub use reason::why_none;
pub use report::{ReadingsReport, RetractReport};
