//! King and two rooks against king: the definition is chess, and the strategy mates.

use zermelo_kernel::{Budget, Color, Piece, Position, Proved, Role, Square};
use zermelo_kernel_strategy::krr::{Kind, Rooks, Strategy};
use zermelo_kernel_strategy::{
    Board, Boards, Choice, Distances, MOST_KINDS, Men, Numbering, Pair, Place, Played, Rules,
    STEPS, StrategyClaim, StrategyEnding, StrategyFault,
};
use zermelo_refute::{Arena, Term};
use zermelo_strategy::games::games;
use zermelo_strategy::proving::kept;
use zermelo_strategy::smt::{self, Found};

use crate::queen::{certificate, check, refutations};

fn on(width: i32, height: i32) -> Strategy<i32> {
    Strategy::new(Board::new(width, height))
}

/// Every way to put the men on the board, one in so many.
fn every(strategy: &Strategy<i32>, one_in: usize) -> impl Iterator<Item = Rooks<i32>> + use<> {
    let numbering: Numbering<Pair<i32>> = Numbering::new(&strategy.board).unwrap();
    (0..numbering.count()).step_by(one_in).map(move |number| numbering.men(number))
}

/// The legal moves of White, each with the rook first that moves.
fn white_moves(strategy: &Strategy<i32>, men: Rooks<i32>) -> Vec<(Rooks<i32>, Rooks<i32>)> {
    let king = STEPS.map(|step| (men, Men { king: men.king.step(step), ..men }));
    let king = king.into_iter().filter(|&(from, to)| strategy.king_moves(from, to));
    let longest = strategy.board.width.max(strategy.board.height);
    let rooks = [men, men.swapped()].into_iter().flat_map(|from| {
        [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().flat_map(move |(dx, dy)| {
            (1..longest).map_while(move |by| {
                let [rook, other] = from.piece;
                let to = Men { piece: [rook.step((dx * by, dy * by)), other], ..from };
                strategy.rook_moves(from, to).then_some((from, to))
            })
        })
    });
    king.chain(rooks).collect()
}

fn square(place: Place<i32>) -> Square {
    Square::all()
        .find(|at| i32::from(at.file()) == place.x && i32::from(at.rank()) == place.y)
        .unwrap()
}

fn with_turn(men: Rooks<i32>, turn: Color) -> Option<Position> {
    let mut board = [None; 64];
    let rooks = men.piece.map(|rook| (rook, Color::White, Role::Rook));
    let kings = [(men.king, Color::White, Role::King), (men.black, Color::Black, Role::King)];
    for (place, color, role) in rooks.into_iter().chain(kings) {
        if board[square(place).index()].replace(Piece { color, role }).is_some() {
            return None;
        }
    }
    Position::from_men(board, turn, None)
}

/// Where the men are after each move, those that are taken nowhere.
fn after(position: &Position, men: Rooks<i32>) -> Vec<Vec<u8>> {
    let key = |place: Place<i32>| square(place).index() as u8;
    let moves = position.legal_moves().into_iter().map(|m| {
        let (from, to) = (m.from.index() as u8, m.to.index() as u8);
        let gone = |man: u8| if man == from { to } else { man };
        let mut rooks: Vec<u8> = men.piece.map(key).into();
        rooks.retain(|&rook| rook != to);
        let mut rooks: Vec<u8> = rooks.into_iter().map(gone).collect();
        rooks.sort_unstable();
        [vec![gone(key(men.king)), gone(key(men.black))], rooks].concat()
    });
    let mut moves: Vec<_> = moves.collect();
    moves.sort_unstable();
    moves
}

fn defined(all: impl Iterator<Item = Rooks<i32>>) -> Vec<Vec<u8>> {
    let key = |place: Place<i32>| square(place).index() as u8;
    let of = |men: Rooks<i32>| {
        let mut rooks: Vec<u8> = men.piece.map(key).into();
        rooks.sort_unstable();
        [vec![key(men.king), key(men.black)], rooks].concat()
    };
    let mut all: Vec<_> = all.map(of).collect();
    all.sort_unstable();
    all
}

/// One in 89 of all positions of 8x8; with ZERMELO_ALL set, all of them.
#[test]
fn the_rules_of_chess() {
    let strategy = on(8, 8);
    let (mut white, mut both, mut mates, mut stalemates) = (0, 0, 0, 0);
    let one_in = if std::env::var_os("ZERMELO_ALL").is_some() { 1 } else { 89 };
    for men in every(&strategy, one_in) {
        let position = with_turn(men, Color::White);
        assert_eq!(strategy.white_to_move(men), position.is_some(), "{men:?}");
        if let Some(position) = position {
            white += 1;
            let moves = white_moves(&strategy, men).into_iter().map(|(_, to)| to);
            assert_eq!(defined(moves), after(&position, men), "{position}");
        }
        let position = with_turn(men, Color::Black);
        assert_eq!(strategy.black_to_move(men), position.is_some(), "{men:?}");
        if let Some(position) = position {
            both += 1;
            let mut moves = after(&position, men);
            let takes = moves.iter().any(|men| men.len() == 3);
            moves.retain(|men| men.len() == 4);
            assert_eq!(defined(strategy.replies(men).into_iter()), moves, "{position}");
            assert_eq!(men.black_takes(), takes, "{position}");
            assert_eq!(men.rooks_attack(men.black), position.is_check(), "{position}");
            assert_eq!(strategy.mate(men), position.is_checkmate(), "{position}");
            assert_eq!(strategy.stalemate(men), position.is_stalemate(), "{position}");
            mates += u32::from(strategy.mate(men));
            stalemates += u32::from(strategy.stalemate(men));
        }
    }
    println!("{white} {both} {mates} {stalemates}");
    assert!(white > 0 && mates > 0 && stalemates > 0);
}

#[test]
fn every_game_ends_in_mate() {
    for (width, height, longest) in [(4, 4, 13), (4, 5, 18), (5, 4, 18), (5, 5, 16), (4, 7, 29)] {
        let strategy = on(width, height);
        let found = games(&strategy, Choice::Relation).unwrap().found;
        println!("{width}x{height}: {found:?}");
        assert_eq!((found.not_won, found.longest), (None, 2 * longest - 1), "{width}x{height}");
        assert_eq!(found.kinds.iter().sum::<u64>(), found.positions);
    }
}

/// The kernel agrees with the walk, by the definition alone, where mate always follows and where it
/// does not; and with nothing that is a little different.
#[test]
fn the_kernel_checks_the_walk() {
    let check = |claim: Distances<'_, Strategy<i32>>| {
        Proved::new(claim, &Budget::default().steps(u64::MAX, 0)).map(drop)
    };
    for (width, height) in [(4, 4), (3, 4), (4, 3)] {
        let strategy = on(width, height);
        let games = games(&strategy, Choice::Relation).unwrap();
        let (found, right) = (&games.found, games.distances(2));
        println!("{width}x{height}: {} of {} not won", found.unwon, found.positions);
        assert_eq!(check(right.clone()), Ok(()), "{width}x{height}");
        assert_eq!(found.unwon > 0, width.min(height) < 4);
        let numbering: Numbering<Pair<i32>> = Numbering::new(&strategy.board).unwrap();
        let all = every(&strategy, 1).filter(|&men| strategy.white_to_move(men));
        for men in all.step_by(found.positions as usize / 20) {
            let mut plies = right.plies.to_vec();
            let place = &mut plies[numbering.number(men) as usize];
            *place = if *place == 0 { 3 } else { *place + 2 };
            let claim = Distances { plies: plies.into(), ..right.clone() };
            assert!(check(claim).is_err(), "{width}x{height}: {men}");
        }
        assert!(check(Distances { not_won: found.unwon + 1, ..right.clone() }).is_err());
        assert!(check(Distances { longest: right.longest + 2, ..right.clone() }).is_err());
        assert!(check(Distances { kinds: [0; MOST_KINDS], ..right }).is_err());
    }
}

/// Everything that is defined, of a board, a position and a position after it.
fn predicates<T: Term>(board: Board<T>, from: Rooks<T>, to: Rooks<T>) -> Vec<(String, T::Truth)> {
    let strategy = Strategy::new(board);
    let mut all = vec![
        ("white to move".to_string(), strategy.white_to_move(from)),
        ("black to move".to_string(), strategy.black_to_move(to)),
        ("king moves".to_string(), strategy.king_moves(from, to)),
        ("rook moves".to_string(), strategy.rook_moves(from, to)),
        ("takes".to_string(), to.black_takes()),
        ("mate".to_string(), strategy.mate(to)),
        ("stalemate".to_string(), strategy.stalemate(to)),
        ("wall".to_string(), strategy.some(from, |view| view.wall())),
        ("posted".to_string(), strategy.some(from, |view| view.posted())),
        ("advanced".to_string(), strategy.some(from, |view| view.advanced())),
    ];
    for kind in Kind::ALL {
        all.push((format!("{kind:?}"), strategy.is_move(kind, from, to)));
        all.push((format!("possible {kind:?}"), strategy.possible(kind, from)));
    }
    all
}

/// Neither the definition nor what is possible depends on which rook is named first.
#[test]
fn the_rooks_are_a_set() {
    for (width, height) in [(4, 4), (5, 4)] {
        let strategy = on(width, height);
        for men in every(&strategy, 1).filter(|&men| strategy.black_to_move(men)) {
            let of_position = |men: Rooks<i32>| {
                let all = predicates(strategy.board, men, men).into_iter();
                all.map(|(_, holds)| holds).collect::<Vec<_>>()
            };
            let same = of_position(men) == of_position(men.swapped());
            assert!(same && men.far() == men.swapped().far(), "{men}");
            for (view, other) in strategy.views(men).iter().zip(strategy.views(men.swapped())) {
                assert_eq!(
                    (view.at_ends(), view.front()),
                    (other.at_ends(), other.front()),
                    "{men}"
                );
                assert!(!view.wall() || view.line() == other.line(), "{men}");
            }
        }
    }
}

#[test]
fn candidates_are_enough() {
    for (width, height) in [(4, 4), (4, 5), (5, 4), (5, 5)] {
        let strategy = on(width, height);
        for men in every(&strategy, 1).filter(|&men| strategy.white_to_move(men)) {
            let possible = Kind::ALL.into_iter().find(|&kind| strategy.possible(kind, men));
            let played = strategy.played(Choice::Relation, men).map(|played| played.0);
            assert_eq!(possible, played, "{men}");
        }
    }
}

#[test]
fn numbers_and_formulas_agree() {
    let arena = Arena::new();
    let at = |first: u16| Place::new(arena.variable(first), arena.variable(first + 1));
    let men = |first: u16| Men {
        king: at(first),
        piece: [at(first + 2), at(first + 4)],
        black: at(first + 6),
    };
    let board = Board::new(arena.variable(0), arena.variable(1));
    let formulas = predicates(board, men(2), men(10));
    let mut seen = vec![[0_u64; 2]; formulas.len()];
    for (width, height) in [(4, 4), (5, 4), (4, 6)] {
        let strategy = on(width, height);
        let all = every(&strategy, 13).filter(|&men| strategy.white_to_move(men));
        for (number, men) in all.enumerate() {
            for (from, to) in white_moves(&strategy, men).into_iter().skip(number % 3).step_by(3) {
                let places = |men: Rooks<i32>| [men.king, men.piece[0], men.piece[1], men.black];
                let places = places(from).into_iter().chain(places(to));
                let sides = [width, height].map(i64::from).into_iter();
                let values = places.flat_map(|place| [place.x, place.y].map(i64::from));
                let truths = arena.truths(&sides.chain(values).collect::<Vec<_>>());
                let plain = predicates(strategy.board, from, to);
                for (place, ((name, plain), (_, formula))) in
                    plain.iter().zip(&formulas).enumerate()
                {
                    assert_eq!(*plain, formula.literal().holds(&truths), "{name}: {from} {to}");
                    seen[place][usize::from(*plain)] += 1;
                }
            }
        }
    }
    for ((name, _), [no, yes]) in formulas.iter().zip(seen) {
        // Only positions with White to move and legal moves were asked about; AnyRook needs luck.
        let rare = ["white to move", "black to move", "AnyRook", "possible KingStep"];
        assert!(yes > 0 && no > 0 || rare.contains(&name.as_str()), "{name}: {no} {yes}");
    }
}

const ALL: StrategyClaim =
    StrategyClaim { ending: StrategyEnding::Krr, boards: Boards::All, bounded: false };

/// What a lemma assumes before its denial can hold: it does not speak of nothing.
#[test]
fn the_lemmas_speak_of_something() {
    for lemma in StrategyEnding::Krr.lemmas() {
        let arena = Arena::new();
        let mut assumptions = lemma.deny(&arena, Boards::All).assumptions();
        assumptions.pop();
        let (found, _) = smt::decide(&arena, &assumptions, || false).unwrap();
        assert!(matches!(found, Found::Solution(..)), "{lemma:?} {found:?}");
    }
}

#[test]
fn damaged_proofs_are_rejected() {
    let whole = kept(ALL).unwrap();
    assert_eq!(check(ALL, &whole).unwrap(), ALL.ending.lemmas().len());
    let cut = check(ALL, &whole[..whole.len() - 5]).unwrap_err();
    assert!(matches!(cut, StrategyFault::Line(..)), "{cut}");
    let begins = whole.windows(6).position(|part| part == b"lemma ").unwrap();
    for place in (begins..whole.len()).step_by(whole.len() / 16) {
        let mut damaged = whole.clone();
        damaged[place] ^= 1;
        assert!(check(ALL, &damaged).is_err(), "byte {place}");
    }
}

#[test]
fn on_one_board() {
    let claim = StrategyClaim { boards: Boards::One(4, 5), ..ALL };
    let certificate = certificate(claim, &refutations(claim));
    println!("{} bytes", certificate.len());
    assert_eq!(check(claim, &certificate).unwrap(), claim.ending.lemmas().len());
}
