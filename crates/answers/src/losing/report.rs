//! Proofs of losing chess for programs. The keys are documented in docs/guide/losing.md.

use std::path::Path;

use serde::Serialize;
use zermelo_losing::Tree;
use zermelo_losing::campaign::Status;

use super::answer::{Found, Proof, Searched, Solved, Verified};
use super::explain::{campaign_headline, of_campaign};
use super::question::{Opening, in_san, in_uci};
use super::tree::{End, Seen, View, weight};
use crate::check::TreeReport;
use crate::names;

/// What came of a search.
#[derive(Serialize)]
pub struct SolveReport {
    rules: String,
    prover: &'static str,
    start: String,
    opening: Vec<String>,
    opening_san: Vec<String>,
    fen: String,
    result: &'static str,
    tables_men: usize,
    tables_folder: String,
    search: Searched,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofReport>,
}

/// A proof.
#[derive(Serialize)]
pub struct ProofReport {
    accepted: bool,
    positions_as_found: u64,
    compact: TreeReport,
    compact_bytes: u64,
    full: TreeReport,
    full_bytes: u64,
    seconds: f64,
    main_line: Vec<String>,
    main_line_san: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof_file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    compact_file: Option<String>,
}

/// Where a proof was written: the certificate, and the tree that ends in the tables.
#[derive(Clone, Copy, Default)]
#[allow(missing_docs)]
pub struct Written<'a> {
    pub proof: Option<&'a Path>,
    pub compact: Option<&'a Path>,
}

impl ProofReport {
    /// The report of a proof that the kernel accepted.
    pub fn new(opening: &Opening, proof: &Proof, written: Written<'_>) -> ProofReport {
        let Proof { proved, time, main_line } = proof;
        let bytes = |tree: &Tree| 6 * tree.len() as u64;
        let name = |file: &Path| file.display().to_string();
        ProofReport {
            accepted: true,
            positions_as_found: proved.found,
            compact: TreeReport::new(&proved.compact.summary),
            compact_bytes: bytes(&proved.compact.tree),
            full: TreeReport::new(&proved.full.summary),
            full_bytes: bytes(&proved.full.tree),
            seconds: time.as_secs_f64(),
            main_line: in_uci(main_line),
            main_line_san: in_san(&opening.root(), main_line),
            proof_file: written.proof.map(name),
            compact_file: written.compact.map(name),
        }
    }
}

impl SolveReport {
    /// The report of a search whose tables would be in this folder.
    pub fn new(solved: &Solved, folder: &Path, written: Written<'_>) -> SolveReport {
        let Solved { opening, rules, prover, men, effort, found } = solved;
        let (result, proof) = match found {
            Found::Proved(proof) => ("proved", Some(ProofReport::new(opening, proof, written))),
            Found::Refuted => ("refuted", None),
            Found::Limit => ("open", None),
            Found::Stopped => ("stopped", None),
        };
        SolveReport {
            rules: rules.to_string(),
            prover: names::side(*prover),
            start: opening.start.to_fen(),
            opening: in_uci(&opening.line),
            opening_san: in_san(&opening.start, &opening.line),
            fen: opening.root().to_fen(),
            result,
            tables_men: *men,
            tables_folder: folder.display().to_string(),
            search: *effort,
            proof,
        }
    }
}

/// What a run of a campaign did.
#[derive(Serialize)]
#[allow(missing_docs)]
pub struct RunReport<'a> {
    pub end: &'static str,
    pub status: &'a Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofReport>,
}

/// How a campaign stands, and what there is to say of it to people: its lines as they write them.
#[derive(Serialize)]
pub struct CampaignReport<'a> {
    #[serde(flatten)]
    status: &'a Status,
    headline: String,
    main_line_san: String,
    searching_san: Vec<String>,
    branches_san: Vec<String>,
}

impl<'a> CampaignReport<'a> {
    /// The report of a campaign with this line to its root.
    pub fn new(status: &'a Status, opening: &Opening) -> CampaignReport<'a> {
        let san = |line: &String| of_campaign(opening, line);
        CampaignReport {
            headline: campaign_headline(status, opening),
            main_line_san: san(&status.main_line),
            searching_san: status.searching.iter().map(san).collect(),
            branches_san: status.branches.iter().map(|branch| san(&branch.line)).collect(),
            status,
        }
    }
}

/// What was written by an export.
#[derive(Serialize)]
#[allow(missing_docs)]
pub struct ExportReport {
    pub to: String,
    pub form: &'static str,
    pub nodes: u64,
    pub bytes: u64,
}

/// What became of a stored proof.
#[derive(Serialize)]
pub struct VerifyReport {
    file: String,
    result: &'static str,
    rules: String,
    prover: &'static str,
    start: String,
    rewritten: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<TreeReport>,
    /// Leaves whose values came from tables.
    table_values: u64,
    /// Leaves that no table was there for.
    tables_missing: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    expanded: Option<TreeReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<String>,
    seconds: f64,
}

impl VerifyReport {
    /// The report of a file; `written` is where the proof without tables is.
    pub fn new(file: &Path, verified: &Verified, written: Option<&Path>) -> VerifyReport {
        let rules = verified.claim.rules;
        let tree = verified.result.as_ref().ok();
        let leaves = tree.map_or(0, |tree| tree.table_leaves);
        VerifyReport {
            file: file.display().to_string(),
            result: match (&verified.result, &verified.expanded) {
                (Err(_), _) => "rejected",
                (Ok(_), Some(_)) => "accepted",
                (Ok(_), None) if verified.unknown > 0 => "open",
                (Ok(_), None) if leaves > 0 => "accepted_given_tables",
                (Ok(_), None) => "accepted",
            },
            rules: rules.to_string(),
            prover: names::side(verified.claim.prover),
            start: verified.claim.position.to_fen(),
            rewritten: verified.rewritten.is_some(),
            fault: verified.result.as_ref().err().cloned(),
            tree: tree.map(TreeReport::new),
            table_values: leaves.saturating_sub(verified.unknown),
            tables_missing: verified.unknown,
            expanded: verified.expanded.as_ref().map(TreeReport::new),
            written: written.map(|file| file.display().to_string()),
            seconds: verified.time.as_secs_f64(),
        }
    }
}

/// A place for programs. The keys are documented in docs/guide/losing.md.
#[derive(Serialize)]
pub struct TreeView {
    rules: String,
    prover: &'static str,
    line: Vec<String>,
    line_san: Vec<String>,
    fen: String,
    turn: &'static str,
    nodes: u64,
    internal: u64,
    terminal: u64,
    table_leaves: u64,
    transpositions: u64,
    forced: u64,
    longest_plies: u32,
    moves: Vec<MoveView>,
    main_line: Vec<String>,
    main_line_san: Vec<String>,
}

/// A move for programs.
#[derive(Serialize)]
struct MoveView {
    uci: String,
    san: String,
    nodes: u32,
    plies: u32,
    transposition: bool,
    end: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<MoveView>,
}

impl MoveView {
    fn new(seen: &Seen) -> MoveView {
        MoveView {
            uci: seen.branch.made.to_string(),
            san: seen.san.clone(),
            nodes: weight(&seen.branch),
            plies: seen.branch.plies,
            transposition: seen.branch.same.is_some(),
            end: seen.end.map(|end| match end {
                End::Over => "over",
                End::Table => "table",
            }),
            moves: seen.moves.iter().map(MoveView::new).collect(),
        }
    }
}

impl TreeView {
    /// The view, for programs.
    pub fn new(view: &View) -> TreeView {
        let View { opening, summary, main_line, .. } = view;
        let root = opening.root();
        TreeView {
            rules: view.rules.to_string(),
            prover: names::side(view.prover),
            line: in_uci(&opening.line),
            line_san: in_san(&opening.start, &opening.line),
            fen: root.to_fen(),
            turn: names::side(root.turn()),
            nodes: summary.nodes,
            internal: summary.internal,
            terminal: summary.terminal,
            table_leaves: summary.table_leaves,
            transpositions: summary.transpositions,
            forced: summary.forced,
            longest_plies: summary.longest,
            moves: view.moves.iter().map(MoveView::new).collect(),
            main_line: in_uci(main_line),
            main_line_san: in_san(&root, main_line),
        }
    }
}
