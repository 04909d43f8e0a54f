//! Help problems, all solutions; and queries about the past and future of a diagram.
//!
//! `question.rs` reads what is asked (`setup.rs` the diagram and its conventions), `answer.rs` puts
//! it to the engine and has the kernel check every line, `explain.rs` says what was found, and
//! `report.rs` is for programs. `query.rs` is for queries, the other thing that may be asked.

mod answer;
pub mod explain;
pub mod query;
mod question;
mod report;
mod setup;

pub use answer::{Answer, Effort, Searched, Shorter, Solution, Solved, solve};
pub use question::{Asked, Diagram, Kind, Part, Question};
pub use report::PuzzleReport;
pub use setup::Conventions;
