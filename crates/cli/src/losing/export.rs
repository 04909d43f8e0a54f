//! `zermelo losing export`: a proof, or a part of it, in another form.

use std::fmt::Write;

use serde::Serialize;
use zermelo_kernel::{Color, TreeClaim};
use zermelo_losing::{Position, Taken, Tree, TreeError, Walk};

use zermelo_answers::losing::Loaded;

use super::files;
use crate::args::ExportArgs;
use crate::exit::{Exit, Fault};
use crate::proof;
use crate::table::print_json;
use crate::words::thousands;
use zermelo_answers::losing::{Opening, find, in_san};

/// What was written. The keys are documented in docs/guide/losing.md.
#[derive(Serialize)]
struct ExportReport {
    to: String,
    form: &'static str,
    nodes: u64,
    bytes: u64,
}

/// Writes.
pub fn run(args: &ExportArgs) -> Result<Exit, Fault> {
    proof::can_be_written(&args.to, "--to").map_err(Fault::BadInput)?;
    let Loaded { claim, mut tree, mut opening, mut summary } = files::open(&args.proof)?.load()?;
    let bug = |error: TreeError| Fault::Bug(error.to_string());
    if !args.at.is_empty() {
        let walk = Walk::new(&tree, &opening.start).map_err(bug)?;
        opening = find(&walk, &opening, &args.at)?.1;
        let cut = part(&tree, &claim, &opening).map_err(bug)?;
        tree = cut;
        let said = tree.check(claim.rules, claim.prover, &opening.start, |_| true);
        summary = said.map_err(|fault| Fault::Bug(fault.to_string()))?;
    }
    let form = if args.text {
        let text = text(&tree, &opening).map_err(bug)?;
        proof::write(text.as_bytes(), &args.to, "--to").map_err(Fault::BadInput)?;
        "text"
    } else if args.bare {
        if !opening.is_from_initial_array() || claim.prover != Color::White {
            let why = "--bare: a bare tree is one of White's, from the initial array";
            return Err(Fault::BadInput(why.to_string()));
        }
        files::write_bare(&tree, &args.to, "--to")?;
        "bare"
    } else {
        files::write_certificate(&tree, &claim, &args.to, "--to")?;
        "certificate"
    };
    let bytes = std::fs::metadata(&args.to).map_or(0, |about| about.len());
    let to = args.to.display().to_string();
    if args.json {
        print_json(&ExportReport { to, form, nodes: summary.nodes, bytes })?;
    } else {
        println!(
            "Written to {to} ({form}): {} positions, {} bytes.",
            thousands(summary.nodes),
            thousands(bytes)
        );
    }
    Ok(Exit::Answered)
}

/// The tree after a longer line.
fn part(tree: &Tree, claim: &TreeClaim, opening: &Opening) -> Result<Tree, TreeError> {
    let Taken { strategy, tables } = tree.strategy(&opening.start, claim.prover)?;
    let known = |position: &Position| tables.contains(&position.key());
    Tree::of(&strategy, &opening.start, &opening.line, claim.prover, known)
}

/// Every move on a line of its own, one space a ply. A position that was written before is named by
/// the number of its line.
fn text(tree: &Tree, opening: &Opening) -> Result<String, TreeError> {
    let walk = Walk::new(tree, &opening.start)?;
    let mut out = String::new();
    let line = opening.numbered(&opening.start, 0, &opening.line).join(" ");
    let _ = writeln!(out, "{}", if line.is_empty() { opening.start.to_fen() } else { line });
    // The line of each node that has been written.
    let mut lines = vec![0; tree.len()];
    let mut number = 1;
    lines[walk.root().node] = number;
    let mut stack: Vec<_> = walk.branches(walk.root()).map(|b| (1, walk.root(), b)).collect();
    stack.reverse();
    while let Some((depth, before, branch)) = stack.pop() {
        number += 1;
        let san = in_san(&before.position, &[branch.made]).join("");
        let after = branch.after;
        let end = match (branch.same, walk.branches(after).next()) {
            (Some(_), _) => format!(" = line {}", lines[after.node]),
            (None, None) if after.position.has_legal_move() => " (table)".to_string(),
            (None, None) => " (over)".to_string(),
            (None, Some(_)) => String::new(),
        };
        let _ = writeln!(out, "{:depth$}{san}{end}", "");
        if branch.same.is_none() {
            lines[after.node] = number;
            let first = stack.len();
            stack.extend(walk.branches(after).map(|branch| (depth + 1, after, branch)));
            stack[first..].reverse();
        }
    }
    Ok(out)
}
