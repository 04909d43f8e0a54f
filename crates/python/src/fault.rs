//! What can go wrong, as exceptions.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

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

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Fault {
    /// One sentence saying where the input is bad and how.
    Bad(String),
    /// One sentence saying what must never happen and did.
    Bug(String),
}

impl From<zermelo_answers::Fault> for Fault {
    fn from(fault: zermelo_answers::Fault) -> Fault {
        match fault {
            zermelo_answers::Fault::BadInput(sentence)
            | zermelo_answers::Fault::Open(sentence)
            | zermelo_answers::Fault::Rejected(sentence) => Fault::Bad(sentence),
            zermelo_answers::Fault::Bug(sentence) => Fault::Bug(sentence),
        }
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> PyErr {
        match fault {
            Fault::Bad(sentence) => PyValueError::new_err(sentence),
            Fault::Bug(sentence) => Bug::new_err(format!(
                "bug: {sentence}; this is a bug in zermelo, please report it with what you asked"
            )),
        }
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
    Ok(guarded("a test", || panic!("asked to panic by a test"))?)
}
