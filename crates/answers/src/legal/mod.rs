//! Can this position arise?
//!
//! [`Answer::ask`] asks the engine and has the kernel check what it says; [`explain`] says why, and
//! [`LegalReport`] is for programs. [`count`] asks the same of every position of an ending,
//! [`estimate`] of positions by lot.

mod answer;
mod before;
#[cfg(feature = "tables")]
pub mod count;
#[cfg(feature = "tables")]
pub mod estimate;
pub mod explain;
mod question;
pub mod readings;
pub(crate) mod reason;
mod report;

pub use answer::Answer;
pub use question::{Question, Reading};
pub use report::{CertifiedReport, LegalReport, LineReport, ReadingsReport, verdict_of_all};
