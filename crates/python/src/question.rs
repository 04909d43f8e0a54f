//! Reading what Python hands over: positions, sides, limits.

use pyo3::Borrowed;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyString};
use zermelo_answers::Fault;
use zermelo_answers::query::Query;
use zermelo_kernel::{Castling, Color};
use zermelo_winnable::Limits;

/// A FEN, not read yet.
#[derive(Clone, Debug)]
pub struct Fen {
    /// Its text; underscores may stand for spaces.
    pub text: String,
    /// How castling rights are read.
    pub castling: Castling,
}

impl Fen {
    /// Takes a string, or the FEN of anything that has one, such as a board of python-chess. If
    /// `chess960` is not said, the board says it.
    pub fn of(given: &Bound<'_, PyAny>, chess960: Option<bool>) -> PyResult<Fen> {
        if let Ok(text) = given.cast::<PyString>() {
            let castling = castling(chess960.unwrap_or(false));
            return Ok(Fen { text: text.to_str()?.to_string(), castling });
        }
        let Some(fen) = given.getattr_opt("fen")?.filter(|fen| fen.is_callable()) else {
            let kind = given.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "a position is a FEN or a board with a method fen(), and this is of type {kind}"
            )));
        };
        let text = fen.call0()?.extract()?;
        let chess960 = match (chess960, given.getattr_opt("chess960")?) {
            (Some(said), _) => said,
            (None, Some(flag)) => flag.is_truthy()?,
            (None, None) => false,
        };
        Ok(Fen { text, castling: castling(chess960) })
    }

    /// Reads the position. The fault is one sentence that names the field.
    pub fn query(&self) -> Result<Query, Fault> {
        Query::read(&self.text, self.castling).map_err(Fault::BadInput)
    }
}

fn castling(chess960: bool) -> Castling {
    if chess960 { Castling::Chess960 } else { Castling::Standard }
}

/// A player: `"white"`, `"black"`, `"w"` or `"b"` in capitals or not, or python-chess's `chess.WHITE`
/// (`True`), `chess.BLACK`.
pub fn side(given: &Bound<'_, PyAny>) -> PyResult<Color> {
    if let Ok(white) = given.extract::<bool>() {
        return Ok(if white { Color::White } else { Color::Black });
    }
    let text = given.extract::<String>().unwrap_or_default();
    match text.to_ascii_lowercase().as_str() {
        "white" | "w" => Ok(Color::White),
        "black" | "b" => Ok(Color::Black),
        _ => {
            let shown = given.repr()?;
            Err(PyValueError::new_err(format!(
                "a side is \"white\" or \"black\", and this is {shown:.40}"
            )))
        }
    }
}

/// Whether something stands for a position or side that is not there: None, NaN, pandas's NA.
pub fn is_missing(given: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(given.is_none()
        || given.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan())
        || given.get_type().name()? == "NAType")
}

/// The same exception about one of many, with its place and what stands there in the sentence and as
/// attributes.
pub fn placed(
    py: Python<'_>,
    what: &str,
    index: usize,
    row: &Bound<'_, PyAny>,
    error: &PyErr,
) -> PyResult<PyErr> {
    let sentence = format!("{what} {index}: {}", error.value(py));
    let placed = match error.is_instance_of::<PyTypeError>(py) {
        true => PyTypeError::new_err(sentence),
        false => PyValueError::new_err(sentence),
    };
    placed.value(py).setattr("index", index)?;
    placed.value(py).setattr("row", row)?;
    Ok(placed)
}

/// The bytes of a text or of bytes; `None` if it is neither.
pub fn bytes(given: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(Some(text.to_str()?.into()));
    }
    Ok(given.cast::<PyBytes>().ok().map(|bytes| bytes.as_bytes().into()))
}

/// A whole number. One that is negative or too large is a ValueError, as every limit that is none.
#[derive(Clone, Copy)]
pub struct Number(pub u64);

impl<'a, 'py> FromPyObject<'a, 'py> for Number {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Number> {
        given.extract().map(Number).map_err(|error| {
            if !error.is_instance_of::<PyOverflowError>(given.py()) {
                return error;
            }
            PyValueError::new_err(format!("a whole number from 0 to {} is needed", u64::MAX))
        })
    }
}

/// The same, for a number that is always there.
pub fn number(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    given.extract().map(|Number(number)| number)
}

/// The limits of one query.
pub fn limits(fast: bool, nodes: Option<Number>, memory: Option<Number>) -> PyResult<Limits> {
    let [nodes, memory] = [nodes, memory].map(|number| number.map(|Number(number)| number));
    if fast && (nodes.is_some() || memory.is_some()) {
        return Err(PyValueError::new_err("the fast test takes no limits"));
    }
    if memory == Some(0) {
        return Err(PyValueError::new_err("nothing can be done without memory"));
    }
    let default = Limits::default();
    Ok(Limits::new(nodes.unwrap_or(default.nodes), memory.unwrap_or(default.memory)))
}

/// Moves of python-chess where that library is there, else the texts.
pub fn moves<'py>(py: Python<'py>, line: Vec<String>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let read = match py.import("chess") {
        Ok(chess) => Some(chess.getattr("Move")?.getattr("from_uci")?),
        Err(_) => None,
    };
    let one = |text: String| match &read {
        Some(read) => read.call1((text,)),
        None => Ok(text.into_pyobject(py)?.into_any()),
    };
    line.into_iter().map(one).collect()
}
