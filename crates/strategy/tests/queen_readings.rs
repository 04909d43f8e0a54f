//! King and queen: the definition read as numbers and as formulas says the same.

use zermelo_kernel_strategy::kqk::{Kind, Strategy};
use zermelo_kernel_strategy::{Board, Men, Place, Played, Rules};
use zermelo_refute::{Arena, Term};

use crate::queen::white_moves;
use crate::readings::{anywhere, numbers};

/// Everything that is defined, of a board, a position and a position after it. Terms are compared
/// with a number.
fn predicates<T: Term>(
    board: Board<T>,
    from: Men<T>,
    to: Men<T>,
    number: T,
) -> Vec<(String, T::Truth)> {
    let strategy = Strategy::new(board);
    let (width, around) = strategy.room(from);
    let mut all: Vec<(String, T::Truth)> = [
        ("white to move", strategy.white_to_move(from)),
        ("black to move", strategy.black_to_move(to)),
        ("king moves", strategy.king_moves(from, to)),
        ("queen moves", strategy.queen_moves(from, to)),
        ("black moves", strategy.black_moves(from, to)),
        ("mate", strategy.mate(to)),
        ("stalemate", strategy.stalemate(to)),
        ("mating", strategy.mating(to)),
        ("trapped", strategy.trapped(to)),
        ("on track", strategy.on_track(to)),
        ("smaller", strategy.smaller(from, to)),
        ("width", width.le(number)),
        ("around", around.le(number)),
        ("way", from.way_to_place().le(number)),
    ]
    .map(|(name, truth)| (name.to_string(), truth))
    .into();
    for kind in Kind::ALL {
        all.push((format!("fits {kind:?}"), strategy.fits(kind, from, to)));
        all.push((format!("possible {kind:?}"), strategy.possible(kind, from)));
    }
    all
}

#[test]
fn numbers_and_formulas_agree() {
    let arena = Arena::new();
    let at = |first: u16| Place::new(arena.variable(first), arena.variable(first + 1));
    let men = |first: u16| Men { king: at(first), piece: at(first + 2), black: at(first + 4) };
    let board = Board::new(arena.variable(0), arena.variable(1));
    let formulas = predicates(board, men(2), men(8), arena.variable(14));
    let mut seen = vec![[0_u64; 2]; formulas.len()];
    let mut check = |board: Board<i32>, from: Men<i32>, to: Men<i32>, number: i32| {
        let truths = arena.truths(&numbers(board, from, to, number));
        let plain = predicates(board, from, to, number);
        for (place, ((name, plain), (_, formula))) in plain.iter().zip(&formulas).enumerate() {
            assert_eq!(*plain, formula.literal().holds(&truths), "{name}: {from:?} {to:?}");
            seen[place][usize::from(*plain)] += 1;
        }
    };
    let mut seed = 1;
    for (width, height) in [(4, 4), (5, 4)] {
        let strategy = Strategy::new(Board::new(width, height));
        let places = || (0..height).flat_map(|y| (0..width).map(move |x| Place::new(x, y)));
        for king in places() {
            for queen in places() {
                for black in places() {
                    let from = Men { king, piece: queen, black };
                    let number = (king.x + queen.y + black.x) % (width + height);
                    if strategy.white_to_move(from) {
                        for to in white_moves(&strategy, from) {
                            check(strategy.board, from, to, number);
                        }
                    }
                    if strategy.black_to_move(from) {
                        for to in strategy.replies(from).into_iter().take(2) {
                            check(strategy.board, from, to, number);
                        }
                    }
                }
            }
        }
        for _ in 0..5_000 {
            let board = strategy.board;
            check(board, anywhere(&mut seed, board), anywhere(&mut seed, board), 3);
        }
    }
    // Every predicate was seen both to hold and not to.
    for ((name, _), [no, yes]) in formulas.iter().zip(&seen) {
        assert!(*no > 0 && *yes > 0, "{name}: {no} times not, {yes} times");
    }
}
