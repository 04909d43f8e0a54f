//! Positions and replies as a person may write them.
//!
//! A position is the squares of the three men, `Kc3 Ra1 kd5`; on 8x8 a FEN will do as well. A reply
//! is the square that the black king goes to, or a word.

use std::ops::RangeInclusive;

use zermelo_kernel::{Castling, Color, Role};
use zermelo_kernel_strategy::{Board, Men, Place, Rules, kqk};

use super::notation::{board_text, place_text, read_place};
use crate::query::Query;

/// The sides of the boards on which services show the strategy.
const SIDES: RangeInclusive<i32> = 4..=16;

/// Reads a board for a service, `8` or `8x5`.
///
/// # Errors
///
/// One sentence saying what is wrong.
pub fn read_board(text: &str) -> Result<Board<i32>, String> {
    let (files, ranks) = text.split_once('x').unwrap_or((text, text));
    let side = |text: &str| text.parse().ok().filter(|side| SIDES.contains(side));
    let board = side(files).zip(side(ranks)).map(|(files, ranks)| Board::new(files, ranks));
    let (least, most) = SIDES.into_inner();
    board.ok_or_else(|| format!("board: N or NxM is needed, from {least} to {most}"))
}

/// Reads a position in which either side may be to move; a FEN says which one is.
///
/// # Errors
///
/// One sentence saying what is wrong.
pub fn read_placement(text: &str, board: &Board<i32>) -> Result<(Men<i32>, Option<Color>), String> {
    placement(text, board, Role::Rook)
}

/// The same with a rook or a queen.
fn placement(
    text: &str,
    board: &Board<i32>,
    piece: Role,
) -> Result<(Men<i32>, Option<Color>), String> {
    crate::query::refuse_long(text)?;
    let (men, turn) = match text.contains('/') {
        true => read_fen(text, board, piece).map(|(men, turn)| (men, Some(turn)))?,
        false => (read_squares(text, board, piece)?, None),
    };
    let Men { king, piece: rook, black } = men;
    let at = place_text;
    if king == rook || rook == black || king == black {
        Err(format!("two men stand on {}", at(if king == black { king } else { rook })))
    } else if king.within(black, 1) {
        Err(format!("the kings on {} and {} stand next to each other", at(king), at(black)))
    } else {
        Ok((men, turn))
    }
}

/// Reads a position with White to move.
///
/// # Errors
///
/// One sentence saying what is wrong.
pub fn read_men(text: &str, board: &Board<i32>) -> Result<Men<i32>, String> {
    let (men, turn) = read_placement(text, board)?;
    let Men { piece: rook, .. } = men;
    let at = place_text;
    if turn == Some(Color::Black) {
        Err("side to move: the strategy is White's, who must be to move".to_string())
    } else if !board.white_to_move(men) {
        Err(format!("White is to move, and the rook on {} gives check already", at(rook)))
    } else {
        Ok(men)
    }
}

/// Reads a position of king and queen with White to move.
///
/// # Errors
///
/// One sentence saying what is wrong.
pub fn read_queen_men(text: &str, board: &Board<i32>) -> Result<Men<i32>, String> {
    let (men, turn) = placement(text, board, Role::Queen)?;
    if turn == Some(Color::Black) {
        Err("side to move: the strategy is White's, who must be to move".to_string())
    } else if !kqk::Strategy::new(*board).white_to_move(men) {
        let at = place_text(men.piece);
        Err(format!("White is to move, and the queen on {at} gives check already"))
    } else {
        Ok(men)
    }
}

/// The letter of the piece, what it is called, and how a position with it is written.
fn words_of(piece: Role) -> (&'static str, &'static str, &'static str) {
    match piece {
        Role::Queen => ("Q", "queen", "Kc3 Qa2 kd5"),
        _ => ("R", "rook", "Kc3 Ra1 kd5"),
    }
}

fn read_squares(text: &str, board: &Board<i32>, piece: Role) -> Result<Men<i32>, String> {
    let (letter, called, example) = words_of(piece);
    let [mut king, mut rook, mut black] = [None; 3];
    for word in text.split([' ', ',', '_']).filter(|word| !word.is_empty()) {
        // A letter for the colour may stand before the man's.
        let (man, square) = match word.as_bytes() {
            [b'w', b'K' | b'R' | b'Q', ..] => word[1..].split_at(1),
            [b'b', b'K' | b'k', ..] => ("k", &word[2..]),
            [b'K' | b'R' | b'Q' | b'k', ..] => word.split_at(1),
            _ => ("", word),
        };
        let (name, place) = match man {
            "K" => ("white king", &mut king),
            "k" => ("black king", &mut black),
            man if man == letter => (called, &mut rook),
            _ => {
                return Err(format!(
                    "'{word}' is no man: K, {letter} and k with their squares are needed"
                ));
            }
        };
        if place.replace(read_place(square, board)?).is_some() {
            return Err(format!("the {name} stands twice in the position"));
        }
    }
    let needed = |man: &str| format!("the {man} is missing; a position is written like {example}");
    Ok(Men {
        king: king.ok_or_else(|| needed("white king"))?,
        piece: rook.ok_or_else(|| needed(called))?,
        black: black.ok_or_else(|| needed("black king"))?,
    })
}

fn read_fen(text: &str, board: &Board<i32>, piece: Role) -> Result<(Men<i32>, Color), String> {
    let (letter, called, _) = words_of(piece);
    if (board.width, board.height) != (8, 8) {
        let board = board_text(board);
        return Err(format!(
            "a FEN is for 8x8; on {board} a position is written like Ka1 {letter}b1 kd3"
        ));
    }
    let position = Query::read(text, Castling::Standard)?.position;
    let find = |color: Color, role: Role| {
        let man = position.pieces().find(|(_, man)| (man.color, man.role) == (color, role));
        man.map(|(at, _)| Place::new(at.file().into(), at.rank().into()))
    };
    let men = [(Color::White, Role::King), (Color::White, piece), (Color::Black, Role::King)];
    match men.map(|(color, role)| find(color, role)) {
        [Some(king), Some(rook), Some(black)] if position.pieces().count() == 3 => {
            Ok((Men { king, piece: rook, black }, position.turn()))
        }
        _ => Err(format!("placement: a white king, a white {called} and a black king are needed")),
    }
}

/// What a person with the black king may say.
pub enum Reply {
    /// The king goes there.
    Move(Men<i32>),
    /// It takes the rook.
    Takes,
    /// Which move lasts longest?
    Hint,
    /// Take the last move back.
    Undo,
    /// Show the board.
    Board,
    /// What may be said?
    Help,
    /// Enough.
    Quit,
    /// Something that cannot be done: why not.
    Wrong(String),
}

impl Reply {
    /// Reads what is said in a position with Black to move.
    pub fn read(text: &str, board: &Board<i32>, men: Men<i32>) -> Reply {
        match text.to_ascii_lowercase().as_str() {
            "" => {
                let ask = "Where does your king go? A square, or hint, undo, quit.";
                return Reply::Wrong(ask.to_string());
            }
            "hint" | "h" => return Reply::Hint,
            "undo" | "u" => return Reply::Undo,
            "board" | "b" => return Reply::Board,
            "help" | "?" => return Reply::Help,
            "quit" | "q" | "exit" | "resign" => return Reply::Quit,
            _ => {}
        }
        let square = text.trim_start_matches(['K', 'k']).trim_start_matches('x');
        let place = match read_place(square, board) {
            Ok(place) => place,
            Err(why) => return Reply::Wrong(format!("{why}; or hint, undo, quit")),
        };
        let to = Men { black: place, ..men };
        let wrong = |why: &str| Reply::Wrong(format!("The king cannot go to {square}: {why}."));
        if place == men.piece && men.black_takes() {
            Reply::Takes
        } else if place == men.black || !place.within(men.black, 1) {
            wrong("that is not one step away")
        } else if board.black_moves(men, to) {
            Reply::Move(to)
        } else if place == men.piece {
            wrong("the white king guards the rook")
        } else if place.within(men.king, 1) {
            wrong("the white king is next to it")
        } else {
            wrong("the rook attacks it")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::notation::{file_text, men_text};
    use super::*;

    #[test]
    fn files_go_on_after_z() {
        for (file, text) in [(0, "a"), (25, "z"), (26, "aa"), (51, "az"), (52, "ba"), (702, "aaa")]
        {
            assert_eq!(file_text(file), text);
            let board = Board::new(1000, 3);
            assert_eq!(read_place(&format!("{text}2"), &board), Ok(Place::new(file, 1)));
        }
    }

    #[test]
    fn positions_are_read_as_they_are_written() {
        let board = Board::new(8, 8);
        let men = Men { king: Place::new(2, 2), piece: Place::new(0, 0), black: Place::new(3, 4) };
        assert_eq!(men_text(men), "Kc3 Ra1 kd5");
        for text in ["Kc3 Ra1 kd5", "kd5,Ra1,Kc3", "wKc3 wRa1 bKd5", "8/8/8/3k4/8/2K5/8/R7 w - -"] {
            assert_eq!(read_men(text, &board), Ok(men), "{text}");
        }
        for bad in [
            "",
            "Kc3",
            "Kc3 Ra1",
            "Kc3 Ra1 kd5 kd6",
            "Kc3 Ra1 kd9",
            "Kc3 Ra1 kc4",
            "Kc3 Ra1 ka1",
            "Kc3 Ra1 ka5",
            "Kc3 Qa1 kd5",
            "K Ra1 kd5",
            "Kéé Ra1 kd5",
            "é",
            "Kc0 Ra1 kd5",
            "Kc99999999999 Ra1 kd5",
            "8/8/8/3k4/8/2K5/8/Q7 w - -",
            "8/8/8/3k4/8/2K5/8/R7 b - -",
            "8/8/8/3k4/8/2K5/8/RR6 w - -",
            "/",
        ] {
            assert!(read_men(bad, &board).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_queen_is_no_rook() {
        let board = Board::new(8, 8);
        for text in ["Kc3 Qb1 kd5", "wKc3 wQb1 bKd5", "8/8/8/3k4/8/2K5/8/1Q6 w - -"] {
            let men = read_queen_men(text, &board).unwrap();
            assert_eq!((men.king, men.piece), (Place::new(2, 2), Place::new(1, 0)), "{text}");
            assert!(read_men(text, &board).is_err(), "{text}");
        }
        for bad in ["Kc3 Rb1 kd5", "Kc3 Qa2 kd5", "Kc3 kd5", "8/8/8/3k4/8/2K5/8/1R6 w - -"] {
            assert!(read_queen_men(bad, &board).is_err(), "{bad}");
        }
    }
}
