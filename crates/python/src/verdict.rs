//! Can this player still give mate? One position, or many.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use zermelo_answers::query::Query;
use zermelo_answers::winnable::{Answer, Claim, Explanation, kind};
use zermelo_answers::{Fault, names, san};
use zermelo_kernel::Color;
use zermelo_winnable::{Limits, Solver};

use crate::fault::{Open, exception, guarded};
use crate::parallel;
use crate::question::{self, Fen};

/// The answer to one question, accepted by the kernel.
///
/// `bool(verdict)` is True if the side can still mate and False if it cannot; an open verdict is
/// neither, and raises `zermelo.Open`.
#[pyclass(frozen, module = "zermelo")]
pub struct Verdict {
    query: Query,
    /// Without its certificate if that is a cover and was not to be kept.
    answer: Answer,
    /// `"winnable"`, `"unwinnable"` or `"open"`.
    #[pyo3(get)]
    result: &'static str,
    /// Why the side cannot win: `"material"`, `"forced"`, `"locked"` or `"searched"`; else None.
    #[pyo3(get)]
    reason: Option<&'static str>,
    /// Positions visited.
    #[pyo3(get)]
    nodes: u64,
}

/// What is asked of each position.
#[derive(Clone, Copy)]
struct Effort {
    fast: bool,
    limits: Limits,
    /// Whether covers are kept, which may be large.
    keep: bool,
}

/// Asks the engine and has the kernel check what it says.
fn decide(
    solver: &mut Solver,
    query: Query,
    winner: Color,
    effort: Effort,
) -> Result<Verdict, Fault> {
    let position = &query.position;
    let claim = Claim::ask(solver, position, winner, effort.fast);
    let (nodes, mut answer) = (claim.decision.nodes, claim.check(position)?);
    let (result, cover) = (answer.verdict(), answer.cover());
    let reason = cover.map(|cover| kind(position, winner, cover));
    if reason.is_some() && !effort.keep {
        answer.certificate = None;
    }
    Ok(Verdict { query, answer, result, reason, nodes })
}

#[pymethods]
impl Verdict {
    /// The position, four fields.
    #[getter]
    fn fen(&self) -> String {
        self.query.position.to_fen()
    }

    /// The side asked about: `"white"` or `"black"`.
    #[getter]
    fn side(&self) -> &'static str {
        names::side(self.answer.winner)
    }

    /// A line that ends in mate, as moves of python-chess where that library is there, else in
    /// UCI; None if there is none or nobody knows.
    #[getter]
    fn helpmate<'py>(&self, py: Python<'py>) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
        self.helpmate_uci().map(|line| question::moves(py, line)).transpose()
    }

    /// The same line in UCI.
    #[getter]
    fn helpmate_uci(&self) -> Option<Vec<String>> {
        self.answer.helpmate().map(|moves| san::uci(&self.query.position, moves))
    }

    /// What found the answer: `"material"`, `"imminent"`, `"rollout"`, `"region"`, `"search"` or
    /// `"fast"`.
    #[getter]
    fn method(&self) -> &'static str {
        names::method(self.answer.effort.and_then(|effort| effort.method))
    }

    /// The verdict and why, in sentences; None if covers were not to be kept.
    #[getter]
    fn explanation(&self, py: Python<'_>) -> Option<Vec<String>> {
        if self.answer.verdict() != self.result {
            return None;
        }
        let told = py.detach(|| Explanation::new(&self.query, &self.answer));
        Some(std::iter::once(told.headline).chain(told.sentences).chain(told.caption).collect())
    }

    /// The proof that the kernel has accepted, as text; None if the answer is open, or if covers
    /// were not to be kept (`winnable_many` without `certificates=True`).
    #[getter]
    fn certificate(&self, py: Python<'_>) -> Option<String> {
        let certificate = self.answer.certificate.as_ref()?;
        Some(py.detach(|| certificate.to_text()))
    }

    fn __bool__(&self) -> PyResult<bool> {
        match self.result {
            "open" => Err(Open::new_err(
                "an open verdict is neither true nor false; look at verdict.result",
            )),
            result => Ok(result == "winnable"),
        }
    }

    fn __repr__(&self) -> String {
        let how = match (self.answer.helpmate(), self.reason) {
            (Some(moves), _) => format!("a helpmate of {} plies", moves.len()),
            (_, Some(reason)) => reason.to_string(),
            _ => format!("{} nodes", self.nodes),
        };
        format!("<zermelo.Verdict: {} for {}, {how}>", self.result, self.side())
    }
}

/// Can this side still give mate, by any series of legal moves?
///
/// `position` is a FEN or a board of python-chess, `side` is "white" or "black". With `fast=True`
/// only the fast test is made, which says "unwinnable" or leaves it open. `nodes` limits the
/// positions visited, `memory` the bytes used (256 MiB unless said).
///
/// >>> import zermelo
/// >>> zermelo.winnable("8/8/4k3/8/8/3NK3/8/8 w - - 0 1", "white").result
/// 'unwinnable'
#[pyfunction]
#[pyo3(signature = (position, side, *, fast=false, nodes=None, memory=None, chess960=None))]
pub fn winnable(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    side: &Bound<'_, PyAny>,
    fast: bool,
    nodes: Option<u64>,
    memory: Option<u64>,
    chess960: Option<bool>,
) -> PyResult<Verdict> {
    let effort = Effort { fast, limits: question::limits(fast, nodes, memory)?, keep: true };
    let (fen, winner) = (Fen::of(position, chess960)?, question::side(side)?);
    py.detach(|| {
        guarded(&fen.text, || decide(&mut Solver::new(effort.limits), fen.query()?, winner, effort))
    })
    .map_err(exception)
}

/// Whose chances in the positions of a batch.
enum Sides {
    /// Those of the side that is not to move, as after a flag fall.
    NotToMove,
    One(Color),
    Each(Vec<Color>),
}

/// The batch behind `winnable_many`: a list of verdicts. A bad position raises ValueError with its
/// place, or with `skip_bad=True` gives None.
#[pyfunction]
#[pyo3(signature = (positions, side, *, fast, nodes, memory, chess960, threads, certificates, skip_bad))]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of winnable_many")]
pub fn winnable_list(
    py: Python<'_>,
    positions: &Bound<'_, PyAny>,
    side: Option<&Bound<'_, PyAny>>,
    fast: bool,
    nodes: Option<u64>,
    memory: Option<u64>,
    chess960: Option<bool>,
    threads: Option<usize>,
    certificates: bool,
    skip_bad: bool,
) -> PyResult<Vec<Option<Verdict>>> {
    let limits = question::limits(fast, nodes, memory)?;
    let effort = Effort { fast, limits, keep: certificates };
    let threads = parallel::threads(threads)?;
    let mut fens = Vec::with_capacity(positions.len().unwrap_or(0));
    for position in positions.try_iter()? {
        let position = position?;
        let missing = position.is_none();
        fens.push(if missing { None } else { Some(Fen::of(&position, chess960)?) });
    }
    let sides = sides(side, fens.len())?;
    let items: Vec<(usize, Option<Fen>)> = fens.into_iter().enumerate().collect();
    let answers = parallel::map(
        py,
        threads,
        &items,
        || Solver::new(limits),
        |solver, (index, fen)| {
            let missing = || Fault::BadInput("a position is missing".to_string());
            let fen = fen.as_ref().ok_or_else(missing)?;
            let answer = guarded(&fen.text, || {
                let query = fen.query()?;
                let winner = match &sides {
                    Sides::NotToMove => !query.position.turn(),
                    Sides::One(color) => *color,
                    Sides::Each(colors) => colors[*index],
                };
                decide(solver, query, winner, effort)
            });
            if let Err(Fault::Bug(_)) = answer {
                // What the solver holds may be half done.
                *solver = Solver::new(limits);
            }
            answer
        },
    )?;
    let place = |(index, answer): (usize, Result<Verdict, Fault>)| match answer {
        Ok(verdict) => Ok(Some(verdict)),
        Err(bug @ Fault::Bug(_)) => Err(exception(bug)),
        Err(_) if skip_bad => Ok(None),
        Err(fault) => Err(PyValueError::new_err(format!("position {index}: {fault}"))),
    };
    answers.into_iter().enumerate().map(place).collect()
}

fn sides(given: Option<&Bound<'_, PyAny>>, count: usize) -> PyResult<Sides> {
    let Some(given) = given else { return Ok(Sides::NotToMove) };
    if given.is_instance_of::<PyString>() {
        return question::side(given).map(Sides::One);
    }
    let Ok(each) = given.try_iter() else { return question::side(given).map(Sides::One) };
    let colors = each.map(|one| question::side(&one?)).collect::<PyResult<Vec<Color>>>()?;
    if colors.len() != count {
        let sides = colors.len();
        return Err(PyValueError::new_err(format!("{count} positions, but {sides} sides")));
    }
    Ok(Sides::Each(colors))
}
