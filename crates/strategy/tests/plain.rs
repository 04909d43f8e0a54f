//! The slow twins: the definition alone, asked about every move, and the plain way to go
//! backwards. What is quick must agree with them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64};

use zermelo_kernel_strategy::{Board, Condition, Kind, Men, Place, Rules, STEPS, Strategy};
use zermelo_strategy::play::{black_moves, chosen, fitting, king_moves, moves_of, rook_moves};
use zermelo_strategy::retrograde::{Choice, Walk};

fn squares(board: &Board<i32>) -> Vec<Place<i32>> {
    let ranks = 0..board.height;
    ranks.flat_map(|y| (0..board.width).map(move |x| Place::new(x, y))).collect()
}

/// All positions with White to move.
fn positions(board: Board<i32>) -> Vec<Men<i32>> {
    let squares = squares(&board);
    let mut all = Vec::new();
    for &king in &squares {
        for &rook in &squares {
            let men = squares.iter().map(|&black| Men { king, piece: rook, black });
            all.extend(men.filter(|&men| board.white_to_move(men)));
        }
    }
    all
}

/// All legal moves in order, each man's: the definition is asked about every square.
fn legal(board: &Board<i32>, men: Men<i32>) -> (Vec<Men<i32>>, Vec<Men<i32>>) {
    let king = STEPS.map(|step| Men { king: men.king.step(step), ..men });
    let rank = (0..board.width).map(|x| Place::new(x, men.piece.y));
    let file = (0..board.height).map(|y| Place::new(men.piece.x, y));
    let rook = rank.chain(file).map(|rook| Men { piece: rook, ..men });
    let king = king.into_iter().filter(|&to| board.king_moves(men, to)).collect();
    (king, rook.filter(|&to| board.rook_moves(men, to)).collect())
}

fn boards() -> Vec<Board<i32>> {
    let mut sizes: Vec<(i32, i32)> = (1..=7).map(|n| (n, n)).collect();
    sizes.extend([(1, 9), (2, 6), (7, 2), (3, 5), (4, 5), (4, 7), (8, 4), (6, 5)]);
    sizes.into_iter().map(|(width, height)| Board::new(width, height)).collect()
}

#[test]
fn quick_looks_refuse_nothing_that_fits() {
    for board in boards() {
        let mut strategy = Strategy::new(board);
        for left_out in [None, Some(Condition::NotExposed), Some(Condition::NoStalemate)] {
            strategy.without = left_out.into_iter().collect();
            for men in positions(board) {
                let (king, rook) = legal(&board, men);
                assert!(king_moves(&board, men).eq(king.iter().copied()), "{men:?}");
                assert!(rook_moves(&board, men).eq(rook.iter().copied()), "{men:?}");
                let of = |kind: Kind| {
                    let king = king.iter().filter(|_| kind.moves_king());
                    let rook = rook.iter().filter(|_| kind.moves_rook());
                    let both = king.chain(rook).copied();
                    both.filter(|&to| strategy.fits(kind, men, to)).collect::<Vec<_>>()
                };
                let mut first = None;
                for kind in Kind::ALL {
                    let fit = of(kind);
                    assert!(moves_of(&strategy, kind, men).eq(fit.iter().copied()), "{men:?}");
                    if first.is_none() && !fit.is_empty() {
                        first = Some((kind, fit));
                    }
                }
                assert_eq!(fitting(&strategy, men), first);
            }
        }
    }
}

/// Only the rook mates: the definition asks for mate after its moves alone.
#[test]
fn no_king_move_mates() {
    for board in boards() {
        for men in positions(board) {
            assert!(!king_moves(&board, men).any(|to| board.mate(to)), "{men:?}");
            let mates = rook_moves(&board, men).any(|to| board.mate(to));
            assert_eq!(Strategy::new(board).mates(men), mates, "{men:?}");
        }
    }
}

#[test]
fn the_function_refines_the_relation() {
    for board in boards() {
        let strategy = Strategy::new(board);
        for men in positions(board) {
            match (chosen(&strategy, men), fitting(&strategy, men)) {
                (Some((kind, to)), Some((first, moves))) => {
                    assert_eq!(kind, first);
                    assert!(moves.contains(&to));
                    let least = moves.iter().map(|&to| board.room(to)).min();
                    assert!(kind != Kind::Squeeze || least == Some(board.room(to)));
                }
                (None, None) => {}
                different => panic!("{men:?}: {different:?}"),
            }
        }
    }
}

/// The paper's procedure (section 4.1): sweeps over all positions until nothing changes.
fn sweeps(strategy: &Strategy<i32>, choice: Choice) -> HashMap<Men<i32>, u32> {
    let board = strategy.board;
    let mut left = positions(board);
    let mut won: HashMap<Men<i32>, u32> = HashMap::new();
    for plies in (1..).step_by(2) {
        let lost = |to: Men<i32>| {
            let replies = || black_moves(&board, to);
            board.mate(to)
                || !to.black_takes()
                    && replies().next().is_some()
                    && replies().all(|men| won.contains_key(&men))
        };
        let (now, later): (Vec<_>, Vec<_>) = left.into_iter().partition(|&men| match choice {
            Choice::Function => chosen(strategy, men).is_some_and(|(_, to)| lost(to)),
            Choice::Relation => {
                fitting(strategy, men).is_some_and(|(_, moves)| moves.into_iter().all(lost))
            }
        });
        if now.is_empty() {
            break;
        }
        won.extend(now.into_iter().map(|men| (men, plies)));
        left = later;
    }
    won
}

#[test]
fn the_walk_agrees_with_plain_sweeps() {
    use Condition::{Divides, FarFromBlack, Guarded, KingsLine, NoStalemate, NotExposed};
    let left_out = [vec![], vec![NotExposed], vec![Divides, Guarded], vec![NoStalemate]];
    let left_out = left_out.into_iter().chain([vec![FarFromBlack, KingsLine]]);
    for without in left_out {
        for (width, height) in [(2, 4), (3, 3), (4, 4), (4, 5), (5, 5)] {
            let mut strategy = Strategy::new(Board::new(width, height));
            strategy.without.clone_from(&without);
            for choice in [Choice::Function, Choice::Relation] {
                let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
                let walk = Walk::new(&strategy, choice, &done, &stop).unwrap();
                let won = sweeps(&strategy, choice);
                let all = positions(strategy.board);
                assert_eq!(walk.found.positions, all.len() as u64);
                assert_eq!(walk.found.unwon, (all.len() - won.len()) as u64);
                assert_eq!(walk.found.longest, won.values().copied().max().unwrap_or(0));
                for men in all {
                    assert_eq!(walk.plies(men), won.get(&men).copied(), "{men:?}");
                }
            }
        }
    }
}
