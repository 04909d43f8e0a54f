//! Game records: read, judged, checked, explained, reported.
//!
//! [`rule`] goes all the way; [`check`] is the one place where records are believed. Beside it:
//! what could be claimed (`occasions`), the moves by their names (`played`), the ruling in words
//! ([`Explanation`], and [`Line`], [`notes`] and [`Timeline`] for a game as a whole), the report for
//! programs.

mod answer;
mod explain;
pub mod occasions;
mod played;
mod report;
mod tally;
mod timeline;

pub use answer::{Judged, accept, check, rule, rule_sampled};
pub use explain::{Explanation, Line, ending_in_words, example_of_mate, notes};
pub use played::Played;
pub use report::{ClaimReport, ErrorReport, GameReport, to_line};
pub use tally::{Account, Tally};
pub use timeline::Timeline;
