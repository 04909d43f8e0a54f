//! What can be wrong with a text that should be a position.
//!
//! Every fault has its own name and carries what a person needs to find it, so that the command
//! line, the server and the batch reader can all say the same one sentence.

use std::fmt;

use crate::rules::chess::{Color, Square};
use crate::rules::position::Castling;

/// The fields of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // The names are the documentation.
pub enum FenField {
    Placement,
    Turn,
    Castling,
    EnPassant,
    Clock,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenField::Placement => "placement",
            FenField::Turn => "turn",
            FenField::Castling => "castling",
            FenField::EnPassant => "en passant",
            FenField::Clock => "clock",
        })
    }
}

/// Why a text is not a position. Printed, it is one sentence that names the field and the fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// There is no text.
    Empty,
    /// There are not eight ranks, but this many.
    RankCount(usize),
    /// A rank (1 to 8) does not have eight squares, but this many.
    RankLength {
        /// The rank, 1 to 8.
        rank: usize,
        /// The number of squares written.
        squares: usize,
    },
    /// A letter that stands for nothing.
    UnknownLetter {
        /// The letter.
        letter: char,
        /// The rank, 1 to 8.
        rank: usize,
        /// Which character of the whole field it is, from 1.
        column: usize,
    },
    /// A colour does not have one king, but this many.
    KingCount(Color, usize),
    /// A pawn on the first or last rank.
    PawnOnLastRank(Square),
    /// The field for the side to move is missing.
    MissingTurn,
    /// The side to move is neither `w` nor `b`.
    UnknownTurn(String),
    /// The side that is not to move, this one, is in check.
    OpponentInCheck(Color),
    /// A letter that is no castling right.
    UnknownRight(char),
    /// A castling right that was given already.
    RepeatedRight(char),
    /// A castling right without the king and a rook in place.
    ImpossibleRight(char, Castling),
    /// Not a square.
    EnPassantNotASquare(String),
    /// A square that no pawn of the side that has just moved can have passed.
    EnPassantRank(Square),
    /// The second square should hold the pawn that has just passed the first, and does not.
    EnPassantPawn(Square, Square),
    /// The second square must be empty if a pawn has just passed the first, and is not.
    EnPassantOccupied(Square, Square),
    /// A clock or move number that is not a number.
    NotANumber(String),
    /// Something after the sixth field.
    ExtraField(String),
}

impl FenError {
    /// The field at fault.
    pub fn field(&self) -> FenField {
        use FenError::*;
        match self {
            Empty | RankCount(_) | RankLength { .. } | UnknownLetter { .. } => FenField::Placement,
            KingCount(..) | PawnOnLastRank(_) => FenField::Placement,
            MissingTurn | UnknownTurn(_) | OpponentInCheck(_) => FenField::Turn,
            UnknownRight(_) | RepeatedRight(_) | ImpossibleRight(..) => FenField::Castling,
            EnPassantNotASquare(_) | EnPassantRank(_) => FenField::EnPassant,
            EnPassantPawn(..) | EnPassantOccupied(..) => FenField::EnPassant,
            NotANumber(_) | ExtraField(_) => FenField::Clock,
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use FenError::*;
        write!(f, "{}: ", self.field())?;
        match self {
            Empty => write!(f, "the position is empty"),
            RankCount(count) => write!(f, "there must be 8 ranks, not {count}"),
            RankLength { rank, squares } => {
                write!(f, "rank {rank} must have 8 squares, not {squares}")
            }
            UnknownLetter { letter, rank, column } => {
                write!(
                    f,
                    "{letter:?} in rank {rank} (character {column}) is neither a man nor a digit from 1 to 8"
                )
            }
            KingCount(color, count) => write!(f, "{color} must have one king, not {count}"),
            PawnOnLastRank(square) => write!(f, "a pawn cannot stand on {square}"),
            MissingTurn => write!(f, "the side to move is missing"),
            UnknownTurn(text) => write!(f, "the side to move must be w or b, not {text:?}"),
            OpponentInCheck(color) => {
                write!(f, "{color} is in check although it is {}'s move", !*color)
            }
            UnknownRight(letter @ ('a'..='h' | 'A'..='H')) => {
                write!(f, "{letter:?} is a castling right of Chess960 only")
            }
            UnknownRight(letter) => write!(f, "{letter:?} is not a castling right"),
            RepeatedRight(letter) => write!(f, "the right {letter} is given twice"),
            ImpossibleRight(letter, mode) => {
                let rank = if letter.is_ascii_uppercase() { 1 } else { 8 };
                let corner = if letter.eq_ignore_ascii_case(&'k') { 'h' } else { 'a' };
                match mode {
                    Castling::Standard => write!(
                        f,
                        "the right {letter} needs the king on e{rank} and a rook on {corner}{rank}"
                    ),
                    Castling::Chess960 => write!(
                        f,
                        "the right {letter} needs the king on rank {rank} and such a rook beside it"
                    ),
                }
            }
            EnPassantNotASquare(text) => write!(f, "{text:?} is not a square"),
            EnPassantRank(square) => {
                write!(f, "no pawn of the side that has just moved can have passed {square}")
            }
            EnPassantPawn(square, pawn) => {
                write!(f, "no pawn stands on {pawn} that could have just passed {square}")
            }
            EnPassantOccupied(square, occupied) => {
                write!(f, "no pawn can have just passed {square}, for {occupied} is occupied")
            }
            NotANumber(text) => write!(f, "{text:?} is not a number"),
            ExtraField(text) => write!(f, "nothing may follow the move number, but {text:?} does"),
        }
    }
}

impl std::error::Error for FenError {}
