//! What can go wrong, as exceptions.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
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

/// What Python says when a file cannot be had: an OSError of the kind that fits, with its name.
pub fn of_file(path: &Path, error: &io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let words = error.to_string();
            let words = words.split(" (os error").next().unwrap_or_default().to_string();
            PyOSError::new_err((number, words, path.to_path_buf()))
        }
        None => PyOSError::new_err(format!("{error}: {}", path.display())),
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
