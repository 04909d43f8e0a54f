//! What the proofs use instead of the definition is the same, on boards of four and more: a few
//! candidates for every kind of move, and mate and stalemate told by their shapes.

use zermelo_kernel_strategy::{Board, Kind, Men, Place, Rules, Strategy};
use zermelo_strategy::play::{king_moves, moves_of, rook_moves};

fn boards() -> impl Iterator<Item = Board<i32>> {
    let sizes = [(4, 4), (4, 5), (5, 4), (5, 5), (4, 9), (6, 6), (7, 7)];
    sizes.into_iter().map(|(width, height)| Board::new(width, height))
}

fn all(board: Board<i32>) -> impl Iterator<Item = Men<i32>> {
    let squares = board.width * board.height;
    let place = move |square: i32| Place::new(square % board.width, square / board.width);
    (0..squares * squares * squares).map(move |number| Men {
        king: place(number / squares / squares),
        piece: place(number / squares % squares),
        black: place(number % squares),
    })
}

#[test]
fn a_candidate_fits_if_any_move_does() {
    for board in boards() {
        let strategy = Strategy::new(board);
        for men in all(board).filter(|&men| board.white_to_move(men)) {
            for kind in Kind::ALL {
                let fits = moves_of(&strategy, kind, men).next().is_some();
                assert_eq!(strategy.possible(kind, men), fits, "{kind:?} {men:?}");
                if fits {
                    let candidates = strategy.candidates(kind, men);
                    let good = |&to: &Men<i32>| strategy.is_move(kind, men, to);
                    assert!(candidates.iter().any(good), "{kind:?} {men:?}");
                }
            }
        }
    }
}

#[test]
fn shapes_are_mate_and_stalemate() {
    for board in boards() {
        for men in all(board) {
            if board.black_to_move(men) {
                // A rook that can be taken has neither shape.
                assert_eq!(board.mate_shape(men), board.mate(men), "{men:?}");
                assert_eq!(board.stalemate_shape(men), board.stalemate(men), "{men:?}");
            }
            if board.white_to_move(men) {
                assert_eq!(board.mates_shape(men), Strategy::new(board).mates(men), "{men:?}");
            }
        }
    }
}

#[test]
fn the_strategy_told_by_shapes_is_the_strategy() {
    for board in boards().take(5) {
        let plain = Strategy::new(board);
        let shaped = Strategy { by_shape: true, ..plain.clone() };
        for men in all(board).filter(|&men| board.white_to_move(men)) {
            for to in king_moves(&board, men).chain(rook_moves(&board, men)) {
                for kind in Kind::ALL {
                    let (one, other) =
                        (plain.is_move(kind, men, to), shaped.is_move(kind, men, to));
                    assert_eq!(one, other, "{kind:?} {men:?} {to:?}");
                }
            }
        }
    }
}
