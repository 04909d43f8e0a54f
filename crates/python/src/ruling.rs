//! When was this game over, by which article, and is its result right?

use std::io;
use std::sync::atomic::AtomicBool;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use serde::{Deserialize, Deserializer};
use zermelo_answers::Fault;
use zermelo_answers::check::Source as _;
use zermelo_answers::judge::{ErrorReport, GameReport, rule as answer};
use zermelo_kernel::{Color, Reading};
use zermelo_record::pgn::{RawGame, Splitter};
use zermelo_record::{Judge, Options};
use zermelo_winnable::Limits;

use crate::fault::{exception, guarded};
use crate::question::Number;
use crate::source::Source;
use crate::{parallel, question, value};

/// What the rules say of one game, accepted by the kernel.
#[pyclass(frozen, eq, hash, module = "zermelo")]
#[derive(Deserialize, Default, PartialEq, Eq, Hash)]
#[serde(default)]
pub struct Ruling {
    /// All of it but the certificate, as the command's JSON has it; what follows is read from there.
    #[serde(skip)]
    report: String,
    /// The number of the game in the text, from 1.
    #[pyo3(get)]
    game: u64,
    /// The line on which it begins, from 1; if it cannot be read, the line of the fault.
    #[pyo3(get)]
    line: u64,
    /// The player of the white men, by the tag.
    #[pyo3(get)]
    white: Option<String>,
    /// The player of the black men, by the tag.
    #[pyo3(get)]
    black: Option<String>,
    /// Plies in the record.
    #[pyo3(get)]
    plies: usize,
    /// `"over"`, `"flag"`, `"resigned"`, `"drawn"`, `"unfounded"`, `"decided"`, `"unfinished"`,
    /// `"open"`; or `"broken"` for a game that cannot be read, see `error`.
    #[pyo3(get)]
    ruling: String,
    /// The article of the FIDE Laws, where one applies.
    #[pyo3(get)]
    article: Option<String>,
    /// The rule that ended the game: `"checkmate"`, `"dead_position"` and so on.
    #[pyo3(get)]
    ending: Option<String>,
    /// After so many plies the ruling is made: at the end of the game, or of the record.
    #[pyo3(get)]
    ply: usize,
    /// The position then.
    #[pyo3(get)]
    fen: Option<String>,
    /// Who ran out of time or resigned.
    #[pyo3(get)]
    loser: Option<String>,
    /// Who won by the rules.
    #[pyo3(get)]
    winner: Option<String>,
    /// The result by the rules; None where they leave it to the record, or it is open.
    #[pyo3(get)]
    result: Option<String>,
    /// The result that the record claims.
    #[pyo3(get)]
    claimed_result: Option<String>,
    /// `"agrees"`, `"contradicted"`, `"missing"` or `"left"`.
    #[pyo3(get)]
    agreement: Option<String>,
    /// Moves played after the game was over.
    #[pyo3(get)]
    plies_after_end: usize,
    /// The reason that the record gives, where that matters.
    #[pyo3(get)]
    said: Option<String>,
    /// Draws that could be claimed, the first hundred: pairs of ply and article.
    #[pyo3(get)]
    #[serde(deserialize_with = "claims")]
    claims: Vec<(usize, String)>,
    /// How many there were in all.
    #[pyo3(get)]
    claims_total: usize,
    /// The ruling in sentences; None for a game that cannot be read.
    #[pyo3(get)]
    #[serde(deserialize_with = "sentences")]
    explanation: Option<Vec<String>>,
    /// The proof that the kernel has accepted, as text; None if the ruling is open.
    #[pyo3(get)]
    certificate: Option<String>,
    /// Why the game cannot be read.
    #[pyo3(get)]
    error: Option<String>,
}

#[pymethods]
impl Ruling {
    /// The ruling as the command's JSON has it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let dict = value::loads(py, &self.report)?;
        dict.set_item("ruling", &self.ruling)?;
        dict.set_item("certificate", &self.certificate)?;
        Ok(dict)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickle)> {
        let pickle = (self.report.clone(), self.certificate.clone());
        Ok((value::restorer(py, "_restore_ruling")?, pickle))
    }

    fn __repr__(&self) -> String {
        let what = match (&self.error, &self.article, &self.result) {
            (Some(error), _, _) => error.clone(),
            (None, Some(article), Some(result)) => {
                format!("{} by article {article} after ply {}, {result}", self.ruling, self.ply)
            }
            (None, _, Some(result)) => format!("{}, {result}", self.ruling),
            _ => self.ruling.clone(),
        };
        format!("<zermelo.Ruling: game {}, {what}>", self.game)
    }
}

/// What a pickle holds: the report and the certificate.
type Pickle = (String, Option<String>);

/// The ruling of a pickle, which is believed; its certificate can be checked.
#[pyfunction(name = "_restore_ruling")]
#[pyo3(signature = (report, certificate))]
pub fn restore_ruling(report: String, certificate: Option<String>) -> PyResult<Ruling> {
    Ruling::new(report, certificate).map_err(exception)
}

impl Ruling {
    /// Reads a report in JSON.
    fn new(report: String, certificate: Option<String>) -> Result<Ruling, Fault> {
        let read = serde_json::from_str(&report);
        let mut ruling: Ruling = read.map_err(|why| Fault::BadInput(why.to_string()))?;
        if ruling.error.is_some() {
            ruling.ruling = "broken".to_string();
        }
        Ok(Ruling { report, certificate, ..ruling })
    }
}

/// Pairs of ply and article.
fn claims<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(usize, String)>, D::Error> {
    #[derive(Deserialize)]
    struct Claim {
        ply: usize,
        article: String,
    }
    let claims = Vec::<Claim>::deserialize(from)?;
    Ok(claims.into_iter().map(|claim| (claim.ply, claim.article)).collect())
}

/// The sentences that are there.
fn sentences<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<String>>, D::Error> {
    #[derive(Deserialize)]
    struct Explanation {
        headline: String,
        detail: String,
        agreement: String,
    }
    let Explanation { headline, detail, agreement } = Explanation::deserialize(from)?;
    let said = [headline, detail, agreement].into_iter().filter(|sentence| !sentence.is_empty());
    Ok(Some(said.collect()))
}

/// Reads, judges, checks.
fn rule(judge: &mut Judge, raw: &RawGame) -> Result<Ruling, Fault> {
    let judged = match answer(judge, raw)? {
        Ok(judged) => judged,
        Err(broken) => {
            let report = ErrorReport::broken(raw.number, &broken);
            return Ruling::new(value::json(&report)?, None);
        }
    };
    let certificate = judged.certificate.as_ref().map(|proof| proof.to_text());
    let mut report = GameReport::new(&judged);
    report.certificate = None;
    Ruling::new(value::json(&report)?, certificate)
}

fn options(flag: Option<Color>, with_history: bool, memory: Option<Number>) -> PyResult<Options> {
    let mut options = Options { flag, ..Options::default() };
    if with_history {
        options.reading = Reading::History;
    }
    if memory.is_some() {
        options.limits.memory = question::limits(false, None, memory)?.memory;
    }
    Ok(options)
}

/// The text that holds the games, or the file.
fn source(pgn: &Bound<'_, PyAny>) -> PyResult<Source> {
    if let Some(bytes) = question::bytes(pgn)? {
        let name = str::from_utf8(&bytes).unwrap_or_default().trim();
        if [".pgn", ".pgn.zst", ".pgn.gz", ".pgn.bz2"].iter().any(|end| name.ends_with(end))
            && !name.contains(['\n', '['])
        {
            return Err(PyValueError::new_err(format!(
                "a str is the text of a PGN; give the file as pathlib.Path({name:?})"
            )));
        }
        return Ok(Source::Bytes(bytes));
    }
    if pgn.hasattr("__fspath__")? {
        return Source::file(pgn.extract()?);
    }
    if pgn.hasattr("headers")? && pgn.hasattr("mainline")? {
        // A game of python-chess writes itself as PGN.
        return Ok(Source::Bytes(pgn.str()?.to_str()?.into()));
    }
    let kind = pgn.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "games are PGN in a str or bytes, a pathlib.Path, or a game of python-chess, and this is of \
         type {kind}"
    )))
}

fn games(source: &Source) -> io::Result<Vec<RawGame>> {
    let mut splitter = Splitter::new(source.open()?);
    std::iter::from_fn(|| splitter.next_game().transpose()).collect()
}

/// Rules on every game of a PGN, given as text (str or bytes) or, as a pathlib.Path, as the file that
/// holds it, perhaps compressed (zstd, gzip, bzip2): when was it over, by which article, who won?
///
/// A list with one `Ruling` for each game. `flag` names a player whose flag fell after the last
/// move, whatever the record says; with `with_history=True` a mate must come before the 75-move
/// or five-fold end. `memory` is what one search may use (64 MiB, and 1 GiB for the rare one).
///
/// >>> import zermelo
/// >>> zermelo.judge("1. f3 e5 2. g4 Qh4# 1-0")[0].result
/// '0-1'
#[pyfunction]
#[pyo3(signature = (pgn, *, flag=None, with_history=false, memory=None, threads=None))]
pub fn judge(
    py: Python<'_>,
    pgn: &Bound<'_, PyAny>,
    flag: Option<&Bound<'_, PyAny>>,
    with_history: bool,
    memory: Option<Number>,
    threads: Option<Number>,
) -> PyResult<Vec<Ruling>> {
    let options = options(flag.map(question::side).transpose()?, with_history, memory)?;
    let threads = parallel::threads(threads)?;
    let source = source(pgn)?;
    let split = move |_: &AtomicBool| Ok(games(&source));
    let games = parallel::alone(py, "the games", split)??;
    let judge = |stop| {
        let limits = Limits { interrupt: Some(stop), ..options.limits };
        let options = Options { limits, ..options };
        (options, Judge::new(options))
    };
    let work = |(options, judge): &mut (Options, Judge), raw: &RawGame| {
        let ruling = guarded(&format!("game {}", raw.number), || rule(judge, raw));
        if ruling.is_err() {
            // What the judge holds may be half done.
            *judge = Judge::new(*options);
        }
        ruling
    };
    let rulings = parallel::map(py, threads, &games, judge, work)?;
    rulings.into_iter().collect::<Result<_, Fault>>().map_err(exception)
}
