//! A request: the question and what may be said with it, as the parameters of the server are named.

use serde::Deserialize;
use zermelo_answers::{Fault, names};
use zermelo_kernel::{Castling, Color};
use zermelo_winnable::Limits;

/// What is asked. What does not belong to the question is not looked at.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// The name of the question.
    pub question: String,
    /// The position.
    fen: Option<String>,
    /// A helpmate's twins, instead of one position.
    fens: Vec<String>,
    /// Whose chances: `white`, `black` or `both`.
    #[serde(rename = "for")]
    sides: Option<String>,
    /// Whose flag has fallen.
    flag: Option<String>,
    /// Castling as in Chess960.
    chess960: bool,
    /// The fast test alone.
    pub fast: bool,
    /// The 75-move rule counts.
    pub history: bool,
    /// The shortest helpmate is wanted.
    pub shortest: bool,
    /// Whether the certificate shall come with the answer.
    pub certificate: Option<bool>,
    /// The game move by move.
    pub timeline: bool,
    /// Dead reckoning.
    pub dead_reckoning: bool,
    /// A problem: `h#3`.
    pub stipulation: Option<String>,
    /// A problem: who mates.
    winner: Option<String>,
    /// A problem: the colours exchanged, too.
    pub duplex: bool,
    /// A problem: without the first move, too.
    pub set_play: bool,
    /// A problem: all lengths up to that one.
    pub up_to: bool,
    /// A problem: not whether a shorter solution exists.
    pub no_shorter: bool,
    /// A problem: `convention` or `fen`.
    pub castling: Option<String>,
    /// A problem: `fen` or `none`.
    pub en_passant: Option<String>,
    /// A problem: so many solutions are kept.
    pub limit: Option<usize>,
    /// A strategy: the board, `8` or `8x5`.
    pub board: Option<String>,
    /// A strategy: the squares of the men.
    pub men: Option<String>,
    /// A strategy: who is to move.
    turn: Option<String>,
    /// Positions that a search may visit.
    nodes: Option<u64>,
    /// Bytes that it may hold.
    memory: Option<u64>,
    /// Four times the memory of other questions.
    long: bool,
    /// Seconds that it may take; of `judge`, for each game.
    pub seconds: Option<f64>,
}

fn side(name: &str, given: Option<&str>) -> Result<Option<Color>, Fault> {
    names::read_side(name, given).map_err(Fault::BadInput)
}

impl Request {
    /// Reads JSON.
    pub fn read(json: &[u8]) -> Result<Request, Fault> {
        serde_json::from_slice(json).map_err(|error| {
            let why = error.to_string();
            // Nobody sees the lines of the request.
            let end = why.rfind(" at line ").unwrap_or(why.len());
            Fault::BadInput(format!("the request cannot be read: {}", &why[..end]))
        })
    }

    /// The position, which must be there.
    pub fn fen(&self) -> Result<&str, Fault> {
        let given = self.fen.as_deref().filter(|fen| !fen.is_empty());
        given.ok_or_else(|| Fault::BadInput("a position is missing: give a FEN".to_string()))
    }

    /// The positions, if there are several, or the one.
    pub fn fens(&self) -> Result<Vec<String>, Fault> {
        Ok(if self.fens.is_empty() { vec![self.fen()?.to_string()] } else { self.fens.clone() })
    }

    /// The side that is asked about; `None` is both.
    pub fn side(&self) -> Result<Option<Color>, Fault> {
        side("for", self.sides.as_deref().filter(|&sides| sides != "both"))
    }

    /// Whose flag has fallen.
    pub fn flag(&self) -> Result<Option<Color>, Fault> {
        side("flag", self.flag.as_deref())
    }

    /// Who mates.
    pub fn winner(&self) -> Result<Option<Color>, Fault> {
        side("winner", self.winner.as_deref())
    }

    /// Who is to move.
    pub fn turn(&self) -> Result<Option<Color>, Fault> {
        side("turn", self.turn.as_deref())
    }

    /// How castling rights are read.
    pub fn chess960(&self) -> Castling {
        if self.chess960 { Castling::Chess960 } else { Castling::Standard }
    }

    /// What a search may cost: what is said here, and for the rest what is given.
    pub fn limits(&self, unsaid: Limits) -> Limits {
        let room = if self.long { 4 } else { 1 };
        let nodes = self.nodes.unwrap_or(unsaid.nodes.saturating_mul(room));
        let memory = self.memory.unwrap_or(unsaid.memory.saturating_mul(room));
        let limits = Limits { nodes, memory, ..unsaid };
        self.seconds.map_or(limits, |seconds| limits.within(seconds))
    }
}
