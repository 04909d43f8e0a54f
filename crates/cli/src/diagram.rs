//! Boards: the position, and where each king can ever go.
//!
//! Plain boards use the letters of FEN. On a terminal the squares are coloured and the men are
//! figures. Every row of a board is equally wide, so that two boards fit side by side.

use zermelo_answers::winnable::RegionView;
use zermelo_kernel::{Color, GamePosition, Piece, Role, Square, Squares};

use crate::style::Style;

/// What is drawn on one square.
enum Cell {
    Empty,
    Man(Piece),
    /// A square that the text is about, and the man there.
    Marked(Option<Piece>),
    /// A pawn that never moves and is never taken.
    Locked(Piece),
    /// The king may come here.
    Reach,
    /// The king may come here, and might be in check here.
    Checked,
}

/// The position, rank by rank from the eighth, with coordinates.
pub fn board(position: &impl GamePosition, style: Style) -> Vec<String> {
    marked_board(position, Squares::EMPTY, style)
}

/// The same with some squares marked.
pub fn marked_board(position: &impl GamePosition, marked: Squares, style: Style) -> Vec<String> {
    draw(style, |square| match position.board().at(square) {
        man if marked.contains(square) => Cell::Marked(man),
        man => man.map_or(Cell::Empty, Cell::Man),
    })
}

/// The squares that the king of one colour may ever stand on.
pub fn reach(view: &RegionView, king: Color, style: Style) -> Vec<String> {
    draw(style, |square| {
        let man = view.anchor.piece_at(square);
        match man {
            Some(man) if view.locked_pawns.contains(square) => Cell::Locked(man),
            Some(man) if man == (Piece { color: king, role: Role::King }) => Cell::Man(man),
            _ if !view.kings[king.index()].contains(square) => Cell::Empty,
            _ if king != view.winner && view.checked_on.contains(square) => Cell::Checked,
            _ => Cell::Reach,
        }
    })
}

/// Two boards side by side, each with a title.
pub fn beside(left: (&str, Vec<String>), right: (&str, Vec<String>)) -> Vec<String> {
    let titles = format!("     {:<21}     {}", left.0, right.0);
    let rows = left.1.into_iter().zip(right.1).map(|(left, right)| format!("{left}       {right}"));
    std::iter::once(titles).chain(rows).collect()
}

fn draw(style: Style, cell: impl Fn(Square) -> Cell) -> Vec<String> {
    let ranks = (0..8).rev().map(|rank| {
        let squares = (0..8).filter_map(|file| Square::from_coords(file, rank));
        let cells: String = squares.map(|square| paint(style, square, cell(square))).collect();
        format!("  {} {cells}", rank + 1)
    });
    ranks.chain(std::iter::once("     a b c d e f g h".to_string())).collect()
}

fn paint(style: Style, square: Square, cell: Cell) -> String {
    if !style.colour {
        return match cell {
            Cell::Empty => " .".to_string(),
            Cell::Man(man) | Cell::Locked(man) => format!(" {}", man.letter()),
            Cell::Marked(man) => format!("*{}", man.map_or('.', |man| man.letter())),
            Cell::Reach => " o".to_string(),
            Cell::Checked => " x".to_string(),
        };
    }
    // 256-colour codes: two greens for the board, sand for locked pawns and marked squares.
    let ground = match cell {
        Cell::Locked(_) | Cell::Marked(_) => 137,
        _ if square.is_light() => 108,
        _ => 65,
    };
    let (ink, sign) = match cell {
        Cell::Empty | Cell::Marked(None) => (0, ' '),
        Cell::Man(man) | Cell::Locked(man) | Cell::Marked(Some(man)) => {
            (if man.color == Color::White { 231 } else { 16 }, figure(man.role))
        }
        Cell::Reach => (226, '●'),
        Cell::Checked => (196, '×'),
    };
    format!("\x1b[48;5;{ground};38;5;{ink}m {sign}\x1b[0m")
}

/// The filled figures serve both colours: the ink tells them apart.
fn figure(role: Role) -> char {
    match role {
        Role::Pawn => '♟',
        Role::Knight => '♞',
        Role::Bishop => '♝',
        Role::Rook => '♜',
        Role::Queen => '♛',
        Role::King => '♚',
    }
}
