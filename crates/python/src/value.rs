//! What all answers are as values of Python: equal if they say the same, dicts with the keys of the
//! command's JSON, and pickles.

use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyTuple};
use serde::Serialize;
use zermelo_answers::Fault;
use zermelo_kernel::{Budget, Proof, Theorem};

use crate::fault::exception;

/// A report as JSON.
pub fn json(report: &impl Serialize) -> Result<String, Fault> {
    serde_json::to_string(report).map_err(|why| Fault::Bug(why.to_string()))
}

/// The dict of a report in JSON. Times are left out, so that the same answer is the same dict.
pub fn loads<'py>(py: Python<'py>, report: &str) -> PyResult<Bound<'py, PyAny>> {
    let hook = |args: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| {
        let dict = args.get_item(0)?;
        for time in ["engine_us", "check_us", "seconds", "check_seconds"] {
            dict.call_method1("pop", (time, args.py().None()))?;
        }
        Ok::<_, PyErr>(dict.unbind())
    };
    let hook = PyCFunction::new_closure(py, None, None, hook)?;
    let named = PyDict::new(py);
    named.set_item("object_hook", hook)?;
    py.import("json")?.call_method("loads", (report,), Some(&named))
}

/// The function that pickles name to be called when they are read.
pub fn restorer<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("zermelo._zermelo")?.getattr(name)
}

/// Has the kernel check the proof in a pickle again: whoever could change it has proved nothing.
pub fn proved(py: Python<'_>, certificate: &str) -> PyResult<Theorem> {
    let bad = |why: &str| exception(Fault::BadInput(format!("the pickle holds no proof: {why}")));
    let budget = Budget::default();
    py.detach(|| {
        let proof = Proof::read_within(&certificate, &budget).map_err(|why| why.to_string())?;
        proof.check_within(&budget).map_err(|why| why.to_string())
    })
    .map_err(|why: String| bad(&why))
}

/// The exception for a pickle whose parts do not belong together.
pub fn not_of_one_piece() -> PyErr {
    exception(Fault::BadInput("the pickle's proof is not of what it says".to_string()))
}
