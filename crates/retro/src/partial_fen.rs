//! A FEN with question marks, and all positions that it can mean.
//!
//! A diagram in a book shows the men and perhaps who is to move; whether somebody may castle, or
//! capture en passant, is for retro analysis to find out. So a field may be unknown: `?`, or (all
//! but the side to move) left out at the end. [`PartialFen::readings`] lists the positions of the
//! kernel that it can mean: either side to move, every castling right that king and rook allow or
//! not, and every en-passant capture that is legal or none. There are at most some hundred, mostly
//! one or two.

use std::str::FromStr;

use zermelo_kernel::{
    Castling, CastlingSide, Color, FenError, Piece, Position, Retraction, Role, Square,
};

/// A FEN whose fields may be unknown.
///
/// ```
/// use zermelo_kernel::Castling;
/// use zermelo_retro::partial_fen::PartialFen;
///
/// let partial: PartialFen = "4k3/8/8/8/8/8/8/4K2R ? ?".parse()?;
/// let readings = partial.readings(Castling::Standard)?;
/// let fens: Vec<String> = readings.iter().map(|one| one.position.to_fen()).collect();
/// assert_eq!(fens.len(), 4); // either side to move, castling possible or not
/// assert_eq!(fens[0], "4k3/8/8/8/8/8/8/4K2R w K -");
/// # Ok::<(), zermelo_kernel::FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartialFen {
    placement: String,
    turn: Option<Color>,
    castling: Option<String>,
    en_passant: Option<String>,
    clock: Option<u32>,
    number: Option<i64>,
}

/// A position with what a FEN says besides.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FenPosition {
    /// The position.
    pub position: Position,
    /// A square that the last move, a pawn's double step, has passed: a claim of the FEN's that
    /// counts also where nobody can capture.
    pub passed: Option<Square>,
    /// Plies since the last capture or pawn move, if that is known.
    pub clock: Option<u32>,
    /// The number of the move. Going back one may come below 1.
    pub number: i64,
}

impl FromStr for PartialFen {
    type Err = FenError;

    /// Splits the fields and reads the clocks; the men, rights and squares are read by the kernel,
    /// in [`PartialFen::readings`].
    fn from_str(text: &str) -> Result<PartialFen, FenError> {
        let mut fields = text.split_ascii_whitespace();
        let placement = fields.next().ok_or(FenError::Empty)?.to_string();
        let turn = match fields.next().ok_or(FenError::MissingTurn)? {
            "?" => None,
            "w" => Some(Color::White),
            "b" => Some(Color::Black),
            other => return Err(FenError::UnknownTurn(other.to_string())),
        };
        let mut known = || fields.next().filter(|&field| field != "?");
        let (castling, en_passant) = (known().map(String::from), known().map(String::from));
        let clock = known().map(digits).transpose()?;
        let number = known().map(move_number).transpose()?;
        if let Some(extra) = fields.next() {
            return Err(FenError::ExtraField(extra.to_string()));
        }
        Ok(PartialFen { placement, turn, castling, en_passant, clock, number })
    }
}

/// A clock. One that no number holds has long run out.
fn digits(field: &str) -> Result<u32, FenError> {
    if !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit()) {
        Ok(field.parse().unwrap_or(u32::MAX))
    } else {
        Err(FenError::NotANumber(field.to_string()))
    }
}

/// The number of a move, which may be below 1 after retractions: [`FenPosition::to_fen`] writes such.
fn move_number(field: &str) -> Result<i64, FenError> {
    match field.strip_prefix('-') {
        Some(rest) if digits(rest).is_ok() => digits(rest).map(|number| -i64::from(number)),
        _ => digits(field).map(i64::from),
    }
}

impl PartialFen {
    /// Whether anything that the moves depend on is unknown.
    pub fn is_open(&self) -> bool {
        self.turn.is_none() || self.castling.is_none() || self.en_passant.is_none()
    }

    /// All positions that the FEN can mean: White to move before Black, more castling rights
    /// before fewer, no en-passant capture before one.
    ///
    /// # Errors
    ///
    /// If there is none: what is wrong with the men, or with a field that is known.
    pub fn readings(&self, mode: Castling) -> Result<Vec<FenPosition>, FenError> {
        let turns = self.turn.map_or(Color::ALL.to_vec(), |turn| vec![turn]);
        let mut list = Vec::new();
        let mut fault = None;
        for turn in turns {
            match self.with_turn(turn, mode) {
                Ok(readings) => list.extend(readings),
                Err(error) => fault = fault.or(Some(error)),
            }
        }
        match fault {
            Some(error) if list.is_empty() => Err(error),
            _ => Ok(list),
        }
    }

    fn with_turn(&self, turn: Color, mode: Castling) -> Result<Vec<FenPosition>, FenError> {
        let letter = if turn == Color::White { 'w' } else { 'b' };
        let read = |rights: &str, square: &str| {
            Position::from_fen(&format!("{} {letter} {rights} {square}", self.placement), mode)
        };
        let bare = read("-", "-")?;
        let rights = match &self.castling {
            Some(rights) => vec![rights.clone()],
            None => all_rights(&bare),
        };
        let mut squares: Vec<String> = Vec::new();
        match &self.en_passant {
            Some(square) => squares.push(square.clone()),
            None => {
                squares.push("-".to_string());
                let all = Square::all().map(|square| square.to_string());
                // Where nobody can capture, the position is the same as without the square.
                squares.extend(all.filter(|square| {
                    read("-", square).is_ok_and(|position| position.en_passant().is_some())
                }));
            }
        }
        let mut list = Vec::with_capacity(rights.len() * squares.len());
        for rights in &rights {
            for square in &squares {
                list.push(FenPosition {
                    position: read(rights, square)?,
                    passed: square.parse().ok(),
                    clock: self.clock,
                    number: self.number.unwrap_or(1),
                });
            }
        }
        Ok(list)
    }
}

/// Every set of castling rights that the men allow, written as in a FEN: `KQ`, `K`, `Q`, `-`.
fn all_rights(position: &Position) -> Vec<String> {
    let mut sets = vec![String::new()];
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            let rooks = rooks_in_place(position, color, side);
            let with = |set: &String| {
                let more = rooks.iter().map(|letter| format!("{set}{letter}")).collect::<Vec<_>>();
                more.into_iter().chain([set.clone()]).collect::<Vec<_>>()
            };
            sets = sets.iter().flat_map(with).collect();
        }
    }
    for set in sets.iter_mut().filter(|set| set.is_empty()) {
        set.push('-');
    }
    sets
}

/// The letters of the rights that this colour may have on this side, by where the men stand. In
/// Chess960 any rook beside the king may be the one, and the letter is its file.
fn rooks_in_place(position: &Position, color: Color, side: CastlingSide) -> Vec<char> {
    let king = position.king(color);
    if king.rank() != color.back_rank() {
        return Vec::new();
    }
    let rook = Some(Piece { color, role: Role::Rook });
    let files: Vec<i8> = match (position.castling(), side) {
        (Castling::Standard, _) if king.file() != 4 => Vec::new(),
        (Castling::Standard, CastlingSide::KingSide) => vec![7],
        (Castling::Standard, CastlingSide::QueenSide) => vec![0],
        (Castling::Chess960, CastlingSide::KingSide) => (king.file() + 1..8).collect(),
        (Castling::Chess960, CastlingSide::QueenSide) => (0..king.file()).collect(),
    };
    let stands = |&file: &i8| {
        Square::from_coords(file, color.back_rank()).is_some_and(|at| position.piece_at(at) == rook)
    };
    let letter = |file: i8| {
        let letter = match (position.castling(), side) {
            (Castling::Standard, CastlingSide::KingSide) => 'k',
            (Castling::Standard, CastlingSide::QueenSide) => 'q',
            (Castling::Chess960, _) => char::from(b'a' + file as u8),
        };
        if color == Color::White { letter.to_ascii_uppercase() } else { letter }
    };
    files.into_iter().filter(stands).map(letter).collect()
}

impl FenPosition {
    /// The retractions that the square passed and the clock allow; the kernel knows the rest.
    pub fn retractions(&self) -> Vec<Retraction> {
        let mut list = self.position.retractions();
        list.retain(|found| self.allows(found));
        list
    }

    fn allows(&self, found: &Retraction) -> bool {
        let man = found.before.piece_at(found.made.from);
        let pawn = man.is_some_and(|man| man.role == Role::Pawn);
        let by_clock = match self.clock {
            None => true,
            Some(0) => pawn || found.taken.is_some(),
            // One ply earlier the clock stood one lower, and at nothing after a double step.
            Some(clock) => {
                !pawn
                    && found.taken.is_none()
                    && (clock == 1 || found.before.en_passant().is_none())
            }
        };
        by_clock && self.passed.is_none_or(|passed| found.passes(passed))
    }

    /// The position before the move was made.
    pub fn before(&self, found: &Retraction) -> FenPosition {
        let passed = found.before.en_passant();
        let clock = match (passed, self.clock) {
            (Some(_), _) => Some(0),
            (None, Some(clock)) => clock.checked_sub(1),
            (None, None) => None,
        };
        let number = self.number - i64::from(found.before.turn() == Color::Black);
        FenPosition { position: found.before.clone(), passed, clock, number }
    }

    /// The position after a legal move. An unknown clock is taken to stand at 0, and a number
    /// below 1 counts as 1: no game has such moves.
    pub fn after(&self, made: zermelo_kernel::Move) -> FenPosition {
        let before = &self.position;
        let position = before.play(made);
        let taken = before.pieces().count() != position.pieces().count();
        let pawn = before.piece_at(made.from).is_some_and(|man| man.role == Role::Pawn);
        let clock = if taken || pawn { 0 } else { self.clock.unwrap_or(0).saturating_add(1) };
        let number = self.number.max(1) + i64::from(before.turn() == Color::Black);
        let passed = position.en_passant();
        FenPosition { position, passed, clock: Some(clock), number }
    }

    /// All six fields; the clock is `?` if it is not known.
    pub fn to_fen(&self) -> String {
        let clock = self.clock.map_or("?".to_string(), |clock| clock.to_string());
        format!("{} {clock} {}", self.position.to_fen(), self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a position writes is read back.
    #[test]
    fn positions_there_and_back() {
        let partial: PartialFen = "8/8/8/8/K7/8/b7/kB6 b - - 4 1".parse().unwrap();
        let mut standing = partial.readings(Castling::Standard).unwrap().remove(0);
        for number in [1, 0, 0, -1, -1, -2] {
            let last = standing.retractions().remove(0);
            standing = FenPosition { clock: None, ..standing.before(&last) };
            assert_eq!(standing.number, number);
            let fen = standing.to_fen();
            let read: PartialFen = fen.parse().unwrap();
            assert_eq!(read.readings(Castling::Standard), Ok(vec![standing.clone()]), "{fen}");
        }
    }

    #[test]
    fn clocks_and_numbers() {
        let bad =
            |clocks: &str| format!("8/8/8/8/K7/8/b7/kB6 b - - {clocks}").parse::<PartialFen>();
        for clocks in ["-1 1", "0 --1", "0 -", "0 x", "- 1", "0 1 2", "+1 1", "0 -?"] {
            assert!(bad(clocks).is_err(), "{clocks}");
        }
        for clocks in ["? -1", "? ?", "0 -99999999999999", "0 0", ""] {
            assert!(bad(clocks).is_ok(), "{clocks}");
        }
    }
}
