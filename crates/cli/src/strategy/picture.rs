//! Boards of any size, with the room that the rook leaves to the black king.

use zermelo_answers::strategy::file_text;
use zermelo_kernel_strategy::{Board, Men, Place};

use crate::style::Style;

/// Wider or higher boards are not drawn.
const MOST: i32 = 40;

/// The board from its last rank down, with coordinates; empty if it is too large. With `notions`
/// the room and the critical square are marked.
pub fn picture(board: &Board<i32>, men: Men<i32>, notions: bool, style: Style) -> Vec<String> {
    let standing = [(men.king, 'K'), (men.piece, 'R'), (men.black, 'k')];
    drawn(board, &standing, notions.then_some(men), style)
}

/// The same of any men; with those of king and rook their room and critical square are marked.
pub fn drawn(
    board: &Board<i32>,
    standing: &[(Place<i32>, char)],
    marked: Option<Men<i32>>,
    style: Style,
) -> Vec<String> {
    if board.width > MOST || board.height > MOST {
        return Vec::new();
    }
    let number = board.height.to_string().len();
    let wide = file_text(board.width - 1).len() + 1;
    let ranks = (0..board.height).rev().map(|y| {
        let paint = |x| paint(board, standing, marked, Place::new(x, y), wide, style);
        let cells = (0..board.width).map(paint);
        format!("  {:>number$} {}", y + 1, cells.collect::<String>())
    });
    let files: String = (0..board.width).map(|x| format!("{:>wide$}", file_text(x))).collect();
    ranks.chain([format!("  {:number$} {files}", "")]).collect()
}

/// Whether the square is in the room that the rook leaves to the black king.
fn in_room(men: Men<i32>, place: Place<i32>) -> bool {
    let side =
        |rook: i32, black: i32, at: i32| (black < rook && at < rook) || (black > rook && at > rook);
    let Men { piece: rook, black, .. } = men;
    side(rook.x, black.x, place.x) && side(rook.y, black.y, place.y)
}

fn paint(
    board: &Board<i32>,
    standing: &[(Place<i32>, char)],
    marked: Option<Men<i32>>,
    place: Place<i32>,
    wide: usize,
    style: Style,
) -> String {
    let man = standing.iter().find(|man| man.0 == place).map(|man| man.1);
    let critical = board.has(place) && marked.is_some_and(|men| men.critical_square() == place);
    let room = marked.is_some_and(|men| in_room(men, place));
    if !style.colour {
        let sign = match man {
            Some(letter) => letter,
            None if critical => '*',
            None if room => 'o',
            None => '.',
        };
        return format!("{sign:>wide$}");
    }
    // 256-colour codes: two greens for the board, two of sand for the room.
    let ground = match ((place.x + place.y) % 2 == 1, room) {
        (true, false) => 108,
        (false, false) => 65,
        (true, true) => 180,
        (false, true) => 137,
    };
    let (ink, sign) = match man {
        Some('k') => (16, '♚'),
        Some('K') => (231, '♚'),
        Some('Q') => (231, '♛'),
        Some(_) => (231, '♜'),
        None if critical => (196, '×'),
        None => (0, ' '),
    };
    format!("\x1b[48;5;{ground};38;5;{ink}m{sign:>wide$}\x1b[0m")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_room_is_what_the_definition_measures() {
        let board = Board::new(6, 5);
        let places: Vec<_> = (0..5).flat_map(|y| (0..6).map(move |x| Place::new(x, y))).collect();
        for &rook in &places {
            for &black in places.iter().filter(|&&black| !rook.in_line(black)) {
                let men = Men { king: rook, piece: rook, black };
                let room: Vec<_> = places.iter().filter(|&&at| in_room(men, at)).collect();
                let count = |of: fn(&Place<i32>) -> i32| {
                    let mut lines: Vec<i32> = room.iter().map(|&at| of(at)).collect();
                    lines.sort_unstable();
                    lines.dedup();
                    lines.len() as i32
                };
                assert_eq!(count(|at| at.x) + count(|at| at.y), board.room(men));
                assert!(room.contains(&&black) && room.contains(&&men.critical_square()));
            }
        }
    }

    #[test]
    fn a_plain_board() {
        let men = Men { king: Place::new(0, 0), piece: Place::new(1, 1), black: Place::new(3, 3) };
        let plain = Style { colour: false };
        let rows = picture(&Board::new(4, 4), men, true, plain);
        assert_eq!(
            rows,
            ["  4  . . o k", "  3  . . * o", "  2  . R . .", "  1  K . . .", "     a b c d"]
        );
        assert!(picture(&Board::new(4, 41), men, true, plain).is_empty());
    }
}
