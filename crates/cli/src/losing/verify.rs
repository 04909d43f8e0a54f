//! `zermelo losing verify`: a proof is put to the kernel, with tables or played out to the end.

use std::time::{Duration, Instant};

use zermelo_answers::losing::{VerifyReport, question};
use zermelo_kernel::TreeClaim;
use zermelo_losing::Stage;

use super::{files, progress, tables};
use crate::args::losing::LosingVerifyArgs;
use crate::exit::{Exit, Fault};
use crate::progress::Line;
use crate::proof::{self, Saved};
use crate::words;

/// Verifies.
pub fn run(args: &LosingVerifyArgs) -> Result<Exit, Fault> {
    let out = args.expand.as_ref().and_then(Option::as_deref);
    if let Some(out) = out {
        proof::can_be_written(out, "--expand")?;
    }
    let begun = Instant::now();
    let stored = files::open(&args.proof)?;
    let TreeClaim { rules, prover, .. } = stored.claim;
    // Ctrl-C ends a check at once; only what is built or made is ended with care.
    let progress = args.expand.is_some().then(|| progress::new(String::new));
    let mut question = question(rules, prover, &args.tables.folder(), args.tables.men);
    let checking = |time: Duration| format!("checking the proof, {} s", time.as_secs());
    let line = match &progress {
        Some(progress) => {
            progress.begin(Stage::Check);
            None
        }
        None => Some(Line::new(checking)),
    };
    let mut verified = stored.verify(Some(&question))?;
    drop(line);
    // Few trees leave something to tables: they are built for those alone.
    if let Some(progress) = progress.as_ref().filter(|_| verified.unknown > 0) {
        question = tables::question(&args.tables, rules, prover, progress)?;
        progress.begin(Stage::Check);
        verified = stored.verify(Some(&question))?;
    }
    let (mut saved, mut written) = (Saved::default(), None);
    if let (Some(progress), Ok(_)) = (&progress, &verified.result) {
        let loaded = stored.load()?;
        let whole = loaded.expanded(&question, &mut |stage| progress.begin(stage))?;
        if let Some(out) = out {
            let done = files::write_certificate(&whole.tree, &loaded.claim, out, "--expand");
            written = saved.note(done, out);
        }
        verified.expanded = Some(whole.summary);
    }
    drop(progress);
    verified.time = begun.elapsed();
    let report = VerifyReport::new(&args.proof.file, &verified, written);
    words::answer(args.output, &report, |page| {
        if verified.result.is_ok() {
            page.table_board(&verified.opening.root().to_kernel(), rules)?;
        }
        page.explain(&verified.explain(&args.tables.folder(), written))
    })?;
    saved.exit(match &verified.result {
        Err(_) => Exit::Rejected,
        Ok(_) if verified.is_proved() => Exit::Answered,
        Ok(_) => Exit::Open,
    })
}
