//! When was this game over, by which article, and is its result right?

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use zermelo_board::Position;
use zermelo_kernel::{Color, Concession, Reading, RecordCertificate};
use zermelo_record::pgn::{self, RawGame, Record, Splitter};
use zermelo_record::{Agreement, Judge, Judgement, Options, Ruling as Ruled, Said};
use zermelo_winnable::Limits;

use crate::fault::{Fault, guarded};
use crate::{crew, names, question};

/// As many claims are listed, and checked; the rest is only counted.
const LISTED: usize = 100;

/// What the rules say of one game, accepted by the kernel.
#[pyclass(frozen, get_all, module = "zermelo")]
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

/// Has the kernel check a ruling and what could be claimed. The error says why not.
fn accept(judgement: &Judgement, certificate: &RecordCertificate) -> Result<(), String> {
    certificate.check().map_err(|fault| fault.to_string())?;
    let listed = &judgement.claims[..judgement.claims.len().min(LISTED)];
    if listed.is_empty() {
        return Ok(());
    }
    let replay = certificate.game.replay().map_err(|ply| format!("ply {ply} is not legal"))?;
    for (ply, claim) in listed {
        let article = claim.article();
        if !replay.claims(*ply).iter().any(|other| other.article() == article) {
            return Err(format!("nothing can be claimed by article {article} after ply {ply}"));
        }
    }
    Ok(())
}

/// Reads, judges, checks.
fn rule(judge: &mut Judge, raw: &RawGame) -> Result<Ruling, Fault> {
    let record = match pgn::read(raw) {
        Ok(record) => record,
        Err(broken) => return Ok(unread(raw, &broken)),
    };
    let judgement = judge.judge(&record);
    let certificate = judgement.certificate(&record);
    if let Some(certificate) = &certificate {
        accept(&judgement, certificate).map_err(|why| {
            let game = record.number;
            Fault::Bug(format!("the kernel rejected the ruling on game {game}: {why}"))
        })?;
    } else if !matches!(judgement.ruling, Ruled::Open { .. }) {
        return Err(Fault::Bug(format!("the ruling on game {} has no proof", record.number)));
    }
    Ok(report(&record, &judgement, certificate.map(|proof| proof.to_text())))
}

fn report(record: &Record, judgement: &Judgement, certificate: Option<String>) -> Ruling {
    let (ruling, article) = name(&judgement.ruling);
    // A draw by agreement or by a claim: where there was one, nobody knows which.
    let claimable = judgement.claims.iter().any(|(ply, _)| *ply == judgement.plies);
    let by_claim = claimable && matches!(judgement.ruling, Ruled::Drawn);
    let ply = match judgement.ruling {
        Ruled::Over { ply, .. } | Ruled::Open { ply } => ply,
        _ => judgement.plies,
    };
    let start = Position::from_kernel(&record.start);
    let then = record.moves[..ply].iter().fold(start, |position, &m| position.play(m));
    let (loser, winner) = match judgement.ruling {
        Ruled::Over { winner, .. } => (None, winner),
        Ruled::Conceded { loser, winner, .. } => (Some(loser), winner),
        _ => (None, None),
    };
    let claims = judgement.claims.iter().take(LISTED);
    Ruling {
        game: record.number,
        line: record.line,
        white: record.tag("White").map(String::from),
        black: record.tag("Black").map(String::from),
        plies: judgement.plies,
        ruling,
        article: article.filter(|_| !by_claim),
        ending: match judgement.ruling {
            Ruled::Over { ending, .. } => Some(names::ending(ending)),
            _ => None,
        },
        ply,
        fen: Some(then.to_fen()),
        loser: loser.map(names::side),
        winner: winner.map(names::side),
        result: judgement.ruling.result().map(|marker| marker.as_str()),
        claimed_result: Some(judgement.claimed.as_str()),
        agreement: Some(match judgement.agreement() {
            Agreement::Agrees => "agrees",
            Agreement::Contradicted => "contradicted",
            Agreement::Missing => "missing",
            Agreement::Left => "left",
        }),
        plies_after_end: judgement.plies_after_the_end(),
        said: match &judgement.ruling {
            Ruled::Unfounded(reason) => Some(said(*reason).to_string()),
            Ruled::Decided(words) => Some(words.clone()),
            _ => None,
        },
        claims: claims.map(|(ply, claim)| (*ply, claim.article())).collect(),
        claims_total: judgement.claims.len(),
        certificate,
        error: None,
    }
}

/// A game that cannot be read.
fn unread(raw: &RawGame, broken: &pgn::Broken) -> Ruling {
    Ruling {
        game: raw.number,
        line: broken.line,
        white: None,
        black: None,
        plies: 0,
        ruling: "broken",
        article: None,
        ending: None,
        ply: 0,
        fen: None,
        loser: None,
        winner: None,
        result: None,
        claimed_result: None,
        agreement: None,
        plies_after_end: 0,
        said: None,
        claims: Vec::new(),
        claims_total: 0,
        certificate: None,
        error: Some(broken.fault.to_string()),
    }
}

/// The kind of a ruling, and its article.
fn name(ruling: &Ruled) -> (&'static str, Option<&'static str>) {
    match ruling {
        Ruled::Over { ending, .. } => ("over", Some(ending.article())),
        Ruled::Conceded { how: Concession::FlagFell, .. } => ("flag", Some("6.9")),
        Ruled::Conceded { how: Concession::Resigned, .. } => ("resigned", Some("5.1.2")),
        Ruled::Drawn => ("drawn", Some("5.2.3")),
        Ruled::Unfounded(_) => ("unfounded", None),
        Ruled::Decided(_) => ("decided", None),
        Ruled::Unfinished => ("unfinished", None),
        Ruled::Open { .. } => ("open", None),
    }
}

/// A reason that does not show on the board.
fn said(said: Said) -> &'static str {
    match said {
        Said::Checkmate => "checkmate",
        Said::Stalemate => "stalemate",
        Said::DeadPosition => "a dead position",
        Said::Repetition => "repetition",
        Said::Fivefold => "five-fold repetition",
        Said::FiftyMoves => "50 moves without capture and pawn move",
        Said::SeventyFiveMoves => "75 moves without capture and pawn move",
        Said::Agreement => "agreement before both players had moved (article 5.2.3)",
    }
}

fn options(flag: Option<Color>, with_history: bool, memory: Option<u64>) -> PyResult<Options> {
    let mut options = Options { flag, ..Options::default() };
    if with_history {
        options.reading = Reading::History;
    }
    if memory.is_some() {
        let limits: Limits = question::limits(false, None, memory)?;
        options.limits = limits;
        options.reserve = options.reserve.filter(|reserve| reserve.memory > limits.memory);
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
    let threads = crew::threads(threads)?;
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
    let rulings = crew::map(py, threads, &games, || Judge::new(options), work)?;
    Ok(rulings.into_iter().collect::<Result<_, Fault>>()?)
}
