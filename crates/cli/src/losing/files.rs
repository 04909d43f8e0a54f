//! Proofs on disk: certificates, and bare trees in the layout of the 2012 proofs.

use std::path::Path;

use zermelo_answers::losing::{Opening, Proof, Stored};
use zermelo_kernel::{Color, Rules, TreeClaim};
use zermelo_losing::{Position, Tree};

use crate::args::{LosingFiles, ProofFile};
use crate::check::Source;
use crate::exit::Fault;
use crate::proof;

/// Opens the file of a proof.
pub fn open(args: &ProofFile) -> Result<Stored, Fault> {
    let name = args.file.display().to_string();
    let cannot = |error| Fault::BadInput(format!("{name}: cannot be read: {error}"));
    let source = Box::new(Source::of(&args.file, 4 << 30).map_err(cannot)?);
    let side = args.side.map(|side| side.color());
    Ok(Stored::open(name.clone(), source, args.rules, side)?)
}

/// Says before long work if a file cannot be written after it.
pub fn can_be_written(files: &LosingFiles, opening: &Opening) -> Result<(), Fault> {
    let options = [(&files.proof, "--proof"), (&files.compact, "--compact")];
    for (file, option) in options {
        if let Some(file) = file {
            proof::can_be_written(file, option).map_err(Fault::BadInput)?;
        }
    }
    if files.compact.is_some() && !opening.is_from_initial_array() {
        let why = "--compact: a bare tree begins in the initial array; use --proof";
        return Err(Fault::BadInput(why.to_string()));
    }
    Ok(())
}

/// Writes a proof where it is wanted.
pub fn write(
    files: &LosingFiles,
    opening: &Opening,
    (rules, prover): (Rules, Color),
    proof: &Proof,
) -> Result<(), Fault> {
    let claim = TreeClaim { rules, position: opening.start.to_kernel(), prover };
    if let Some(file) = &files.proof {
        write_certificate(&proof.proved.full.tree, &claim, file, "--proof")?;
    }
    if let Some(file) = &files.compact {
        write_bare(&proof.proved.compact.tree, file, "--compact")?;
    }
    Ok(())
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
    proof::write(&bytes, file, option).map_err(Fault::BadInput)
}

/// Writes a tree with nothing around it.
pub fn write_bare(tree: &Tree, file: &Path, option: &str) -> Result<(), Fault> {
    let mut bytes = Vec::new();
    tree.write(&mut bytes)?;
    proof::write(&bytes, file, option).map_err(Fault::BadInput)
}
