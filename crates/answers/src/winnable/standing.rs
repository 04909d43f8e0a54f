//! What the answers mean under the FIDE Laws of Chess (2023): Articles 5.1, 5.2 and 6.9.

use zermelo_kernel::{ByColor, Color, Position};

use super::Answer;

/// What the board and the answers say about the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// The side is mated: the game ended with that (5.1.1).
    Mated(Color),
    /// Stalemate: the game ended with that (5.2.1).
    Stalemate,
    /// Neither side can mate: the game ended with that (5.2.2).
    Dead,
    /// Some side can still mate.
    Alive,
    /// Not settled by the answers at hand.
    Unknown,
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// This player won.
    Won(Color),
    /// Nobody won.
    Drawn,
    /// The answer that decides it is open.
    Open,
}

impl GameResult {
    /// As in PGN; `None` when open.
    pub fn pgn(self) -> Option<&'static str> {
        match self {
            GameResult::Won(Color::White) => Some("1-0"),
            GameResult::Won(Color::Black) => Some("0-1"),
            GameResult::Drawn => Some("1/2-1/2"),
            GameResult::Open => None,
        }
    }
}

/// The answers for White and for Black, where asked.
pub type Answers = ByColor<Option<Answer>>;

fn winnable(answers: &Answers, color: Color) -> Option<bool> {
    answers[color].as_ref().and_then(Answer::winnable)
}

/// Where the game stands.
pub fn standing(position: &Position, answers: &Answers) -> Standing {
    if position.is_checkmate() {
        return Standing::Mated(position.turn());
    }
    if position.is_stalemate() {
        return Standing::Stalemate;
    }
    match Color::ALL.map(|color| winnable(answers, color)) {
        [Some(false), Some(false)] => Standing::Dead,
        [Some(true), _] | [_, Some(true)] => Standing::Alive,
        _ => Standing::Unknown,
    }
}

/// The result when the flag of `fallen` falls here (6.9), unless the game was over before.
pub fn flag_fall(standing: Standing, answers: &Answers, fallen: Color) -> GameResult {
    match standing {
        Standing::Mated(mated) => GameResult::Won(!mated),
        Standing::Stalemate | Standing::Dead => GameResult::Drawn,
        Standing::Alive | Standing::Unknown => match winnable(answers, !fallen) {
            Some(true) => GameResult::Won(!fallen),
            Some(false) => GameResult::Drawn,
            None => GameResult::Open,
        },
    }
}
