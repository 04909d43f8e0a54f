//! Reading what Python hands over: positions, sides, limits.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
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

/// A player: `"white"`, `"black"`, or python-chess's `chess.WHITE` (`True`), `chess.BLACK`.
pub fn side(given: &Bound<'_, PyAny>) -> PyResult<Color> {
    if let Ok(color) = given.cast::<PyBool>() {
        return Ok(if color.is_true() { Color::White } else { Color::Black });
    }
    match given.cast::<PyString>().ok().map(|text| text.to_str()).transpose()? {
        Some("white") => Ok(Color::White),
        Some("black") => Ok(Color::Black),
        _ => Err(PyValueError::new_err("a side is \"white\" or \"black\"")),
    }
}

/// The limits of one query.
pub fn limits(fast: bool, nodes: Option<u64>, memory: Option<u64>) -> PyResult<Limits> {
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
