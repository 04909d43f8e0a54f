//! How long can a game last?
//!
//! A [`Question`] says which rules end a game; [`Longest::make`] answers it with a game that the
//! kernel has gone through, and [`Question::bound`] says why none is longer. [`AuditReport`] is what
//! the kernel's replay of any game shows, for programs and ([`AuditReport::rows`]) for people.

mod answer;
mod bound;
mod explain;
mod report;

pub use answer::{Longest, Question};
pub use bound::{Bound, BoundStep};
pub use explain::bound_in_words;
pub use report::{AuditReport, BoundReport, MovesReport};
