//! `zermelo losing export`: a proof, or a part of it, in another form.

use std::path::Path;
use std::time::Duration;

use zermelo_answers::losing::{ExportReport, Loaded, text};
use zermelo_kernel::Color;
use zermelo_losing::Book;

use super::{files, progress};
use crate::args::losing::ExportArgs;
use crate::exit::{Exit, Fault, bad_input};
use crate::proof;
use crate::words::{print_json, print_line, thousands};

/// Writes.
pub fn run(args: &ExportArgs) -> Result<Exit, Fault> {
    proof::can_be_written(&args.to, "--to")?;
    let same =
        |one: &Path, other: &Path| Some(one.canonicalize().ok()? == other.canonicalize().ok()?);
    if same(&args.proof.file, &args.to) == Some(true) {
        return bad_input(format!("--to {}: this is the proof itself", args.to.display()));
    }
    let mut loaded = files::open(&args.proof)?.load()?;
    if !args.at.is_empty() {
        loaded = loaded.part(&args.at)?;
    }
    if let Some(seconds) = args.smaller {
        let progress = progress::new(String::new);
        let (tables, time) =
            ((&*args.tables.folder(), args.tables.men), Duration::from_secs(seconds));
        loaded =
            loaded.smaller(tables, time, progress.stop(), &mut |stage| progress.begin(stage))?;
    }
    let Loaded { claim, tree, opening, summary } = loaded;
    let form = if args.book {
        let text = Book::of(&tree, &opening.start, (claim.rules, claim.prover), args.least);
        proof::write(text.map_err(|error| Fault::Bug(error.to_string()))?, &args.to, "--to")?;
        "book"
    } else if args.text {
        let text = text(&tree, &opening).map_err(|error| Fault::Bug(error.to_string()))?;
        proof::write(text, &args.to, "--to")?;
        "text"
    } else if args.bare {
        if !opening.is_from_initial_array() || claim.prover != Color::White {
            return bad_input("--bare: a bare tree is one of White's, from the initial array");
        }
        files::write_bare(&tree, &args.to, "--to")?;
        "bare"
    } else {
        files::write_certificate(&tree, &claim, &args.to, "--to")?;
        "certificate"
    };
    let bytes = std::fs::metadata(&args.to).map_or(0, |about| about.len());
    let (to, nodes) = (args.to.display().to_string(), summary.nodes);
    if args.json {
        return print_json(&ExportReport { to, form, nodes, bytes });
    }
    let (nodes, bytes) = (thousands(nodes), thousands(bytes));
    print_line(&format!("Written to {to} ({form}): {nodes} positions, {bytes} bytes."))
}
