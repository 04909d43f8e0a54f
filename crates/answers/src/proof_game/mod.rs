//! Shortest proof games: all games of a given length to a position, or all of the shortest.
//!
//! `question.rs` reads what is asked, `answer.rs` has the games found and each of them checked by the kernel,
//! `explain.rs` says what that means for a composer (unique, two, cooked, none), `report.rs` says it to
//! programs. That there is no other game is the search's word, as for all puzzles.

mod answer;
pub mod explain;
mod question;
mod report;

pub use answer::{Answer, Effort, Searched, Shorter, Solution, Verdict, solve};
pub use question::{Length, Question};
pub use report::ProofGameReport;
