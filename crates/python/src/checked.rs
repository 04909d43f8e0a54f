//! Is this saved proof right? The kernel alone says so.

use std::fmt::Display;
use std::fs::File;
use std::io::BufRead;
use std::path::PathBuf;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use zermelo_kernel::strategy::{StrategyClaim, StrategyFault};
use zermelo_kernel::{LosingPosition, Proof, TreeFault, TreeHead, TreeReason};

use crate::fault::{Fault, guarded};
use crate::names;
use crate::source::Source;

/// What the kernel says of a certificate. `bool(checked)` is whether it was accepted.
#[pyclass(frozen, get_all, module = "zermelo")]
#[derive(Default)]
pub struct Checked {
    /// Whether the claim is proved.
    accepted: bool,
    /// What is claimed: `"winnable"`, `"unwinnable"`, `"record"`, `"legal"`, `"illegal"`,
    /// `"census"`, `"losing-win"` or `"strategy"`.
    claim: &'static str,
    /// The side that it is about, if it is about one.
    side: Option<&'static str>,
    /// The position that it is about, if it is about one.
    fen: Option<String>,
    /// Why it was not accepted.
    fault: Option<String>,
}

#[pymethods]
impl Checked {
    fn __bool__(&self) -> bool {
        self.accepted
    }

    fn __repr__(&self) -> String {
        let Checked { claim, .. } = self;
        match &self.fault {
            None => format!("<zermelo.Checked: accepted, {claim}>"),
            Some(fault) => format!("<zermelo.Checked: rejected, {claim}: {fault}>"),
        }
    }
}

/// A certificate that cannot be read.
fn unreadable(why: impl Display) -> Fault {
    Fault::Bad(format!("this is no certificate: {why}"))
}

/// Puts a certificate of any kind to the kernel; a fault if it is none.
fn look(source: &Source) -> Result<Checked, Fault> {
    let open = || source.open().map_err(|error| Fault::Bad(format!("cannot be read: {error}")));
    if let Some(head) = TreeHead::read(&mut open()?).map_err(unreadable)? {
        return tree(open, &head);
    }
    let mut rest = open()?;
    if let Some(claim) = StrategyClaim::read(&mut rest).map_err(unreadable)? {
        let checked = Checked { claim: "strategy", ..Checked::default() };
        return match claim.check(&mut rest, |_| {}) {
            Ok(_) => Ok(Checked { accepted: true, ..checked }),
            Err(StrategyFault::Unreadable(error)) => Err(unreadable(error)),
            Err(fault) => Ok(Checked { fault: Some(fault.to_string()), ..checked }),
        };
    }
    let proof = Proof::read(open()?).map_err(unreadable)?;
    let fault = proof.check().err().map(|rejection| rejection.to_string());
    let (claim, side, fen) = match &proof {
        Proof::Chances(certificate) => {
            let side = names::side(certificate.winner);
            (certificate.claim(), Some(side), Some(certificate.position.to_fen()))
        }
        Proof::Record(record) => ("record", None, Some(record.game.start.to_fen())),
        Proof::Legality(legality) => (legality.claim(), None, Some(legality.position.to_fen())),
        Proof::Census(_) => ("census", None, None),
    };
    Ok(Checked { accepted: fault.is_none(), claim, side, fen, fault })
}

/// A proof tree of losing chess. Positions with few men are let pass and counted by the kernel; a
/// tree that has some proves nothing by itself.
fn tree<'a>(
    open: impl Fn() -> Result<Box<dyn BufRead + 'a>, Fault>,
    head: &TreeHead,
) -> Result<Checked, Fault> {
    let body = || {
        let mut rest = open()?;
        TreeHead::read(&mut rest).map_err(unreadable)?;
        Ok::<_, Fault>(rest)
    };
    let prover = head.claim.prover;
    let said = head.check(body()?, body()?, |_: &LosingPosition| true);
    let fault = match said {
        Ok(summary) if summary.table_leaves == 0 => None,
        Ok(summary) => Some(format!(
            "{} positions with few men, which only tables know, must be won by {prover}",
            summary.table_leaves
        )),
        Err(TreeFault { reason: TreeReason::Unreadable(error), .. }) => {
            return Err(unreadable(error));
        }
        Err(fault) => Some(fault.to_string()),
    };
    Ok(Checked {
        accepted: fault.is_none(),
        claim: "losing-win",
        side: Some(names::side(prover)),
        fen: Some(head.claim.position.to_fen()),
        fault,
    })
}

/// Has the kernel check a saved certificate: its text as str or bytes, or, as a pathlib.Path, the
/// file that holds it. Bytes and files may be zstd-compressed.
///
/// ValueError if it is no certificate at all; OSError if the file cannot be opened.
///
/// >>> import zermelo
/// >>> verdict = zermelo.winnable("8/8/4k3/8/8/3NK3/8/8 w - - 0 1", "white")
/// >>> zermelo.check(verdict.certificate).accepted
/// True
#[pyfunction]
pub fn check(py: Python<'_>, certificate: &Bound<'_, PyAny>) -> PyResult<Checked> {
    let source = if let Ok(text) = certificate.cast::<PyString>() {
        Source::Bytes(text.to_str()?.as_bytes())
    } else if let Ok(bytes) = certificate.cast::<PyBytes>() {
        Source::Bytes(bytes.as_bytes())
    } else if certificate.hasattr("__fspath__")? {
        let path: PathBuf = certificate.extract()?;
        // A file that is not there is an OSError, as with everything that opens files.
        File::open(&path)?;
        Source::File(path)
    } else {
        return Err(PyTypeError::new_err("a certificate is given as str, bytes or a path"));
    };
    Ok(py.detach(|| guarded("a certificate", || look(&source)))?)
}
