//! King and queen against king: the definition is chess, and the strategy mates.

use zermelo_kernel::{Budget, Color, Piece, Position, Proved, Role, Square};
use zermelo_kernel_strategy::kqk::{Kind, Strategy};
use zermelo_kernel_strategy::{
    Board, Boards, Choice, Distances, Lemma, MOST_KINDS, Men, Numbering, Place, Played, Rules,
    STEPS, StrategyCertificate, StrategyClaim, StrategyEnding, StrategyFault,
};
use zermelo_refute::Arena;
use zermelo_strategy::games::games;
use zermelo_strategy::proving::{Decision, decide};
use zermelo_strategy::smt::{self, Found};

fn on(width: i32, height: i32) -> Strategy<i32> {
    Strategy::new(Board::new(width, height))
}

/// The legal moves of White, those of the queen one square after the other.
pub fn white_moves(strategy: &Strategy<i32>, men: Men<i32>) -> Vec<Men<i32>> {
    let king = STEPS.into_iter().filter_map(|step| {
        let to = Men { king: men.king.step(step), ..men };
        strategy.king_moves(men, to).then_some(to)
    });
    let longest = strategy.board.width.max(strategy.board.height);
    let queen = STEPS.into_iter().flat_map(|(dx, dy)| {
        (1..longest).map_while(move |by| {
            let to = Men { piece: men.piece.step((dx * by, dy * by)), ..men };
            strategy.queen_moves(men, to).then_some(to)
        })
    });
    king.chain(queen).collect()
}

/// The first kind that some legal move fits, and all moves that fit it.
fn fitting(strategy: &Strategy<i32>, men: Men<i32>) -> Option<(Kind, Vec<Men<i32>>)> {
    let moves = white_moves(strategy, men);
    Kind::ALL.into_iter().find_map(|kind| {
        let fits = |&to: &Men<i32>| strategy.is_move(kind, men, to);
        let found: Vec<_> = moves.iter().copied().filter(fits).collect();
        (!found.is_empty()).then_some((kind, found))
    })
}

fn place(square: Square) -> Place<i32> {
    Place::new(square.file().into(), square.rank().into())
}

/// The men on squares, or nothing if two stand on one.
fn set_up(king: Square, queen: Square, black: Square) -> Option<[Option<Piece>; 64]> {
    let mut board = [None; 64];
    for (square, color, role) in [
        (king, Color::White, Role::King),
        (queen, Color::White, Role::Queen),
        (black, Color::Black, Role::King),
    ] {
        if board[square.index()].replace(Piece { color, role }).is_some() {
            return None;
        }
    }
    Some(board)
}

/// A number for the men; that of the queen is large if she is taken.
fn number(men: Men<i32>, taken: bool) -> i32 {
    let key = |at: Place<i32>| at.y * 8 + at.x;
    let queen = if taken { 64 } else { key(men.piece) };
    (key(men.king) * 65 + queen) * 64 + key(men.black)
}

fn same(position: &Position, men: Men<i32>, defined: Vec<Men<i32>>, takes: bool) {
    let mut defined: Vec<i32> = defined.into_iter().map(|to| number(to, false)).collect();
    defined.extend(takes.then(|| number(Men { black: men.piece, ..men }, true)));
    let moves = position.legal_moves().into_iter().map(|m| {
        let (from, to) = (place(m.from), place(m.to));
        let gone = |man: Place<i32>| if man == from { to } else { man };
        let taken = men.piece == to;
        let (king, queen, black) = (gone(men.king), gone(men.piece), gone(men.black));
        number(Men { king, piece: queen, black }, taken)
    });
    let mut moves: Vec<i32> = moves.collect();
    defined.sort_unstable();
    moves.sort_unstable();
    assert_eq!(defined, moves, "{position}");
}

#[test]
fn the_rules_of_chess() {
    let strategy = on(8, 8);
    let (mut white, mut both, mut mates, mut stalemates) = (0, 0, 0, 0);
    for king in Square::all() {
        for queen in Square::all() {
            for black in Square::all() {
                let men = Men { king: place(king), piece: place(queen), black: place(black) };
                let board = set_up(king, queen, black);
                let with = |turn| Position::from_men(board?, turn, None);
                let position = with(Color::White);
                assert_eq!(strategy.white_to_move(men), position.is_some(), "{men:?}");
                if let Some(position) = position {
                    white += 1;
                    same(&position, men, white_moves(&strategy, men), false);
                }
                let position = with(Color::Black);
                assert_eq!(strategy.black_to_move(men), position.is_some(), "{men:?}");
                if let Some(position) = position {
                    both += 1;
                    let takes = men.black_takes();
                    same(&position, men, strategy.replies(men), takes);
                    assert_eq!(men.queen_attacks(men.black), position.is_check(), "{position}");
                    assert_eq!(strategy.mate(men), position.is_checkmate(), "{position}");
                    assert_eq!(strategy.stalemate(men), position.is_stalemate(), "{position}");
                    mates += u32::from(strategy.mate(men));
                    stalemates += u32::from(strategy.stalemate(men));
                }
            }
        }
    }
    both += white;
    assert_eq!((white, both, mates, stalemates), (144_508, 368_452, 364, 872));
}

#[test]
fn every_game_ends_in_mate() {
    for (width, height, longest) in
        [(4, 4, 12), (4, 5, 12), (5, 4, 17), (5, 5, 18), (4, 9, 22), (9, 4, 30), (6, 6, 23)]
    {
        let strategy = on(width, height);
        let found = games(&strategy, Choice::Relation).unwrap().found;
        println!("{width}x{height}: {found:?}");
        assert_eq!((found.not_won, found.longest), (None, 2 * longest - 1), "{width}x{height}");
        assert_eq!(found.kinds.iter().sum::<u64>(), found.positions);
    }
    let strategy = on(8, 8);
    let chess = games(&strategy, Choice::Relation).unwrap().found;
    assert_eq!(chess.kinds[..7], [928, 128_800, 4676, 80, 9636, 276, 112]);
    assert_eq!((chess.positions, chess.longest, chess.unwon), (144_508, 67, 0));
}

/// The kernel agrees with the walk, by the definition alone, where mate always follows and where it
/// does not; and with nothing that is a little different.
#[test]
fn the_kernel_checks_the_walk() {
    let check =
        |claim: Distances<'_, Strategy<i32>>| Proved::new(claim, &Budget::default()).map(drop);
    for (width, height) in [(4, 4), (5, 4), (3, 4), (4, 3), (6, 5)] {
        let strategy = on(width, height);
        let games = games(&strategy, Choice::Relation).unwrap();
        let (found, right) = (&games.found, games.distances(2));
        assert_eq!(check(right.clone()), Ok(()), "{width}x{height}");
        assert_eq!(found.unwon > 0, width.min(height) < 4);
        let numbering = Numbering::new(&strategy.board).unwrap();
        let all =
            (0..numbering.count()).filter(|&number| strategy.white_to_move(numbering.men(number)));
        for number in all.step_by(found.positions as usize / 30) {
            let mut plies = right.plies.to_vec();
            let place = &mut plies[number as usize];
            *place = if *place == 0 { 3 } else { *place + 2 };
            let claim = Distances { plies: plies.into(), ..right.clone() };
            assert!(check(claim).is_err(), "{width}x{height}: {number}");
        }
        assert!(check(Distances { not_won: found.unwon + 1, ..right.clone() }).is_err());
        assert!(check(Distances { longest: right.longest + 2, ..right.clone() }).is_err());
        assert!(check(Distances { kinds: [0; MOST_KINDS], ..right }).is_err());
    }
}

/// With three files or ranks there are games that do not end, and the walk says so.
#[test]
fn a_strategy_that_fails_is_seen() {
    for (width, height) in [(3, 4), (4, 3), (3, 8), (8, 3)] {
        let strategy = on(width, height);
        let found = games(&strategy, Choice::Relation).unwrap().found;
        assert!(found.not_won.is_some(), "{width}x{height}");
    }
}

#[test]
fn the_first_kind_that_fits_is_played() {
    let strategy = on(6, 5);
    let numbering: Numbering = Numbering::new(&strategy.board).unwrap();
    for men in (0..numbering.count()).map(|number| numbering.men(number)) {
        if strategy.white_to_move(men) {
            let sorted = |found: Option<(Kind, Vec<Men<i32>>)>| {
                let key = |men: &Men<i32>| numbering.number(*men);
                found.map(|(kind, mut moves)| {
                    moves.sort_unstable_by_key(key);
                    (kind, moves)
                })
            };
            let played = strategy.played(Choice::Relation, men);
            assert_eq!(sorted(played), sorted(fitting(&strategy, men)), "{men:?}");
        }
    }
}

#[test]
fn candidates_are_enough() {
    for (width, height) in [(4, 4), (4, 6), (6, 4), (6, 6)] {
        let strategy = on(width, height);
        let places = || (0..height).flat_map(|y| (0..width).map(move |x| Place::new(x, y)));
        for king in places() {
            for queen in places() {
                for black in places() {
                    let men = Men { king, piece: queen, black };
                    if !strategy.white_to_move(men) {
                        continue;
                    }
                    let possible = Kind::ALL.into_iter().find(|&kind| strategy.possible(kind, men));
                    assert_eq!(possible, fitting(&strategy, men).map(|found| found.0), "{men:?}");
                }
            }
        }
    }
}

pub fn refutations(claim: StrategyClaim) -> Vec<Vec<u8>> {
    let decide = |lemma: &Lemma| match decide(lemma, claim.boards, || false).unwrap().0 {
        Decision::Holds(steps) => steps,
        other => panic!("{lemma:?} {other:?}"),
    };
    claim.ending.lemmas().iter().map(decide).collect()
}

pub fn certificate(claim: StrategyClaim, refutations: &[Vec<u8>]) -> Vec<u8> {
    StrategyCertificate::new(claim, vec![], refutations).bytes().to_vec()
}

pub fn check(claim: StrategyClaim, certificate: &[u8]) -> Result<usize, StrategyFault> {
    let certificate = StrategyCertificate::read(certificate.to_vec())?.unwrap();
    assert_eq!(certificate.claim, claim);
    Ok(Proved::new(certificate, &Budget::default())?.lemmas().len())
}

/// What a lemma assumes before its denial can hold: it does not speak of nothing.
#[test]
fn the_lemmas_speak_of_something() {
    for lemma in StrategyEnding::Kqk.lemmas() {
        let arena = Arena::new();
        let mut assumptions = lemma.deny(&arena, Boards::All).assumptions();
        assumptions.pop();
        let (found, _) = smt::decide(&arena, &assumptions, || false).unwrap();
        assert!(matches!(found, Found::Solution(..)), "{lemma:?} {found:?}");
    }
}

#[test]
fn on_one_board() {
    let claim =
        StrategyClaim { ending: StrategyEnding::Kqk, boards: Boards::One(5, 4), bounded: false };
    let certificate = certificate(claim, &refutations(claim));
    println!("{} bytes", certificate.len());
    assert_eq!(check(claim, &certificate).unwrap(), claim.ending.lemmas().len());
}

#[test]
fn on_every_board() {
    let claim = StrategyClaim { ending: StrategyEnding::Kqk, boards: Boards::All, bounded: false };
    let lemmas = claim.ending.lemmas();
    let refutations = refutations(claim);
    let whole = certificate(claim, &refutations);
    println!("{} bytes", whole.len());
    assert_eq!(check(claim, &whole).unwrap(), lemmas.len());
    // Cut off, or with one lemma's steps in the place of another's, it is rejected.
    let cut = check(claim, &whole[..whole.len() - 5]).unwrap_err();
    assert!(matches!(cut, StrategyFault::Line(..)), "{cut}");
    for (place, lemma) in lemmas.iter().enumerate().skip(1).step_by(4) {
        let mut changed = refutations.clone();
        changed[place].clone_from(&refutations[0]);
        let fault = check(claim, &certificate(claim, &changed)).unwrap_err();
        assert!(matches!(&fault, StrategyFault::Lemma(name, _) if *name == lemma.name), "{fault}");
    }
}
