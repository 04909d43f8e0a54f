//! What was the last move?

use pyo3::prelude::*;
use zermelo_answers::retract::{ReadingsReport, RetractReport, ask};

use crate::question::Fen;
use crate::{parallel, value};

/// The last moves that can have led to a position: a dict, as `zermelo retract --json` prints it.
///
/// `position` is a FEN or a board of python-chess; fields of the FEN that are unknown (`?`) give
/// several readings, under "readings". With `dead_reckoning=True` moves from dead positions are
/// excluded.
///
/// >>> import zermelo
/// >>> answer = zermelo.retract("8/8/8/8/8/8/P1k5/K7 b - -")
/// >>> answer["cannot_arise"], answer["retractions"]
/// (True, [])
#[pyfunction]
#[pyo3(signature = (position, *, dead_reckoning=false, chess960=None))]
pub fn retract<'py>(
    py: Python<'py>,
    position: &Bound<'py, PyAny>,
    dead_reckoning: bool,
    chess960: Option<bool>,
) -> PyResult<Bound<'py, PyAny>> {
    let fen = Fen::of(position, chess960)?;
    let report = parallel::alone(py, &fen.text.clone(), move |_| {
        match &ask(&fen.text, fen.castling, dead_reckoning)?[..] {
            [one] => value::json(&RetractReport::new(one)),
            several => value::json(&ReadingsReport::new(several)),
        }
    })?;
    value::loads(py, &report)
}
