//! What can go wrong, as exceptions.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use zermelo_answers::Fault;

pyo3::create_exception!(
    zermelo,
    Bug,
    PyRuntimeError,
    "The engine failed, or the kernel rejected what it claimed. Please report it."
);
pyo3::create_exception!(
    zermelo,
    Open,
    PyRuntimeError,
    "An open answer was used as if it were yes or no."
);

/// The exception for a fault.
pub fn exception(fault: Fault) -> PyErr {
    match fault {
        Fault::Bug(_) => Bug::new_err(format!(
            "{fault}; this is a bug in zermelo, please report it with what you asked"
        )),
        _ => PyValueError::new_err(fault.to_string()),
    }
}

/// Runs a piece of work; a panic becomes a fault.
pub fn guarded<T>(what: &str, work: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(Fault::Bug(format!("the engine failed on {what}"))))
}

/// Panics, so that a test can see what becomes of it.
#[pyfunction(name = "_panic_for_tests")]
pub fn panic_for_tests() -> PyResult<()> {
    guarded("a test", || panic!("asked to panic by a test")).map_err(exception)
}
