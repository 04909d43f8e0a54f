//! Losing chess: openings solved, proofs put to the kernel and walked about in.

mod answer;
mod explain;
mod question;
mod report;
mod tree;

pub use answer::{Found, Loaded, Proof, Searched, Solved, Stored, Verified};
pub use explain::{begun, below, campaign, ended, main_line, of_campaign, text, what_next};
pub use question::{Opening, complete, in_san, in_uci, missing, question, read_line};
pub use report::{
    ExportReport, ProofReport, RunReport, SolveReport, TreeView, VerifyReport, Written,
};
pub use tree::{End, Seen, View, find};
