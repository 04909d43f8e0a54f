//! Squares, moves and positions on boards of any size.
//!
//! Files are a to z, then aa, ab and so on; ranks are numbers from one. A position is the squares
//! of the three men, `Kc3 Ra1 kd5`; a small letter is Black's.

use zermelo_kernel_strategy::{Board, Men, Place, Rules};

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

/// A position.
pub fn men_text(men: Men<i32>) -> String {
    let [king, rook, black] = [men.king, men.piece, men.black].map(place_text);
    format!("K{king} R{rook} k{black}")
}

/// A move from one position to the next, as players write it. Black may have taken the rook, which
/// is then no longer looked at.
pub fn move_text(board: &Board<i32>, from: Men<i32>, to: Men<i32>) -> String {
    if from.black != to.black {
        let takes = if to.black == from.piece { "x" } else { "" };
        return format!("K{takes}{}", place_text(to.black));
    }
    let (man, place) = if from.king == to.king { ('R', to.piece) } else { ('K', to.king) };
    let sign = match to.rook_attacks(to.black) {
        true if board.mate(to) => "#",
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
