//! When was this game over, by which article, and is its result right?

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use zermelo_answers::Fault;
use zermelo_answers::judge::{GameReport, rule as answer};
use zermelo_kernel::{Color, Reading};
use zermelo_record::pgn::{self, RawGame, Splitter};
use zermelo_record::{Judge, Options};

use crate::fault::{exception, guarded};
use crate::{parallel, question};

/// What the rules say of one game, accepted by the kernel.
#[pyclass(frozen, get_all, module = "zermelo")]
#[derive(Default)]
pub struct Ruling {
    /// The number of the game in the text, from 1.
    game: u64,
    /// The line on which it begins, from 1; if it cannot be read, the line of the fault.
    line: u64,
    /// The player of the white men, by the tag.
    white: Option<String>,
    /// The player of the black men, by the tag.
    black: Option<String>,
    /// Plies in the record.
    plies: usize,
    /// `"over"`, `"flag"`, `"resigned"`, `"drawn"`, `"unfounded"`, `"decided"`, `"unfinished"`,
    /// `"open"`; or `"broken"` for a game that cannot be read, see `error`.
    ruling: &'static str,
    /// The article of the FIDE Laws, where one applies.
    article: Option<&'static str>,
    /// The rule that ended the game: `"checkmate"`, `"dead_position"` and so on.
    ending: Option<&'static str>,
    /// After so many plies the ruling is made: at the end of the game, or of the record.
    ply: usize,
    /// The position then.
    fen: Option<String>,
    /// Who ran out of time or resigned.
    loser: Option<&'static str>,
    /// Who won by the rules.
    winner: Option<&'static str>,
    /// The result by the rules; None where they leave it to the record, or it is open.
    result: Option<&'static str>,
    /// The result that the record claims.
    claimed_result: Option<&'static str>,
    /// `"agrees"`, `"contradicted"`, `"missing"` or `"left"`.
    agreement: Option<&'static str>,
    /// Moves played after the game was over.
    plies_after_end: usize,
    /// The reason that the record gives, where that matters.
    said: Option<String>,
    /// Draws that could be claimed, the first hundred: pairs of ply and article.
    claims: Vec<(usize, &'static str)>,
    /// How many there were in all.
    claims_total: usize,
    /// The ruling in sentences; None for a game that cannot be read.
    explanation: Option<Vec<String>>,
    /// The proof that the kernel has accepted, as text; None if the ruling is open.
    certificate: Option<String>,
    /// Why the game cannot be read.
    error: Option<String>,
}

#[pymethods]
impl Ruling {
    fn __repr__(&self) -> String {
        let what = match (&self.error, self.article, self.result) {
            (Some(error), _, _) => error.clone(),
            (None, Some(article), Some(result)) => {
                format!("{} by article {article} after ply {}, {result}", self.ruling, self.ply)
            }
            (None, _, Some(result)) => format!("{}, {result}", self.ruling),
            _ => self.ruling.to_string(),
        };
        format!("<zermelo.Ruling: game {}, {what}>", self.game)
    }
}

/// Reads, judges, checks.
fn rule(judge: &mut Judge, raw: &RawGame) -> Result<Ruling, Fault> {
    let accepted = match answer(judge, raw)? {
        Ok(accepted) => accepted,
        Err(broken) => return Ok(unread(raw, &broken)),
    };
    let certificate = accepted.certificate.as_ref().map(|proof| proof.to_text());
    Ok(report(GameReport::new(&accepted.judged()), certificate))
}

fn report(game: GameReport<'_>, certificate: Option<String>) -> Ruling {
    Ruling {
        game: game.game,
        line: game.line,
        white: game.white.map(String::from),
        black: game.black.map(String::from),
        plies: game.plies,
        ruling: game.ruling,
        article: game.article,
        ending: game.ending,
        ply: game.ply,
        fen: Some(game.fen),
        loser: game.loser,
        winner: game.winner,
        result: game.result,
        claimed_result: Some(game.claimed_result),
        agreement: Some(game.agreement),
        plies_after_end: game.plies_after_end,
        said: game.said.map(String::from),
        claims: game.claims.iter().map(|claim| (claim.ply, claim.article)).collect(),
        claims_total: game.claims_total,
        explanation: Some(
            [game.explanation.headline, game.explanation.detail, game.explanation.agreement]
                .into_iter()
                .filter(|sentence| !sentence.is_empty())
                .collect(),
        ),
        certificate,
        error: None,
    }
}

/// A game that cannot be read.
fn unread(raw: &RawGame, broken: &pgn::Broken) -> Ruling {
    let error = Some(broken.fault.to_string());
    Ruling { game: raw.number, line: broken.line, ruling: "broken", error, ..Ruling::default() }
}

fn options(flag: Option<Color>, with_history: bool, memory: Option<u64>) -> PyResult<Options> {
    let mut options = Options { flag, ..Options::default() };
    if with_history {
        options.reading = Reading::History;
    }
    if memory.is_some() {
        options.limits.memory = question::limits(false, None, memory)?.memory;
    }
    Ok(options)
}

/// Rules on every game of a PGN text (str or bytes): when was it over, by which article, who won?
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
    memory: Option<u64>,
    threads: Option<usize>,
) -> PyResult<Vec<Ruling>> {
    let options = options(flag.map(question::side).transpose()?, with_history, memory)?;
    let threads = parallel::threads(threads)?;
    let text: Vec<u8> = if let Ok(text) = pgn.cast::<PyString>() {
        text.to_str()?.into()
    } else if let Ok(bytes) = pgn.cast::<PyBytes>() {
        bytes.as_bytes().into()
    } else if pgn.hasattr("headers")? && pgn.hasattr("mainline")? {
        // A game of python-chess writes itself as PGN.
        pgn.str()?.to_str()?.into()
    } else {
        return Err(PyTypeError::new_err("games are given as PGN, in a str or bytes"));
    };
    let mut games = Vec::new();
    let mut splitter = Splitter::new(&text[..]);
    while let Some(game) = splitter.next_game()? {
        games.push(game);
    }
    let work = |judge: &mut Judge, raw: &RawGame| {
        let ruling = guarded(&format!("game {}", raw.number), || rule(judge, raw));
        if ruling.is_err() {
            // What the judge holds may be half done.
            *judge = Judge::new(options);
        }
        ruling
    };
    let rulings = parallel::map(py, threads, &games, || Judge::new(options), work)?;
    rulings.into_iter().collect::<Result<_, Fault>>().map_err(exception)
}
