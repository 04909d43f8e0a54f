//! Can this position arise?

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zermelo_answers::legal::{
    Answer, CertifiedReport, LegalReport, Question, Reading, ReadingsReport, explain,
};
use zermelo_answers::{Fault, san};
use zermelo_kernel::{Castling, Theorem};
use zermelo_retro::legal::Options;
use zermelo_winnable::Limits;

use crate::fault::{Open, exception};
use crate::question::{self, Fen, Number};
use crate::{parallel, value};

/// Whether a position can arise in a game, accepted by the kernel.
///
/// `bool(legality)` is True for "legal" and False for "illegal"; an open answer is neither, and
/// raises `zermelo.Open`.
#[pyclass(frozen, module = "zermelo")]
pub struct Legality {
    answer: Answer,
}

/// Asks the engine and has the kernel check what it says.
fn ask(fen: &Fen, dead_reckoning: bool, options: &Options) -> Result<Legality, Fault> {
    let asked = Reading { castling: fen.castling, dead_reckoning };
    let question = Question::read_as(&fen.text, asked).map_err(Fault::BadInput)?;
    Ok(Legality { answer: Answer::ask(question, options)? })
}

#[pymethods]
impl Legality {
    /// `"legal"`, `"illegal"` or `"open"`.
    #[getter]
    fn result(&self) -> &'static str {
        self.answer.verdict()
    }

    /// The position, four fields.
    #[getter]
    fn fen(&self) -> String {
        self.answer.question.position.to_fen()
    }

    /// A game that leads to the position, as moves of python-chess where that library is there,
    /// else in UCI; None if there is none or nobody knows.
    #[getter]
    fn game<'py>(&self, py: Python<'py>) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
        self.game_uci().map(|line| question::moves(py, line)).transpose()
    }

    /// The same game in UCI.
    #[getter]
    fn game_uci(&self) -> Option<Vec<String>> {
        self.answer.proof_game().map(|game| san::uci(&game.start, &game.moves))
    }

    /// The array with which the game begins, a FEN; None if there is no game.
    #[getter]
    fn start(&self) -> Option<String> {
        self.answer.proof_game().map(|game| game.start.to_fen())
    }

    /// Whether games of Chess960 were asked about.
    #[getter]
    fn chess960(&self) -> bool {
        self.answer.question.position.castling() == Castling::Chess960
    }

    /// Whether only games count in which no move is made from a dead position.
    #[getter]
    fn dead_reckoning(&self) -> bool {
        self.answer.question.dead_reckoning
    }

    /// Why no game leads there: the name of a rule, `"no-last-move"` or `"last-moves"`; else None.
    #[getter]
    fn rule(&self) -> Option<&'static str> {
        let Answer { question, .. } = &self.answer;
        self.answer.closed().map(|closed| explain::rule_name(question, closed))
    }

    /// The same in a sentence.
    #[getter]
    fn reason(&self) -> Option<String> {
        let Answer { question, .. } = &self.answer;
        self.answer.closed().map(|closed| explain::in_short(question, closed))
    }

    /// The proof that the kernel has accepted, as text; None if the answer is open.
    #[getter]
    fn certificate(&self, py: Python<'_>) -> Option<String> {
        let certificate = self.answer.certificate.as_ref()?;
        Some(py.detach(|| certificate.to_text()))
    }

    fn __bool__(&self) -> PyResult<bool> {
        match self.answer.certificate {
            Some(_) => Ok(self.answer.game().is_some()),
            None => Err(Open::new_err(
                "an open answer is neither true nor false; look at legality.result",
            )),
        }
    }

    /// The answer as the command's JSON has it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let report = value::json(&LegalReport::new(&self.answer, None)).map_err(exception)?;
        let dict = value::loads(py, &report)?;
        dict.del_item("proof")?;
        dict.set_item("certificate", self.certificate(py))?;
        Ok(dict)
    }

    fn __eq__(&self, other: &Legality) -> bool {
        let (one, other) = (&self.answer, &other.answer);
        let same = |one: &Question, other: &Question| {
            (&one.fen, &one.position, one.dead_reckoning)
                == (&other.fen, &other.position, other.dead_reckoning)
        };
        same(&one.question, &other.question) && one.certificate == other.certificate
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.answer.question.fen, self.result()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickle)> {
        let pickle = (
            self.answer.question.fen.clone(),
            self.chess960(),
            self.dead_reckoning(),
            self.certificate(py),
        );
        Ok((value::restorer(py, "_restore_legality")?, pickle))
    }

    fn __repr__(&self) -> String {
        let how = match (self.answer.game(), self.rule()) {
            (Some(game), _) => format!(", a game of {} plies", game.len()),
            (None, Some(rule)) => format!(", {rule}"),
            (None, None) => String::new(),
        };
        format!("<zermelo.Legality: {}{how}>", self.result())
    }
}

/// What a pickle holds: the FEN, whether it is of Chess960 and by dead reckoning, the certificate.
type Pickle = (String, bool, bool, Option<String>);

/// The legality of a pickle.
#[pyfunction(name = "_restore_legality")]
#[pyo3(signature = (fen, chess960, dead_reckoning, certificate))]
pub fn restore_legality(
    py: Python<'_>,
    fen: &str,
    chess960: bool,
    dead_reckoning: bool,
    certificate: Option<&str>,
) -> PyResult<Legality> {
    let castling = if chess960 { Castling::Chess960 } else { Castling::Standard };
    let asked = Reading { castling, dead_reckoning };
    let question = Question::read_as(fen, asked).map_err(Fault::BadInput).map_err(exception)?;
    let certificate = match certificate.map(|text| value::proved(py, text)).transpose()? {
        None => None,
        Some(Theorem::Legality(proved))
            if (&proved.position, proved.passed, proved.dead_reckoning)
                == (&question.position, question.passed, dead_reckoning) =>
        {
            Some(proved)
        }
        Some(_) => return Err(value::not_of_one_piece()),
    };
    let (engine, check) = (Duration::ZERO, Duration::ZERO);
    Ok(Legality { answer: Answer { question, certificate, engine, check } })
}

/// Can this position arise in a game of chess from the initial array, or with `chess960=True` in one
/// of Chess960 from any of the 960 arrays? With `dead_reckoning=True` only games count in which no
/// move is made from a dead position.
///
/// `position` is a FEN or a board of python-chess. `nodes` limits the search for a game (30000
/// positions unless said), `seconds` its time, `retractions` the search backwards (60 positions).
///
/// >>> import zermelo
/// >>> zermelo.legal("8/8/8/8/8/8/P1k5/K7 b - -").result
/// 'illegal'
#[pyfunction]
#[pyo3(signature = (position, *, nodes=None, seconds=None, retractions=None, dead_reckoning=false, chess960=None))]
pub fn legal(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    nodes: Option<Number>,
    seconds: Option<f64>,
    retractions: Option<Number>,
    dead_reckoning: bool,
    chess960: Option<bool>,
) -> PyResult<Legality> {
    let fen = Fen::of(position, chess960)?;
    let mut options = options(nodes, seconds, retractions)?;
    parallel::alone(py, &fen.text.clone(), move |stop| {
        options.limits.interrupt = Some(stop);
        ask(&fen, dead_reckoning, &options)
    })
}

/// What follows for a position of which fields are unknown (`?`, or left out but for the side to
/// move): who may be to move, which castling rights and en-passant squares may stand. A dict with
/// `verdict`, a `headline`, `fields`, `notes` and `readings`, as `zermelo legal --json` prints it, and a
/// certificate for each reading. The options are those of `legal`.
///
/// >>> import zermelo
/// >>> zermelo.legal_readings("4k3/8/8/8/8/8/8/4K2R w")["fields"][0]["text"]
/// 'Castling rights: K or none.'
#[pyfunction]
#[pyo3(signature = (position, *, nodes=None, seconds=None, retractions=None, dead_reckoning=false, chess960=None))]
pub fn legal_readings<'py>(
    py: Python<'py>,
    position: &Bound<'py, PyAny>,
    nodes: Option<Number>,
    seconds: Option<f64>,
    retractions: Option<Number>,
    dead_reckoning: bool,
    chess960: Option<bool>,
) -> PyResult<Bound<'py, PyAny>> {
    let fen = Fen::of(position, chess960)?;
    let mut options = options(nodes, seconds, retractions)?;
    let report = parallel::alone(py, &fen.text.clone(), move |stop| {
        options.limits.interrupt = Some(stop);
        let asked = Reading { castling: fen.castling, dead_reckoning };
        let questions = Question::readings(&fen.text, asked).map_err(Fault::BadInput)?;
        let ask = |question| Answer::ask(question, &options);
        let answers = questions.into_iter().map(ask).collect::<Result<Vec<_>, _>>()?;
        let report = |one: &Answer| CertifiedReport::new(one, |proof| Some(proof.to_text()));
        value::json(&ReadingsReport::new(&answers, report))
    })?;
    value::loads(py, &report)
}

/// How hard to try.
pub fn options(
    nodes: Option<Number>,
    seconds: Option<f64>,
    retractions: Option<Number>,
) -> PyResult<Options> {
    let mut options = Options::default();
    if let Some(seconds) = seconds {
        if !(seconds.is_finite() && seconds > 0.0) {
            return Err(PyValueError::new_err("a number of seconds above 0 is needed"));
        }
        options.limits = Limits { nodes: u64::MAX, ..options.limits }.within(seconds);
    }
    options.limits.nodes = nodes.map_or(options.limits.nodes, |Number(nodes)| nodes);
    options.retractions = retractions.map_or(options.retractions, |Number(most)| most);
    Ok(options)
}
