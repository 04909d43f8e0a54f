//! Losing chess: openings solved, proofs put to the kernel and walked about in.

mod answer;
mod book;
mod chances;
mod explain;
mod question;
mod report;
#[cfg(test)]
mod tests;
mod tree;

pub use answer::{BEFORE_TABLES, Found, Loaded, Proof, Searched, Solved, Stored, Verified};
pub use book::{read_book, text_of};
pub use chances::{ChancesReport, LosingAnswer, can_win};
pub use explain::{
    begun, below, campaign, ended, go_on, main_line, of_campaign, running, searching, text,
    what_next,
};
pub use question::{
    Opening, campaign_fault, complete, in_san, in_uci, missing, question, read_line, read_lines,
};
pub use report::{
    CampaignReport, ExportReport, ProofReport, RunReport, SolveReport, TreeView, VerifyReport,
    Written,
};
pub use tree::{End, Seen, View, find};
