//! Help problems and proof games: all solutions.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use zermelo_answers::puzzle::{Asked, Conventions, Effort, PuzzleReport, Question, solve};
use zermelo_answers::{Fault, legal, proof_game};
use zermelo_winnable::Limits;
use zermelo_winnable::problem::Progress;

use crate::question::{self, Fen, Number};
use crate::{legality, parallel, value};

/// One of two words; the error names them.
fn is_first(option: &str, given: &str, [first, second]: [&str; 2]) -> PyResult<bool> {
    match given == first || given == second {
        true => Ok(given == first),
        false => Err(PyValueError::new_err(format!("{option} is \"{first}\" or \"{second}\""))),
    }
}

/// The diagrams and the stipulation, as words of the command.
fn words(position: &Bound<'_, PyAny>, stipulation: &str) -> PyResult<Vec<String>> {
    let one = position.is_instance_of::<PyString>() || position.hasattr("fen")?;
    let mut words = match position.try_iter() {
        Ok(twins) if !one => {
            twins.map(|twin| Ok(Fen::of(&twin?, None)?.text)).collect::<PyResult<Vec<String>>>()?
        }
        _ => vec![Fen::of(position, None)?.text],
    };
    words.push(stipulation.to_string());
    Ok(words)
}

/// The shortest games to a position, and whether there is only one: a dict, as `zermelo legal
/// --shortest --json` prints it; if no game leads there, what `legal` says, as a dict.
///
/// `position` is a FEN or a board; fields that are left out are unknown. At most `limit` games are kept;
/// `nodes` limits the positions visited, `seconds` the time, `memory` the bytes used (1 GiB unless said).
///
/// >>> import zermelo
/// >>> answer = zermelo.shortest("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR ?")
/// >>> answer["verdict"], answer["games"][0]["san"]
/// ('unique', ['e4', 'e5'])
#[pyfunction]
#[pyo3(signature = (position, *, limit=20, nodes=None, seconds=None, memory=None))]
pub fn shortest<'py>(
    py: Python<'py>,
    position: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = question::number)] limit: u64,
    nodes: Option<Number>,
    seconds: Option<f64>,
    memory: Option<Number>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut fen = Fen::of(position, None)?.text;
    // A placement alone is a diagram.
    if !fen.contains([' ', '_']) {
        fen += " ?";
    }
    let solutions = kept(limit)?;
    let mut options = legality::options(nodes, seconds, None)?;
    let limits = question::limits(false, nodes, memory.or(Some(Number(1 << 30))))?;
    let deadline = options.limits.deadline;
    let report = parallel::alone(py, &fen.clone(), move |stop| {
        options.limits.interrupt = Some(stop);
        let limits = Limits { interrupt: Some(stop), deadline, ..limits };
        let questions =
            legal::Question::readings(&fen, legal::Reading::default()).map_err(Fault::BadInput)?;
        let ask = |question| legal::Answer::ask(question, &options);
        let answers = questions.into_iter().map(ask).collect::<Result<Vec<_>, _>>()?;
        if legal::verdict_of_all(&answers) == "illegal" {
            let report = |one: &legal::Answer| {
                legal::CertifiedReport::new(one, |proof| Some(proof.to_text()))
            };
            return match &answers[..] {
                [one] => value::json(&report(one)),
                several => value::json(&legal::ReadingsReport::new(several, report)),
            };
        }
        let question = proof_game::Question::shortest(&fen, &answers).map_err(Fault::BadInput)?;
        let effort = proof_game::Effort { shorter: false, solutions, limits };
        let answer = proof_game::solve(&question, &effort, &Progress::default(), &|_| {})?;
        value::json(&proof_game::ProofGameReport::new(&answer))
    })?;
    value::loads(py, &report)
}

/// So many solutions are kept.
fn kept(limit: u64) -> PyResult<usize> {
    match limit {
        1..=1_000_000 => Ok(limit as usize),
        _ => Err(PyValueError::new_err("a limit from 1 to 1,000,000 is needed")),
    }
}

/// All solutions of a help problem, or all proof games of a length, each line checked by the kernel: a
/// dict, as `zermelo puzzle --json` prints it.
///
/// `position` is a FEN (the men alone are enough) or a board, or a list of these, which are twins.
/// `stipulation` is such as "h#3", "h#2.5" or "h=3", or "PG 12.5" for the games of so many moves from
/// the initial array. The options from `winner` to `en_passant` but `shorter` are for help problems. `winner` mates; with `duplex=True` the other side
/// is asked about as well, with `set_play=True` also the play without the first move, with
/// `up_to=True` all shorter solutions, and `shorter=False` does not look for these. `castling` is
/// "convention" (whoever stands at home may castle) or "fen", `en_passant` is "fen" or "none". At most
/// `limit` solutions of each length are kept; `nodes` limits the positions visited, `memory` the bytes
/// used (1 GiB unless said).
///
/// >>> import zermelo
/// >>> answer = zermelo.puzzle("7k/8/5K2/8/8/8/8/6Q1", "h#1")
/// >>> [line["san"] for line in answer["positions"][0]["parts"][0]["searches"][0]["solutions"]]
/// [['Kh7', 'Qg7#']]
#[pyfunction]
#[pyo3(signature = (position, stipulation, *, winner=None, duplex=false, set_play=false, up_to=false,
    shorter=true, castling="convention", en_passant="fen", limit=1000, nodes=None, memory=None))]
#[expect(clippy::too_many_arguments, reason = "they are the options of the command")]
pub fn puzzle<'py>(
    py: Python<'py>,
    position: &Bound<'py, PyAny>,
    stipulation: &str,
    winner: Option<&Bound<'py, PyAny>>,
    duplex: bool,
    set_play: bool,
    up_to: bool,
    shorter: bool,
    castling: &str,
    en_passant: &str,
    #[pyo3(from_py_with = question::number)] limit: u64,
    nodes: Option<Number>,
    memory: Option<Number>,
) -> PyResult<Bound<'py, PyAny>> {
    let conventions = [("castling", castling != "convention"), ("en_passant", en_passant != "fen")];
    let options = [("winner", winner.is_some()), ("duplex", duplex), ("set_play", set_play)];
    let options = options.into_iter().chain([("up_to", up_to)]).chain(conventions);
    let stray = options.filter(|(_, given)| *given).map(|(name, _)| name).next();
    let asked = Asked {
        winner: winner.map_or(Ok(zermelo_kernel::Color::White), question::side)?,
        duplex,
        set_play,
        conventions: Conventions {
            castling_at_home: is_first("castling", castling, ["convention", "fen"])?,
            en_passant: is_first("en_passant", en_passant, ["fen", "none"])?,
        },
    };
    let solutions = kept(limit)?;
    let words = words(position, stipulation)?;
    let limits = question::limits(false, nodes, memory.or(Some(Number(1 << 30))))?;
    if let Some(question) = proof_game::Question::read(&words) {
        let question = question.map_err(PyValueError::new_err)?;
        if let Some(option) = stray {
            return Err(PyValueError::new_err(format!("{option} is for help problems")));
        }
        let report = parallel::alone(py, "a proof game", move |stop| {
            let limits = Limits { interrupt: Some(stop), ..limits };
            let effort = proof_game::Effort { shorter, solutions, limits };
            let answer = proof_game::solve(&question, &effort, &Progress::default(), &|_| {})?;
            value::json(&proof_game::ProofGameReport::new(&answer))
        })?;
        return value::loads(py, &report);
    }
    let report = parallel::alone(py, "a problem", move |stop| {
        let question = Question::read(&words, &asked);
        let question =
            question.map_err(|why| Fault::BadInput(why.replace("--set-play", "set_play")))?;
        let limits = Limits { interrupt: Some(stop), ..limits };
        let effort = Effort { up_to, shorter, solutions, limits };
        let answer = solve(&question, &effort, &Progress::default(), &|_| {})?;
        value::json(&PuzzleReport::new(question.stipulation, &answer))
    })?;
    value::loads(py, &report)
}
