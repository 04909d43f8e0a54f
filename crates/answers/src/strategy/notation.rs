//! Squares, moves and positions on boards of any size.
//!
//! Files are a to z, then aa, ab and so on; ranks are numbers from one. A position is the squares
//! of the three men, `Kc3 Ra1 kd5`; a small letter is Black's.

use zermelo_kernel_strategy::{Board, Men, Pieces, Place, Rules};

/// The board as it is written: `8x8`.
pub fn board_text(board: &Board<i32>) -> String {
    format!("{}x{}", board.width, board.height)
}

/// The letters of a file.
pub fn file_text(file: i32) -> String {
    let letter = char::from(b'a' + (file % 26) as u8);
    match file / 26 {
        0 => letter.to_string(),
        more => file_text(more - 1) + &letter.to_string(),
    }
}

/// A square.
pub fn place_text(place: Place<i32>) -> String {
    format!("{}{}", file_text(place.x), place.y + 1)
}

/// A position with king and rook.
pub fn men_text(men: Men<i32>) -> String {
    standing_text('R', men)
}

/// A position with pieces of that letter.
pub fn standing_text<P: Pieces<i32>>(letter: char, men: Men<i32, P>) -> String {
    let pieces = men.piece.places().iter().map(|&place| format!("{letter}{}", place_text(place)));
    let [king, black] = [men.king, men.black].map(place_text);
    format!("K{king} {} k{black}", pieces.collect::<Vec<_>>().join(" "))
}

/// A move from one position of king and rook to the next, as players write it.
pub fn move_text(board: &Board<i32>, from: Men<i32>, to: Men<i32>) -> String {
    played_text('R', board, from, to)
}

/// A move from one position to the next, as players write it. Black may have taken a piece, which
/// is then no longer looked at. Where two pieces could have gone there, the square that it came from
/// is written, too.
pub fn played_text<P: Pieces<i32>>(
    letter: char,
    rules: &impl Rules<i32, P>,
    from: Men<i32, P>,
    to: Men<i32, P>,
) -> String {
    if from.black != to.black {
        let takes = if from.piece.places().contains(&to.black) { "x" } else { "" };
        return format!("K{takes}{}", place_text(to.black));
    }
    let (before, after) = (from.piece.places(), to.piece.places());
    let moved = after.iter().find(|place| !before.contains(place));
    let (man, place) = match moved {
        Some(place) => {
            let in_line = before.iter().filter(|rook| rook.in_line(*place)).count();
            let came = before.iter().find(|place| !after.contains(place)).filter(|_| in_line > 1);
            (format!("{letter}{}", came.map_or(String::new(), |&from| place_text(from))), *place)
        }
        None => ("K".to_string(), to.king),
    };
    let sign = match rules.attacks(to, to.black) {
        true if rules.mate(to) => "#",
        true => "+",
        false => "",
    };
    format!("{man}{}{sign}", place_text(place))
}

/// Reads a square of the board.
pub fn read_place(text: &str, board: &Board<i32>) -> Result<Place<i32>, String> {
    let none = || format!("'{text}' is no square; squares are named like c3");
    let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
    let (file, rank) = text.split_at(letters);
    if !(1..=3).contains(&letters)
        || !(1..=5).contains(&rank.len())
        || !rank.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Err(none());
    }
    let file = file.bytes().fold(0, |all, byte| all * 26 + i32::from(byte - b'a') + 1) - 1;
    let rank: i32 = rank.parse().map_err(|_| none())?;
    let place = Place::new(file, rank - 1);
    if board.has(place) {
        return Ok(place);
    }
    let last = place_text(Place::new(board.width - 1, board.height - 1));
    Err(format!("{text} is not on the board {}, whose last square is {last}", board_text(board)))
}
