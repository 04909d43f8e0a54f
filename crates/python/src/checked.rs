//! Is this saved proof right? The kernel alone says so.

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use zermelo_answers::Fault;
use zermelo_answers::check::{CheckReport, look as put};
use zermelo_kernel::Budget;

use crate::source::Source;
use crate::{parallel, question, value};

/// What the kernel says of a certificate. `bool(checked)` is whether it was accepted.
#[pyclass(frozen, eq, hash, module = "zermelo")]
#[derive(PartialEq, Eq, Hash)]
pub struct Checked {
    /// All of it, as JSON.
    report: String,
    /// Whether the claim is proved.
    #[pyo3(get)]
    accepted: bool,
    /// What is claimed: `"winnable"`, `"unwinnable"`, `"record"`, `"legal"`, `"illegal"`,
    /// `"census"`, `"losing-win"` or `"strategy"`.
    #[pyo3(get)]
    claim: String,
    /// The side that it is about, if it is about one.
    #[pyo3(get)]
    side: Option<String>,
    /// The position that it is about, if it is about one.
    #[pyo3(get)]
    fen: Option<String>,
    /// The whole claim with all its premises, as a certificate states it before its evidence.
    #[pyo3(get)]
    statement: Option<String>,
    /// The claim in words.
    #[pyo3(get)]
    words: String,
    /// Why it was not accepted.
    #[pyo3(get)]
    fault: Option<String>,
}

#[pymethods]
impl Checked {
    fn __bool__(&self) -> bool {
        self.accepted
    }

    /// What the command's JSON says of a file.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::loads(py, &self.report)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        let pickle = (self.report.clone(), self.words.clone());
        Ok((value::restorer(py, "_restore_checked")?, pickle))
    }

    fn __repr__(&self) -> String {
        let Checked { claim, .. } = self;
        match &self.fault {
            None => format!("<zermelo.Checked: accepted, {claim}>"),
            Some(fault) => format!("<zermelo.Checked: rejected, {claim}: {fault}>"),
        }
    }
}

impl Checked {
    fn new(report: &CheckReport, words: String) -> Checked {
        let CheckReport { accepted, claimed, fault, .. } = report;
        Checked {
            // Strings and numbers always have a form in JSON.
            report: serde_json::to_string(report).unwrap_or_default(),
            accepted: *accepted,
            claim: claimed.claim.clone().unwrap_or_default(),
            side: claimed.side.clone(),
            fen: claimed.fen.clone(),
            statement: claimed.statement(),
            words,
            fault: fault.clone(),
        }
    }
}

/// The `Checked` of a pickle, which is believed: the certificate is not in it.
#[pyfunction(name = "_restore_checked")]
pub fn restore_checked(report: &str, words: String) -> PyResult<Checked> {
    let report = serde_json::from_str(report).map_err(|why| PyValueError::new_err(why.to_string()));
    Ok(Checked::new(&report?, words))
}

/// Puts a certificate of any kind to the kernel; a fault if it is none.
fn look(source: &Source, stop: &AtomicBool) -> Result<Checked, Fault> {
    let unreadable = |why: String| Fault::BadInput(format!("this is no certificate: {why}"));
    let budget = Budget::default().until(|| stop.load(Ordering::Relaxed));
    let checked = put(source, None, &budget).map_err(unreadable)?;
    Ok(Checked::new(&checked.report, checked.words))
}

/// Has the kernel check a saved certificate: its text as str or bytes, or, as a pathlib.Path, the
/// file that holds it. Bytes and files may be compressed (zstd, gzip, bzip2).
///
/// ValueError if it is no certificate at all; OSError if the file cannot be opened.
///
/// >>> import zermelo
/// >>> verdict = zermelo.winnable("8/8/4k3/8/8/3NK3/8/8 w - - 0 1", "white")
/// >>> zermelo.check(verdict.certificate).accepted
/// True
#[pyfunction]
pub fn check(py: Python<'_>, certificate: &Bound<'_, PyAny>) -> PyResult<Checked> {
    let source = if let Some(bytes) = question::bytes(certificate)? {
        Source::Bytes(bytes)
    } else if certificate.hasattr("__fspath__")? {
        Source::file(certificate.extract()?)?
    } else {
        return Err(PyTypeError::new_err("a certificate is given as str, bytes or a path"));
    };
    parallel::alone(py, "a certificate", move |stop| look(&source, stop))
}
