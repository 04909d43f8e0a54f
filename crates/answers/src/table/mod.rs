//! Endgame tables: positions looked up, tables counted, drawn, and put to the kernel.

mod answer;
mod explain;
mod figures;
mod histogram;
mod plot;
mod question;
mod report;
mod tablebase;

pub use answer::{
    Answer, Checked, Ended, Figures, Known, Line, Longest, SyzygyAnswer, ZugzwangCount, Zugzwangs,
    not_verified, slowest_first,
};
pub use explain::{Explanation, Words, conclusion};
pub use figures::{figures_of_each, overview};
pub use histogram::Histogram;
pub use plot::svg;
pub use question::{Chosen, Question, Tables, folder_of_tables, material};
pub use report::{
    BuildReport, Built, ProbeReport, StatsReport, SyzygyValueReport, ValueReport, VerifyReport,
    ZugzwangsReport,
};
pub use tablebase::{MainlineReport, Tablebase, TablebaseReport};
