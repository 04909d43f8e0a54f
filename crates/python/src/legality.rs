//! Can this position arise?

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zermelo_kernel::{
    Castling, Closed, Examiner, FenError, LegalityCertificate, LegalityEvidence, Move, Position,
    Rule,
};
use zermelo_retro::legal::{Limits, Verdict, decide};
use zermelo_retro::proof_game;
use zermelo_retro::sketch::{Sketch, Standing};

use crate::fault::{Fault, Open, guarded};
use crate::names;
use crate::question::{self, Fen};

/// Whether a position can arise in a game, accepted by the kernel.
///
/// `bool(legality)` is True for "legal" and False for "illegal"; an open answer is neither, and
/// raises `zermelo.Open`.
#[pyclass(frozen, module = "zermelo")]
pub struct Legality {
    position: Position,
    certificate: Option<LegalityCertificate>,
}

/// Reads a position with what its FEN says of the last move.
fn read(fen: &Fen) -> Result<Standing, Fault> {
    let bad = |error: FenError| Fault::Bad(error.to_string());
    let sketch: Sketch = fen.spaced()?.parse().map_err(bad)?;
    let mut readings = sketch.readings(Castling::Standard).map_err(bad)?;
    match (readings.pop(), readings.len()) {
        (Some(standing), 0) => Ok(standing),
        (_, others) => Err(Fault::Bad(format!(
            "the FEN has {} readings, for some field is unknown; give one of them",
            others + 1
        ))),
    }
}

/// Asks the engine and has the kernel check what it says.
fn ask(fen: &Fen, limits: &Limits) -> Result<Legality, Fault> {
    let Standing { position, passed, .. } = read(fen)?;
    let evidence = match decide(&position, passed, limits) {
        Verdict::Legal(moves) => LegalityEvidence::Game(moves),
        Verdict::Illegal(closed) => LegalityEvidence::Closed(closed),
        Verdict::Open => return Ok(Legality { position, certificate: None }),
    };
    let certificate = LegalityCertificate { position: position.clone(), passed, evidence };
    certificate.check().map_err(|fault| {
        Fault::Bug(format!("the kernel rejected the engine's claim on {position}: {fault}"))
    })?;
    Ok(Legality { position, certificate: Some(certificate) })
}

impl Legality {
    fn proof_game(&self) -> Option<&[Move]> {
        match &self.certificate.as_ref()?.evidence {
            LegalityEvidence::Game(moves) => Some(moves),
            LegalityEvidence::Closed(_) => None,
        }
    }

    fn closed(&self) -> Option<&Closed> {
        match &self.certificate.as_ref()?.evidence {
            LegalityEvidence::Game(_) => None,
            LegalityEvidence::Closed(closed) => Some(closed),
        }
    }

    /// The rule that excludes the position itself.
    fn own_rule(&self) -> Option<Rule> {
        let mut excluded = self.closed()?.excluded.iter();
        excluded.find(|(_, position)| *position == self.position).map(|(rule, _)| *rule)
    }
}

#[pymethods]
impl Legality {
    /// `"legal"`, `"illegal"` or `"open"`.
    #[getter]
    fn result(&self) -> &'static str {
        self.certificate.as_ref().map_or("open", LegalityCertificate::claim)
    }

    /// The position, four fields.
    #[getter]
    fn fen(&self) -> String {
        self.position.to_fen()
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
        self.proof_game().map(|game| names::uci(&Position::initial(), game))
    }

    /// Why no game leads there: the name of a rule, `"no-last-move"` or `"last-moves"`; else None.
    #[getter]
    fn rule(&self) -> Option<&'static str> {
        let closed = self.closed()?;
        Some(match self.own_rule() {
            Some(rule) => rule.name(),
            None if closed.members.is_empty() && closed.excluded.is_empty() => "no-last-move",
            None => "last-moves",
        })
    }

    /// The same in a sentence.
    #[getter]
    fn reason(&self) -> Option<String> {
        let mover = !self.position.turn();
        let closed = self.closed()?;
        Some(match self.own_rule() {
            Some(rule) => Examiner::default().excludes(rule, &self.position).unwrap_or_default(),
            None if closed.members.is_empty() && closed.excluded.is_empty() => {
                format!("no last move of {mover}'s is possible")
            }
            None => format!("none of {mover}'s last moves can have been played"),
        })
    }

    /// The proof that the kernel has accepted, as text; None if the answer is open.
    #[getter]
    fn certificate(&self, py: Python<'_>) -> Option<String> {
        let certificate = self.certificate.as_ref()?;
        Some(py.detach(|| certificate.to_text()))
    }

    fn __bool__(&self) -> PyResult<bool> {
        match self.certificate {
            Some(_) => Ok(self.proof_game().is_some()),
            None => Err(Open::new_err(
                "an open answer is neither true nor false; look at legality.result",
            )),
        }
    }

    fn __repr__(&self) -> String {
        let how = match (self.proof_game(), self.rule()) {
            (Some(game), _) => format!(", a game of {} plies", game.len()),
            (None, Some(rule)) => format!(", {rule}"),
            (None, None) => String::new(),
        };
        format!("<zermelo.Legality: {}{how}>", self.result())
    }
}

/// Can this position arise in a game of chess from the initial array?
///
/// `position` is a FEN or a board of python-chess. `nodes` limits the search for a game (4000
/// positions unless said), `seconds` its time, `retractions` the search backwards (60 positions).
///
/// >>> import zermelo
/// >>> zermelo.legal("8/8/8/8/8/8/P1k5/K7 b - -").result
/// 'illegal'
#[pyfunction]
#[pyo3(signature = (position, *, nodes=None, seconds=None, retractions=None))]
pub fn legal(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    retractions: Option<usize>,
) -> PyResult<Legality> {
    let fen = Fen::of(position, None)?;
    if fen.castling == Castling::Chess960 {
        return Err(PyValueError::new_err("legality is settled for standard chess only"));
    }
    let mut limits = Limits::default();
    if let Some(seconds) = seconds {
        if !(seconds.is_finite() && seconds > 0.0) {
            return Err(PyValueError::new_err("a number of seconds above 0 is needed"));
        }
        limits.game = proof_game::Limits { nodes: u64::MAX, seconds: Some(seconds) };
    }
    limits.game.nodes = nodes.unwrap_or(limits.game.nodes);
    limits.illegal.nodes = retractions.unwrap_or(limits.illegal.nodes);
    Ok(py.detach(|| guarded(&fen.text, || ask(&fen, &limits)))?)
}
