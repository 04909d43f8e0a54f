//! What do endgame tables say of a position?

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::{PyFileNotFoundError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use zermelo_answers::Fault;
use zermelo_answers::query::Query;
use zermelo_answers::table::{ProbeReport, Question, SyzygyAnswer, Tables, folder_of_tables};
use zermelo_kernel::{Castling, GamePosition, LosingPosition, Position};
use zermelo_tables::{Limits, Measure, Rules, Syzygy};

use crate::fault::of_file;
use crate::question::{Fen, number};
use crate::{parallel, value};

/// What is asked of our tables.
struct Asked {
    fen: String,
    folder: Option<PathBuf>,
    rules: Rules,
    measure: Measure,
    line: bool,
    build: bool,
    memory: u64,
}

impl Asked {
    /// Looks up a position, for which tables are built if that is wanted.
    fn probe<P: GamePosition>(&self, stop: &AtomicBool) -> Result<String, Fault> {
        let folder = folder_of_tables(self.folder.as_deref());
        let tables = Tables::new(folder, self.rules, self.measure)?;
        let question = Question::<P>::read(&self.fen, self.rules, self.line);
        let question = question.map_err(Fault::BadInput)?;
        if let (true, Some(material)) = (self.build, &question.material) {
            let plan = tables.library.plan(std::slice::from_ref(material), tables.measure);
            let mut go_on = |_: zermelo_tables::Event<'_>| match stop.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            let built = tables.library.build(&plan, Limits::new(u64::MAX, self.memory), &mut go_on);
            built.map_err(|error| tables.fault(&error, material))?;
        }
        let answer = question.answer(&tables.library, tables.measure);
        let answer = answer.map_err(|error| match &question.material {
            Some(wanted) => tables.not_verified(&error, wanted),
            None => Fault::Bug(error.to_string()),
        })?;
        value::json(&ProbeReport::new(&answer))
    }
}

/// Looks up a position in the files of others, which nobody here has checked.
fn probe_syzygy(fen: &str, folders: &[PathBuf]) -> Result<String, Fault> {
    let clock = Query::read(fen, Castling::Standard).map_err(Fault::BadInput)?.clock;
    let position = Question::<Position>::position(fen, Rules::Chess).map_err(Fault::BadInput)?;
    let files = Syzygy::open(folders).map_err(|error| Fault::BadInput(error.to_string()))?;
    let folders: Vec<String> = folders.iter().map(|at| at.display().to_string()).collect();
    let answer = SyzygyAnswer::new(&files, &folders.join(", "), position, clock)?;
    value::json(&ProbeReport::syzygy(&answer))
}

/// One folder, or several.
fn folders(given: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    let one = given.is_instance_of::<PyString>() || given.hasattr("__fspath__")?;
    if one { Ok(vec![given.extract()?]) } else { given.extract() }
}

fn measure(metric: Option<&str>, rules: Rules) -> PyResult<Measure> {
    match metric {
        None if rules == Rules::Chess => Ok(Measure::End),
        None | Some("conversion") => Ok(Measure::Conversion),
        Some("end") => Ok(Measure::End),
        Some("outcome") => Ok(Measure::Outcome),
        _ => Err(PyValueError::new_err("a metric is \"outcome\", \"conversion\" or \"end\"")),
    }
}

/// Looks up a position in endgame tables: a dict, as `zermelo table probe --json` prints it.
///
/// `folder` holds the tables; unless it is said, what the environment's ZERMELO_TABLES says, or else
/// "tables". `rules` is "chess", "losing", "losing-fics" or "losing-joint"; `metric`, what distances
/// count, is "end" (unless said, for chess), "conversion" (for losing chess) or "outcome". With
/// `line=True` best play is told, with `build=True` tables that are missing are built, in at most
/// `memory` bytes (6 GiB unless said). With `syzygy`, a folder or several, Syzygy files are asked
/// instead, which the kernel has not checked.
///
/// FileNotFoundError if there is no such table.
///
/// >>> import zermelo
/// >>> zermelo.table("7k/6Q1/5K2/8/8/8/8/8 b - -")["over"]
/// 'checkmate'
#[pyfunction]
#[pyo3(signature = (position, folder=None, *, rules="chess", metric=None, line=false, build=false,
    memory=6_442_450_944, syzygy=None))]
#[expect(clippy::too_many_arguments, reason = "they are the options of the command")]
pub fn table<'py>(
    py: Python<'py>,
    position: &Bound<'py, PyAny>,
    folder: Option<PathBuf>,
    rules: &str,
    metric: Option<&str>,
    line: bool,
    build: bool,
    #[pyo3(from_py_with = number)] memory: u64,
    syzygy: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let fen = Fen::of(position, None)?.text;
    let rules: Rules = rules.parse().map_err(|_| {
        PyValueError::new_err(
            "the rules are \"chess\", \"losing\", \"losing-fics\" or \"losing-joint\"",
        )
    })?;
    let measure = measure(metric, rules)?;
    if line && measure == Measure::Outcome {
        return Err(PyValueError::new_err("line: outcomes alone show no way"));
    }
    let what = fen.clone();
    let report = if let Some(syzygy) = syzygy {
        if folder.is_some() || rules != Rules::Chess || metric.is_some() || line || build {
            return Err(PyValueError::new_err(
                "Syzygy files answer for chess and one position: syzygy goes with no other option",
            ));
        }
        let folders = folders(syzygy)?;
        parallel::alone(py, &what, move |_| absent(probe_syzygy(&fen, &folders)))
    } else {
        if build {
            let folder = folder_of_tables(folder.as_deref());
            std::fs::create_dir_all(&folder).map_err(|error| of_file(&folder, &error))?;
        }
        let asked = Asked { fen, folder, rules, measure, line, build, memory };
        parallel::alone(py, &what, move |stop| {
            absent(match rules {
                Rules::Chess => asked.probe::<Position>(stop),
                _ => asked.probe::<LosingPosition>(stop),
            })
        })
    }?;
    value::loads(py, &report.map_err(PyFileNotFoundError::new_err)?)
}

/// Parts tables that are not there, by a sentence, from other faults.
fn absent(found: Result<String, Fault>) -> Result<Result<String, String>, Fault> {
    match found {
        Err(Fault::Open(why)) => Ok(Err(why)),
        found => found.map(Ok),
    }
}
