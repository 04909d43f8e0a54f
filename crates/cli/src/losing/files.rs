//! Proofs on disk: certificates, and bare trees in the layout of the 2012 proofs.

use std::path::Path;

use zermelo_answers::losing::{Opening, Proof, Stored, Written};
use zermelo_kernel::{Color, Rules, TreeClaim};
use zermelo_losing::{Position, Tree};

use crate::args::losing::{LosingFiles, ProofFile};
use crate::check::Source;
use crate::exit::{Fault, bad_input};
use crate::proof::{self, Saved};

/// Opens the file of a proof.
pub fn open(args: &ProofFile) -> Result<Stored, Fault> {
    let name = args.file.display().to_string();
    let source = Source::of(&args.file, 4 << 30)
        .or_else(|error| bad_input(format!("{name}: cannot be read: {error}")))?;
    Ok(Stored::open(name, Box::new(source), args.rules, args.side)?)
}

/// Says before long work if a file cannot be written after it.
pub fn can_be_written(files: &LosingFiles, opening: &Opening) -> Result<(), Fault> {
    for (file, option) in [(&files.proof, "--proof"), (&files.compact, "--compact")] {
        file.as_deref().map_or(Ok(()), |file| proof::can_be_written(file, option))?;
    }
    if files.compact.is_some() && !opening.is_from_initial_array() {
        return bad_input("--compact: a bare tree begins in the initial array; use --proof");
    }
    Ok(())
}

/// Writes a proof where it is wanted; returns where that worked.
pub fn write<'a>(
    files: &'a LosingFiles,
    opening: &Opening,
    (rules, prover): (Rules, Color),
    proof: &Proof,
) -> (Written<'a>, Saved) {
    let claim = TreeClaim { rules, position: opening.start.to_kernel(), prover };
    let mut saved = Saved::default();
    let mut written = Written::default();
    if let Some(file) = &files.proof {
        let done = write_certificate(&proof.proved.full.tree, &claim, file, "--proof");
        written.proof = saved.note(done, file);
    }
    if let Some(file) = &files.compact {
        let done = write_bare(&proof.proved.compact.tree, file, "--compact");
        written.compact = saved.note(done, file);
    }
    (written, saved)
}

/// Writes a tree as a certificate.
pub fn write_certificate(
    tree: &Tree,
    claim: &TreeClaim,
    file: &Path,
    option: &str,
) -> Result<(), Fault> {
    let mut bytes = Vec::new();
    let start = Position::from_kernel(&claim.position);
    tree.write_certificate(&mut bytes, claim.rules, claim.prover, &start)?;
    proof::write(&bytes, file, option)
}

/// Writes a tree with nothing around it.
pub fn write_bare(tree: &Tree, file: &Path, option: &str) -> Result<(), Fault> {
    let mut bytes = Vec::new();
    tree.write(&mut bytes)?;
    proof::write(&bytes, file, option)
}
