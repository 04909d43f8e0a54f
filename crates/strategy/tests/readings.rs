//! The definition read as numbers and as formulas: both say the same of every predicate, in every
//! position and move of small boards.

use zermelo_kernel_strategy::{Board, Condition, Kind, Men, Place, Rules, Strategy};
use zermelo_refute::{Arena, Formula, Term, Truth};
use zermelo_strategy::play::{black_moves, king_moves, rook_moves};

const CONDITIONS: [Condition; 8] = [
    Condition::NotExposed,
    Condition::Divides,
    Condition::NotTowardsEdge,
    Condition::NotOneEdge,
    Condition::NoStalemate,
    Condition::FarFromBlack,
    Condition::Guarded,
    Condition::KingsLine,
];

/// What a predicate is called: its name, or a kind of move and the condition that is left out.
type Name = (&'static str, Option<Kind>, Option<Condition>);

/// Everything that is defined, of a board, a position and a position after it. Terms are compared
/// with a number.
fn predicates<T: Term>(
    board: Board<T>,
    from: Men<T>,
    to: Men<T>,
    number: T,
) -> Vec<(Name, T::Truth)> {
    let mut all: Vec<(Name, T::Truth)> = Vec::new();
    let mut put = |name: &'static str, truth: T::Truth| all.push(((name, None, None), truth));
    put("has", board.has(to.king));
    put("black to move", board.black_to_move(to));
    put("white to move", board.white_to_move(from));
    put("king moves", board.king_moves(from, to));
    put("rook moves", board.rook_moves(from, to));
    put("black moves", board.black_moves(from, to));
    put("stuck", board.black_is_stuck(to));
    put("mate", board.mate(to));
    put("stalemate", board.stalemate(to));
    put("one edge", board.kings_on_one_edge(to));
    put("towards edge", board.towards_edge(from, to));
    put("attacks", to.rook_attacks(to.black));
    put("takes rook", to.black_takes());
    put("exposed", to.exposed());
    put("divides", to.divides());
    put("L-pattern", to.l_pattern());
    put("within", from.king.within(from.black, 3));
    put("room", board.room(from).le(number));
    put("critical file", from.critical_square().x.is(number));
    put("critical rank", from.critical_square().y.is(number));
    put("steps", to.king.steps_to(from.critical_square()).le(number));
    let strategy = Strategy::new(board);
    put("mates", strategy.mates(from));
    put("mate's shape", board.mate_shape(to));
    put("mates by shape", board.mates_shape(from));
    put("stalemate's shape", board.stalemate_shape(to));
    put("possible", strategy.possible(Kind::ImmediateMate, from));
    for kind in Kind::ALL {
        all.push((("", Some(kind), None), strategy.fits(kind, from, to)));
        // Mates have no conditions that can be left out.
        for condition in CONDITIONS.into_iter().filter(|_| kind > Kind::ReadyToMate) {
            let mut strategy = Strategy::new(board);
            strategy.without.push(condition);
            let fits = strategy.fits(kind, from, to);
            all.push((("", Some(kind), Some(condition)), fits));
        }
    }
    all
}

/// The numbers of these men, in the order of the variables of the formulas.
pub fn numbers(board: Board<i32>, from: Men<i32>, to: Men<i32>, number: i32) -> Vec<i64> {
    let squares = [from.king, from.piece, from.black, to.king, to.piece, to.black];
    let squares = squares.into_iter().flat_map(|at| [at.x, at.y]);
    [board.width, board.height].into_iter().chain(squares).chain([number]).map(i64::from).collect()
}

/// Men on any squares, also beside the board and on each other.
pub fn anywhere(seed: &mut u64, board: Board<i32>) -> Men<i32> {
    let mut next = |length: i32| {
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((*seed >> 33) % (length as u64 + 2)) as i32 - 1
    };
    let mut place = || Place::new(next(board.width), next(board.height));
    Men { king: place(), piece: place(), black: place() }
}

#[test]
fn numbers_and_formulas_agree() {
    let arena = Arena::new();
    let at = |first: u16| Place::new(arena.variable(first), arena.variable(first + 1));
    let men = |first: u16| Men { king: at(first), piece: at(first + 2), black: at(first + 4) };
    let board = Board::new(arena.variable(0), arena.variable(1));
    let formulas: Vec<(Name, Formula<'_>)> = predicates(board, men(2), men(8), arena.variable(14));
    assert!(formulas.iter().all(|(_, formula)| formula.settled().is_none()));
    let mut seen = vec![[0_u64; 2]; formulas.len()];
    let mut check = |board: Board<i32>, from: Men<i32>, to: Men<i32>, number: i32| {
        let truths = arena.truths(&numbers(board, from, to, number));
        let plain = predicates(board, from, to, number);
        for (place, ((name, plain), (_, formula))) in plain.iter().zip(&formulas).enumerate() {
            assert_eq!(*plain, formula.literal().holds(&truths), "{name:?}: {from:?} {to:?}");
            seen[place][usize::from(*plain)] += 1;
        }
    };
    let mut seed = 1;
    for (width, height) in [(4, 4), (4, 5), (5, 5)] {
        let board = Board::new(width, height);
        let places = || (0..height).flat_map(|y| (0..width).map(move |x| Place::new(x, y)));
        for king in places() {
            for rook in places() {
                for black in places() {
                    let from = Men { king, piece: rook, black };
                    let number = (king.x + rook.y + black.x) % (width + height);
                    // Every move of White, and of Black, where there are some.
                    if board.white_to_move(from) {
                        for to in king_moves(&board, from).chain(rook_moves(&board, from)) {
                            check(board, from, to, number);
                        }
                    }
                    if board.black_to_move(from) {
                        black_moves(&board, from)
                            .take(2)
                            .for_each(|to| check(board, from, to, number));
                    }
                }
            }
        }
        for _ in 0..20_000 {
            let (from, to) = (anywhere(&mut seed, board), anywhere(&mut seed, board));
            check(board, from, to, 3);
            check(board, from, Men { king: to.king, ..from }, 4);
            check(board, from, Men { piece: to.piece, ..from }, 5);
        }
    }
    // Every predicate was seen both to hold and not to.
    for ((name, _), [no, yes]) in formulas.iter().zip(&seen) {
        assert!(*no > 0 && *yes > 0, "{name:?}: {no} times not, {yes} times");
    }
}
