//! The paper's figures: positions, kinds of move, longest games.

use std::sync::atomic::{AtomicBool, AtomicU64};

use zermelo_kernel_strategy::{
    Board, Condition, Kind, Rules, Strategy, StrategyEnding, Unwalkable,
};
use zermelo_strategy::game::Walked;
use zermelo_strategy::retrograde::{Choice, Verification, Walk, verify};

fn walked(width: i32, height: i32, choice: Choice) -> Verification {
    verify(&Strategy::new(Board::new(width, height)), choice).unwrap()
}

fn holds(found: &Verification) -> bool {
    found.closed()
        && found.always_a_move()
        && found.always_mate()
        && found.counterexample.is_none()
        && found.kinds.iter().sum::<u64>() == found.positions
}

#[test]
fn positions_and_kinds_of_the_paper() {
    for (n, positions, longest) in [(4, 1312, 19), (8, 175_168, 65), (12, 2_360_160, 109)] {
        let found = walked(n, n, Choice::Function);
        assert_eq!((found.positions, found.longest), (positions, longest));
        assert!(holds(&found), "{n}: {found:?}");
        if n == 8 {
            // The paper prints the counts of the diagonal moves under the names of the others.
            let kinds = [1512, 4676, 116_504, 12_160, 4020, 3160, 184, 32_520, 432, 0];
            assert_eq!(found.kinds[..10], kinds);
        }
    }
}

#[test]
fn longest_games_of_the_paper() {
    let plies = [19, 31, 43, 55, 65, 77, 87];
    for (n, plies) in (4..).zip(plies) {
        assert_eq!(walked(n, n, Choice::Function).longest, plies, "{n}");
    }
}

#[test]
fn any_move_that_fits_mates_as_well() {
    for n in 4..=8 {
        let (one, any) = (walked(n, n, Choice::Function), walked(n, n, Choice::Relation));
        assert!(holds(&any), "{n}");
        assert_eq!((any.positions, any.kinds), (one.positions, one.kinds));
        assert!(any.longest >= one.longest);
    }
}

#[test]
fn boards_that_are_not_square() {
    for (width, height) in [(4, 5), (4, 7), (10, 5), (4, 13), (6, 7)] {
        for choice in [Choice::Function, Choice::Relation] {
            let found = walked(width, height, choice);
            assert!(holds(&found), "{width}x{height}: {found:?}");
            // A board on its side has the same positions.
            let turned = walked(height, width, choice);
            assert_eq!((found.positions, found.kinds), (turned.positions, turned.kinds));
            if choice == Choice::Relation {
                assert_eq!(found.longest, turned.longest);
            }
        }
    }
}

/// The bound that is proved for all boards, beside what is walked.
#[test]
fn no_game_is_longer_than_the_bound() {
    let boards = (4..=9).flat_map(|width| (4..=9).map(move |height| (width, height)));
    for (width, height) in boards.chain([(4, 14), (14, 4), (12, 5)]) {
        let longest = walked(width, height, Choice::Relation).longest;
        let bound = StrategyEnding::Krk.plies_within(width as u32, height as u32).unwrap();
        assert!(u64::from(longest) <= bound, "{width}x{height}: {longest}, {bound}");
    }
    assert_eq!(StrategyEnding::Krk.plies_within(8, 8), Some(83));
    assert_eq!(StrategyEnding::Krk.plies_within(3, 8), None);
    assert_eq!(StrategyEnding::Kqk.plies_within(8, 8), None);
}

#[test]
fn small_boards_need_their_own_kind_of_move() {
    let used = |n: i32| walked(n, n, Choice::Function).kinds[Kind::RookSafeSmallBoards as usize];
    assert_eq!([4, 5, 6, 7].map(used), [20, 12, 0, 0]);
}

/// The paper prints 21 plies for the smallest board. That is the strategy with a rook that flees
/// to any new edge; fleeing to its king's file or rank it is 19.
#[test]
fn the_paper_s_longest_game_on_the_smallest_board() {
    let without = |choice| {
        let mut strategy = Strategy::new(Board::new(4, 4));
        strategy.without.push(Condition::KingsLine);
        verify(&strategy, choice).unwrap()
    };
    for choice in [Choice::Function, Choice::Relation] {
        assert_eq!(walked(4, 4, choice).longest, 19);
        assert_eq!(without(choice).longest, 21);
        assert!(holds(&without(choice)));
    }
}

#[test]
fn boards_too_small_for_the_strategy() {
    assert_eq!(walked(1, 1, Choice::Function).positions, 0);
    assert_eq!(walked(2, 2, Choice::Relation).positions, 0);
    for (width, height) in [(1, 8), (2, 5), (5, 2)] {
        let found = walked(width, height, Choice::Function);
        assert!(!found.always_a_move() && !found.always_mate());
        assert!(found.counterexample.is_some());
    }
}

#[test]
fn boards_that_cannot_be_walked() {
    let refused = |width, height| {
        verify(&Strategy::new(Board::new(width, height)), Choice::Function).unwrap_err()
    };
    for (width, height) in [(0, 8), (8, 0), (-4, -4), (i32::MIN, 3)] {
        assert_eq!(refused(width, height), Unwalkable::NoBoard);
    }
    for (width, height) in [(33, 32), (40, 40), (1, 1025), (i32::MAX, i32::MAX)] {
        assert_eq!(refused(width, height), Unwalkable::TooLarge);
    }
}

#[test]
fn the_longest_game_is_played() {
    let strategy = Strategy::new(Board::new(7, 6));
    for choice in [Choice::Function, Choice::Relation] {
        let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        let walk = Walk::new(&strategy, choice, &done, &stop).unwrap();
        let start = walk.found.start.unwrap();
        let game = walk.longest_game(start);
        assert_eq!(game.len() as u32 * 2 - 1, walk.found.longest);
        let mut men = start;
        for (round, &(kind, to, reply)) in game.iter().enumerate() {
            let plies = walk.found.longest - 2 * round as u32;
            assert_eq!((walk.plies(men), walk.plies_after(to)), (Some(plies), Some(plies - 1)));
            let (first, moves) = strategy.played(choice, men).unwrap();
            assert!(first == kind && moves.contains(&to));
            match reply {
                Some(reply) => men = reply,
                None => assert!(round + 1 == game.len() && strategy.board.mate(to)),
            }
        }
    }
}

/// Measured, not proved: with sides n <= m the longest game has 6m + 5n - 22 plies, one less if n
/// is even, but for the smallest boards.
#[test]
fn the_longest_game_by_formula() {
    let sizes = [(3, 5), (3, 9), (4, 6), (4, 11), (5, 7), (5, 10), (6, 6), (6, 9), (7, 7), (7, 8)];
    for (n, m) in sizes {
        let plies = 6 * m + 5 * n - 22 - i32::from(n % 2 == 0);
        for choice in [Choice::Function, Choice::Relation] {
            assert_eq!(walked(n, m, choice).longest, plies as u32, "{n}x{m}");
            assert_eq!(walked(m, n, choice).longest, plies as u32, "{m}x{n}");
        }
    }
}
