//! Positions and replies as a person may write them.
//!
//! A position is the squares of the three men, `Kc3 Ra1 kd5`; on 8x8 a FEN will do as well. A reply
//! is the square that the black king goes to, or a word.

use std::ops::RangeInclusive;

use zermelo_kernel::{Castling, Color, Role};
use zermelo_kernel_strategy::{Board, Men, Pieces, Place, Rules, Strategy};

use super::notation::{board_text, place_text, read_place};
use super::told::{MenOf, Told};
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
    placement::<Strategy<i32>>(text, board)
}

/// The same with the pieces of any ending.
fn placement<S: Told>(text: &str, board: &Board<i32>) -> Result<(MenOf<S>, Option<Color>), String> {
    crate::query::refuse_long(text)?;
    let (men, turn) = match text.contains('/') {
        true => read_fen::<S>(text, board).map(|(men, turn)| (men, Some(turn)))?,
        false => (read_squares::<S>(text, board)?, None),
    };
    let Men { king, piece, black } = men;
    let at = place_text;
    let pieces = piece.places();
    let stands_twice = |number: usize, place: Place<i32>| {
        place == king || place == black || pieces[..number].contains(&place)
    };
    let twice = pieces.iter().enumerate().find(|&(number, &place)| stands_twice(number, place));
    if let Some(place) = twice.map(|(_, &place)| place).or((king == black).then_some(king)) {
        Err(format!("two men stand on {}", at(place)))
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
    read_men_of(&Strategy::new(*board), text)
}

/// Reads a position of any ending with White to move.
///
/// # Errors
///
/// One sentence saying what is wrong.
pub fn read_men_of<S: Told>(strategy: &S, text: &str) -> Result<MenOf<S>, String> {
    let rules = strategy.rules();
    let (men, turn) = placement::<S>(text, &rules.board())?;
    if turn == Some(Color::Black) {
        Err("side to move: the strategy is White's, who must be to move".to_string())
    } else if !rules.white_to_move(men) {
        let gives = |place: &&Place<i32>| place.in_line(men.black);
        let pieces = men.piece.places();
        let at = place_text(*pieces.iter().find(gives).unwrap_or(&pieces[0]));
        Err(format!("White is to move, and the {} on {at} gives check already", S::PIECE))
    } else {
        Ok(men)
    }
}

/// How many pieces White has beside the king.
fn number_of_pieces<S: Told>() -> usize {
    S::Pieces::on(|| Place::new(0, 0)).places().len()
}

/// The men on these squares, if there are as many pieces as there must be.
fn men_on<S: Told>(king: Place<i32>, pieces: &[Place<i32>], black: Place<i32>) -> Option<MenOf<S>> {
    let mut next = pieces.iter().copied();
    let enough = pieces.len() == number_of_pieces::<S>();
    enough.then(|| Men { king, piece: S::Pieces::on(|| next.next().expect("counted")), black })
}

fn read_squares<S: Told>(text: &str, board: &Board<i32>) -> Result<MenOf<S>, String> {
    let letter = S::LETTER.to_string();
    let [mut king, mut black] = [None; 2];
    let mut pieces = Vec::new();
    let all = number_of_pieces::<S>();
    for word in text.split([' ', ',', '_']).filter(|word| !word.is_empty()) {
        // A letter for the colour may stand before the man's.
        let (man, square) = match word.as_bytes() {
            [b'w', b'K' | b'R' | b'Q', ..] => word[1..].split_at(1),
            [b'b', b'K' | b'k', ..] => ("k", &word[2..]),
            [b'K' | b'R' | b'Q' | b'k', ..] => word.split_at(1),
            _ => ("", word),
        };
        let twice = |name: &str| format!("the {name} stands twice in the position");
        match man {
            "K" if king.is_some() => return Err(twice("white king")),
            "k" if black.is_some() => return Err(twice("black king")),
            "K" => king = Some(read_place(square, board)?),
            "k" => black = Some(read_place(square, board)?),
            man if man == letter && pieces.len() == all => return Err(twice(S::PIECE)),
            man if man == letter => pieces.push(read_place(square, board)?),
            _ => {
                return Err(format!(
                    "'{word}' is no man: K, {letter} and k with their squares are needed"
                ));
            }
        }
    }
    let needed =
        |man: &str| format!("the {man} is missing; a position is written like {}", S::EXAMPLE);
    let king = king.ok_or_else(|| needed("white king"))?;
    let more =
        if pieces.is_empty() { S::PIECE.to_string() } else { format!("second {}", S::PIECE) };
    let men = black.map(|black| men_on::<S>(king, &pieces, black).ok_or_else(|| needed(&more)));
    men.ok_or_else(|| match pieces.len() {
        0 => needed(&more),
        _ => needed("black king"),
    })?
}

fn read_fen<S: Told>(text: &str, board: &Board<i32>) -> Result<(MenOf<S>, Color), String> {
    if (board.width, board.height) != (8, 8) {
        let (board, letter) = (board_text(board), S::LETTER);
        return Err(format!(
            "a FEN is for 8x8; on {board} a position is written like Ka1 {letter}b1 kd3"
        ));
    }
    let position = Query::read(text, Castling::Standard)?.position;
    let find = |color: Color, role: Role| {
        let men = position.pieces().filter(|(_, man)| (man.color, man.role) == (color, role));
        men.map(|(at, _)| Place::new(at.file().into(), at.rank().into())).collect::<Vec<_>>()
    };
    let (king, black) = (find(Color::White, Role::King), find(Color::Black, Role::King));
    let pieces = find(Color::White, S::ROLE);
    let men = match (&king[..], &black[..]) {
        (&[king], &[black]) if position.pieces().count() == pieces.len() + 2 => {
            men_on::<S>(king, &pieces, black)
        }
        _ => None,
    };
    let pieces = match number_of_pieces::<S>() {
        1 => format!("a white {}", S::PIECE),
        number => format!("{number} white {}s", S::PIECE),
    };
    let men = men.map(|men| (men, position.turn()));
    men.ok_or_else(|| format!("placement: a white king, {pieces} and a black king are needed"))
}

/// What a person with the black king may say.
pub enum Reply<M> {
    /// The king goes there.
    Move(M),
    /// It takes a piece.
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

impl<P: Pieces<i32>> Reply<Men<i32, P>> {
    /// Reads what is said in a position with Black to move.
    pub fn read<S: Told<Pieces = P>>(text: &str, strategy: &S, men: Men<i32, P>) -> Self {
        let (rules, piece) = (strategy.rules(), S::PIECE);
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
        let place = match read_place(square, &rules.board()) {
            Ok(place) => place,
            Err(why) => return Reply::Wrong(format!("{why}; or hint, undo, quit")),
        };
        let to = Men { black: place, ..men };
        let wrong = |why: &str| Reply::Wrong(format!("The king cannot go to {square}: {why}."));
        let on_piece = men.piece.places().contains(&place);
        if on_piece && place.within(men.black, 1) && rules.black_takes(men) {
            Reply::Takes
        } else if place == men.black || !place.within(men.black, 1) {
            wrong("that is not one step away")
        } else if rules.black_moves(men, to) {
            Reply::Move(to)
        } else if on_piece {
            wrong(&match place.within(men.king, 1) {
                true => format!("the white king guards the {piece}"),
                false => format!("the other {piece} guards it"),
            })
        } else if place.within(men.king, 1) {
            wrong("the white king is next to it")
        } else {
            wrong(&format!(
                "{} {piece} attacks it",
                if men.piece.places().len() == 1 { "the" } else { "a" }
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::notation::{file_text, men_text};
    use super::*;
    use zermelo_kernel_strategy::{kqk, krr};

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
            let men = read_men_of(&kqk::Strategy::new(board), text).unwrap();
            assert_eq!((men.king, men.piece), (Place::new(2, 2), Place::new(1, 0)), "{text}");
            assert!(read_men(text, &board).is_err(), "{text}");
        }
        for bad in ["Kc3 Rb1 kd5", "Kc3 Qa2 kd5", "Kc3 kd5", "8/8/8/3k4/8/2K5/8/1R6 w - -"] {
            assert!(read_men_of(&kqk::Strategy::new(board), bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn two_rooks_are_needed() {
        let strategy = krr::Strategy::new(Board::new(8, 8));
        for text in ["Kc3 Ra1 Rh2 kd5", "wKc3 wRh2 wRa1 bKd5", "8/8/8/3k4/8/2K5/7R/R7 w - -"] {
            let men = read_men_of(&strategy, text).unwrap();
            assert_eq!((men.king, men.black), (Place::new(2, 2), Place::new(3, 4)), "{text}");
            assert!(men.piece.contains(&Place::new(0, 0)) && men.piece.contains(&Place::new(7, 1)));
        }
        for (bad, why) in [
            ("Kc3 Ra1 kd5", "second rook is missing"),
            ("Kc3 Ra1 Rb1 Rc1 kd5", "stands twice"),
            ("Kc3 Ra1 Ra1 kd5", "two men stand on a1"),
            ("Kc3 Ra1 Rd1 kd5", "the rook on d1 gives check"),
            ("8/8/8/3k4/8/2K5/8/R7 w - -", "2 white rooks"),
        ] {
            let said = read_men_of(&strategy, bad).unwrap_err();
            assert!(said.contains(why), "{bad}: {said}");
        }
    }
}
