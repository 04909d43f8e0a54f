//! On 8x8 the definition says what the kernel's rules of chess say, in every position.

use zermelo_kernel::{Color, Piece, Position, Role, Square};
use zermelo_kernel_strategy::{Board, Men, Place, Rules};
use zermelo_strategy::play::{black_moves, king_moves, rook_moves};

const BOARD: Board<i32> = Board { width: 8, height: 8 };

fn place(square: Square) -> Place<i32> {
    Place::new(square.file().into(), square.rank().into())
}

/// The men on squares, or nothing if two stand on one.
fn set_up(king: Square, rook: Square, black: Square) -> Option<[Option<Piece>; 64]> {
    let mut board = [None; 64];
    for (square, color, role) in [
        (king, Color::White, Role::King),
        (rook, Color::White, Role::Rook),
        (black, Color::Black, Role::King),
    ] {
        if board[square.index()].replace(Piece { color, role }).is_some() {
            return None;
        }
    }
    Some(board)
}

/// Where the men are after a move.
type After = (Place<i32>, Option<Place<i32>>, Place<i32>);

/// The moves of the rules, as the squares of the men after them; nothing for the rook if it is
/// taken.
fn after(position: &Position, men: Men<i32>) -> Vec<After> {
    let moves = position.legal_moves().into_iter().map(|m| {
        let (from, to) = (place(m.from), place(m.to));
        let gone = |man: Place<i32>| if man == from { to } else { man };
        let rook = gone(men.piece);
        let taken = rook == to && men.piece != from;
        (gone(men.king), (!taken).then_some(rook), gone(men.black))
    });
    let mut moves: Vec<_> = moves.collect();
    moves.sort_by_key(|&(king, rook, black)| {
        let key = |at: Place<i32>| at.y * 8 + at.x;
        (key(king), rook.map(key), key(black))
    });
    moves
}

fn same(position: &Position, men: Men<i32>, defined: impl Iterator<Item = Men<i32>>, takes: bool) {
    let mut moves: Vec<_> = defined.map(|to| (to.king, Some(to.piece), to.black)).collect();
    moves.extend(takes.then_some((men.king, None, men.piece)));
    moves.sort_by_key(|&(king, rook, black)| {
        let key = |at: Place<i32>| at.y * 8 + at.x;
        (key(king), rook.map(key), key(black))
    });
    assert_eq!(moves, after(position, men), "{position}");
}

#[test]
fn the_rules_of_chess() {
    let (mut white, mut black_too, mut mates, mut stalemates) = (0, 0, 0, 0);
    for king in Square::all() {
        for rook in Square::all() {
            for black in Square::all() {
                let men = Men { king: place(king), piece: place(rook), black: place(black) };
                let board = set_up(king, rook, black);
                let with = |turn| Position::from_men(board?, turn, None);
                let position = with(Color::White);
                assert_eq!(BOARD.white_to_move(men), position.is_some(), "{men:?}");
                if let Some(position) = position {
                    white += 1;
                    let moves = king_moves(&BOARD, men).chain(rook_moves(&BOARD, men));
                    same(&position, men, moves, false);
                }
                let position = with(Color::Black);
                assert_eq!(BOARD.black_to_move(men), position.is_some(), "{men:?}");
                if let Some(position) = position {
                    black_too += 1;
                    same(&position, men, black_moves(&BOARD, men), men.black_takes());
                    assert_eq!(men.rook_attacks(men.black), position.is_check(), "{position}");
                    assert_eq!(BOARD.mate(men), position.is_checkmate(), "{position}");
                    assert_eq!(BOARD.stalemate(men), position.is_stalemate(), "{position}");
                    mates += u32::from(BOARD.mate(men));
                    stalemates += u32::from(BOARD.stalemate(men));
                }
            }
        }
    }
    // The paper's 399112 positions are both kinds.
    assert_eq!((white, white + black_too), (175_168, 399_112));
    assert_eq!((mates, stalemates), (216, 68));
}
