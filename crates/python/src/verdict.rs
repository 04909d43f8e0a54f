//! Can this player still give mate? One position, or many.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde::Serialize;
use zermelo_answers::query::Query;
use zermelo_answers::winnable::{
    Answer, Certified, Claim, Effort as Cost, Explanation, SideReport, kind,
};
use zermelo_answers::{Fault, names, san};
use zermelo_kernel::{Castling, Color, Theorem};
use zermelo_winnable::{Limits, Method, Solver};

use crate::fault::{Open, exception, guarded};
use crate::question::{self, Fen, Number};
use crate::{parallel, value};

/// Why a side cannot win.
const REASONS: [&str; 4] = ["material", "forced", "locked", "searched"];

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

    /// The answer as the command's JSON has it for one side, with the position and the side.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        #[derive(Serialize)]
        struct Report {
            fen: String,
            turn: &'static str,
            chess960: bool,
            side: &'static str,
            #[serde(flatten)]
            side_report: SideReport,
        }
        let position = &self.query.position;
        let report = Report {
            fen: self.fen(),
            turn: names::side(position.turn()),
            chess960: position.castling() == Castling::Chess960,
            side: self.side(),
            side_report: SideReport::new(&self.query, &self.answer),
        };
        let dict = value::loads(py, &value::json(&report).map_err(exception)?)?;
        if self.answer.verdict() != self.result {
            // The cover was dropped after the check.
            dict.set_item("verdict", self.result)?;
            dict.set_item("reason", self.reason)?;
            dict.set_item("explanation", py.None())?;
            dict.set_item("checked", true)?;
        }
        dict.set_item("certificate", self.certificate(py))?;
        Ok(dict)
    }

    fn __eq__(&self, other: &Verdict) -> bool {
        let said = |one: &Verdict| (one.answer.winner, one.reason, one.method(), one.nodes);
        self.query == other.query
            && said(self) == said(other)
            && self.answer.certificate == other.answer.certificate
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.query.position, self.answer.winner, self.result).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickle)> {
        let Query { position, clock, move_number } = &self.query;
        let pickle = (
            format!("{position} {clock} {move_number}"),
            position.castling() == Castling::Chess960,
            self.side().to_string(),
            self.reason.map(String::from),
            self.method().to_string(),
            self.nodes,
            self.certificate(py),
        );
        Ok((value::restorer(py, "_restore_verdict")?, pickle))
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

/// What a pickle holds: the FEN, whether it is of Chess960, the side, the reason, the method, the
/// nodes, the certificate.
type Pickle = (String, bool, String, Option<String>, String, u64, Option<String>);

/// The verdict of a pickle.
#[pyfunction(name = "_restore_verdict")]
#[pyo3(signature = (fen, chess960, side, reason, method, nodes, certificate))]
#[expect(clippy::too_many_arguments, reason = "they are the parts of a pickle")]
pub fn restore_verdict(
    py: Python<'_>,
    fen: &Bound<'_, PyAny>,
    chess960: bool,
    side: &Bound<'_, PyAny>,
    reason: Option<&str>,
    method: &str,
    nodes: u64,
    certificate: Option<&str>,
) -> PyResult<Verdict> {
    let query = Fen::of(fen, Some(chess960))?.query().map_err(exception)?;
    let winner = question::side(side)?;
    let certificate = match certificate.map(|text| value::proved(py, text)).transpose()? {
        None => None,
        Some(Theorem::Winnable(proved))
            if proved.position == query.position && proved.winner == winner =>
        {
            Some(Certified::Position(proved))
        }
        Some(_) => return Err(value::not_of_one_piece()),
    };
    let method = Method::ALL.into_iter().find(|one| one.name() == method);
    let (engine, check) = (Duration::ZERO, Duration::ZERO);
    let effort = Some(Cost { method, nodes, engine, check, shortened: false });
    let answer = Answer { winner, certificate, effort, shortest: None };
    let reason = REASONS.into_iter().find(|one| Some(*one) == reason);
    let result = if reason.is_some() { "unwinnable" } else { answer.verdict() };
    Ok(Verdict { query, answer, result, reason, nodes })
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
    nodes: Option<Number>,
    memory: Option<Number>,
    chess960: Option<bool>,
) -> PyResult<Verdict> {
    let effort = Effort { fast, limits: question::limits(fast, nodes, memory)?, keep: true };
    let (fen, winner) = (Fen::of(position, chess960)?, question::side(side)?);
    parallel::alone(py, &fen.text.clone(), move |stop| {
        let limits = Limits { interrupt: Some(stop), ..effort.limits };
        decide(&mut Solver::new(limits), fen.query()?, winner, effort)
    })
}

/// Whose chances in the positions of a batch.
enum Sides<'py> {
    /// Those of the side that is not to move, as after a flag fall.
    NotToMove,
    One(Color),
    Each(Vec<Bound<'py, PyAny>>),
}

impl<'py> Sides<'py> {
    fn read(given: Option<&Bound<'py, PyAny>>, count: usize) -> PyResult<Sides<'py>> {
        let Some(given) = given else { return Ok(Sides::NotToMove) };
        let each = if given.is_instance_of::<PyString>() { None } else { given.try_iter().ok() };
        let Some(each) = each else { return question::side(given).map(Sides::One) };
        let each = each.collect::<PyResult<Vec<_>>>()?;
        if each.len() != count {
            let sides = each.len();
            return Err(PyValueError::new_err(format!("{count} positions, but {sides} sides")));
        }
        Ok(Sides::Each(each))
    }

    /// The side for the position with this index; `None` if it is the one that is not to move.
    fn at(&self, index: usize) -> PyResult<Option<Color>> {
        match self {
            Sides::NotToMove => Ok(None),
            Sides::One(color) => Ok(Some(*color)),
            Sides::Each(each) if question::is_missing(&each[index])? => {
                Err(PyValueError::new_err("its side is missing"))
            }
            Sides::Each(each) => question::side(&each[index]).map(Some),
        }
    }
}

/// Reads one position of a batch.
fn read_row(
    position: &Bound<'_, PyAny>,
    chess960: Option<bool>,
    side: PyResult<Option<Color>>,
) -> PyResult<(Fen, Option<Color>)> {
    if question::is_missing(position)? {
        return Err(PyValueError::new_err("a position is missing"));
    }
    Ok((Fen::of(position, chess960)?, side?))
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
    nodes: Option<Number>,
    memory: Option<Number>,
    chess960: Option<bool>,
    threads: Option<Number>,
    certificates: bool,
    skip_bad: bool,
) -> PyResult<Vec<Option<Verdict>>> {
    let limits = question::limits(fast, nodes, memory)?;
    let effort = Effort { fast, limits, keep: certificates };
    let threads = parallel::threads(threads)?;
    let positions = positions.try_iter()?.collect::<PyResult<Vec<_>>>()?;
    let sides = Sides::read(side, positions.len())?;
    let fault = |index: usize, error: PyErr| -> PyResult<()> {
        let (bad, wrong) =
            (error.is_instance_of::<PyValueError>(py), error.is_instance_of::<PyTypeError>(py));
        match bad && skip_bad {
            true => Ok(()),
            false if bad || wrong => {
                Err(question::placed(py, "position", index, &positions[index], &error)?)
            }
            false => Err(error),
        }
    };
    let mut rows = Vec::with_capacity(positions.len());
    for (index, position) in positions.iter().enumerate() {
        match read_row(position, chess960, sides.at(index)) {
            Ok(row) => rows.push(Some(row)),
            Err(error) => {
                fault(index, error)?;
                rows.push(None);
            }
        }
    }
    let answers = parallel::map(
        py,
        threads,
        &rows,
        |stop| Worker::new(Limits { interrupt: Some(stop), ..limits }),
        |worker, row| row.as_ref().map(|(fen, side)| worker.decide(fen, *side, effort)),
    )?;
    let mut verdicts = Vec::with_capacity(answers.len());
    for (index, answer) in answers.into_iter().enumerate() {
        verdicts.push(match answer.transpose() {
            Ok(verdict) => verdict,
            Err(error) => {
                fault(index, exception(error))?;
                None
            }
        });
    }
    Ok(verdicts)
}

/// One thread of a batch.
struct Worker {
    limits: Limits,
    solver: Solver,
}

impl Worker {
    fn new(limits: Limits) -> Worker {
        Worker { limits, solver: Solver::new(limits) }
    }

    fn decide(&mut self, fen: &Fen, side: Option<Color>, effort: Effort) -> Result<Verdict, Fault> {
        let answer = guarded(&fen.text, || {
            let query = fen.query()?;
            let winner = side.unwrap_or(!query.position.turn());
            decide(&mut self.solver, query, winner, effort)
        });
        if let Err(Fault::Bug(_)) = answer {
            // What the solver holds may be half done.
            self.solver = Solver::new(self.limits);
        }
        answer
    }
}
