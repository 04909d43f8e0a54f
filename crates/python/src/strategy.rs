//! How do king and rook mate, on a board of any size?

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicU64;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zermelo_answers::Fault;
use zermelo_answers::strategy::{
    NotVerified, PositionReport, Shown, StrategyReport, VerifyReport, Walking, read_men,
};
use zermelo_kernel_strategy::{Board, Choice, Strategy};
use zermelo_strategy::retrograde;

use crate::fault::exception;
use crate::question::{Fen, number};
use crate::{parallel, value};

/// No side is longer.
const MOST_SIDE: i32 = 9999;
/// On boards with more squares the kernel checks one position in a hundred.
const LARGE: i32 = 100;
const SAMPLE: NonZeroUsize = NonZeroUsize::new(100).unwrap();

/// A board: N, `"NxM"`, or a pair of files and ranks.
fn read_board(given: Option<&Bound<'_, PyAny>>) -> PyResult<Board<i32>> {
    let Some(given) = given else { return Ok(Board::new(8, 8)) };
    let sides = if let Ok(side) = given.extract::<i32>() {
        Some((side, side))
    } else if let Ok(text) = given.extract::<String>() {
        let (width, height) = text.split_once(['x', 'X']).unwrap_or((&text, &text));
        width.parse().ok().zip(height.parse().ok())
    } else {
        given.extract::<(i32, i32)>().ok()
    };
    let fits = |side: i32| (1..=MOST_SIDE).contains(&side);
    let sides = sides.filter(|&(width, height)| fits(width) && fits(height));
    sides.map(|(width, height)| Board::new(width, height)).ok_or_else(|| {
        PyValueError::new_err(format!(
            "a board is N, \"NxM\" or (files, ranks), with sides from 1 to {MOST_SIDE}"
        ))
    })
}

/// The strategy of king and rook against king: a dict, as `zermelo strategy krk show --json` prints
/// it.
///
/// Without a position, its kinds of moves in words; with a position with White to move, what it plays
/// there and why. `position` is the squares of the men, or on 8x8 a FEN or a board of python-chess;
/// `board` is N, "NxM" or (files, ranks).
///
/// >>> import zermelo
/// >>> answer = zermelo.strategy("Ka1 Rb1 kd3", board="5x4")
/// >>> answer["kind"], answer["played"]
/// ('Squeeze', 'Rc1')
#[pyfunction]
#[pyo3(signature = (position=None, *, board=None))]
pub fn strategy<'py>(
    py: Python<'py>,
    position: Option<&Bound<'py, PyAny>>,
    board: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let board = read_board(board)?;
    let report = match position {
        None => value::json(&StrategyReport::krk()),
        Some(position) => {
            let men = read_men(&Fen::of(position, None)?.text, &board).map_err(Fault::BadInput);
            men.and_then(|men| value::json(&PositionReport::new(&Shown::of(board, men))))
        }
    };
    value::loads(py, &report.map_err(exception)?)
}

/// Walks all positions of king and rook against king on one board: does the strategy always mate, and
/// how soon? A dict, as `zermelo strategy krk verify --json` prints it.
///
/// The kernel checks every position on boards of up to 100 squares, else one in a hundred. With
/// `relation=True` White may play any move that fits, with `longest=True` the longest game is told.
/// `memory` is how many bytes may be used (6 GiB unless said).
///
/// >>> import zermelo
/// >>> answer = zermelo.strategy_verify("5x4")
/// >>> answer["result"], answer["checked"] == answer["positions"]
/// ('mates', True)
#[pyfunction]
#[pyo3(signature = (board=None, *, relation=false, longest=false, memory=6_442_450_944))]
pub fn strategy_verify<'py>(
    py: Python<'py>,
    board: Option<&Bound<'py, PyAny>>,
    relation: bool,
    longest: bool,
    #[pyo3(from_py_with = number)] memory: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let board = read_board(board)?;
    let choice = if relation { Choice::Relation } else { Choice::Function };
    let report = parallel::alone(py, "a board", move |stop| {
        let bad = |why: String| Fault::BadInput(format!("this board: {why}"));
        let needed = retrograde::memory(&board, choice).map_err(|why| bad(why.to_string()))?;
        if needed > memory {
            let why = format!("it needs {needed} bytes of memory, and {memory} are allowed");
            return Err(bad(why));
        }
        let large = board.width * board.height > LARGE;
        let walking = Walking {
            strategy: Strategy::new(board),
            choice,
            without: Vec::new(),
            check: Some(if large { SAMPLE } else { NonZeroUsize::MIN }),
            longest,
            done: &AtomicU64::new(0),
            stop,
        };
        let verified = walking.verify(|| {}).map_err(|why| match why {
            NotVerified::Stopped => Fault::Open(why.to_string()),
            NotVerified::Board(why) => bad(why.to_string()),
            NotVerified::Rejected(_) => Fault::Bug(why.to_string()),
        })?;
        value::json(&VerifyReport::new(&verified))
    })?;
    value::loads(py, &report)
}
