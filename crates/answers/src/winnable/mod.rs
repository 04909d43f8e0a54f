//! Can this player still give mate?
//!
//! A [`Question`] is put to the engine; what it claims becomes an [`Answer`] when the kernel has
//! accepted it ([`Claim::check`]), also with the clock counted ([`Answer::with_history`]) or with
//! the shortest helpmate ([`Answer::shortened`]). An [`Explanation`] is the same for people, a
//! [`Report`] for programs, and whoever prints or serves them only lays them out.

mod answer;
mod explain;
mod line;
mod question;
mod reason;
mod region_view;
mod report;
mod shortest;
mod standing;

pub use answer::{Answer, Certified, Claim, Effort};
pub use explain::{Explanation, FlagFall, Outlook};
pub use line::{Answered, Line};
pub use question::{Question, Sides};
pub use reason::{Ends, Reason, kind};
pub use region_view::{Checker, Man, RegionView};
pub use report::{LineReport, Report, SideReport};
pub use shortest::{Shortest, Wanted};
pub use standing::{Answers, GameResult, Standing, flag_fall, standing};
