//! Is this saved proof right? The kernel alone says so.

use std::fs::File;
use std::path::PathBuf;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use zermelo_answers::Fault;
use zermelo_answers::check::{CheckReport, look as put};
use zermelo_kernel::Budget;

use crate::fault::{exception, guarded};
use crate::source::Source;

/// What the kernel says of a certificate. `bool(checked)` is whether it was accepted.
#[pyclass(frozen, get_all, module = "zermelo")]
pub struct Checked {
    /// Whether the claim is proved.
    accepted: bool,
    /// What is claimed: `"winnable"`, `"unwinnable"`, `"record"`, `"legal"`, `"illegal"`,
    /// `"census"`, `"losing-win"` or `"strategy"`.
    claim: String,
    /// The side that it is about, if it is about one.
    side: Option<String>,
    /// The position that it is about, if it is about one.
    fen: Option<String>,
    /// The whole claim with all its premises, as a certificate states it before its evidence.
    statement: Option<String>,
    /// The claim in words.
    words: String,
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

/// Puts a certificate of any kind to the kernel; a fault if it is none.
fn look(source: &Source) -> Result<Checked, Fault> {
    let unreadable = |why: String| Fault::BadInput(format!("this is no certificate: {why}"));
    let checked = put(source, None, &Budget::default()).map_err(unreadable)?;
    let CheckReport { accepted, claimed, fault, .. } = checked.report;
    let statement = claimed.statement();
    let (side, fen) = (claimed.side, claimed.fen);
    let claim = claimed.claim.unwrap_or_default();
    Ok(Checked { accepted, claim, side, fen, statement, words: checked.words, fault })
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
    py.detach(|| guarded("a certificate", || look(&source))).map_err(exception)
}
