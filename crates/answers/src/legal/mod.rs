//! Can this position arise?
//!
//! [`Answer::ask`] asks the engine and has the kernel check what it says; [`reason`] says why a
//! position cannot arise; [`LegalReport`] is for programs.

mod answer;
pub mod reason;
mod report;

pub use answer::{Answer, Question};
pub use report::{LegalReport, ReadingsReport, verdict_of_all};
