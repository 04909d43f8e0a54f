//! Why a game could not be read.
//!
//! One broken game must not stop the other million, so it is reported in a sentence that lets a
//! person find and mend it: which game, which line, which move, what is wrong there.

use std::fmt;

use zermelo_board::Color;
use zermelo_kernel::FenError;

/// A game that could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The game's number in the file, from 1.
    pub number: u64,
    /// The line of the fault, from 1; where that is not known, the first line of the game.
    pub line: u64,
    /// The ply of the fault, from 1, if it lies in the moves.
    pub ply: Option<u32>,
    /// What is wrong.
    pub fault: Fault,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}: {}", self.number, self.line, self.fault)
    }
}

impl std::error::Error for Broken {}

/// Whose turn it is, at which move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The number of the move.
    pub number: u32,
    /// The side to move.
    pub color: Color,
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} of {}", self.number, self.color)
    }
}

/// What is wrong with a game. Printed, it is one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A variant of chess that these rules do not play, by its name. Not broken in fact: count
    /// it apart.
    Variant(String),
    /// The FEN tag is not a position.
    Fen(FenError),
    /// A move that is not legal.
    Illegal(String, Turn),
    /// A move that begins with a letter that is another piece elsewhere: R is a king in French, P a
    /// knight in Dutch. It is not legal, or it might be either.
    OtherPiece(String, Turn),
    /// A move that can be made by several men.
    Ambiguous(String, Turn),
    /// A null move: `--` or `Z0`.
    NullMove(String, Turn),
    /// Something in the moves that is no move.
    Unknown(String, Turn),
    /// A `{` that no `}` closes.
    UnclosedComment,
    /// A `(` that no `)` closes.
    UnclosedVariation,
    /// More bytes than a game may have.
    TooLong {
        /// The length of the game.
        bytes: u64,
    },
    /// Tags, and then neither a move nor a result.
    NoMoves,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Variant(name) => write!(f, "the variant {name} is not played by these rules"),
            Fault::Fen(error) => write!(f, "the FEN tag is not a position: {error}"),
            Fault::Illegal(text, turn) => write!(f, "{text} is illegal at {turn}"),
            Fault::OtherPiece(text, turn) => {
                match text.starts_with('P') {
                    true => {
                        write!(f, "{text} at {turn} is not in order; P is the knight in Dutch")?
                    }
                    false => write!(
                        f,
                        "{text} is illegal at {turn}; R is the king in French, Spanish and Italian"
                    )?,
                }
                write!(f, ", and PGN has the English letters K, Q, R, B and N")
            }
            Fault::Ambiguous(text, turn) => write!(f, "{text} is ambiguous at {turn}"),
            Fault::NullMove(text, turn) => {
                write!(f, "{text} at {turn} is a null move, and nobody may pass")
            }
            Fault::Unknown(text, turn) => {
                write!(f, "{text} at {turn} is not a move")?;
                match other_language(text) {
                    Some((letter, languages)) => write!(
                        f,
                        "; {letter} is a piece in {languages}, and PGN has the English letters \
                         K, Q, R, B and N"
                    ),
                    None => Ok(()),
                }
            }
            Fault::UnclosedComment => write!(f, "a comment begins with {{ and never ends"),
            Fault::UnclosedVariation => write!(f, "a variation begins with ( and never ends"),
            Fault::TooLong { bytes } => {
                write!(f, "the game is too long to be kept: {bytes} bytes")
            }
            Fault::NoMoves => write!(f, "there are neither moves nor a result"),
        }
    }
}

impl std::error::Error for Fault {}

/// Letters of pieces that are none in English, and where they are used. The first that fits counts.
const LETTERS: [(&str, &str); 16] = [
    ("S", "German and the Nordic languages"),
    ("L", "German, Dutch and the Nordic languages"),
    ("T", "German, French, Spanish and others"),
    ("D", "German, French, Spanish and others"),
    ("C", "French, Spanish and Italian"),
    ("F", "French"),
    ("A", "Spanish and Italian"),
    ("H", "Polish and Hungarian"),
    ("W", "Polish"),
    ("G", "Polish"),
    ("V", "Czech and Hungarian"),
    ("J", "Czech"),
    ("Кр", "Russian"),
    ("К", "Russian"),
    ("Ф", "Russian"),
    ("Л", "Russian"),
];

/// The letter of a piece in a move that is written in another language than English.
fn other_language(word: &str) -> Option<(&'static str, &'static str)> {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    let is_on_the_board = |rest: &str| {
        rest.len() >= 2 && rest.bytes().all(|byte| b"abcdefgh12345678x:-=".contains(&byte))
    };
    LETTERS.into_iter().find(|(letter, _)| {
        // At the end it is what a pawn promotes to.
        let rest = word.strip_prefix(letter).or_else(|| word.strip_suffix(letter));
        rest.is_some_and(is_on_the_board)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_other_languages() {
        let turn = Turn { number: 2, color: Color::White };
        let says = |word: &str| Fault::Unknown(word.to_string(), turn).to_string();
        assert_eq!(
            says("Sf3"),
            "Sf3 at move 2 of White is not a move; S is a piece in German and the Nordic \
             languages, and PGN has the English letters K, Q, R, B and N"
        );
        for (word, language) in [
            ("Lxb5+", "German"),
            ("e8D", "German"),
            ("e8=D#", "German"),
            ("Cgf3", "French"),
            ("Fb5", "French"),
            ("Ac4", "Spanish"),
            ("Кf3", "Russian"),
        ] {
            assert!(says(word).contains(language), "{word}");
        }
        for word in ["S", "Sx", "foo", "Draw", "Ke", "e9", "Time"] {
            assert!(says(word).ends_with("is not a move"), "{word}");
        }
    }
}
