//! How long can a game last?

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zermelo_answers::Fault;
use zermelo_answers::longest::{Longest, Question};
use zermelo_record::longest::MoveRule;

use crate::parallel;
use crate::question::number;

/// Makes a game that the kernel has gone through, as PGN.
fn make(rule: MoveRule, seed: u64) -> Result<String, Fault> {
    let game = Longest::make(Question::Forced(rule), seed)?;
    String::from_utf8(game.pgn()).map_err(|error| Fault::Bug(error.to_string()))
}

/// A longest possible game as PGN, audited by the kernel. Another seed gives another one.
///
/// `move_rule` is 75 (the rule that ends games by force) or 50.
///
/// >>> import zermelo
/// >>> zermelo.judge(zermelo.longest())[0].plies
/// 17697
#[pyfunction]
#[pyo3(signature = (*, seed=1, move_rule=75))]
pub fn longest(
    py: Python<'_>,
    #[pyo3(from_py_with = number)] seed: u64,
    #[pyo3(from_py_with = number)] move_rule: u64,
) -> PyResult<String> {
    let rule = match move_rule {
        75 => MoveRule::SeventyFive,
        50 => MoveRule::Fifty,
        _ => return Err(PyValueError::new_err("the move rule is 75 or 50")),
    };
    parallel::alone(py, "a longest game", move |_| make(rule, seed))
}
