//! `zermelo losing verify`: a proof is put to the kernel, with tables or played out to the end.

use std::io;
use std::time::{Duration, Instant};

use serde::Serialize;
use zermelo_kernel::{Color, LosingPosition, TreeClaim, TreeSummary};
use zermelo_losing::{Case, Position, Stage, Taken, Tree};

use zermelo_answers::losing::{Judged, Loaded};

use super::files;
use super::work::Work;
use super::{solve, tables};
use crate::args::{LosingVerifyArgs, Side};
use crate::exit::{Exit, Fault};
use crate::style::Style;
use crate::table::print_json;
use crate::watch::Line;
use crate::words::Page;
use crate::{names, proof};
use zermelo_answers::check::TreeReport;
use zermelo_answers::losing::Opening;

/// What became of a proof.
pub struct Verified {
    /// What it claims.
    pub claim: TreeClaim,
    /// The line to its root; empty if it is rejected.
    pub opening: Opening,
    /// What it holds, or why it is rejected.
    pub said: Result<TreeSummary, String>,
    /// Whether its nodes had to be put into strict order.
    pub rewritten: bool,
    /// Leaves that no table was there for.
    pub unknown: u64,
    /// The proof that needs no tables, if it was asked for.
    pub expanded: Option<TreeSummary>,
    /// Where that was written.
    pub written: Option<String>,
    /// How long it took.
    pub time: Duration,
}

impl Verified {
    /// Whether the claim is proved.
    pub fn is_proved(&self) -> bool {
        self.said.is_ok() && (self.unknown == 0 || self.expanded.is_some())
    }
}

/// Verifies.
pub fn run(args: &LosingVerifyArgs) -> Result<Exit, Fault> {
    let out = args.expand.as_ref().and_then(Option::as_ref);
    if let Some(out) = out {
        proof::can_be_written(out, "--expand").map_err(Fault::BadInput)?;
    }
    let begun = Instant::now();
    let stored = files::open(&args.proof)?;
    let TreeClaim { rules, prover, .. } = stored.claim;
    let side = if prover == Color::White { Side::White } else { Side::Black };
    // Ctrl-C ends a check at once; only what is built or made is ended with care.
    let work = args.expand.is_some().then(Work::without_search);
    let question = match &work {
        Some(work) => tables::question(&args.tables, rules, side, work)?,
        None => tables::question_as_is(&args.tables, rules, side),
    };
    let tables = |position: &LosingPosition| {
        let position = Position::from_kernel(position);
        let known = question.tables.as_ref().and_then(|tables| tables.outcome(&position));
        known.map(|_| question.won_by_tables(&position))
    };
    let said_meanwhile = |time: Duration| format!("checking the proof, {} s", time.as_secs());
    let line = match &work {
        Some(work) => {
            work.stage(Stage::Check);
            None
        }
        None => Some(Line::new(said_meanwhile)),
    };
    let Judged { said, rewritten, unknown } = stored.check(&tables)?;
    drop(line);
    let mut verified = Verified {
        claim: stored.claim.clone(),
        opening: Opening {
            start: Position::from_kernel(&stored.claim.position),
            number: 1,
            line: Vec::new(),
        },
        rewritten: rewritten.is_some(),
        said,
        unknown,
        expanded: None,
        written: None,
        time: Duration::ZERO,
    };
    if let Ok(summary) = &verified.said {
        let line = summary.opening.iter().map(|&m| zermelo_losing::Move::from_kernel(m));
        verified.opening.line = line.collect();
    }
    if let (Some(work), Ok(_)) = (&work, &verified.said) {
        let Loaded { tree, opening, claim, .. } = stored.load()?;
        let (whole, summary) = expand(&tree, &opening, &question, work)?;
        if let Some(out) = out {
            files::write_certificate(&whole, &claim, out, "--expand")?;
            verified.written = Some(out.display().to_string());
        }
        verified.expanded = Some(summary);
    }
    drop(work);
    verified.time = begun.elapsed();
    if args.output.json {
        print_json(&VerifyReport::new(&args.proof.file.display().to_string(), &verified))?;
    } else {
        let mut out = io::BufWriter::new(io::stdout().lock());
        let mut page = Page::new(&mut out, Style::new(args.output.color));
        page.verified(&verified, &args.tables.folder())?;
        io::Write::flush(&mut out)?;
    }
    Ok(match &verified.said {
        Err(_) => Exit::Rejected,
        Ok(_) if verified.is_proved() => Exit::Answered,
        Ok(_) => Exit::Open,
    })
}

/// Plays out what the tables know.
fn expand(
    tree: &Tree,
    opening: &Opening,
    question: &zermelo_losing::search::Question,
    work: &Work,
) -> Result<(Tree, TreeSummary), Fault> {
    let case = Case { question, start: opening.start, opening: &opening.line };
    let taken = tree.strategy(&opening.start, case.prover());
    let Taken { strategy, .. } = taken.map_err(|error| Fault::Bug(error.to_string()))?;
    let whole = case.expand(&strategy, false, &mut |stage| work.stage(stage));
    let whole = whole.map_err(|error| solve::fault(&error, question))?;
    Ok((whole.tree, whole.summary))
}

/// What became of a proof, for programs. The keys are documented in docs/guide/losing.md.
#[derive(Serialize)]
struct VerifyReport {
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
    fn new(file: &str, verified: &Verified) -> VerifyReport {
        let rules = verified.claim.rules;
        let tree = verified.said.as_ref().ok();
        let leaves = tree.map_or(0, |tree| tree.table_leaves);
        VerifyReport {
            file: file.to_string(),
            result: match (&verified.said, &verified.expanded) {
                (Err(_), _) => "rejected",
                (Ok(_), Some(_)) => "accepted",
                (Ok(_), None) if verified.unknown > 0 => "open",
                (Ok(_), None) if leaves > 0 => "accepted_given_tables",
                (Ok(_), None) => "accepted",
            },
            rules: rules.to_string(),
            prover: names::side(verified.claim.prover),
            start: verified.claim.position.to_fen(),
            rewritten: verified.rewritten,
            fault: verified.said.as_ref().err().cloned(),
            tree: tree.map(|tree| TreeReport::new(rules, tree)),
            table_values: leaves.saturating_sub(verified.unknown),
            tables_missing: verified.unknown,
            expanded: verified.expanded.as_ref().map(|tree| TreeReport::new(rules, tree)),
            written: verified.written.clone(),
            seconds: verified.time.as_secs_f64(),
        }
    }
}
